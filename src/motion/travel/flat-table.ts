import { distance, type Vector } from '../../geometry/vector.ts';
import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { type CharacterPoints, poseCharacterPoints, selectCharacterPoints } from './character-points.ts';
import { type Foot, findFeet } from './find-feet.ts';
import { addHinges, finishHinges, type LegHinges, legChain, legLength } from './fold-leg.ts';
import { originOf } from './origin-of.ts';
import { RigSpace } from './rig-space.ts';
import { standingFeet } from './standing-feet.ts';
import { lowest } from './track-soles.ts';
import type { TravelSteps } from './travel.ts';

/** A character's motion over level ground, before it follows any other ground. Rig units. `apply` also sets `pose.carry`. */
export interface FlatMotion {
  /** Seconds until the pose repeats; 0 for a single pose. */
  readonly period: number;
  /** False if the motion is played once and its last pose is then held. */
  readonly repeats: boolean;
  /** Height of the surface of the ground in rig space, and depth of planted soles below this surface. */
  readonly floor: number;
  readonly softDepth: number;
  readonly steps?: TravelSteps;
  /** Mean speed along the path of the character, rig units / s. Absent: the displacement of a period, divided by its duration. */
  readonly speed?: number;
  apply(pose: Pose, t: number): void;
}

/** The motion of one foot on level ground along its path: rig space plus the carry. */
export interface FlatFoot {
  readonly foot: Foot;
  /** A few extreme points of the sole. Whatever the foot's rotation, the lowest point of the sole is nearly always among them. */
  readonly corners: CharacterPoints;
  /** Positions at each sample: of the hip, and of the foot's node. [3 · (count + 1)] */
  readonly hips: Float64Array;
  readonly positions: Float64Array;
  /** Positions of the corners at each sample, [3 · corners · (count + 1)]. */
  readonly soles: Float64Array;
  /** Maximum reach of the leg at each sample; Infinity without a leg. [count + 1] If the reach is too short, the body is lowered. */
  readonly reach: Float64Array;
  readonly hinges: LegHinges;
}

/**
 * The level motion of a character at equidistant samples of its period. Sample n of any period is derived from the first period.
 */
export interface FlatTable {
  readonly rig: Rig;
  readonly motion: FlatMotion;
  /** Height of the character in its rest pose. */
  readonly height: number;
  /** Samples per period, ≥ 1. */
  readonly count: number;
  /** Displacement of one period (x, z). */
  readonly stride: readonly [number, number];
  readonly feet: readonly FlatFoot[];
  /** The centre of the character at each sample, if the character has no feet. [3 · (count + 1)] */
  readonly middles: Float64Array;
}

const samplesPerSecond = 60;
const minSamples = 24;
const maxSamples = 3600;
/** A sequence of clips lasts as long as the scene. */
const maxSequenceSamples = 36_000;
/** Directions, besides straight down, for the extreme points of a sole. */
const cornerDirections = 12;
/** On other ground than level, a leg may reach up to this fraction of its full length, even if it does not on level ground. */
const straightest = 0.99;
/** A leg that does not have two bones uses only this fraction of the additional reach, since its joints are never all straight. */
const bentFraction = 0.5;

const tableOfMotion = new WeakMap<FlatMotion, FlatTable>();

/**
 * Samples the motion of a character over one period. If there is only one foot, it is ignored: it may be a wheel, a skirt or a box. The
 * result for a motion is kept, since many actors may share the motion.
 */
export function tabulateFlat(rig: Rig, motion: FlatMotion): FlatTable {
  const known = tableOfMotion.get(motion);
  if (known?.rig === rig) return known;
  const table = sampleFlat(rig, motion);
  tableOfMotion.set(motion, table);
  return table;
}

