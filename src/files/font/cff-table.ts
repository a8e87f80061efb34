import { type FontTables, findFirst } from './font-tables.ts';

/**
 * Operators of the Top, Font and Private DICTs: Adobe Technical Note 5176, tables 9, 10 and 23, and CFF2 in OpenType 1.9.
 * The two-byte operator `12 n` is written as 1200 + n.
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

/** Byte range of a charstring, a subroutine or another item in the table: offset of the first byte, offset after the last. */
export type Program = readonly [from: number, to: number];

/** The structure of a `CFF ` or `CFF2` table. The charstrings are not interpreted yet. */
export interface CffTable {
  readonly view: DataView;
  readonly isSecond: boolean;
  readonly glyphs: readonly Program[];
  /** Subroutines for all glyphs. */
  readonly globalParts: readonly Program[];
  /** Local subroutines of each Font DICT. `dictOf` gives the index of a glyph's Font DICT. */
  readonly localParts: readonly (readonly Program[])[];
  dictOf(glyph: number): number;
  /** Returns the index of the glyph whose name has this string id (SID); null if the font has no such glyph. */
  glyphOfName(name: number): number | null;
  /** Number of variation regions, indexed by `vsindex`: a blended value has one delta for each region. Empty for `CFF `. */
  readonly regionCounts: readonly number[];
}

const maxDicts = 256;
const maxDictBytes = 65_535;

/**
 * Reads the `CFF ` or `CFF2` table. Null if the font has neither. Throws Error for damaged structures, RangeError for offsets outside the
 * table.
 */
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
        readDict(view, from, Math.min(to, from + maxDictBytes)),
      )
    : [dict];
  if (dicts.length > maxDicts)
    throw new Error(`its outlines have ${dicts.length} dictionaries, expected ${maxDicts} at most`);
  const known = new Map<number, readonly Program[]>();
  const localParts = dicts.map((one) => {
    const [size, start] = one.get(operators.private) ?? [0, 0];
    if (!(size > 0 && start > 0)) return [];
    if (size > maxDictBytes) throw new Error('a dictionary of its outlines is damaged');
    const subrs = readDict(view, start, start + size).get(operators.subrs)?.[0];
    if (!subrs) return [];
    // In a damaged font, many Font DICTs can refer to the same list of subroutines. So each list is read only once.
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

/**
 * Returns the index of a glyph's Font DICT, from FDSelect: one byte for each glyph (format 0) or ranges of glyphs (formats 3, 4). Adobe
 * Technical Note 5176, tables 27 to 29; format 4: CFF2 in OpenType 1.9.
 */
function findFontDict(view: DataView, at: number, glyph: number): number {
  const format = view.getUint8(at);
  if (format === 0) return view.getUint8(at + 1 + glyph);
  const isLong = format === 4;
  if (format !== 3 && !isLong) throw new Error(`its glyphs have dictionaries in format ${format}`);
  const [width, step] = isLong ? [4, 6] : [2, 3];
  const first = (k: number) => {
    const offset = at + 1 + width + k * step;
    return isLong ? view.getUint32(offset) : view.getUint16(offset);
  };
  const count = isLong ? view.getUint32(at + 1) : view.getUint16(at + 1);
  const k = findFirst(count, (index) => first(index) > glyph) - 1;
  if (k < 0) return 0;
  const offset = at + 1 + width + k * step + width;
  return isLong ? view.getUint16(offset) : view.getUint8(offset);
}

/**
 * Returns the index of the glyph with a string id (SID). Null if the charset does not contain this id, or if the charset is one of the
 * predefined Expert charsets (1, 2). Adobe Technical Note 5176, tables 17 to 21.
 */
function findInCharset(view: DataView, at: number, name: number, glyphCount: number): number | null {
  // In the predefined charset ISOAdobe, the index of a glyph equals its SID.
  if (at === 0) return name < Math.min(229, glyphCount) ? name : null;
  if (at <= 2) return null;
  const format = view.getUint8(at);
  if (format === 0) {
    for (let glyph = 1; glyph < glyphCount; glyph++)
      if (view.getUint16(at + 2 * glyph - 1) === name) return glyph;
    return null;
  }
  const step = format === 1 ? 3 : 4;
  for (let glyph = 1, offset = at + 1; glyph < glyphCount; offset += step) {
    const first = view.getUint16(offset);
    const more = format === 1 ? view.getUint8(offset + 2) : view.getUint16(offset + 2);
    if (name >= first && name <= first + more) return glyph + name - first;
    glyph += more + 1;
  }
  return null;
}

/** Returns the number of regions of each ItemVariationData in the item variation store. */
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
  /** Offset of the global subroutine INDEX. */
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

/** Reads an INDEX: the number of items, the size of an offset in bytes, count + 1 offsets, the items. */
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

/** Reads a DICT as a map from operator to operands. */
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
      // A real number ends with a nibble 0xF. Its value is not needed, because offsets and sizes are integers: NaN.
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
