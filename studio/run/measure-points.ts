import { type BakePlan, FrameTimes, Simulation } from '../../src/index.ts';
import { maxOf, minOf } from '../../src/math/index.ts';
import type { PointsBox, PointsOutput } from '../../src/systems/outputs/index.ts';

/** Number of times that are sampled in addition to those of the keys. maxPerMoment: maximum number of particles that are sampled at each time. */
const moments = 20;
const maxPerMoment = 2000;
/** Fraction of these samples that may be outside of the picture on each side, for example in a cloud that is disappearing. */
const leftOut = 0.15;
/**
 * The box contains the particles at the start and at the ends of keys. Other samples may extend it by at most this fraction of its longest
 * side.
 */
const widest = 0.25;
/**
 * A particle is an outlier if its distance from the middle half of all particles is more than this many widths of that half (Tukey's
 * fences).
 */
const fence = 1.5;

/**
 * Returns the bounds of a scene's particles over its run, for a camera. The scene is simulated in advance, for at most `patience`
 * milliseconds. The bounds contain the particles at the start and at the ends of keys, except outliers, and most particles at other times.
 * Null if there are no particles, or if there are actors to look at.
 */
export function measurePoints(plan: BakePlan, { patience = Infinity } = {}): PointsBox | null {
  if (plan.actors.length > 0 || !plan.systems.some(({ definition }) => definition.shows === 'points')) {
    return null;
  }
  const { systems, seed, times } = plan;
  const simulation = new Simulation({ systems, actors: [], seed, start: times.start });
  const points = () => {
    const outputs = systems.flatMap(({ name }) => simulation.outputs(name));
    return outputs.filter((output) => output.kind === 'points');
  };
  const [start, end] = [times.seconds(0), times.seconds(times.count - 1)];
  // The time is the middle of the hold time, when the particles of the key do not move.
  const ends = points().flatMap(({ keys = [] }) => keys.map((key) => (key.end + key.until) / 2));
  const met = new Set(ends.length > 0 ? [start, ...ends] : []);
  const between = Array.from({ length: moments }, (_, k) => start + (k * (end - start)) / (moments - 1));
  const all = [...new Set([...between, ...met])].filter((time) => time >= start && time <= end);
  // The targets of keys are known from the start, even if `patience` is short.
  const seen: Moment[] = points().flatMap(({ keys = [] }) =>
    keys.flatMap(({ extent }) =>
      extent ? [{ isMet: true, ranges: extent.min.map((low, axis): Range => [low, extent.max[axis]]) }] : [],
    ),
  );
  const begun = performance.now();
  for (const time of all.sort((a, b) => a - b)) {
    simulation.advanceTo(new FrameTimes(time, time, 1).start);
    const ranges = points().flatMap((output) => {
      const found = [0, 1, 2].map((axis) => findRange(output, axis));
      return found.every((range) => range !== null) ? [found as Range[]] : [];
    });
    for (const found of ranges) seen.push({ isMet: met.has(time), ranges: found });
    if (performance.now() - begun > patience) break;
  }
  if (seen.length === 0) return null;
  const lows = (isMet: boolean, axis: number) => listSides(seen, isMet, ([low]) => low, axis);
  const highs = (isMet: boolean, axis: number) => listSides(seen, isMet, ([, high]) => high, axis);
  const axes = [0, 1, 2];
  const core = axes.map((axis) => [minOf(lows(true, axis)), maxOf(highs(true, axis))] as const);
  // Infinite if there are no keys.
  const room = maxOf(core.map(([low, high]) => (high < low ? Infinity : widest * (high - low))));
  const sides = core.map(([low, high], axis) => {
    const min = trimmed(lows(false, axis), -1);
    const max = trimmed(highs(false, axis), 1);
    const isOpen = high < low;
    return [
      Math.min(low, isOpen ? min : Math.max(min, low - room)),
      Math.max(high, isOpen ? max : Math.min(max, high + room)),
    ] as const;
  });
  const [x, y, z] = sides;
  return { min: [x[0], y[0], z[0]], max: [x[1], y[1], z[1]] };
}

type Range = readonly [low: number, high: number];
interface Moment {
  readonly isMet: boolean;
  readonly ranges: readonly Range[];
}

function listSides(
  seen: readonly Moment[],
  isMet: boolean,
  pick: (range: Range) => number,
  axis: number,
): number[] {
  return seen.filter((moment) => moment.isMet === isMet).map(({ ranges }) => pick(ranges[axis]));
}

/** Returns the farthest value in a direction, after outliers were removed. */
function trimmed(values: readonly number[], sign: 1 | -1): number {
  const sorted = values.toSorted((a, b) => sign * (a - b));
  const kept = sorted.slice(0, Math.ceil((1 - leftOut) * sorted.length));
  return kept.at(-1) ?? -sign * Infinity;
}

/**
 * Returns the extent of the particles along an axis, including their size. Outliers are ignored. If many particles do not move, only these
 * count.
 */
function findRange({ count, positions, velocities, sizes }: PointsOutput, axis: number): Range | null {
  const stride = Math.max(1, Math.ceil(count / maxPerMoment));
  const values: number[] = [];
  const held: number[] = [];
  let largest = 0;
  for (let k = 0; k < count; k += stride) {
    const value = positions[3 * k + axis];
    if (!Number.isFinite(value)) continue;
    values.push(value);
    if (Math.hypot(velocities[3 * k], velocities[3 * k + 1], velocities[3 * k + 2]) < 1e-6) held.push(value);
    largest = Math.max(largest, sizes[k]);
  }
  if (values.length === 0) return null;
  if (held.length > 0.3 * values.length) {
    return [minOf(held) - largest / 2, maxOf(held) + largest / 2];
  }
  const sorted = Float64Array.from(values).sort();
  const low = sorted[Math.floor(0.25 * (sorted.length - 1))];
  const high = sorted[Math.ceil(0.75 * (sorted.length - 1))];
  const reach = fence * (high - low) + largest;
  const first = sorted.find((value) => value >= low - reach)!;
  const last = sorted.findLast((value) => value <= high + reach)!;
  return [first - largest / 2, last + largest / 2];
}
