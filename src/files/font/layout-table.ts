import { findFirst, readTag } from './font-tables.ts';

/**
 * Maximum number of lookups of a feature, and of subtables. The number is limited because a damaged font can list the same ones many times.
 */
const maxSubtables = 1024;

/**
 * Finds the subtables of a feature in a GPOS or GSUB table, for the default language of a script (see `findLanguage`).
 * Returns the offsets of the subtables of one lookup type, for each lookup of the feature, with extension lookups resolved;
 * an empty list if the font does not have the feature. OpenType 1.9, chapter 2.
 *
 * Throws RangeError for offsets outside the table, Error for more subtables than any real font has.
 */
export function findSubtables(
  view: DataView,
  { feature, type, extension }: { feature: string; type: number; extension: number },
): number[][] {
  const [scripts, features, lookups] = [4, 6, 8].map((at) => view.getUint16(at));
  const language = findLanguage(view, scripts);
  if (language === null) return [];
  const indices = new Set<number>();
  let named = 0;
  for (let k = 0; k < view.getUint16(language + 4); k++) {
    const record = features + 2 + 6 * view.getUint16(language + 6 + 2 * k);
    if (readTag(view, record) !== feature) continue;
    const table = features + view.getUint16(record + 4);
    const count = view.getUint16(table + 2);
    named += count;
    if (named > maxSubtables) throw new Error(`its feature ${feature} has more than ${maxSubtables} lookups`);
    for (let n = 0; n < count; n++) indices.add(view.getUint16(table + 4 + 2 * n));
  }
  let total = 0;
  return Array.from(indices, (index) => {
    const lookup = lookups + view.getUint16(lookups + 2 + 2 * index);
    const lookupType = view.getUint16(lookup);
    const count = view.getUint16(lookup + 4);
    total += count;
    if (total > maxSubtables) throw new Error(`its feature ${feature} has more than ${maxSubtables} tables`);
    const subtables: number[] = [];
    for (let k = 0; k < count; k++) {
      const subtable = lookup + view.getUint16(lookup + 6 + 2 * k);
      if (lookupType === type) subtables.push(subtable);
      else if (lookupType === extension && view.getUint16(subtable + 2) === type) {
        subtables.push(subtable + view.getUint32(subtable + 4));
      }
    }
    return subtables;
  });
}

/**
 * Returns the offset of the default language of the Latin script, else of the default script, else of the first script. Null if the font
 * has no script or the script has no default language.
 */
function findLanguage(view: DataView, scripts: number): number | null {
  const offsets = new Map<string, number>();
  for (let k = 0; k < view.getUint16(scripts); k++) {
    const record = scripts + 2 + 6 * k;
    offsets.set(readTag(view, record), scripts + view.getUint16(record + 4));
  }
  const script = offsets.get('latn') ?? offsets.get('DFLT') ?? [...offsets.values()][0];
  if (script === undefined) return null;
  const language = view.getUint16(script);
  return language === 0 ? null : script + language;
}

/** Returns the coverage index of a glyph; −1 if the coverage table at offset `coverage` does not contain the glyph. */
export function coverageIndex(view: DataView, coverage: number, glyph: number): number {
  const count = view.getUint16(coverage + 2);
  if (view.getUint16(coverage) === 1) {
    const k = findFirst(count, (index) => view.getUint16(coverage + 4 + 2 * index) >= glyph);
    return k < count && view.getUint16(coverage + 4 + 2 * k) === glyph ? k : -1;
  }
  const rangeAt = (k: number) => coverage + 4 + 6 * k;
  const k = findFirst(count, (index) => view.getUint16(rangeAt(index) + 2) >= glyph);
  if (k >= count || view.getUint16(rangeAt(k)) > glyph) return -1;
  return view.getUint16(rangeAt(k) + 4) + glyph - view.getUint16(rangeAt(k));
}

/** Returns the glyphs of a coverage table in the order of their coverage indices, at most `max` of them. */
export function coveredGlyphs(view: DataView, coverage: number, max: number): number[] {
  const count = view.getUint16(coverage + 2);
  const glyphs: number[] = [];
  if (view.getUint16(coverage) === 1) {
    for (let k = 0; k < Math.min(count, max); k++) glyphs.push(view.getUint16(coverage + 4 + 2 * k));
    return glyphs;
  }
  for (let k = 0; k < count && glyphs.length < max; k++) {
    const range = coverage + 4 + 6 * k;
    const last = view.getUint16(range + 2);
    for (let glyph = view.getUint16(range); glyph <= last && glyphs.length < max; glyph++) glyphs.push(glyph);
  }
  return glyphs;
}
