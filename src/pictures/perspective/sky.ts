import type { Light } from '../tone.ts';
import type { Point } from './camera.ts';

const zenith: Light = [0.2, 0.36, 0.66];
const horizon: Light = [0.74, 0.8, 0.86];
const glow: Light = [0.55, 0.42, 0.26];

/** Writes the colour of the horizon in a direction, into which distant objects fade. */
export function hazeColor(out: Float64Array, toSun: Point, dx: number, dz: number): void {
  skyColor(out, toSun, dx, 0, dz);
}

/** Writes the colour of a clear sky in a direction (unit; y is clamped to the horizon). It is brighter toward the sun. */
export function skyColor(out: Float64Array, toSun: Point, dx: number, dy: number, dz: number): void {
  const low = 1 - Math.max(dy, 0);
  const band = low * low * low * low;
  const facing = dx * toSun[0] + Math.max(0, dy) * toSun[1] + dz * toSun[2];
  const near = facing > 0 ? facing * facing * facing * facing : 0;
  for (let c = 0; c < 3; c++) {
    const base = zenith[c] + band * (horizon[c] - zenith[c]);
    out[c] = base + glow[c] * (0.18 * near + 0.35 * near * near * near * band);
  }
}
