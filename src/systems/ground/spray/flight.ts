import { exp } from '../../../math/portable.ts';
import type { GroundSettings } from '../rules/settings.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { SprayGround } from './spray-ground.ts';
import { gravity } from './spray-settings.ts';

/** Limit of column indices, the same as that of the ground. */
const maxColumns = 2 ** 30;

/** A path is tested in sections of a tile's length. A particle with more sections in a step has left the world. */
const maxPieces = 4096;

/** The effect of a time interval on particles in flight. Exact for a fall in still air, for any length. */
export interface Fall {
  /** p ← p + v · reach, and y ← y − drop. */
  readonly reach: number;
  readonly drop: number;
  /** v ← v · keep, and vy ← vy − gain. */
  readonly keep: number;
  readonly gain: number;
}

/** Returns the effect of `seconds` in air with `drag` in 1/s: dv/dt = −g − drag · v. */
export function fallFor(seconds: number, drag: number): Fall {
  if (drag === 0) {
    return { reach: seconds, drop: (gravity / 2) * seconds * seconds, keep: 1, gain: gravity * seconds };
  }
  const keep = exp(-drag * seconds);
  const reach = (1 - keep) / drag;
  const terminal = gravity / drag;
  return { reach, drop: terminal * (seconds - reach), keep, gain: terminal * (1 - keep) };
}

/** The data of a particle when it is thrown: see `Flight`. */
export interface Throw {
  x: number;
  y: number;
  z: number;
  vx: number;
  vy: number;
  vz: number;
  /** Volume, units. */
  volume: number;
  /** Time of the throw, s. */
  time: number;
  bursts: boolean;
}

/** All particles in flight, by ascending identity: a struct of arrays. State. */
export class Flight {
  count = 0;
  /** Identity of the next particle: the number of particles so far. */
  nextId = 0;
  /** Positions in m and velocities in m/s, in the world. */
  x = new Float64Array(64);
  y = new Float64Array(64);
  z = new Float64Array(64);
  vx = new Float64Array(64);
  vy = new Float64Array(64);
  vz = new Float64Array(64);
  /** Units of ground of each particle, an integer. */
  volume = new Float64Array(64);
  birthTime = new Float64Array(64);
  ids = new Uint32Array(64);
  /** 1 while a particle rises out of the ground in which it was thrown. It does not collide during this time. */
  bursts = new Uint8Array(64);

  private readonly perMetre: number;
  private readonly datum: number;
  /** Bounds in m within which a particle is certainly in the world. */
  private readonly nearEdge: number;
  private readonly maxPathLength: number;

  constructor(
    settings: Pick<GroundSettings, 'cell' | 'datum'>,
    /** Side of the area in which a particle lands, in columns, by its volume in units. */
    private readonly sideOf: (volume: number) => number,
  ) {
    this.perMetre = 1 / settings.cell;
    this.datum = settings.datum;
    this.nearEdge = (maxColumns / 2) * settings.cell;
    this.maxPathLength = 32 * (maxPieces - 1) * settings.cell;
  }

  /** Units in flight. */
  get airborne(): bigint {
    let sum = 0;
    for (let k = 0; k < this.count; k++) sum += this.volume[k];
    return BigInt(sum);
  }

  /** Moves all particles. Those that hit the ground are added to its columns. */
  advance(ground: SprayGround, fall: Fall): void {
    const { x, y, z, vx, vy, vz, bursts, count } = this;
    const { reach, drop, keep, gain } = fall;
    let kept = 0;
    const { nearEdge, maxPathLength } = this;
    // Above this height there is nothing to hit. It rises while particles land, and after loading it may be lower than before, so
    // it may only skip tests that have no effect.
    let top = this.metresOf(ground.top);
    for (let k = 0; k < count; k++) {
      const x0 = x[k];
      const y0 = y[k];
      const z0 = z[k];
      const v = vy[k];
      const x1 = x0 + vx[k] * reach;
      const y1 = y0 + v * reach - drop;
      const z1 = z0 + vz[k] * reach;
      const v1 = v * keep - gain;
      const flies =
        y0 > top &&
        y1 > top &&
        bursts[k] === 0 &&
        Math.abs(x1) < nearEdge &&
        Math.abs(z1) < nearEdge &&
        Math.abs(x1 - x0) < maxPathLength &&
        Math.abs(z1 - z0) < maxPathLength;
      if (!flies && this.lands(ground, k, x0, y0, z0, x1, y1, z1, v1)) {
        top = this.metresOf(ground.top);
        continue;
      }
      x[kept] = x1;
      y[kept] = y1;
      z[kept] = z1;
      vx[kept] = vx[k] * keep;
      vy[kept] = v1;
      vz[kept] = vz[k] * keep;
      if (kept !== k) {
        this.volume[kept] = this.volume[k];
        this.birthTime[kept] = this.birthTime[k];
        this.ids[kept] = this.ids[k];
        bursts[kept] = bursts[k];
      }
      kept++;
    }
    this.count = kept;
  }

