import { gustSize, quadraticWeights, writeGusts } from '../../gusts.ts';
import type { FurForceParams } from '../params.ts';

/** Of one kind of force. */
export type ForceOf<Kind extends FurForceParams['force']> = Extract<FurForceParams, { readonly force: Kind }>;

/** Air that differs from place to place. */
export interface AirField {
  /** Makes ready for time t, s. */
  prepare(t: number): void;
  /** Adds the air's velocity at (x, y, z), m/s, to out[0..2]. */
  add(out: Float64Array, x: number, y: number, z: number): void;
}

/** Gusts along the wind and across it until they repeat. */
const alongCount = 32;
const acrossCount = 16;
/** Gusts are fronts: wider than they are deep. */
const width = 2;
/** Of a spline in two directions and time. */
const coefficientSize = gustSize(3);

/**
 * What gusts add to a wind: they swell and sink over the field and in time, and travel with the wind. The same for equal
 * (seed, place, time).
 */
export function createGusts(params: ForceOf<'wind'>, seed: number): AirField {
  const { velocity, gusts: fraction, gustPeriod, gustLength } = params;
  const speed = lengthOf(velocity);
  const [ux, uy, uz] = velocity.map((c) => (speed > 0 ? c / speed / gustLength : 0));
  const [ax, ay, az] = across(velocity).map((c) => c / (width * gustLength));
  const [vx, vy, vz] = velocity.map((c) => fraction * c);
  const table = new Float64Array(alongCount * acrossCount);
  const along = new Float64Array(3);
  const beside = new Float64Array(3);
  let shift = 0;
  return {
    prepare(t) {
      shift = (speed * t) / gustLength;
      writeGusts(table, table.length, coefficientSize, seed, t / gustPeriod);
    },
    add(out, x, y, z) {
      const p = x * ux + y * uy + z * uz - shift;
      const q = x * ax + y * ay + z * az;
      const i = Math.floor(p);
      const j = Math.floor(q);
      quadraticWeights(along, p - i);
      quadraticWeights(beside, q - j);
      let gust = 0;
      for (let n = 0; n < 3; n++) {
        const row = alongCount * ((j + n) & (acrossCount - 1));
        let sum = 0;
        for (let m = 0; m < 3; m++) sum += along[m] * table[row + ((i + m) & (alongCount - 1))];
        gust += beside[n] * sum;
      }
      out[0] += gust * vx;
      out[1] += gust * vy;
      out[2] += gust * vz;
    },
  };
}

/** Away from a point: as fast as the distance inside the radius, with its inverse square outside. */
export function createBlower({ center, speed, radius }: ForceOf<'blower'>): AirField {
  const [cx, cy, cz] = center;
  return {
    prepare() {},
    add(out, x, y, z) {
      const dx = x - cx;
      const dy = y - cy;
      const dz = z - cz;
      const square = dx * dx + dy * dy + dz * dz;
      const inside = radius * radius;
      const factor = square < inside ? speed / radius : (speed * inside) / (square * Math.sqrt(square));
      out[0] += factor * dx;
      out[1] += factor * dy;
      out[2] += factor * dz;
    },
  };
}

/** Round an axis: linear inside the radius, fastest at it, dying away as 1 / distance; nothing where there is no axis. */
export function createWhirl({ center, axis, speed, radius }: ForceOf<'whirl'>): AirField {
  const [cx, cy, cz] = center;
  const size = lengthOf(axis);
  const [nx, ny, nz] = axis.map((c) => (size > 0 ? c / size : 0));
  return {
    prepare() {},
    add(out, x, y, z) {
      const rx = x - cx;
      const ry = y - cy;
      const rz = z - cz;
      const height = rx * nx + ry * ny + rz * nz;
      const px = rx - height * nx;
      const py = ry - height * ny;
      const pz = rz - height * nz;
      // 2 ρ/R / (1 + ρ²/R²) is 1 at the radius.
      const factor = (2 * speed * radius) / (radius * radius + px * px + py * py + pz * pz);
      out[0] += factor * (ny * pz - nz * py);
      out[1] += factor * (nz * px - nx * pz);
      out[2] += factor * (nx * py - ny * px);
    },
  };
}

function lengthOf([x, y, z]: readonly number[]): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** A level unit vector across the wind; along x where that blows straight up or down. */
function across([x, , z]: readonly number[]): number[] {
  const size = Math.sqrt(x * x + z * z);
  return size > 0 ? [-z / size, 0, x / size] : [1, 0, 0];
}
