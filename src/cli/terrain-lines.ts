import type { TerrainInspection } from '../scene/inspect-terrain.ts';
import { count, problemLines, short } from './inspection-text.ts';

/** Describes the contents of a terrain file, in lines for a terminal. */
export function terrainLines(terrain: TerrainInspection): string[] {
  const { file, format, columns, rows, levels, heights, distinct, spacing, size, origin, masked, problems } =
    terrain;
  const lines = [`${file}: terrain, ${format}, ${columns} × ${rows} samples`];
  if (heights)
    lines.push(`Heights ${short(heights.min)} to ${short(heights.max)} m, ${distinct} different values.`);
  if (levels) {
    const which = heights
      ? `Levels ${levels.min} to ${levels.max}`
      : `Levels ${levels.min} to ${levels.max}, ${distinct} different values,`;
    lines.push(`${which} of 0 to ${levels.greatest}.`);
  }
  if (spacing && size) {
    const apart = spacing[0] === spacing[1] ? short(spacing[0]) : spacing.map(short).join(' × ');
    lines.push(`Spacing of samples ${apart} m, total size ${size.map(short).join(' × ')} m (x × z).`);
  }
  if (origin) lines.push(`Its first sample is at x ${short(origin[0])}, z ${short(origin[1])} m.`);
  if (masked > 0) lines.push(`${count(masked, 'masked sample')}.`);
  return [...lines, '', ...problemLines(problems)];
}
