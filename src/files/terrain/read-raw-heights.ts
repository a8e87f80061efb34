import { InputError } from '../../input-error.ts';
import type { TerrainHints } from '../../motion/terrain.ts';
import { checkRasterSize, type TerrainRaster } from './terrain-raster.ts';

/** Maximum ratio of the sides of a grid. A longer grid is not a plausible terrain. */
const maxAspect = 4;

/**
 * Reads raw 16-bit levels without a header (.r16, .raw), as Unity, Unreal, World Machine and Gaea write them: a square, row by row from the
 * far edge, little-endian unless `hints.byteOrder` is big. The user must state what the levels mean.
 *
 * Throws InputError if the bytes do not form a square.
 */
export function readRawHeights(bytes: Uint8Array, file: string, hints: TerrainHints): TerrainRaster {
  const count = bytes.length / 2;
  const side = Math.round(Math.sqrt(count));
  if (side * side !== count || side < 2) throw InputError.at(file, explainSize(bytes.length));
  checkRasterSize(side, side, file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = hints.byteOrder ?? 'little';
  const values = Float64Array.from({ length: count }, (_, k) => view.getUint16(2 * k, order === 'little'));
  const warnings: string[] = [];
  if (order === 'little' && isRough(values, side)) {
    warnings.push(
      'its levels jump from sample to sample, which suggests the other byte order: try terrainByteOrder big',
    );
  }
  return {
    kind: 'raw 16-bit file',
    columns: side,
    rows: side,
    values,
    mask: null,
    levels: 65535,
    range: null,
    step: null,
    datum: null,
    spacing: null,
    origin: null,
    position: null,
    warnings,
  };
}

function explainSize(length: number): string {
  const expected = 'expected a square of 16-bit samples';
  const eight = Math.round(Math.sqrt(length));
  if (length > 0 && eight * eight === length)
    return `${expected}, got ${length} bytes, which is ${eight} × ${eight} samples of 8 bits: export it with 16 bits`;
  if (length % 2 !== 0 || length === 0) return `${expected}, got ${length} bytes: the file is cut short`;
  const count = length / 2;
  const fits: string[] = [];
  for (let rows = Math.floor(Math.sqrt(count)); rows > 1 && count / rows <= maxAspect * rows; rows--) {
    if (count % rows === 0) fits.push(`${count / rows} × ${rows}`);
  }
  const sides = fits.length > 0 ? ` (${fits.slice(0, 4).join(', ')} would fit)` : '';
  return `${expected}, got ${count} samples, which do not form a square${sides}: export a square, or a 16-bit PNG, which states its size`;
}

/** Returns whether neighbouring samples differ as much as random levels. */
function isRough(values: Float64Array, side: number): boolean {
  let [steps, count] = [0, 0];
  for (let k = 1; k < values.length; k++) {
    if (k % side === 0) continue;
    steps += Math.abs(values[k] - values[k - 1]);
    count++;
  }
  // The mean difference of random levels is a third of the range. If the bytes of a smooth terrain are swapped, its mean difference is
  // close to this value.
  return steps / count > 65535 / 8;
}
