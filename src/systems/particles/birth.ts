import { normalize } from '../../geometry/vector.ts';
import { InputError } from '../../input-error.ts';
import { cos, sin } from '../../math/portable.ts';
import { hashBits, hashUnit } from '../../math/random.ts';
import type { PointSet, SurfaceAnchors } from '../../motion/point-set.ts';
import { sourceName } from './check-names.ts';
import type { ParticlesParams, SourceParams } from './params.ts';
import { pickPoints, samplePlaces, shuffledOrder } from './sample-places.ts';
import { lightOfColor, randomUses } from './settings.ts';
import type { Shape } from './shape.ts';

/**
 * All particles that will ever exist, in the order of their birth (of their sources where born together): a particle's
 * place here is its identity.
 */
export interface Births {
  readonly count: number;
  /** [count] seconds, rising; and when each ceases to be, Infinity where never. */
  readonly times: Float64Array;
  readonly deaths: Float64Array;
  /** Those that die, by the time of their death. */
  readonly mortals: Uint32Array;
  /** [count] index of the source. */
  readonly sources: Uint16Array;
  /** [3 · count] where and how fast, m and m/s: on what moves, where it stood when the scene was read. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** [count] m. */
  readonly sizes: Float64Array;
  /** [4 · count] linear light and opacity. */
  readonly colors: Float32Array;
  /** [3 · count] rad/s; null where nothing turns from the start. */
  readonly spins: Float64Array | null;
  /** By source: where its particles are on a moving surface, null where it does not move. */
  readonly anchored: readonly (AnchoredSource | null)[];
}

export interface AnchoredSource {
  /** Index of the surface among those that the system asked for. */
  readonly skin: number;
  readonly anchors: SurfaceAnchors;
  /** [count of the system's particles] place among the anchors of those that come from this source. */
  readonly placeOf: Uint32Array;
}

/** Makes the births of all sources. `shapeOf`: the shape in which each source's particles appear. */
export function makeBirths(
  params: ParticlesParams,
  shapeOf: readonly Shape[],
  seed: number,
  startTime: number,
): Births {
  const { sources } = params;
  const count = sources.reduce((sum, source) => sum + source.count, 0);
  const own = sources.map((source, k) => makeSource(params, source, shapeOf[k], seed, k, startTime));
  const order = orderByTime(own.map(({ times }) => times));
  const spins = sources.some(({ spin }) => spin > 0) ? new Float64Array(3 * count) : null;
  const births = {
    count,
    times: new Float64Array(count),
    deaths: new Float64Array(count),
    sources: order.sources,
    positions: new Float64Array(3 * count),
    velocities: new Float64Array(3 * count),
    sizes: new Float64Array(count),
    colors: new Float32Array(4 * count),
    spins,
  };
  const placeOf = own.map(({ points }) => (points.anchors ? new Uint32Array(count) : null));
  const next = new Uint32Array(sources.length);
  for (let particle = 0; particle < count; particle++) {
    const index = order.sources[particle];
    const k = next[index]++;
    const source = sources[index];
    const { points, times, shape } = own[index];
    const place = placeOf[index];
    if (place) place[particle] = k;
    births.times[particle] = times[k];
    births.deaths[particle] = deathOf(source, times[k], seed, particle);
    births.sizes[particle] =
      (source.size ?? params.size) * spread(source.sizeSpread, seed, randomUses.size, particle);
    births.positions.set(points.positions.subarray(3 * k, 3 * k + 3), 3 * particle);
    setVelocity(births.velocities, source, points, shape, k, seed, particle);
    setColor(births.colors, own[index], k, particle);
    if (spins) setDirection(spins, particle, source.spin, seed, randomUses.spin);
  }
  const anchored = own.map(({ points, shape }, k) =>
    points.anchors && shape.skin !== null
      ? { skin: shape.skin, anchors: points.anchors, placeOf: placeOf[k]! }
      : null,
  );
  return { ...births, mortals: orderMortals(births.deaths), anchored };
}

interface SourceBirths {
  readonly shape: Shape;
  readonly points: PointSet;
  /** [source.count] seconds, rising. */
  readonly times: Float64Array;
  /** Colour and opacity of all of them; null where each place has its own. */
  readonly light: readonly number[] | null;
  readonly opacity: number | null;
}

