import { distance, type Vector } from '../../geometry/vector.ts';
import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { type FigurePoints, placeFigurePoints, selectFigurePoints } from './figure-points.ts';
import { type Foot, findFeet } from './find-feet.ts';
import { addHinges, finishHinges, type LegHinges, legChain, legLength } from './fold-leg.ts';
import { originOf } from './origin-of.ts';
import { RigSpace } from './rig-space.ts';
import { standingFeet } from './standing-feet.ts';
import { lowest } from './track-soles.ts';
import type { TravelSteps } from './travel.ts';

/** A figure's motion over level ground, before it follows any other. Rig units; `apply` sets `pose.carry` too. */
export interface FlatMotion {
  /** Seconds until the pose repeats; 0 for one pose for ever. */
  readonly period: number;
  /** False when it is played once and then held. */
  readonly repeats: boolean;
  /** Height of the ground's surface in rig space, and how deep planted soles stand below it. */
  readonly floor: number;
  readonly softDepth: number;
  readonly steps?: TravelSteps;
  apply(pose: Pose, t: number): void;
}

/** What there is to know of one foot on level ground, along its way: rig space with the carry added. */
export interface FlatFoot {
  readonly foot: Foot;
  /** A few of the sole's points that stand out: the lowest is among them whichever way the foot is turned, nearly. */
  readonly corners: FigurePoints;
  /** [3 · (count + 1)] where the hip and the foot's node stand at each sample. */
  readonly hips: Float64Array;
  readonly places: Float64Array;
  /** [3 · corners · (count + 1)]. */
  readonly soles: Float64Array;
  /** [count + 1] how far the leg reaches at each sample: where that is too little, the body is lowered. Infinity without a leg. */
  readonly reach: Float64Array;
  readonly hinges: LegHinges;
}

/** The flat motion of a figure at equal samples of its period; sample n of any turn is known from the first's. */
export interface FlatTable {
  readonly rig: Rig;
  readonly motion: FlatMotion;
  /** Height of the figure at rest. */
  readonly height: number;
  /** Samples a period, ≥ 1. */
  readonly count: number;
  /** Way of one period (x, z). */
  readonly stride: readonly [number, number];
  readonly feet: readonly FlatFoot[];
  /** [3 · (count + 1)] the middle of the figure, for one that has no feet. */
  readonly middles: Float64Array;
}

const samplesPerSecond = 60;
const fewestSamples = 24;
const mostSamples = 3600;
/** Directions, besides straight down, in which a sole's corners stand out. */
const cornerDirections = 12;
/** How much of its last few hundredths of length a leg may use to reach farther than it does on level ground. */
const straightest = 0.99;
/** … and how much of it one whose joints are never straight. */
const bentShare = 0.5;

/** Samples the motion of a figure over one period. A single foot is none: a wheel, a skirt, a box. */
export function tabulateFlat(rig: Rig, motion: FlatMotion): FlatTable {
  const { period } = motion;
  const figure = findFeet(rig);
  const count =
    period > 0 ? Math.min(mostSamples, Math.max(fewestSamples, Math.round(period * samplesPerSecond))) : 1;
  const own = figure.feet.length > 1 ? standingFeet(rig) : [];
  const space = new RigSpace(rig, [
    ...figure.nodes,
    ...own.flatMap((foot) => [...legChain(foot), ...foot.sole.nodes]),
  ]);
  const pose = new Pose(rig);
  space.update(pose);
  const feet = own.map((foot) => ({
    foot,
    chain: legChain(foot),
    corners: findCorners(foot.sole, space.matrices),
    hips: new Float64Array(3 * (count + 1)),
    places: new Float64Array(3 * (count + 1)),
    soles: new Float64Array(0),
    hinges: new Float64Array(3 * Math.max(0, foot.leg.length - 1)),
    reach: new Float64Array(count + 1),
  }));
  for (const each of feet) each.soles = new Float64Array(3 * each.corners.count * (count + 1));
  const middles = new Float64Array(3 * (count + 1));
  const first = new Float64Array(3);
  const stride: [number, number] = [0, 0];
  for (let i = 0; i <= count; i++) {
    pose.reset();
    motion.apply(pose, (i * period) / count);
    space.update(pose);
    const { matrices } = space;
    const [x, y, z] = pose.carry;
    if (i === 0) first.set(pose.carry);
    if (i === count && motion.repeats && period > 0) {
      stride[0] = x - first[0];
      stride[1] = z - first[2];
    }
    const carry = (out: Float64Array, from: number, to: number) => {
      for (let k = from; k < to; k += 3) {
        out[k] += x;
        out[k + 1] += y;
        out[k + 2] += z;
      }
    };
    for (const each of feet) {
      const { chain, corners, hips, places, soles } = each;
      hips.set(originOf(matrices, chain[0]), 3 * i);
      places.set(originOf(matrices, each.foot.node), 3 * i);
      const span = distance(originOf(matrices, chain[0]), originOf(matrices, each.foot.node));
      each.reach[i] = reachOf(each.foot, legLength(chain, matrices), span);
      addHinges(each.hinges, chain, matrices);
      const size = 3 * corners.count;
      placeFigurePoints(soles.subarray(size * i, size * (i + 1)), corners, matrices);
      carry(hips, 3 * i, 3 * i + 3);
      carry(places, 3 * i, 3 * i + 3);
      carry(soles, size * i, size * (i + 1));
    }
    for (const node of figure.nodes) {
      const place = originOf(matrices, node);
      for (let axis = 0; axis < 3; axis++) middles[3 * i + axis] += place[axis] / figure.nodes.length;
    }
    carry(middles, 3 * i, 3 * i + 3);
  }
  for (const { hinges } of feet) finishHinges(hinges);
  return {
    rig,
    motion,
    height: figure.height,
    count,
    stride,
    middles,
    feet,
  };
}

