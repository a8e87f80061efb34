import { pow } from '../../../math/portable.ts';
import type { Picture } from '../../../motion/picture.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';

/** A picture that covers a whole ground, seen from above: row 0 is the far (−Z) edge, the left edge is −X. */
export interface GroundMap {
  readonly width: number;
  readonly height: number;
  /** [width · height] perceived brightness, 0 to 255. Transparent pixels are 0. */
  readonly values: Uint8Array;
}

export function tabulateMap({ width, height, pixels }: Picture): GroundMap {
  const values = new Uint8Array(width * height);
  for (let k = 0; k < values.length; k++) {
    const light = (pixels[4 * k] + pixels[4 * k + 1] + pixels[4 * k + 2]) / 3;
    values[k] = Math.round(255 * encode(light) * pixels[4 * k + 3]);
  }
  return { width, height, values };
}

/** Returns the perceived brightness (sRGB) of a linear value, 0 to 1. */
function encode(light: number): number {
  return light <= 0.0031308 ? 12.92 * Math.max(0, light) : 1.055 * pow(Math.min(1, light), 1 / 2.4) - 0.055;
}

/** Returns the value of the map at a column of the ground, 0 to 255, by bilinear interpolation between pixel centers. */
export function sampleMap(map: GroundMap, extent: ColumnRectangle, i: number, j: number): number {
  const { width, height, values } = map;
  const u = clamp(((i - extent.i0 + 0.5) * width) / extent.columns - 0.5, width - 1);
  const v = clamp(((j - extent.j0 + 0.5) * height) / extent.rows - 0.5, height - 1);
  const left = Math.floor(u);
  const upper = Math.floor(v);
  const right = Math.min(width - 1, left + 1);
  const lower = Math.min(height - 1, upper + 1);
  const across = (row: number) =>
    values[row * width + left] + (values[row * width + right] - values[row * width + left]) * (u - left);
  return across(upper) + (across(lower) - across(upper)) * (v - upper);
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
