import { normalize, type Vector } from '../../geometry/vector.ts';
import { type Quaternion, quaternionBetween, rotateVector } from '../../math/quaternion.ts';
import { Pose } from '../pose.ts';
import { placeFigurePoints } from './figure-points.ts';
import { fitGround, type GroundHeight, type GroundPlane } from './fit-ground.ts';
import { type FlatFoot, type FlatTable, locateSample, lowestCorner } from './flat-table.ts';
import { GridCache, sampleSpline } from './grid-cache.ts';
import { originOf } from './origin-of.ts';
import type { PathGround } from './path-ground.ts';
import type { Stance } from './plan-stances.ts';
import { RigSpace } from './rig-space.ts';
import { lowest } from './track-soles.ts';

/** Vertices this close to a sole's lowest, as a share of the height, leave its footprint. */
const contactBand = 0.01;
/** Samples of a stance at which its footprint is looked at. */
const printSamples = 12;
/** A foot that stands longer than this share of the period is never set anew: it is dragged. */
const longestStance = 0.97;
/** In the middle of its swing a sole goes at least this share of the height above the ground; at its ends it may be below by that. */
const clearance = 0.005;
const tolerance = 0.008;
/** A swing's extra lift grows from 0 at its ends: what is wanted so near to them that it would be huge is not all given. */
const leastBump = 0.15;
/** Footprints closer than this share of the height are one place: no ground lies between them. */
const shortestWay = 0.05;
/** Within this share of a swing from either end a foot comes to be held to its way. */
const releaseShare = 0.3;
/** Slopes of the path's curve are taken over this share of a swing's way to either side. */
const slopeProbe = 0.02;

/**
 * How one foot's motion over level ground becomes one over the real ground: at any time a plane, on which the level floor
 * under the foot is laid. While a foot stands the plane is one and the same, that of its footprint, so that a foot that is
 * pinned on level ground is pinned on the slope. In the swing it follows the ground along the body's way, bent so that it leaves the
 * one footprint and meets the next along their slopes, and is lifted over what stands between them. A foot that is never planted
 * follows the ground under it as it goes.
 *
 * Time is in turns: periods since the start of the motion.
 */
export class FootGround {
  private readonly planted: PlantedFoot | null;
  private readonly free: GridCache<GroundPlane>;

  constructor(
    private readonly table: FlatTable,
    index: number,
    ground: GroundHeight,
    path: PathGround,
  ) {
    const foot = table.feet[index];
    const { steps, repeats } = table.motion;
    const stances = steps?.stances[index] ?? [];
    const isDragged = stances.some(({ start, end }) => end - start > longestStance * steps!.count);
    this.planted =
      stances.length > 0 && repeats && !isDragged
        ? new PlantedFoot(table, index, stances, steps!.count, ground, path)
        : null;
    const size = 3 * foot.corners.count;
    this.free = new GridCache((n) => {
      const { turn, sample } = locateSample(table, n);
      const points: number[] = [];
      for (let k = size * sample; k < size * (sample + 1); k += 3) {
        points.push(foot.soles[k], foot.soles[k + 2]);
      }
      const [x, z] = table.stride;
      return fitGround(ground, points, turn * x, turn * z, table.height);
    });
  }

  /** 1 while the foot must be where its plane has it, 0 in mid-swing, where it may fall short of it. */
  holdAt(turns: number): number {
    return this.planted ? this.planted.holdAt(turns) : 1;
  }

  /** The plane at a time at which the foot's node stands over (x, z) of level ground. */
  planeAt(turns: number, x: number, z: number): GroundPlane {
    if (this.planted) return this.planted.planeAt(turns, x, z);
    const u = turns * this.table.count;
    const along = (key: keyof GroundPlane) => sampleSpline((n) => this.free.at(n)[key], u);
    return {
      x: along('x'),
      z: along('z'),
      h: along('h'),
      slopeX: along('slopeX'),
      slopeZ: along('slopeZ'),
    };
  }
}

/** How firmly a swinging foot is held to its way at a share of its swing: not at all in the middle. */
function holdOfSwing(share: number): number {
  return 1 - easeShare(Math.min(share, 1 - share) / releaseShare);
}

