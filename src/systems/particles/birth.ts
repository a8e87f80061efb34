import { normalize } from '../../geometry/vector.ts';
import { InputError } from '../../input-error.ts';
import { maxOf } from '../../math/lists.ts';
import { cos, sin } from '../../math/portable.ts';
import { hashBits, hashUnit } from '../../math/random.ts';
import type { PointSet, SurfaceAnchors } from '../../motion/point-set.ts';
import { maxOverTime, type TimedParams } from '../timed-params.ts';
import { sourceName } from './check-names.ts';
import type { ParticlesParams, SourceParams } from './params.ts';
import { pickPoints, samplePositions, shuffledOrder } from './sample-positions.ts';
import { lightOfColor, randomUses } from './settings.ts';
import type { Shape } from './shape.ts';

/**
 * All particles that will ever exist, in the order of their birth (of their sources if born at the same time). The index of a
 * particle here is its identity.
 */
export interface Births {
  readonly count: number;
  /** [count] birth time in seconds, ascending; and time of death, Infinity if it never dies. */
  readonly times: Float64Array;
  readonly deaths: Float64Array;
  /** Particles that die, in the order of their death. */
  readonly mortals: Uint32Array;
  /** [count] index of the source. */
  readonly sources: Uint16Array;
  /** [3 · count] initial position and velocity, m and m/s. On a moving surface: the position when the scene was read. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** [count] diameters, m. */
  readonly sizes: Float64Array;
  /** [4 · count] linear light and opacity. */
  readonly colors: Float32Array;
  /** [3 · count] angular velocity, rad/s; null if nothing rotates initially. */
  readonly spins: Float64Array | null;
  /** By source: anchors of its particles on a moving surface, null if it does not move. */
  readonly anchored: readonly (AnchoredSource | null)[];
  /** By source and burst: whether its particles appear at rest on the ground. */
  readonly grounded: readonly boolean[];
  /** [number of sources and bursts] s: time at the end of the life in which the particles fade. Null if none fades. */
  readonly fades: readonly number[] | null;
  /** By burst: the particles that it may throw. They come before all others, and do not exist until they are thrown. */
  readonly pools: readonly Pool[];
  /** Total number of particles in pools. */
  readonly poolCount: number;
}

/** Particles first … first + count − 1 of one burst. */
export interface Pool {
  readonly first: number;
  readonly count: number;
}

export interface AnchoredSource {
  /** Index of the surface among those that the system requested. */
  readonly skin: number;
  readonly anchors: SurfaceAnchors;
  /** [count of the system's particles] index among the anchors, for particles of this source. */
  readonly anchorOf: Uint32Array;
}

/**
 * Computes the births of all sources. `shapeOf`: the shape in which each source's particles appear. `timed`: the parameters over time, if
 * any has keys. A particle is born with the values at its birth.
 */
export function makeBirths(
  params: ParticlesParams,
  shapeOf: readonly Shape[],
  seed: number,
  startTime: number,
  timed: TimedParams<ParticlesParams> | null = null,
): Births {
  const { sources, bursts } = params;
  const poolCount = bursts.reduce((sum, burst) => sum + burst.count, 0);
  const count = sources.reduce((sum, source) => sum + source.count, poolCount);
  const own = sources.map((source, k) => makeSource(params, source, shapeOf[k], seed, k, startTime));
  const order = orderByTime(
    own.map(({ times }) => times),
    poolCount,
  );
  const all = [...sources, ...bursts];
  const maxSpin = maxOverTime(timed, params, (values) =>
    maxOf([...values.sources, ...values.bursts].map(({ spin }) => spin)),
  );
  const spins = maxSpin > 0 ? new Float64Array(3 * count) : null;
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
  const anchorOf = own.map(({ points }) => (points.anchors ? new Uint32Array(count) : null));
  const next = new Uint32Array(sources.length);
  const pools: Pool[] = [];
  bursts.forEach((burst, k) => {
    const first = k === 0 ? 0 : pools[k - 1].first + pools[k - 1].count;
    pools.push({ first, count: burst.count });
    const light = lightOfColor(burst.color ?? params.color);
    const opacity = burst.opacity ?? params.opacity;
    for (let particle = first; particle < first + burst.count; particle++) {
      births.times[particle] = startTime;
      births.deaths[particle] = Number.POSITIVE_INFINITY;
      births.sources[particle] = sources.length + k;
      births.sizes[particle] = sizeOf(burst, params, seed, particle);
      births.colors.set([...light, opacity], 4 * particle);
      varyColor(births.colors, burst.colorSpread, seed, particle);
      if (spins) setDirection(spins, particle, burst.spin, seed, randomUses.spin);
    }
  });
  for (let particle = poolCount; particle < count; particle++) {
    const index = order.sources[particle];
    const k = next[index]++;
    const { points, times, shape } = own[index];
    const source = timed ? timed.valuesAt(times[k]).sources[index] : sources[index];
    const anchors = anchorOf[index];
    if (anchors) anchors[particle] = k;
    births.times[particle] = times[k];
    births.deaths[particle] = deathOf(source, times[k], seed, particle);
    births.sizes[particle] = sizeOf(source, params, seed, particle);
    births.positions.set(points.positions.subarray(3 * k, 3 * k + 3), 3 * particle);
    setVelocity(births.velocities, source, points, shape, k, seed, particle);
    const look = timed ? lightOf(params, source, points) : own[index];
    setColor(births.colors, { points, ...look }, k, particle);
    varyColor(births.colors, source.colorSpread, seed, particle);
    if (spins) setDirection(spins, particle, source.spin, seed, randomUses.spin);
  }
  const anchored = own.map(({ points, shape }, k) =>
    points.anchors && shape.skin !== null
      ? { skin: shape.skin, anchors: points.anchors, anchorOf: anchorOf[k]! }
      : null,
  );
  return {
    ...births,
    mortals: orderMortals(births.deaths),
    anchored,
    grounded: all.map((entry) => 'onGround' in entry && entry.onGround),
    fades: all.some(({ fade }) => fade > 0) ? all.map(({ fade }) => fade) : null,
    pools,
    poolCount,
  };
}

