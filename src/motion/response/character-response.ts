import type { Vector } from '../../geometry/vector.ts';
import type { FlatTable } from '../travel/flat-table.ts';
import type { FootGround } from '../travel/foot-ground.ts';
import { bellWeights, GridCache } from '../travel/grid-cache.ts';
import type { FootLoads } from './foot-loads.ts';
import type { StanceResponse } from './foot-response.ts';

/** The body sinks with the feet that carry it, averaged over this time in seconds to either side, and follows them with this delay, s. */
const bodySeconds = 0.25;
const bodyDelay = 0.08;
/**
 * In deep ground the body leans forward, and to the side of the deeper foot: at most by these angles, rad, and by 71 % of them where feet sink by these
 * fractions of the height. Our own values: they keep a gait as it is on firm ground.
 */
const [maxLean, leanDepth] = [0.1, 0.15];
const [maxRoll, rollDepth] = [0.05, 0.1];
/** The roll is averaged over this time in seconds to either side. */
const rollSeconds = 0.12;
/** Weight of all feet in the mean depth, so that the body keeps its depth while no foot carries it. */
const minWeight = 1e-6;

/** Returns, for sample n of the table, how deep the feet of a group sink on average, weighted by their loads. Rig units. */
export function planBodySink(
  table: FlatTable,
  feet: readonly FootGround[],
  group: readonly number[],
  loads: FootLoads,
): (n: number) => number {
  return averageFeet(table, feet, group, loads, bodySeconds, () => 1);
}

/** How a body is inclined by deep ground, radians: forward, and toward the side on its left. */
export interface BodyTilt {
  readonly lean: number;
  readonly roll: number;
}

/** Returns the tilt of a body at sample n of the table. Null for a body that does not move forward on at least two legs. */
export function planBodyTilt(
  table: FlatTable,
  feet: readonly FootGround[],
  loads: FootLoads,
): { readonly forward: Vector; tiltAt(n: number): BodyTilt } | null {
  const [x, z] = table.stride;
  const way = Math.sqrt(x * x + z * z);
  if (!(way > 0) || table.feet.length < 2) return null;
  const forward: Vector = [x / way, 0, z / way];
  const sides = sidesOfHips(table, forward);
  const all = feet.map((_, f) => f);
  const depthAt = averageFeet(table, feet, all, loads, bodySeconds, () => 1);
  const sideAt = averageFeet(table, feet, all, loads, rollSeconds, (f) => sides[f]);
  const limit = (max: number, depth: number, whole: number) => {
    const part = depth / (whole * table.height);
    return (max * part) / Math.sqrt(1 + part * part);
  };
  return {
    forward,
    tiltAt: (n) => ({
      lean: limit(maxLean, depthAt(n), leanDepth),
      roll: limit(maxRoll, sideAt(n), rollDepth),
    }),
  };
}

/** Returns on which side of the body each hip is: 1 for the outermost on the left, −1 on the right. */
function sidesOfHips({ feet }: FlatTable, [x, , z]: Vector): number[] {
  const across = feet.map(({ hips }) => z * hips[0] - x * hips[2]);
  const middle = across.reduce((sum, value) => sum + value / across.length, 0);
  const widest = across.reduce((max, value) => Math.max(max, Math.abs(value - middle)), 0);
  return across.map((value) => (widest > 0 ? (value - middle) / widest : 0));
}

/** Returns, for sample n, the mean depth of some feet, each times a factor. It is weighted by their loads, averaged over time and delayed. */
function averageFeet(
  { count, motion }: FlatTable,
  feet: readonly FootGround[],
  group: readonly number[],
  loads: FootLoads,
  seconds: number,
  factorOf: (foot: number) => number,
): (n: number) => number {
  const answering = group.filter((f) => feet[f].response);
  if (answering.length === 0) return () => 0;
  const reach = Math.max(1, Math.round((seconds * count) / motion.period));
  const delay = Math.round((bodyDelay * count) / motion.period);
  const bell = bellWeights(reach);
  const parts = new GridCache((n) => {
    let [sum, weights] = [0, 0];
    for (const f of answering) {
      const weight = minWeight + loads.at(f, n);
      sum += weight * factorOf(f) * feet[f].response!.at(n / count).depth;
      weights += weight;
    }
    return [sum, weights] as const;
  });
  const means = new GridCache((n) => {
    let [sum, weights] = [0, 0];
    bell.forEach((weight, k) => {
      const part = parts.at(n + k - reach - delay);
      sum += weight * part[0];
      weights += weight * part[1];
    });
    return sum / weights;
  });
  return (n) => means.at(n);
}

/** How the ground answers to a character, for its report. */
export interface CharacterResponse {
  /** Mass of the character, kg. */
  readonly mass: number;
  /** Returns what the ground does to each foot in the stances that begin in a span of time, seconds of the motion. */
  stancesBetween(from: number, to: number): readonly FootStances[];
  /** Returns the displacement of a foot at a time in seconds of the motion, in the axes and units of the rig. */
  displacementAt(foot: number, seconds: number): Vector;
}

/** What the ground does to one foot. */
export interface FootStances {
  /** Name of the node that moves the foot. */
  readonly foot: string;
  readonly stances: readonly (StanceResponse & {
    /** Start and end of the stance in seconds of the motion. */
    readonly seconds: readonly [number, number];
  })[];
}

/** Lists what the ground does to the feet of a character. Null if it does nothing. */
export function describeResponse(
  table: FlatTable,
  feet: readonly FootGround[],
  mass: number,
): CharacterResponse | null {
  const { period } = table.motion;
  const names = table.feet.map(({ foot }) => foot.name);
  if (!feet.some(({ response }) => response)) return null;
  return {
    mass,
    displacementAt(foot, seconds) {
      const { response } = feet[foot];
      if (!response) return [0, 0, 0];
      const { depth, slipX, slipZ } = response.at(seconds / period);
      return [slipX, -depth, slipZ];
    },
    stancesBetween: (from, to) =>
      feet.flatMap(({ response }, f) =>
        response
          ? [
              {
                foot: names[f],
                stances: response
                  .stancesBetween(from / period, to / period)
                  .map((one) => ({ ...one, seconds: [one.start * period, one.end * period] as const })),
              },
            ]
          : [],
      ),
  };
}
