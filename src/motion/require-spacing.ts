import { InputError } from '../input-error.ts';
import type { Terrain } from './terrain.ts';

/**
 * Returns the distance in metres between a terrain's samples along x and z. Throws an InputError at `path` (default: the file) if neither
 * the file nor the scene defines it.
 */
export function requireSpacing(
  { spacing, columns, rows }: Terrain,
  file: string,
  path = file,
): readonly [number, number] {
  if (spacing) return spacing;
  throw InputError.at(
    path,
    `expected metres between the ${columns} × ${rows} samples of ${file}, which does not define them; add terrainSpacing, as in [1, 1]`,
  );
}
