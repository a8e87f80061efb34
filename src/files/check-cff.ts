import { findFontTable } from './font-tables.ts';

/** Of the dictionaries of CFF: Adobe Technical Note 5176, tables 9, 10 and 23; two bytes are 1200 + the second. */
const operators = { charStrings: 17, private: 18, subrs: 19, fontDicts: 1236 } as const;

/**
 * Looks at the lists in a font's CFF outlines before they are read: a damaged one names thousands of millions of things, or
 * the same bytes over and over. Fonts without such outlines pass. Throws an Error with words, or RangeError where something
 * reaches beyond the table.
 */
export function checkCff(bytes: Uint8Array): void {
  const table = findFontTable(bytes, 'CFF ') ?? findFontTable(bytes, 'CFF2');
  if (!table) return;
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const version = view.getUint8(0);
  const isSecond = version > 1;
  const top = isSecond ? readSecondTop(view) : readFirstTop(view);
  const list = (at: number) => readList(view, at, isSecond);
  list(top.subrsAt);
  const { dict } = top;
  list(dict.get(operators.charStrings)?.[0] ?? 0);
  const dicts = [dict];
  const fontDictsAt = dict.get(operators.fontDicts)?.[0];
  if (fontDictsAt) for (const [from, to] of list(fontDictsAt).items) dicts.push(readDict(view, from, to));
  for (const one of dicts) {
    const [size, at] = one.get(operators.private) ?? [0, 0];
    if (!(size > 0 && at > 0)) continue;
    const subrs = readDict(view, at, at + size).get(operators.subrs)?.[0];
    if (subrs) list(at + subrs);
  }
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
  /** Where each item begins and ends. */
  readonly items: readonly (readonly [from: number, to: number])[];
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
  const items: [number, number][] = [];
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
