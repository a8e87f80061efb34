import type { Vector } from '../../geometry/vector.ts';
import type { FlatTable } from '../travel/flat-table.ts';
import type { FootGround } from '../travel/foot-ground.ts';
import { bellWeights, GridCache } from '../travel/grid-cache.ts';
import type { FootLoads } from './foot-loads.ts';
import type { StanceResponse } from './foot-response.ts';

/** The body sinks with the feet that carry it, averaged over this time in seconds to either side. */
const bodySeconds = 0.25;
/** Weight of all feet in the mean depth, so that the body keeps its depth while no foot carries it. */
const minWeight = 1e-6;

/** Returns, for sample n of the table, how deep the feet of a group sink on average, weighted by their loads. Rig units. */
export function planBodySink(
  table: FlatTable,
  feet: readonly FootGround[],
  group: readonly number[],
  loads: FootLoads,
): (n: number) => number {
  const { count, motion } = table;
  const answering = group.filter((f) => feet[f].response);
  if (answering.length === 0) return () => 0;
  const reach = Math.max(1, Math.round((bodySeconds * count) / motion.period));
  const bell = bellWeights(reach);
  const parts = new GridCache((n) => {
    let [sum, weights] = [0, 0];
    for (const f of answering) {
      const weight = minWeight + loads.at(f, n);
      sum += weight * feet[f].response!.at(n / count).depth;
      weights += weight;
    }
    return [sum, weights] as const;
  });
  const sinks = new GridCache((n) => {
    let [sum, weights] = [0, 0];
    bell.forEach((weight, k) => {
      const part = parts.at(n + k - reach);
      sum += weight * part[0];
      weights += weight * part[1];
    });
    return sum / weights;
  });
  return (n) => sinks.at(n);
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
