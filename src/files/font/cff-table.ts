import { type FontTables, findFirst } from './font-tables.ts';

/**
 * Of the dictionaries of CFF: Adobe Technical Note 5176, tables 9, 10 and 23, and the table CFF2 of OpenType 1.9; two bytes are
 * 1200 + the second.
 */
const operators = {
  charset: 15,
  charStrings: 17,
  private: 18,
  subrs: 19,
  variations: 24,
  registry: 1230,
  fontDicts: 1236,
  fontDictOfGlyph: 1237,
} as const;

/** A program that draws a glyph, or a part of it: where it begins and ends. */
export type Program = readonly [from: number, to: number];

/** What a table `CFF ` or `CFF2` holds, nothing of the outlines run yet. */
export interface CffTable {
  readonly view: DataView;
  readonly isSecond: boolean;
  readonly glyphs: readonly Program[];
  /** Parts that all glyphs share. */
  readonly globalParts: readonly Program[];
  /** Parts of the glyphs of one dictionary, and which dictionary a glyph has. */
  readonly localParts: readonly (readonly Program[])[];
  dictOf(glyph: number): number;
  /** The glyph with the name of this number; null where there is none. */
  glyphOfName(name: number): number | null;
  /** How many numbers of a variation stand behind each number, by the set that is chosen. */
  readonly regionCounts: readonly number[];
}

const mostDicts = 256;
const mostDictBytes = 65_535;

/** Null where the font has neither table. Errors: of words, or RangeError where something reaches beyond the table. */
export function readCffTable(tables: FontTables): CffTable | null {
  const view = tables.find('CFF ') ?? tables.find('CFF2');
  if (!view) return null;
  const isSecond = view.getUint8(0) > 1;
  const top = isSecond ? readSecondTop(view) : readFirstTop(view);
  const { dict } = top;
  const list = (at: number) => readList(view, at, isSecond).items;
  const at = (operator: number) => dict.get(operator)?.[0] ?? 0;
  const glyphs = list(at(operators.charStrings));
  const isOfMany = isSecond || dict.has(operators.registry);
  const dicts = isOfMany
    ? list(at(operators.fontDicts)).map(([from, to]) =>
        readDict(view, from, Math.min(to, from + mostDictBytes)),
      )
    : [dict];
  if (dicts.length > mostDicts)
    throw new Error(`its outlines have ${dicts.length} dictionaries, expected ${mostDicts} at most`);
  const known = new Map<number, readonly Program[]>();
  const localParts = dicts.map((one) => {
    const [size, start] = one.get(operators.private) ?? [0, 0];
    if (!(size > 0 && start > 0)) return [];
    if (size > mostDictBytes) throw new Error('a dictionary of its outlines is damaged');
    const subrs = readDict(view, start, start + size).get(operators.subrs)?.[0];
    if (!subrs) return [];
    // Dictionaries of a damaged font all name the same list.
    let parts = known.get(start + subrs);
    if (!parts) {
      parts = list(start + subrs);
      known.set(start + subrs, parts);
    }
    return parts;
  });
  const selectAt = at(operators.fontDictOfGlyph);
  const charset = at(operators.charset);
  return {
    view,
    isSecond,
    glyphs,
    globalParts: list(top.subrsAt),
    localParts,
    dictOf: (glyph) => (isOfMany && selectAt > 0 ? findFontDict(view, selectAt, glyph) : 0),
    glyphOfName: (name) => findInCharset(view, charset, name, glyphs.length),
    regionCounts: isSecond ? readRegionCounts(view, at(operators.variations)) : [],
  };
}

/** Tables 27 to 29 of the note: a byte a glyph, or ranges of them. */
function findFontDict(view: DataView, at: number, glyph: number): number {
  const format = view.getUint8(at);
  if (format === 0) return view.getUint8(at + 1 + glyph);
  const isLong = format === 4;
  if (format !== 3 && !isLong) throw new Error(`its glyphs have dictionaries in format ${format}`);
  const [width, step] = isLong ? [4, 6] : [2, 3];
  const first = (k: number) => {
    const place = at + 1 + width + k * step;
    return isLong ? view.getUint32(place) : view.getUint16(place);
  };
  const count = isLong ? view.getUint32(at + 1) : view.getUint16(at + 1);
  const k = findFirst(count, (index) => first(index) > glyph) - 1;
  if (k < 0) return 0;
  const place = at + 1 + width + k * step + width;
  return isLong ? view.getUint16(place) : view.getUint8(place);
}