/** The turn that lays level ground on a plane. */
export function turnOfPlane({ slopeX, slopeZ }: GroundPlane): Quaternion {
  if (slopeX === 0 && slopeZ === 0) return [0, 0, 0, 1];
  return quaternionBetween([0, 1, 0], normalize([-slopeX, 1, -slopeZ]));
}

/** A place over level ground, of a foot whose sole's lowest point is at `low`, as the same place over a plane. */
export function layOnPlane(plane: GroundPlane, turn: Quaternion, low: number, place: Vector): Vector {
  // What the sole is above the ground stays upright: a foot that is lifted high is not carried downhill by the lean.
  const out: Vector = [place[0] - plane.x, place[1] - low, place[2] - plane.z];
  rotateVector(out, turn, out);
  return [out[0] + plane.x, out[1] + low + plane.h, out[2] + plane.z];
}

/** Where a foot stands, and where its node is over level ground when it comes and when it goes. */
interface Print {
  /** [2 · count] points of the footprint, seen from above. */
  readonly outline: Float64Array;
  readonly coming: readonly [number, number];
  readonly going: readonly [number, number];
}

/** From one stance to the next; in turns. */
interface Swing {
  readonly start: number;
  readonly end: number;
  readonly from: GroundPlane;
  readonly to: GroundPlane;
  /** Way from where the foot's node is to the plane's middle, at both ends. */
  readonly aside: readonly [number, number, number, number];
  /** Way from the one footprint to the next, and its square: 0 where there is next to none. */
  readonly wayX: number;
  readonly wayZ: number;
  readonly square: number;
  /** What the path's curve lacks of the first footprint's height, of its slope along the way, and of the second's. */
  readonly lacks: readonly number[];
  /** How much higher it goes in its middle. */
  readonly lift: number;
}

/** A foot that is set and lifted. Stances are numbered through all turns: the k-th of turn n is n · stances + k. */
class PlantedFoot {
  private readonly prints: readonly Print[];
  private readonly planes: GridCache<GroundPlane>;
  private readonly swings: GridCache<Swing>;
  private readonly foot: FlatFoot;

  constructor(
    private readonly table: FlatTable,
    private readonly index: number,
    private readonly stances: readonly Stance[],
    private readonly sampleCount: number,
    private readonly ground: GroundHeight,
    private readonly path: PathGround,
  ) {
    this.foot = table.feet[index];
    this.prints = findPrints(table, this.foot, stances, sampleCount);
    this.planes = new GridCache((stance) => {
      const { turn, k } = this.locate(stance);
      const [x, z] = table.stride;
      return fitGround(ground, this.prints[k].outline, turn * x, turn * z, table.height);
    });
    this.swings = new GridCache((stance) => {
      const swing = this.planSwing(stance);
      return { ...swing, lift: this.findLift(swing) };
    });
  }

  planeAt(turns: number, x: number, z: number): GroundPlane {
    const stance = this.stanceBefore(turns);
    if (turns <= this.timeOf(stance, 'end')) return this.planes.at(stance);
    return this.planeOfSwing(this.swings.at(stance), turns, x, z);
  }

  holdAt(turns: number): number {
    const stance = this.stanceBefore(turns);
    const start = this.timeOf(stance, 'end');
    if (turns <= start) return 1;
    return holdOfSwing((turns - start) / (this.timeOf(stance + 1, 'start') - start));
  }

  /** The stance that began last. */
  private stanceBefore(turns: number): number {
    const count = this.stances.length;
    let stance = Math.floor(turns) * count + count - 1;
    // A stance begins in its own turn, so this ends at the last one of the turn before.
    while (this.timeOf(stance, 'start') > turns) stance--;
    return stance;
  }

  private locate(stance: number): { turn: number; k: number } {
    const turn = Math.floor(stance / this.stances.length);
    return { turn, k: stance - turn * this.stances.length };
  }