function sampleFlat(rig: Rig, motion: FlatMotion): FlatTable {
  const { period } = motion;
  const character = findFeet(rig);
  const max = motion.speed === undefined ? maxSamples : maxSequenceSamples;
  const count = period > 0 ? Math.min(max, Math.max(minSamples, Math.round(period * samplesPerSecond))) : 1;
  const own = character.feet.length > 1 ? standingFeet(rig) : [];
  const space = new RigSpace(rig, [
    ...character.nodes,
    ...own.flatMap((foot) => [...legChain(foot), ...foot.sole.nodes]),
  ]);
  const pose = new Pose(rig);
  space.update(pose);
  const feet = own.map((foot) => ({
    foot,
    chain: legChain(foot),
    corners: findCorners(foot.sole, space.matrices),
    hips: new Float64Array(3 * (count + 1)),
    positions: new Float64Array(3 * (count + 1)),
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
      const { chain, corners, hips, positions, soles } = each;
      hips.set(originOf(matrices, chain[0]), 3 * i);
      positions.set(originOf(matrices, each.foot.node), 3 * i);
      const span = distance(originOf(matrices, chain[0]), originOf(matrices, each.foot.node));
      each.reach[i] = reachOf(each.foot, legLength(chain, matrices), span);
      addHinges(each.hinges, chain, matrices);
      const size = 3 * corners.count;
      poseCharacterPoints(soles.subarray(size * i, size * (i + 1)), corners, matrices);
      carry(hips, 3 * i, 3 * i + 3);
      carry(positions, 3 * i, 3 * i + 3);
      carry(soles, size * i, size * (i + 1));
    }
    for (const node of character.nodes) {
      const position = originOf(matrices, node);
      for (let axis = 0; axis < 3; axis++) middles[3 * i + axis] += position[axis] / character.nodes.length;
    }
    carry(middles, 3 * i, 3 * i + 3);
  }
  for (const { hinges } of feet) finishHinges(hinges);
  return {
    rig,
    motion,
    height: character.height,
    count,
    stride,
    middles,
    feet,
  };
}

/**
 * Returns period and sample in [0, count] of any sample n, which may be negative. If the motion is played once, the first sample is used
 * before it and the last sample after it.
 */
export function locateSample(table: FlatTable, n: number): { turn: number; sample: number } {
  const { count, motion } = table;
  if (!motion.repeats || motion.period === 0) return { turn: 0, sample: Math.min(count, Math.max(0, n)) };
  const turn = Math.floor(n / count);
  return { turn, sample: n - turn * count };
}

/** Returns one of the table's points at sample n of any period. points: [3 · (count + 1)]. */
export function sampleOf(table: FlatTable, points: Float64Array, n: number): Vector {
  const { turn, sample } = locateSample(table, n);
  const [x, z] = table.stride;
  return [points[3 * sample] + turn * x, points[3 * sample + 1], points[3 * sample + 2] + turn * z];
}

/** Returns the height of the lowest corner of a sole at sample n of any period. */
export function lowestCorner(table: FlatTable, f: number, n: number): number {
  const { corners, soles } = table.feet[f];
  const { sample } = locateSample(table, n);
  return lowest(soles.subarray(3 * corners.count * sample, 3 * corners.count * (sample + 1)));
}

/** Returns the maximum reach of a leg of length `full` that uses the length `span` on level ground. */
function reachOf(foot: Foot, full: number, span: number): number {
  if (foot.leg.length === 0) return Number.POSITIVE_INFINITY;
  return span + (foot.leg.length === 2 ? 1 : bentFraction) * Math.max(0, straightest * full - span);
}

/** Returns the extreme points of a sole, downward and to all sides. */
function findCorners(sole: CharacterPoints, matrices: Float64Array): CharacterPoints {
  const positions = new Float64Array(3 * sole.count);
  poseCharacterPoints(positions, sole, matrices);
  const chosen = new Set<number>();
  for (let k = 0; k <= 2 * cornerDirections; k++) {
    const [x, y, z] = cornerDirection(k);
    let best = 0;
    let farthest = Number.NEGATIVE_INFINITY;
    for (let p = 0; p < sole.count; p++) {
      const reach = x * positions[3 * p] + y * positions[3 * p + 1] + z * positions[3 * p + 2];
      if (reach <= farthest) continue;
      farthest = reach;
      best = p;
    }
    chosen.add(best);
  }
  return selectCharacterPoints(sole, [...chosen]);
}

/** Returns the directions one after the other: straight down, a ring that points slightly down, and a ring that points steeply down. */
function cornerDirection(k: number): readonly [number, number, number] {
  if (k === 0) return [0, -1, 0];
  const [x, z] = ring[k % cornerDirections];
  return [x, k <= cornerDirections ? -0.2 : -1.5, z];
}

/** Twelve directions in a circle, as exact numbers that do not depend on an engine's functions. */
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
