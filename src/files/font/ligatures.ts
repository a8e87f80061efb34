import { coveredGlyphs, findSubtables } from './layout-table.ts';

/** A sequence of glyphs (`sub`) that is replaced by one glyph (`by`). */
export interface Ligature {
  readonly sub: readonly number[];
  readonly by: number;
}

const ligatureSubstitution = 4;
const extension = 7;
/**
 * Maximum number of ligatures, and of glyphs in all ligatures. The number is limited because a damaged font can list the same ones many
 * times.
 */
const maxLigatures = 16_384;
const maxGlyphs = 2 ** 20;

/**
 * Returns the ligatures of the feature `liga` in a GSUB table, longest first, for the Latin script, or for the default script if the font
 * does not list Latin. OpenType 1.9, GSUB.
 *
 * Throws RangeError for offsets outside the table, Error for too many ligatures.
 */
export function readLigatures(view: DataView): Ligature[] {
  const ligatures: Ligature[] = [];
  let glyphCount = 0;
  const lookups = findSubtables(view, { feature: 'liga', type: ligatureSubstitution, extension });
  for (const subtable of lookups.flat()) {
    const setCount = view.getUint16(subtable + 4);
    const firsts = coveredGlyphs(view, subtable + view.getUint16(subtable + 2), setCount);
    firsts.forEach((first, k) => {
      const set = subtable + view.getUint16(subtable + 6 + 2 * k);
      const count = view.getUint16(set);
      for (let n = 0; n < count; n++) {
        const at = set + view.getUint16(set + 2 + 2 * n);
        const length = view.getUint16(at + 2);
        glyphCount += length;
        if (ligatures.length >= maxLigatures || glyphCount > maxGlyphs)
          throw new Error(`it has more than ${maxLigatures} ligatures`);
        const rest = Array.from({ length: Math.max(0, length - 1) }, (_, c) =>
          view.getUint16(at + 4 + 2 * c),
        );
        ligatures.push({ sub: [first, ...rest], by: view.getUint16(at) });
      }
    });
  }
  return ligatures.sort((a, b) => b.sub.length - a.sub.length);
}

/** Returns the longest ligature that begins at index `at` of a sequence of glyphs; null if no ligature begins there. */
export type FindLigature = (glyphs: readonly number[], at: number) => Ligature | null;

/** Creates the search for ligatures. ligatures: sorted by length, longest first. */
export function createLigatureSearch(ligatures: readonly Ligature[]): FindLigature {
  const byFirst = new Map<number, Ligature[]>();
  for (const ligature of ligatures) {
    const list = byFirst.get(ligature.sub[0]);
    if (list) list.push(ligature);
    else byFirst.set(ligature.sub[0], [ligature]);
  }
  return (glyphs, at) =>
    byFirst.get(glyphs[at])?.find(({ sub }) => sub.every((glyph, k) => glyphs[at + k] === glyph)) ?? null;
}