  /** Throws one particle at its own time and moves it to the end of the step. */
  launch(ground: SprayGround, thrown: Throw, fall: Fall): void {
    const k = this.count;
    if (k === this.x.length) this.reserve(2 * k);
    const { reach, drop, keep, gain } = fall;
    const id = this.nextId++;
    this.volume[k] = thrown.volume;
    this.birthTime[k] = thrown.time;
    this.ids[k] = id;
    this.bursts[k] = thrown.bursts ? 1 : 0;
    const { x, y, z, vx, vy, vz } = thrown;
    const x1 = x + vx * reach;
    const y1 = y + vy * reach - drop;
    const z1 = z + vz * reach;
    const v1 = vy * keep - gain;
    if (this.lands(ground, k, x, y, z, x1, y1, z1, v1)) return;
    this.x[k] = x1;
    this.y[k] = y1;
    this.z[k] = z1;
    this.vx[k] = vx * keep;
    this.vy[k] = v1;
    this.vz[k] = vz * keep;
    this.count++;
  }

  /** Reserves space for a number of particles. */
  reserve(count: number): void {
    if (count <= this.x.length) return;
    const grow = (values: Float64Array<ArrayBuffer>) => {
      const longer = new Float64Array(count);
      longer.set(values);
      return longer;
    };
    this.x = grow(this.x);
    this.y = grow(this.y);
    this.z = grow(this.z);
    this.vx = grow(this.vx);
    this.vy = grow(this.vy);
    this.vz = grow(this.vz);
    this.volume = grow(this.volume);
    this.birthTime = grow(this.birthTime);
    const ids = new Uint32Array(count);
    ids.set(this.ids);
    this.ids = ids;
    const bursts = new Uint8Array(count);
    bursts.set(this.bursts);
    this.bursts = bursts;
  }

  private metresOf(units: number): number {
    return (units + this.datum) / unitsPerMetre;
  }

  /** Returns whether particle k hits the ground on its path, and adds it to the ground then. `speed`: upward at the end, m/s. */
  private lands(
    ground: SprayGround,
    k: number,
    x0: number,
    y0: number,
    z0: number,
    x1: number,
    y1: number,
    z1: number,
    speed: number,
  ): boolean {
    const { perMetre, datum } = this;
    const u0 = x0 * perMetre + 0.5;
    const w0 = z0 * perMetre + 0.5;
    const u1 = x1 * perMetre + 0.5;
    const w1 = z1 * perMetre + 0.5;
    const h0 = y0 * unitsPerMetre - datum;
    const h1 = y1 * unitsPerMetre - datum;
    const pieces = countPieces(u0, w0, u1, w1);
    if (pieces === 0) {
      ground.outside += this.volume[k];
      return true;
    }
    if (this.bursts[k] === 1) {
      if (h1 > ground.height(Math.floor(u1), Math.floor(w1))) this.bursts[k] = 0;
      if (speed > 0 || this.bursts[k] === 0) return false;
      this.bursts[k] = 0;
    }
    if (!findHitAlong(ground, pieces, u0, h0, w0, u1, h1, w1)) return false;
    ground.land(impact.i, impact.j, this.volume[k], this.sideOf(this.volume[k]));
    return true;
  }
}

/** Returns the number of sections in which a path is tested. 0 if it leaves the world. */
function countPieces(u0: number, w0: number, u1: number, w1: number): number {
  const far = Math.max(Math.abs(u0), Math.abs(w0), Math.abs(u1), Math.abs(w1));
  const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(u1 - u0), Math.abs(w1 - w0)) / 32));
  return far < maxColumns && pieces <= maxPieces ? pieces : 0;
}