  private planSwing(stance: number): Swing {
    const { path, table } = this;
    const from = this.planes.at(stance);
    const to = this.planes.at(stance + 1);
    const [goingX, goingZ] = this.nodeAt(stance, 'going');
    const [comingX, comingZ] = this.nodeAt(stance + 1, 'coming');
    const start = this.timeOf(stance, 'end');
    const end = this.timeOf(stance + 1, 'start');
    const wayX = to.x - from.x;
    const wayZ = to.z - from.z;
    const square = wayX * wayX + wayZ * wayZ;
    const shortest = shortestWay * table.height;
    const steps = square < shortest * shortest;
    // What the path's curve lacks of the footprints, and of their slopes along the way.
    const probe = steps ? 0 : slopeProbe;
    const curve = (plane: GroundPlane, turns: number, share: number) =>
      path.heightOver(plane.x + share * wayX, plane.z + share * wayZ, turns * table.count);
    const lackOf = (plane: GroundPlane, turns: number): readonly [number, number] => {
      if (steps) return [plane.h - curve(plane, turns, 0), 0];
      const rise = (curve(plane, turns, probe) - curve(plane, turns, -probe)) / (2 * probe);
      return [plane.h - curve(plane, turns, 0), plane.slopeX * wayX + plane.slopeZ * wayZ - rise];
    };
    return {
      start,
      end,
      from,
      to,
      aside: [from.x - goingX, from.z - goingZ, to.x - comingX, to.z - comingZ],
      wayX,
      wayZ,
      square: steps ? 0 : square,
      lacks: [...lackOf(from, start), ...lackOf(to, end)],
      lift: 0,
    };
  }

  /** The plane under the foot in its swing, whose node stands over (nodeX, nodeZ) of level ground. */
  private planeOfSwing(swing: Swing, turns: number, nodeX: number, nodeZ: number): GroundPlane {
    const { from, to, aside, lacks, wayX, wayZ, square, lift } = swing;
    const b = easeShare((turns - swing.start) / (swing.end - swing.start));
    const x = nodeX + aside[0] + (aside[2] - aside[0]) * b;
    const z = nodeZ + aside[1] + (aside[3] - aside[1]) * b;
    const slopeX = from.slopeX + (to.slopeX - from.slopeX) * b;
    const slopeZ = from.slopeZ + (to.slopeZ - from.slopeZ) * b;
    const share = square > 0 ? ((x - from.x) * wayX + (z - from.z) * wayZ) / square : b;
    const s = Math.min(1, Math.max(0, share));
    const r = 1 - s;
    const lack =
      lacks[0] * r * r * (1 + 2 * s) +
      lacks[2] * s * s * (1 + 2 * r) +
      lacks[1] * s * r * r -
      lacks[3] * s * s * r +
      (share < 0 ? lacks[1] : lacks[3]) * (share - s);
    const acrossX = x - (from.x + share * wayX);
    const acrossZ = z - (from.z + share * wayZ);
    const across =
      (from.slopeX + (to.slopeX - from.slopeX) * s) * acrossX +
      (from.slopeZ + (to.slopeZ - from.slopeZ) * s) * acrossZ;
    const along = this.path.heightOver(x, z, turns * this.table.count);
    return { x, z, h: along + lack + across + lift * bumpOfShare(s), slopeX, slopeZ };
  }

  private nodeAt(stance: number, side: 'coming' | 'going'): readonly [number, number] {
    const { turn, k } = this.locate(stance);
    const [x, z] = this.prints[k][side];
    return [x + turn * this.table.stride[0], z + turn * this.table.stride[1]];
  }

  private timeOf(stance: number, side: 'start' | 'end'): number {
    const { turn, k } = this.locate(stance);
    return turn + this.stances[k][side] / this.sampleCount;
  }

