import type { XmlElement } from '@rgrove/parse-xml';

/** Properties that elements without their own take from the one around them. */
const inherited = [
  'fill',
  'fill-rule',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linejoin',
  'stroke-linecap',
  'stroke-miterlimit',
  'stroke-dasharray',
  'color',
  'visibility',
] as const;

/** Properties of one element alone. */
const own = ['opacity', 'display', 'clip-path', 'mask', 'filter', 'stop-color', 'stop-opacity'] as const;

type Property = (typeof inherited)[number] | (typeof own)[number];

/** What is said about an element, by property; nothing where nobody says anything. */
export type Style = Readonly<Partial<Record<Property, string>>>;

interface Rule {
  readonly matches: (element: XmlElement) => boolean;
  /** Ids count more than classes, classes more than names. */
  readonly weight: number;
  readonly declarations: Style;
}

/** The rules of a drawing's <style> elements, in the order in which they count, the strongest last. */
export interface StyleSheet {
  readonly rules: readonly Rule[];
  /** Selectors that are not understood. */
  readonly unknown: readonly string[];
}

/** Understands lists of names, .classes, #ids and their compounds; of @-rules nothing. */
export function parseStyleSheet(css: string): StyleSheet {
  const plain = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/<!--|-->/g, '')
    .replace(/@[^{};]*;/g, '');
  const rules: Rule[] = [];
  const unknown: string[] = [];
  for (const [, selectors, block] of plain.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const declarations = parseDeclarations(block);
    for (const selector of selectors.split(',').map((part) => part.trim())) {
      const rule = parseSelector(selector, declarations);
      if (rule) rules.push(rule);
      else if (Object.keys(declarations).length > 0) unknown.push(selector);
    }
  }
  return { rules: rules.sort((a, b) => a.weight - b.weight), unknown };
}

function parseSelector(selector: string, declarations: Style): Rule | null {
  if (!/^(\*|[\w-]+)?([.#][\w-]+)*$/.test(selector) || selector === '') return null;
  const parts = selector.match(/[.#]?[\w-]+/g) ?? [];
  const weights = parts.map((part) => (part[0] === '#' ? 100 : part[0] === '.' ? 10 : 1));
  return {
    weight: weights.reduce((sum, weight) => sum + weight, 0),
    declarations,
    matches: (element) =>
      parts.every((part) => {
        if (part[0] === '#') return element.attributes.id === part.slice(1);
        if (part[0] === '.') return (element.attributes.class ?? '').split(/\s+/).includes(part.slice(1));
        return localName(element) === part;
      }),
  };
}

function parseDeclarations(text: string): Style {
  const style: Partial<Record<Property, string>> = {};
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, '');
    if (isProperty(name)) style[name] = value.trim();
  }
  return style;
}

function isProperty(name: string): name is Property {
  return (inherited as readonly string[]).includes(name) || (own as readonly string[]).includes(name);
}

/** The style of an element inside another: attributes count least, then the sheet, then its own `style`. */
export function styleOf(element: XmlElement, around: Style, { rules }: StyleSheet): Style {
  const said: Partial<Record<Property, string>> = {};
  for (const name of [...inherited, ...own]) {
    const value = element.attributes[name]?.trim();
    if (value) said[name] = value;
  }
  for (const { matches, declarations } of rules) if (matches(element)) Object.assign(said, declarations);
  Object.assign(said, parseDeclarations(element.attributes.style ?? ''));
  const style: Partial<Record<Property, string>> = {};
  for (const name of inherited) {
    const value = said[name] === undefined || said[name] === 'inherit' ? around[name] : said[name];
    if (value !== undefined) style[name] = value;
  }
  for (const name of own) {
    const value = said[name] === 'inherit' ? around[name] : said[name];
    if (value !== undefined) style[name] = value;
  }
  return style;
}

/** The name without the prefix `svg:`. */
export function localName({ name }: XmlElement): string {
  return name.replace(/^svg:/, '');
}
