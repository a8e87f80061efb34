import type { TerrainInspection } from '../scene/inspect-terrain.ts';
import { count, problemLines, short } from './inspection-words.ts';

/** What a terrain's file holds, in words for a terminal. */
export function terrainLines(terrain: TerrainInspection): string[] {
  const { file, format, columns, rows, levels, heights, distinct, spacing, size, origin, masked, problems } =
    terrain;
  const lines = [`${file}: terrain, ${format}, ${columns} × ${rows} samples`];
  if (heights)
    lines.push(`Heights ${short(heights.min)} to ${short(heights.max)} m, ${distinct} different ones.`);
  if (levels) {
    const which = heights
      ? `Levels ${levels.min} to ${levels.max}`
      : `Levels ${levels.min} to ${levels.max}, ${distinct} different ones,`;
    lines.push(`${which} of 0 to ${levels.greatest}.`);
  }
  if (spacing && size) {
    const apart = spacing[0] === spacing[1] ? short(spacing[0]) : spacing.map(short).join(' × ');
    lines.push(`Samples ${apart} m apart, ${size.map(short).join(' × ')} m in all (x × z).`);
  }
  if (origin) lines.push(`Its first sample lies at x ${short(origin[0])}, z ${short(origin[1])} m.`);
  if (masked > 0) lines.push(`Nothing is known of ${count(masked, 'sample')}.`);
  return [...lines, '', ...problemLines(problems)];
}