function makeSource(
  params: ParticlesParams,
  source: SourceParams,
  shape: Shape,
  seed: number,
  index: number,
  startTime: number,
): SourceBirths {
  const { count, duration, sampling } = source;
  const start = source.start ?? startTime;
  let points = samplePlaces(shape, count, sampling, hashBits(seed, randomUses.birthPlace, index), true);
  if (points.count !== count) {
    throw InputError.at(
      `sources[${index}]`,
      `expected ${count} places in "${shape.name}" for "${sourceName(params.sources[index])}", got ${points.count}`,
    );
  }
  // Points keep their order; elsewhere nobody should see from where to where a shape was filled.
  if (!shape.points && duration > 0) {
    points = pickPoints(points, shuffledOrder(count, seed, randomUses.birthOrder, index));
  }
  const times = Float64Array.from({ length: count }, (_, k) => start + (duration * k) / count);
  const color = source.color ?? (points.colors ? null : params.color);
  const opacity = source.opacity ?? (points.colors ? null : params.opacity);
  return { shape, points, times, light: color && lightOfColor(color), opacity };
}

/** Index of the source of each particle, by time of birth; sources in their order where born together. */
function orderByTime(times: readonly Float64Array[]): { sources: Uint16Array } {
  const total = times.reduce((sum, { length }) => sum + length, 0);
  const sources = new Uint16Array(total);
  const next = new Uint32Array(times.length);
  for (let particle = 0; particle < total; particle++) {
    let best = -1;
    for (let source = 0; source < times.length; source++) {
      if (next[source] === times[source].length) continue;
      if (best < 0 || times[source][next[source]] < times[best][next[best]]) best = source;
    }
    sources[particle] = best;
    next[best]++;
  }
  return { sources };
}

function orderMortals(deaths: Float64Array): Uint32Array {
  const mortals: number[] = [];
  for (let particle = 0; particle < deaths.length; particle++) {
    if (deaths[particle] < Number.POSITIVE_INFINITY) mortals.push(particle);
  }
  return Uint32Array.from(mortals).sort((a, b) => deaths[a] - deaths[b] || a - b);
}

function deathOf({ life, lifeSpread }: SourceParams, birth: number, seed: number, particle: number): number {
  if (life === undefined) return Number.POSITIVE_INFINITY;
  return birth + life * spread(lifeSpread, seed, randomUses.life, particle);
}

/** 1 − share … 1 + share. */
function spread(share: number, seed: number, use: number, particle: number): number {
  return 1 + share * (2 * hashUnit(seed, use, particle) - 1);
}

function setVelocity(
  out: Float64Array,
  source: SourceParams,
  points: PointSet,
  shape: Shape,
  k: number,
  seed: number,
  particle: number,
): void {
  const { velocity, outward, jitter } = source;
  setDirection(out, particle, jitter, seed, randomUses.jitter);
  const away = outward === 0 ? null : directionOutward(points, shape, k);
  for (let axis = 0; axis < 3; axis++) {
    out[3 * particle + axis] += velocity[axis] + (away ? outward * away[axis] : 0);
  }
}

/** The normal, or the direction from the middle of the shape; upward in the very middle. */
function directionOutward({ normals, positions }: PointSet, { bounds }: Shape, k: number): number[] {
  if (normals) return [normals[3 * k], normals[3 * k + 1], normals[3 * k + 2]];
  const away = [0, 1, 2].map((axis) => positions[3 * k + axis] - (bounds.min[axis] + bounds.max[axis]) / 2);
  return normalize(away, [0, 1, 0]);
}

/** A direction of chance, times a length of chance up to `largest`. */
function setDirection(out: Float64Array, particle: number, largest: number, seed: number, use: number): void {
  const o = 3 * particle;
  if (largest === 0) {
    out.fill(0, o, o + 3);
    return;
  }
  const length = largest * hashUnit(seed, use, particle, 0);
  const height = 2 * hashUnit(seed, use, particle, 1) - 1;
  const angle = 2 * Math.PI * hashUnit(seed, use, particle, 2);
  const radius = Math.sqrt(1 - height * height);
  out[o] = length * radius * cos(angle);
  out[o + 1] = length * height;
  out[o + 2] = length * radius * sin(angle);
}

function setColor(
  out: Float32Array,
  { light, opacity, points }: SourceBirths,
  k: number,
  particle: number,
): void {
  const o = 4 * particle;
  for (let channel = 0; channel < 3; channel++) {
    out[o + channel] = light ? light[channel] : points.colors![4 * k + channel];
  }
  out[o + 3] = opacity ?? points.colors![4 * k + 3];
}
