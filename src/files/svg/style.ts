import type { XmlElement } from '@rgrove/parse-xml';

/** Properties that elements inherit from their parent. */
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

/** Properties that are not inherited. */
const own = ['opacity', 'display', 'clip-path', 'mask', 'filter', 'stop-color', 'stop-opacity'] as const;

type Property = (typeof inherited)[number] | (typeof own)[number];

/** Values of the properties that the file specifies for an element. */
export type Style = Readonly<Partial<Record<Property, string>>>;

interface Rule {
  /** Simple selectors that an element must match: `#id`, `.class`, or the element's name. Empty for `*`. */
  readonly parts: readonly string[];
  /** Specificity: an id counts 100, a class 10, a name 1. Of two rules with equal specificity, the later one (`order`) wins. */
  readonly weight: number;
  readonly order: number;
  readonly declarations: Style;
}

/** The rules of a drawing's <style> elements. */
export interface StyleSheet {
  /**
   * The rules, grouped by the most specific part of their selector (`*` if it has none). A rule is only compared with elements that match
   * this part.
   */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  /** Selectors that are not supported. */
  readonly unknown: readonly string[];
  /** Number of comparisons of rules with elements so far. */
  comparisons: number;
}

/**
 * Maximum number of comparisons of rules with elements. It is limited because a hostile file can contain many rules that match many
 * elements.
 */
const maxComparisons = 10_000_000;

/** Parses a style sheet. Supports lists of element names, .classes, #ids and compounds of these. At-rules are ignored. */
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

/** Removes comments. A comment that is not closed extends to the end of the text. */
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

/** Removes at-rules that end with a semicolon, such as `@import "x";`. */
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

/** Returns the blocks in braces that contain no other braces, each with the text before its opening brace. */
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

/** Returns the simple selectors that match an element: `*`, its name, its `#id` and its `.classes`. */
function partsOf(element: XmlElement): Set<string> {
  const { id, class: classes } = element.attributes;
  const parts = new Set(['*', localName(element)]);
  if (id !== undefined) parts.add(`#${id}`);
  for (const name of classes?.split(/\s+/) ?? []) parts.add(`.${name}`);
  return parts;
}

/** Returns the rules that match an element, in the order of increasing precedence. Throws Error after too many comparisons. */
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
    if (sheet.comparisons > maxComparisons)
      throw new Error(`its styles take more than ${maxComparisons} comparisons with its elements`);
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

/**
 * Returns the style of an element. The style sheet overrides presentation attributes; the `style` attribute overrides both. around: style
 * of the parent, from which properties are inherited.
 */
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

/** Returns the name of an element without the prefix `svg:`. */
export function localName({ name }: XmlElement): string {
  return name.replace(/^svg:/, '');
}
