import { InputError } from '../../input-error.ts';
import type { Terrain } from '../../motion/terrain.ts';

/**
 * Metres between a terrain's samples along x and z. Throws InputError, with `file` as the path, where neither its file nor
 * anybody has said it.
 */
export function requireSpacing({ spacing, columns, rows }: Terrain, file: string): readonly [number, number] {
  if (spacing) return spacing;
  throw InputError.at(
    file,
    `expected to know how far apart its ${columns} × ${rows} samples lie, got a file that does not say: give terrainSpacing, metres between samples`,
  );
}