/** Tables 17 to 21 of the note. */
function findInCharset(view: DataView, at: number, name: number, glyphCount: number): number | null {
  // The charset of ISO Adobe: glyphs have the numbers of their names.
  if (at === 0) return name < Math.min(229, glyphCount) ? name : null;
  if (at <= 2) return null;
  const format = view.getUint8(at);
  if (format === 0) {
    for (let glyph = 1; glyph < glyphCount; glyph++)
      if (view.getUint16(at + 2 * glyph - 1) === name) return glyph;
    return null;
  }
  const step = format === 1 ? 3 : 4;
  for (let glyph = 1, place = at + 1; glyph < glyphCount; place += step) {
    const first = view.getUint16(place);
    const more = format === 1 ? view.getUint8(place + 2) : view.getUint16(place + 2);
    if (name >= first && name <= first + more) return glyph + name - first;
    glyph += more + 1;
  }
  return null;
}

/** Of the item variation store: how many regions each of its sets of deltas has. */
function readRegionCounts(view: DataView, at: number): number[] {
  if (at === 0) return [];
  const store = at + 2;
  return Array.from({ length: view.getUint16(store + 6) }, (_, k) =>
    view.getUint16(store + view.getUint32(store + 8 + 4 * k) + 4),
  );
}

type Dict = ReadonlyMap<number, readonly number[]>;

interface TopDict {
  readonly dict: Dict;
  /** Where the list of shared parts of outlines begins. */
  readonly subrsAt: number;
}

function readFirstTop(view: DataView): TopDict {
  const names = readList(view, 4, false);
  const tops = readList(view, names.end, false);
  const strings = readList(view, tops.end, false);
  if (tops.items.length !== 1) throw new Error(`its outlines are of ${tops.items.length} fonts`);
  const [[from, to]] = tops.items;
  return { dict: readDict(view, from, to), subrsAt: strings.end };
}

function readSecondTop(view: DataView): TopDict {
  const from = view.getUint8(2);
  const to = from + view.getUint16(3);
  return { dict: readDict(view, from, to), subrsAt: to };
}

interface List {
  readonly items: readonly Program[];
  readonly end: number;
}

/** An INDEX: a count, the width of offsets, the offsets, the items one after the other. */
function readList(view: DataView, at: number, isSecond: boolean): List {
  const count = isSecond ? view.getUint32(at) : view.getUint16(at);
  const head = at + (isSecond ? 4 : 2);
  if (count === 0) return { items: [], end: head };
  const width = view.getUint8(head);
  if (!(width >= 1 && width <= 4) || head + 1 + (count + 1) * width > view.byteLength) {
    throw new Error('a list of its outlines is damaged');
  }
  const base = head + (count + 1) * width;
  const items: Program[] = [];
  let from = 0;
  for (let k = 0; k <= count; k++) {
    let offset = 0;
    for (let byte = 0; byte < width; byte++)
      offset = 256 * offset + view.getUint8(head + 1 + k * width + byte);
    const to = base + offset;
    if (to < from || to > view.byteLength) throw new Error('a list of its outlines is damaged');
    if (k > 0) items.push([from, to]);
    from = to;
  }
  return { items, end: from };
}

/** The operands of every operator between two places. */
function readDict(view: DataView, from: number, to: number): Dict {
  const dict = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = from; at < to; ) {
    const first = view.getUint8(at++);
    if (first === 12) {
      dict.set(1200 + view.getUint8(at++), operands);
      operands = [];
    } else if (first < 28) {
      dict.set(first, operands);
      operands = [];
    } else if (first === 28) {
      operands.push(view.getInt16(at));
      at += 2;
    } else if (first === 29) {
      operands.push(view.getInt32(at));
      at += 4;
    } else if (first === 30) {
      // A real number ends with four bits that are all set; none says where something lies.
      while (at < to && (view.getUint8(at) & 15) !== 15 && view.getUint8(at) >> 4 !== 15) at++;
      at++;
      operands.push(Number.NaN);
    } else if (first < 247) {
      operands.push(first - 139);
    } else {
      const second = view.getUint8(at++);
      operands.push(first < 251 ? 256 * (first - 247) + second + 108 : -256 * (first - 251) - second - 108);
    }
  }
  return dict;
}
