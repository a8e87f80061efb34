/** Units by which two glyphs stand further apart than their widths say, negative for closer. */
export type Kerning = (left: number, right: number) => number;

const pairAdjustment = 2;
const extension = 9;

/**
 * Kerning from a GPOS table: pair adjustments of the feature `kern`, for Latin or else for the default script, also behind
 * extensions, which large fonts use. Null where the font has no such feature. OpenType 1.9, GPOS.
 *
 * What reaches beyond the table ends in a RangeError, at the latest when a pair is asked for.
 */
export function readKerning(gpos: Uint8Array): Kerning | null {
  const view = new DataView(gpos.buffer, gpos.byteOffset, gpos.byteLength);
  const lookups = findKernLookups(view);
  if (!lookups) return null;
  return (left, right) => {
    let sum = 0;
    // Lookups add up; within one, the first subtable that knows the pair is the last that is asked.
    for (const subtables of lookups) {
      for (const subtable of subtables) {
        const value = adjustPair(view, subtable, left, right);
        if (value === null) continue;
        sum += value;
        break;
      }
    }
    return sum;
  };
}

/** Offsets of the pair subtables of each lookup. */
function findKernLookups(view: DataView): number[][] | null {
  const [scripts, features, lookups] = [4, 6, 8].map((at) => view.getUint16(at));
  const language = findLanguage(view, scripts);
  if (language === null) return null;
  const indices: number[] = [];
  for (let k = 0; k < view.getUint16(language + 4); k++) {
    const record = features + 2 + 6 * view.getUint16(language + 6 + 2 * k);
    if (tagAt(view, record) !== 'kern') continue;
    const feature = features + view.getUint16(record + 4);
    for (let n = 0; n < view.getUint16(feature + 2); n++) indices.push(view.getUint16(feature + 4 + 2 * n));
  }
  const found = indices.map((index) =>
    pairSubtables(view, lookups + view.getUint16(lookups + 2 + 2 * index)),
  );
  return found.some((subtables) => subtables.length > 0) ? found : null;
}

/** The default language of Latin, else of the default script, else of the first. */
function findLanguage(view: DataView, scripts: number): number | null {
  const offsets = new Map<string, number>();
  for (let k = 0; k < view.getUint16(scripts); k++) {
    const record = scripts + 2 + 6 * k;
    offsets.set(tagAt(view, record), scripts + view.getUint16(record + 4));
  }
  const script = offsets.get('latn') ?? offsets.get('DFLT') ?? [...offsets.values()][0];
  if (script === undefined) return null;
  const language = view.getUint16(script);
  return language === 0 ? null : script + language;
}

function pairSubtables(view: DataView, lookup: number): number[] {
  const type = view.getUint16(lookup);
  const subtables: number[] = [];
  for (let k = 0; k < view.getUint16(lookup + 4); k++) {
    const subtable = lookup + view.getUint16(lookup + 6 + 2 * k);
    if (type === pairAdjustment) subtables.push(subtable);
    else if (type === extension && view.getUint16(subtable + 2) === pairAdjustment) {
      subtables.push(subtable + view.getUint32(subtable + 4));
    }
  }
  return subtables;
}

/** What a subtable says about a pair; null where it does not know it. */
function adjustPair(view: DataView, subtable: number, left: number, right: number): number | null {
  const covered = coverageIndex(view, subtable + view.getUint16(subtable + 2), left);
  if (covered < 0) return null;
  const [firstFormat, secondFormat] = [view.getUint16(subtable + 4), view.getUint16(subtable + 6)];
  const [firstSize, secondSize] = [2 * countBits(firstFormat), 2 * countBits(secondFormat)];
  const size = firstSize + secondSize;
  if (view.getUint16(subtable) === 1) {
    const pairs = subtable + view.getUint16(subtable + 10 + 2 * covered);
    for (let k = 0; k < view.getUint16(pairs); k++) {
      const record = pairs + 2 + k * (2 + size);
      if (view.getUint16(record) === right) return advanceOf(view, record + 2, firstFormat);
    }
    return null;
  }
  const first = classOf(view, subtable + view.getUint16(subtable + 8), left);
  const second = classOf(view, subtable + view.getUint16(subtable + 10), right);
  const secondCount = view.getUint16(subtable + 14);
  if (first >= view.getUint16(subtable + 12) || second >= secondCount) return null;
  return advanceOf(view, subtable + 16 + (first * secondCount + second) * size, firstFormat);
}

/** The change of the first glyph's advance, which stands behind its changes of place. */
function advanceOf(view: DataView, value: number, format: number): number {
  return format & 4 ? view.getInt16(value + 2 * countBits(format & 3)) : 0;
}

function countBits(value: number): number {
  let count = 0;
  for (let rest = value & 0xff; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

function coverageIndex(view: DataView, coverage: number, glyph: number): number {
  const isList = view.getUint16(coverage) === 1;
  for (let k = 0; k < view.getUint16(coverage + 2); k++) {
    if (isList) {
      if (view.getUint16(coverage + 4 + 2 * k) === glyph) return k;
      continue;
    }
    const range = coverage + 4 + 6 * k;
    const start = view.getUint16(range);
    if (glyph >= start && glyph <= view.getUint16(range + 2))
      return view.getUint16(range + 4) + glyph - start;
  }
  return -1;
}

/** 0 for what no class names. */
function classOf(view: DataView, classes: number, glyph: number): number {
  if (view.getUint16(classes) === 1) {
    const place = glyph - view.getUint16(classes + 2);
    return place >= 0 && place < view.getUint16(classes + 4) ? view.getUint16(classes + 6 + 2 * place) : 0;
  }
  for (let k = 0; k < view.getUint16(classes + 2); k++) {
    const range = classes + 4 + 6 * k;
    if (glyph >= view.getUint16(range) && glyph <= view.getUint16(range + 2))
      return view.getUint16(range + 4);
  }
  return 0;
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}