  /** How much higher than its footprints say a swing must go in its middle, so that no corner of the sole goes into the ground. */
  private findLift(swing: Swing): number {
    const { table, foot, ground } = this;
    const { height, count, stride } = table;
    const { floor } = table.motion;
    const size = 3 * foot.corners.count;
    let lift = 0;
    for (let n = Math.ceil(swing.start * count); n <= Math.floor(swing.end * count); n++) {
      const { turn, sample } = locateSample(table, n);
      const shiftX = turn * stride[0];
      const shiftZ = turn * stride[1];
      const nodeX = foot.places[3 * sample] + shiftX;
      const nodeZ = foot.places[3 * sample + 2] + shiftZ;
      const plane = this.planeOfSwing(swing, n / count, nodeX, nodeZ);
      const low = lowestCorner(table, this.index, n);
      const lean = turnOfPlane(plane);
      const bump = bumpOf(swing, n / count, plane.x, plane.z);
      const high = clearance * bump - tolerance * (1 - bump);
      for (let k = size * sample; k < size * (sample + 1); k += 3) {
        const [x, y, z] = layOnPlane(plane, lean, low, [
          foot.soles[k] + shiftX,
          foot.soles[k + 1],
          foot.soles[k + 2] + shiftZ,
        ]);
        const lack = floor + ground(x, z) + high * height - y;
        if (lack > 0) lift = Math.max(lift, lack / Math.max(leastBump, bump));
      }
    }
    return lift;
  }
}

/** How much of its lift a swing has at a time and a place of its plane. */
function bumpOf(
  { from, wayX, wayZ, square, start, end }: Swing,
  turns: number,
  x: number,
  z: number,
): number {
  if (square === 0) return bumpOfShare(easeShare((turns - start) / (end - start)));
  const share = ((x - from.x) * wayX + (z - from.z) * wayZ) / square;
  return bumpOfShare(Math.min(1, Math.max(0, share)));
}

/** 0 at both ends, where it is level, 1 in the middle. */
function bumpOfShare(s: number): number {
  return 16 * s * s * (1 - s) * (1 - s);
}

/** 0 before 0, 1 after 1, without a jerk at either. */
function easeShare(share: number): number {
  const s = Math.min(1, Math.max(0, share));
  return s * s * s * (s * (6 * s - 15) + 10);
}

/** Where the sole touches in each stance, seen from above along the way of the first turn: eight sides, half-way, middle. */
function findPrints(
  { rig, motion, height }: FlatTable,
  { foot }: FlatFoot,
  stances: readonly Stance[],
  sampleCount: number,
): Print[] {
  const pose = new Pose(rig);
  const space = new RigSpace(rig, [foot.node, ...foot.sole.nodes]);
  const places = new Float64Array(3 * foot.sole.count);
  return stances.map(({ start, end }) => {
    const touched: number[] = [];
    const nodes: [number, number][] = [];
    for (let k = 0; k <= printSamples; k++) {
      const sample = start + ((end - start) * k) / printSamples;
      pose.reset();
      motion.apply(pose, (sample / sampleCount) * motion.period);
      space.update(pose);
      const [x, , z] = originOf(space.matrices, foot.node);
      nodes.push([x + pose.carry[0], z + pose.carry[2]]);
      placeFigurePoints(places, foot.sole, space.matrices);
      const limit = lowest(places) + contactBand * height;
      for (let p = 0; p < places.length; p += 3) {
        if (places[p + 1] <= limit) touched.push(places[p] + pose.carry[0], places[p + 2] + pose.carry[2]);
      }
    }
    return { outline: outlinePrint(touched), coming: nodes[0], going: nodes[printSamples] };
  });
}

function outlinePrint(touched: readonly number[]): Float64Array {
  const outline: number[] = [];
  for (const [dx, dz] of sides) {
    let best = 0;
    for (let k = 0; k < touched.length; k += 2) {
      if (dx * (touched[k] - touched[best]) + dz * (touched[k + 1] - touched[best + 1]) > 0) best = k;
    }
    outline.push(touched[best], touched[best + 1]);
  }
  let x = 0;
  let z = 0;
  for (let k = 0; k < outline.length; k += 2) {
    x += outline[k] / sides.length;
    z += outline[k + 1] / sides.length;
  }
  const inner = outline.map((value, k) => (value + (k % 2 === 0 ? x : z)) / 2);
  return Float64Array.from([...outline, ...inner, x, z]);
}

const sides: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];