/**
 * The column that the last path has hit, the fraction of the path at which it was hit, and how far below the top of the column the path
 * has met its side, m. 0: it has met its top.
 */
export const impact = { i: 0, j: 0, fraction: 0, depth: 0 };

/** Finds what a straight path in the world meets first, m. For the ground, `impact` describes it. far: it leaves the world. */
export function findImpact(
  ground: SprayGround,
  { cell, datum }: Pick<GroundSettings, 'cell' | 'datum'>,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): 'ground' | 'nothing' | 'far' {
  const perMetre = 1 / cell;
  const [u0, w0] = [x0 * perMetre + 0.5, z0 * perMetre + 0.5];
  const [u1, w1] = [x1 * perMetre + 0.5, z1 * perMetre + 0.5];
  const pieces = countPieces(u0, w0, u1, w1);
  if (pieces === 0) return 'far';
  const [h0, h1] = [y0 * unitsPerMetre - datum, y1 * unitsPerMetre - datum];
  return findHitAlong(ground, pieces, u0, h0, w0, u1, h1, w1) ? 'ground' : 'nothing';
}

/** Finds the first column that a path hits, and describes it in `impact`. */
function findHitAlong(
  ground: SprayGround,
  pieces: number,
  u0: number,
  h0: number,
  w0: number,
  u1: number,
  h1: number,
  w1: number,
): boolean {
  for (let piece = 0; piece < pieces; piece++) {
    const a = piece / pieces;
    const b = (piece + 1) / pieces;
    const hit = findHit(
      ground,
      u0 + (u1 - u0) * a,
      h0 + (h1 - h0) * a,
      w0 + (w1 - w0) * a,
      u0 + (u1 - u0) * b,
      h0 + (h1 - h0) * b,
      w0 + (w1 - w0) * b,
    );
    if (!hit) continue;
    impact.fraction = a + (b - a) * impact.fraction;
    return true;
  }
  return false;
}

/**
 * Finds the first column that a straight path hits, into `impact`. Columns are flat and as wide as a cell. u and w count
 * columns from their edges; h is in height units.
 */
function findHit(
  ground: SprayGround,
  u0: number,
  h0: number,
  w0: number,
  u1: number,
  h1: number,
  w1: number,
): boolean {
  let i = Math.floor(u0);
  let j = Math.floor(w0);
  const lastI = Math.floor(u1);
  const lastJ = Math.floor(w1);
  const lowest = h0 < h1 ? h0 : h1;
  if (
    lowest >
    ground.topOf(i < lastI ? i : lastI, j < lastJ ? j : lastJ, i > lastI ? i : lastI, j > lastJ ? j : lastJ)
  ) {
    return false;
  }
  const du = u1 - u0;
  const dw = w1 - w0;
  const stepI = du > 0 ? 1 : -1;
  const stepJ = dw > 0 ? 1 : -1;
  // Fraction of the path at which the next column begins, along each axis.
  let nextI = i === lastI ? Number.POSITIVE_INFINITY : ((du > 0 ? i + 1 : i) - u0) / du;
  let nextJ = j === lastJ ? Number.POSITIVE_INFINITY : ((dw > 0 ? j + 1 : j) - w0) / dw;
  let enter = h0;
  let entered = 0;
  for (let left = Math.abs(lastI - i) + Math.abs(lastJ - j); ; left--) {
    const fraction = left === 0 ? 1 : Math.min(nextI, nextJ, 1);
    const exit = h0 + (h1 - h0) * fraction;
    const height = ground.height(i, j);
    if ((exit < enter ? exit : enter) <= height) {
      impact.i = i;
      impact.j = j;
      const isSide = enter <= height;
      impact.depth = isSide ? (height - enter) / unitsPerMetre : 0;
      impact.fraction = isSide
        ? entered
        : entered + ((fraction - entered) * (enter - height)) / (enter - exit);
      return true;
    }
    if (left === 0) return false;
    enter = exit;
    entered = fraction;
    if (nextI <= nextJ) {
      i += stepI;
      nextI = i === lastI ? Number.POSITIVE_INFINITY : ((du > 0 ? i + 1 : i) - u0) / du;
    } else {
      j += stepJ;
      nextJ = j === lastJ ? Number.POSITIVE_INFINITY : ((dw > 0 ? j + 1 : j) - w0) / dw;
    }
  }
}
