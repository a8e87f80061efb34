import type { WindTravel } from '../../force-parts.ts';
import { gustSize, quadraticWeights, writeGusts } from '../../gusts.ts';
import type { FurForceParams } from '../params.ts';

/** Parameters of one kind of force. */
export type ForceOf<Kind extends FurForceParams['force']> = Extract<FurForceParams, { readonly force: Kind }>;

/** A velocity field of the air. */
export interface AirField {
  /** Sets the time of the following calls of `add`, s. */
  prepare(t: number): void;
  /** Adds the air's velocity at (x, y, z), m/s, to out[0..2]. */
  add(out: Float64Array, x: number, y: number, z: number): void;
}

/** Number of gusts along and across the wind before they repeat. */
export const alongCount = 32;
export const acrossCount = 16;
/** Ratio of the size of a gust across the wind to its size along the wind. */
const width = 2;
/** Amplitude of the coefficients of a spline in three dimensions: two directions and time. */
const coefficientSize = gustSize(3);

/** A wind with gusts. */
export type GustyWind = ForceOf<'wind'> & WindTravel;

/**
 * Returns the axes of the gusts of a wind: positions, multiplied by `along` and `beside`, are numbers of gusts along and across the wind. size:
 * the velocity that a gust of 1 adds.
 */
export function measureGusts({
  velocity,
  gusts,
  gustLength,
}: GustyWind): Record<'along' | 'beside' | 'size', number[]> {
  const speed = lengthOf(velocity);
  return {
    along: velocity.map((c) => (speed > 0 ? c / speed / gustLength : 0)),
    beside: across(velocity).map((c) => c / (width * gustLength)),
    size: velocity.map((c) => gusts * c),
  };
}

/** Writes the coefficients of gusts at t, s, to `table` [alongCount · acrossCount]. Returns the distance that they have travelled, in gusts. */
export function tabulateGusts(table: Float64Array, wind: GustyWind, seed: number, t: number): number {
  const { velocity, gustPeriod, gustLength, travel } = wind;
  writeGusts(table, table.length, coefficientSize, seed, t / gustPeriod);
  return (travel ?? lengthOf(velocity) * t) / gustLength;
}

/**
 * Creates the velocity that gusts add to a wind. They vary in space and time and travel with the wind. The velocity is a
 * function of seed, position and time only.
 */
export function createGusts(wind: GustyWind, seed: number): AirField {
  const axes = measureGusts(wind);
  const [ux, uy, uz] = axes.along;
  const [ax, ay, az] = axes.beside;
  const [vx, vy, vz] = axes.size;
  const table = new Float64Array(alongCount * acrossCount);
  const along = new Float64Array(3);
  const beside = new Float64Array(3);
  let shift = 0;
  return {
    prepare(t) {
      shift = tabulateGusts(table, wind, seed, t);
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

/**
 * Creates air that streams away from a point. Within the radius, its speed is proportional to the distance. Beyond, the speed falls with
 * the square of the distance.
 */
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

/**
 * Creates air that rotates about an axis. Its speed is about linear near the axis, has its maximum at the radius, and falls as
 * 1 / distance far away. If the axis has no length, there is no air motion.
 */
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

/** Returns a horizontal unit vector perpendicular to the wind, or the x axis if the wind is vertical. */
function across([x, , z]: readonly number[]): number[] {
  const size = Math.sqrt(x * x + z * z);
  return size > 0 ? [-z / size, 0, x / size] : [1, 0, 0];
}
