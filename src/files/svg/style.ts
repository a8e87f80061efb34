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
  /** What an element must have: `#id`, `.class` or its name. None for `*`. */
  readonly parts: readonly string[];
  /** Ids count more than classes, classes more than names; of two that count alike the later. */
  readonly weight: number;
  readonly order: number;
  readonly declarations: Style;
}

/** The rules of a drawing's <style> elements. */
export interface StyleSheet {
  /** By the part that says most of each: only elements that have it are compared with the others. `*` for none. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  /** Selectors that are not understood. */
  readonly unknown: readonly string[];
  /** Comparisons of rules with elements so far. */
  comparisons: number;
}

/** Comparisons of rules with elements at most, against files whose rules all fit all elements. */
const mostComparisons = 10_000_000;

/** Understands lists of names, .classes, #ids and their compounds; of @-rules nothing. */
export function parseStyleSheet(css: string): StyleSheet {
  const rules = new Map<string, Rule[]>();
  const unknown: string[] = [];
  let order = 0;
  for (const [selectors, block] of splitBlocks(dropCommands(dropComments(css)))) {
    const declarations = parseDeclarations(block);
    for (const selector of new Set(selectors.split(',').map((part) => part.trim()))) {
      const rule = parseSelector(selector, declarations, order++);
      if (rule) {
        const key = rule.parts.reduce((best, part) => (weightOf(part) > weightOf(best) ? part : best), '*');
        const list = rules.get(key);
        if (list) list.push(rule);
        else rules.set(key, [rule]);
      } else if (Object.keys(declarations).length > 0) unknown.push(selector);
    }
  }
  return { rules, unknown, comparisons: 0 };
}

/** One that has no end goes on to the end of the text. */
function dropComments(css: string): string {
  const kept: string[] = [];
  for (let at = 0; at < css.length; ) {
    const start = css.indexOf('/*', at);
    kept.push(css.slice(at, start < 0 ? css.length : start));
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2);
    if (end < 0) break;
    at = end + 2;
  }
  return kept.join('').replace(/<!--|-->/g, '');
}

/** Without what begins with @ and ends with a semicolon. */
function dropCommands(css: string): string {
  const kept: string[] = [];
  let done = 0;
  let start = -1;
  for (const { 0: mark, index } of css.matchAll(/[@{};]/g)) {
    if (mark === '@') {
      if (start < 0) start = index;
      continue;
    }
    if (mark === ';' && start >= 0) {
      kept.push(css.slice(done, start));
      done = index + 1;
    }
    start = -1;
  }
  return kept.join('') + css.slice(done);
}

/** Pairs of what stands before { and of what stands in braces that hold no others. */
function splitBlocks(css: string): [before: string, inside: string][] {
  const blocks: [string, string][] = [];
  let before: string | null = null;
  let from = 0;
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    const text = css.slice(from, index);
    from = index + 1;
    if (brace === '{') before = text;
    else {
      if (before !== null) blocks.push([before, text]);
      before = null;
    }
  }
  return blocks;
}

function parseSelector(selector: string, declarations: Style, order: number): Rule | null {
  if (!/^(\*|[\w-]+)?([.#][\w-]+)*$/.test(selector) || selector === '') return null;
  const parts: string[] = selector.match(/[.#]?[\w-]+/g) ?? [];
  return { parts, weight: parts.reduce((sum, part) => sum + weightOf(part), 0), order, declarations };
}

function weightOf(part: string): number {
  if (part === '*') return 0;
  return part[0] === '#' ? 100 : part[0] === '.' ? 10 : 1;
}

/** What an element has of what rules ask for. */
function partsOf(element: XmlElement): Set<string> {
  const { id, class: classes } = element.attributes;
  const parts = new Set(['*', localName(element)]);
  if (id !== undefined) parts.add(`#${id}`);
  for (const name of classes?.split(/\s+/) ?? []) parts.add(`.${name}`);
  return parts;
}

/** The rules that fit an element, in the order in which they count, the strongest last. */
function findRules(element: XmlElement, sheet: StyleSheet): Rule[] {
  if (sheet.rules.size === 0) return [];
  const parts = partsOf(element);
  const found: Rule[] = [];
  for (const part of parts) {
    const rules = sheet.rules.get(part) ?? [];
    for (const rule of rules) {
      sheet.comparisons += 1 + rule.parts.length;
      if (rule.parts.every((one) => parts.has(one))) found.push(rule);
    }
    if (sheet.comparisons > mostComparisons)
      throw new Error(`its styles take more than ${mostComparisons} comparisons with its elements`);
  }
  return found.sort((a, b) => a.weight - b.weight || a.order - b.order);
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
export function styleOf(element: XmlElement, around: Style, sheet: StyleSheet): Style {
  const said: Partial<Record<Property, string>> = {};
  for (const name of [...inherited, ...own]) {
    const value = element.attributes[name]?.trim();
    if (value) said[name] = value;
  }
  for (const { declarations } of findRules(element, sheet)) Object.assign(said, declarations);
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