interface SourceBirths {
  readonly shape: Shape;
  readonly points: PointSet;
  /** [source.count] seconds, ascending. */
  readonly times: Float64Array;
  /** Colour and opacity of all of them; null if each position has its own. */
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
  let points = samplePositions(shape, count, sampling, hashBits(seed, randomUses.birthPosition, index), true);
  if (points.count !== count) {
    throw InputError.at(
      `sources[${index}]`,
      `expected ${count} positions in "${shape.name}" for "${sourceName(params.sources[index])}", got ${points.count}`,
    );
  }
  // Points keep their order. All other shapes are filled in random order, so that no direction is visible.
  if (!shape.points && duration > 0) {
    points = pickPoints(points, shuffledOrder(count, seed, randomUses.birthOrder, index));
  }
  const times = Float64Array.from({ length: count }, (_, k) => start + (duration * k) / count);
  return { shape, points, times, ...lightOf(params, source, points) };
}

/** Returns the colour and the opacity of the particles of a source; null if each position has its own. */
function lightOf(
  params: ParticlesParams,
  source: SourceParams,
  { colors }: PointSet,
): Pick<SourceBirths, 'light' | 'opacity'> {
  const color = source.color ?? (colors ? null : params.color);
  const opacity = source.opacity ?? (colors ? null : params.opacity);
  return { light: color && lightOfColor(color), opacity };
}

/**
 * Returns the index of the source of each particle from `first`, sorted by time of birth. Particles born at the same time are in the order of
 * their sources.
 */
function orderByTime(times: readonly Float64Array[], first: number): { sources: Uint16Array } {
  const total = times.reduce((sum, { length }) => sum + length, first);
  const sources = new Uint16Array(total);
  const next = new Uint32Array(times.length);
  for (let particle = first; particle < total; particle++) {
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

/** Returns the time of death of a particle that is born at a time, s; Infinity if it never dies. */
export function deathOf(
  { life, lifeSpread }: Pick<SourceParams, 'life' | 'lifeSpread'>,
  birth: number,
  seed: number,
  particle: number,
): number {
  if (life === undefined) return Number.POSITIVE_INFINITY;
  return birth + life * spread(lifeSpread, seed, randomUses.life, particle);
}

function sizeOf(
  { size, sizeSpread }: Pick<SourceParams, 'size' | 'sizeSpread'>,
  params: ParticlesParams,
  seed: number,
  particle: number,
): number {
  return (size ?? params.size) * spread(sizeSpread, seed, randomUses.size, particle);
}

/** Varies the brightness of a particle, and by half as much its red against its green. */
function varyColor(colors: Float32Array, variation: number, seed: number, particle: number): void {
  if (variation === 0) return;
  const brightness = 1 + variation * (2 * hashUnit(seed, randomUses.color, particle, 0) - 1);
  const hue = 0.5 * variation * (2 * hashUnit(seed, randomUses.color, particle, 1) - 1);
  const factors = [brightness * (1 + hue), brightness * (1 - hue), brightness];
  for (let channel = 0; channel < 3; channel++) {
    const o = 4 * particle + channel;
    colors[o] = Math.min(1, colors[o] * factors[channel]);
  }
}

/** Returns a random factor from 1 − variation to 1 + variation. */
function spread(variation: number, seed: number, use: number, particle: number): number {
  return 1 + variation * (2 * hashUnit(seed, use, particle) - 1);
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

/** Returns the normal of a point, or the direction from the centre of the shape; upward at the centre itself. */
function directionOutward({ normals, positions }: PointSet, { bounds }: Shape, k: number): number[] {
  if (normals) return [normals[3 * k], normals[3 * k + 1], normals[3 * k + 2]];
  const away = [0, 1, 2].map((axis) => positions[3 * k + axis] - (bounds.min[axis] + bounds.max[axis]) / 2);
  return normalize(away, [0, 1, 0]);
}

/** Writes a vector with a random direction and a random length up to `max`. */
function setDirection(out: Float64Array, particle: number, max: number, seed: number, use: number): void {
  const o = 3 * particle;
  if (max === 0) {
    out.fill(0, o, o + 3);
    return;
  }
  const length = max * hashUnit(seed, use, particle, 0);
  const height = 2 * hashUnit(seed, use, particle, 1) - 1;
  const angle = 2 * Math.PI * hashUnit(seed, use, particle, 2);
  const radius = Math.sqrt(1 - height * height);
  out[o] = length * radius * cos(angle);
  out[o + 1] = length * height;
  out[o + 2] = length * radius * sin(angle);
}

function setColor(
  out: Float32Array,
  { light, opacity, points }: Pick<SourceBirths, 'light' | 'opacity' | 'points'>,
  k: number,
  particle: number,
): void {
  const o = 4 * particle;
  for (let channel = 0; channel < 3; channel++) {
    out[o + channel] = light ? light[channel] : points.colors![4 * k + channel];
  }
  out[o + 3] = opacity ?? points.colors![4 * k + 3];
}