/** The turn and the sample in [0, count] of any sample n: before 0 too. A motion that is held stays at its ends. */
export function locateSample(table: FlatTable, n: number): { turn: number; sample: number } {
  const { count, motion } = table;
  if (!motion.repeats || motion.period === 0) return { turn: 0, sample: Math.min(count, Math.max(0, n)) };
  const turn = Math.floor(n / count);
  return { turn, sample: n - turn * count };
}

/** One of the table's points [3 · (count + 1)] at sample n of any turn. */
export function sampleOf(table: FlatTable, points: Float64Array, n: number): Vector {
  const { turn, sample } = locateSample(table, n);
  const [x, z] = table.stride;
  return [points[3 * sample] + turn * x, points[3 * sample + 1], points[3 * sample + 2] + turn * z];
}

/** Height of the lowest corner of a sole at sample n of any turn. */
export function lowestCorner(table: FlatTable, f: number, n: number): number {
  const { corners, soles } = table.feet[f];
  const { sample } = locateSample(table, n);
  return lowest(soles.subarray(3 * corners.count * sample, 3 * corners.count * (sample + 1)));
}

/** How far a leg may reach that spans so much of its full length on level ground. */
function reachOf(foot: Foot, full: number, span: number): number {
  if (foot.leg.length === 0) return Number.POSITIVE_INFINITY;
  return span + (foot.leg.length === 2 ? 1 : bentShare) * Math.max(0, straightest * full - span);
}

/** Those points of a sole that stand out downward and to all sides. */
function findCorners(sole: FigurePoints, matrices: Float64Array): FigurePoints {
  const places = new Float64Array(3 * sole.count);
  placeFigurePoints(places, sole, matrices);
  const chosen = new Set<number>();
  for (let k = 0; k <= 2 * cornerDirections; k++) {
    const [x, y, z] = cornerDirection(k);
    let best = 0;
    let farthest = Number.NEGATIVE_INFINITY;
    for (let p = 0; p < sole.count; p++) {
      const reach = x * places[3 * p] + y * places[3 * p + 1] + z * places[3 * p + 2];
      if (reach <= farthest) continue;
      farthest = reach;
      best = p;
    }
    chosen.add(best);
  }
  return selectFigurePoints(sole, [...chosen]);
}

/** Straight down, then a ring that looks a little down and one that looks far down. */
function cornerDirection(k: number): readonly [number, number, number] {
  if (k === 0) return [0, -1, 0];
  const [x, z] = ring[k % cornerDirections];
  return [x, k <= cornerDirections ? -0.2 : -1.5, z];
}

/** Twelve directions all round, as exact as numbers are: no function of an engine's own. */
const half = 0.5;
const wide = 0.8660254037844386;
const ring: readonly (readonly [number, number])[] = [
  [1, 0],
  [wide, half],
  [half, wide],
  [0, 1],
  [-half, wide],
  [-wide, half],
  [-1, 0],
  [-wide, -half],
  [-half, -wide],
  [0, -1],
  [half, -wide],
  [wide, -half],
];
