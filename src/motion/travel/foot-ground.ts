import { normalize, type Vector } from '../../geometry/vector.ts';
import { type Quaternion, quaternionBetween, rotateVector } from '../../math/quaternion.ts';
import { Pose } from '../pose.ts';
import type { FootResponse, PlantedStances } from '../response/foot-response.ts';
import { poseCharacterPoints } from './character-points.ts';
import { fitGround, type GroundHeight, type GroundPlane } from './fit-ground.ts';
import { type FlatFoot, type FlatTable, locateSample, lowestCorner } from './flat-table.ts';
import { GridCache, sampleSpline } from './grid-cache.ts';
import { originOf } from './origin-of.ts';
import type { PathGround } from './path-ground.ts';
import type { Stance } from './plan-stances.ts';
import { RigSpace } from './rig-space.ts';
import { lowest } from './track-soles.ts';

/**
 * A vertex belongs to the footprint if its height above the lowest vertex of the sole is below this fraction of the height of the
 * character.
 */
const contactBand = 0.01;
/** Number of samples of a stance at which its footprint is measured. */
const printSamples = 12;
/** A foot that stands longer than this fraction of the period is never lifted: it is dragged along the ground. */
const maxStance = 0.97;
/**
 * clearance: in the middle of its swing a sole is at least this fraction of the height above the ground. tolerance: at the ends of the
 * swing it may be below the ground by this fraction of the height.
 */
const clearance = 0.005;
const tolerance = 0.008;
/**
 * The additional lift of a swing grows from 0 at its ends. Below this fraction of the swing's bump the lift is no longer increased, since
 * it would become huge near the ends.
 */
const minBump = 0.15;
/** Footprints closer than this fraction of the height count as one position: the ground between them is not considered. */
const minDistance = 0.05;
/** Within this fraction of a swing from either end, a foot is held to its path with increasing weight. */
const releaseFraction = 0.3;
/** Slopes of the path's curve are measured over this fraction of the swing to either side. */
const slopeProbe = 0.02;

/**
 * Converts one foot's motion over level ground to the real ground: at any time it gives a plane on which the level floor under the foot is
 * laid. During a stance the plane is that of the footprint and does not change, so a foot that is pinned on level ground is also pinned on
 * the slope. In the swing the plane follows the ground along the body's path. At the start and the end of the swing it has the slopes of
 * the two footprints, and between them it is raised over obstacles. A foot that is never planted follows the ground under it.
 *
 * Time is in periods since the start of the motion.
 */
export class FootGround {
  /** How the ground answers to the foot. Null if it does not, or if the foot is never planted. */
  readonly response: FootResponse | null;
  private readonly planted: PlantedFoot | null;
  private readonly free: GridCache<GroundPlane>;

  constructor(
    private readonly table: FlatTable,
    index: number,
    ground: GroundHeight,
    path: PathGround,
    respond?: (index: number, stances: PlantedStances) => FootResponse,
  ) {
    const foot = table.feet[index];
    const { steps, repeats } = table.motion;
    const stances = steps?.stances[index] ?? [];
    const isDragged = stances.some(({ start, end }) => end - start > maxStance * steps!.count);
    this.planted =
      stances.length > 0 && repeats && !isDragged
        ? new PlantedFoot(table, index, stances, steps!.count, ground, path)
        : null;
    this.response = (this.planted && respond?.(index, this.planted)) ?? null;
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

  /**
   * Returns 1 while the foot must be at the position that its plane defines. Returns 0 in the middle of a swing, where the foot need not
   * reach this position.
   */
  holdAt(periods: number): number {
    return this.planted ? this.planted.holdAt(periods) : 1;
  }

  /**
   * Converts the position of the foot's node over level ground at a time in periods. `low`: height of the lowest point of the sole.
   * Returns the position over the ground, and the rotation to the slope of the ground.
   */
  layAt(
    periods: number,
    low: number,
    position: Vector,
  ): { readonly turn: Quaternion; readonly place: Vector } {
    const { response } = this;
    const [delayX, delayZ] = response?.delayAt(periods) ?? [0, 0];
    const level: Vector = response ? [position[0] + delayX, position[1], position[2] + delayZ] : position;
    const plane = this.planeAt(periods, level[0], level[2]);
    const turn = rotationOfPlane(plane);
    const place = layOnPlane(plane, turn, low, level);
    if (response) {
      const { depth, slipX, slipZ } = response.at(periods);
      place[0] += slipX;
      place[1] -= depth;
      place[2] += slipZ;
    }
    return { turn, place };
  }

  /** Returns the plane at a time at which the foot's node is over (x, z) of level ground. */
  private planeAt(periods: number, x: number, z: number): GroundPlane {
    if (this.planted) return this.planted.planeAt(periods, x, z);
    const u = periods * this.table.count;
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

/** Returns the weight with which a swinging foot is held to its path, at a fraction of its swing: 0 in the middle. */
function holdOfSwing(fraction: number): number {
  return 1 - easeFraction(Math.min(fraction, 1 - fraction) / releaseFraction);
}

/** Returns the rotation from level ground to a plane. */
function rotationOfPlane({ slopeX, slopeZ }: GroundPlane): Quaternion {
  if (slopeX === 0 && slopeZ === 0) return [0, 0, 0, 1];
  return quaternionBetween([0, 1, 0], normalize([-slopeX, 1, -slopeZ]));
}

/**
 * Converts the position of a foot's node over level ground to the corresponding position over a plane. `low`: height of the lowest point of
 * the sole.
 */
function layOnPlane(plane: GroundPlane, turn: Quaternion, low: number, position: Vector): Vector {
  // The height of the sole above the ground stays vertical: the slope does not displace a foot that is lifted high.
  const out: Vector = [position[0] - plane.x, position[1] - low, position[2] - plane.z];
  rotateVector(out, turn, out);
  return [out[0] + plane.x, out[1] + low + plane.h, out[2] + plane.z];
}

/** A stance: its footprint, and the position over level ground of the foot's node at the start and the end of the stance. */
interface Print {
  /** Points of the footprint, seen from above, [2 · count]. */
  readonly outline: Float64Array;
  readonly coming: readonly [number, number];
  readonly going: readonly [number, number];
}

/** The swing from one stance to the next; times in periods. */
interface Swing {
  readonly start: number;
  readonly end: number;
  readonly from: GroundPlane;
  readonly to: GroundPlane;
  /** Displacement from the foot's node to the plane's centre: x and z at the start of the swing, then at the end. */
  readonly aside: readonly [number, number, number, number];
  /** Displacement from one footprint to the next, and the square of its length; the square is 0 if the displacement is very short. */
  readonly towardX: number;
  readonly towardZ: number;
  readonly square: number;
  /**
   * At the first footprint: its height minus that of the path's curve, and its slope along the path minus that of the curve. Then the same
   * two values at the second footprint.
   */
  readonly lacks: readonly number[];
  /** Additional lift in the middle of the swing. */
  readonly lift: number;
}

/** A foot that is planted and lifted. Stances are numbered through all periods: number n · stances + k is stance k of period n. */
class PlantedFoot implements PlantedStances {
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

  planeAt(periods: number, x: number, z: number): GroundPlane {
    const stance = this.stanceBefore(periods);
    if (periods <= this.timeOf(stance, 'end')) return this.planes.at(stance);
    return this.planeOfSwing(this.swings.at(stance), periods, x, z);
  }

  holdAt(periods: number): number {
    const stance = this.stanceBefore(periods);
    const start = this.timeOf(stance, 'end');
    if (periods <= start) return 1;
    return holdOfSwing((periods - start) / (this.timeOf(stance + 1, 'start') - start));
  }

  planeOfStance(stance: number): GroundPlane {
    return this.planes.at(stance);
  }

  outlineOf(stance: number): Float64Array {
    const { turn, k } = this.locate(stance);
    const [x, z] = this.table.stride;
    return this.prints[k].outline.map((value, axis) => value + turn * (axis % 2 === 0 ? x : z));
  }

  /** Returns the number of the last stance that began at or before the given time. */
  stanceBefore(periods: number): number {
    const count = this.stances.length;
    let stance = Math.floor(periods) * count + count - 1;
    // A stance begins in its own period, so the search ends at the last stance of the period before.
    while (this.timeOf(stance, 'start') > periods) stance--;
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
    const towardX = to.x - from.x;
    const towardZ = to.z - from.z;
    const square = towardX * towardX + towardZ * towardZ;
    const shortest = minDistance * table.height;
    const steps = square < shortest * shortest;
    // Compares the heights and slopes of the footprints with those of the path's curve.
    const probe = steps ? 0 : slopeProbe;
    const curve = (plane: GroundPlane, periods: number, fraction: number) =>
      path.heightOver(plane.x + fraction * towardX, plane.z + fraction * towardZ, periods * table.count);
    const lackOf = (plane: GroundPlane, periods: number): readonly [number, number] => {
      if (steps) return [plane.h - curve(plane, periods, 0), 0];
      const rise = (curve(plane, periods, probe) - curve(plane, periods, -probe)) / (2 * probe);
      return [plane.h - curve(plane, periods, 0), plane.slopeX * towardX + plane.slopeZ * towardZ - rise];
    };
    return {
      start,
      end,
      from,
      to,
      aside: [from.x - goingX, from.z - goingZ, to.x - comingX, to.z - comingZ],
      towardX,
      towardZ,
      square: steps ? 0 : square,
      lacks: [...lackOf(from, start), ...lackOf(to, end)],
      lift: 0,
    };
  }

  /** Returns the plane under the swinging foot, whose node is over (nodeX, nodeZ) of level ground. */
  private planeOfSwing(swing: Swing, periods: number, nodeX: number, nodeZ: number): GroundPlane {
    const { from, to, aside, lacks, towardX, towardZ, square, lift } = swing;
    const b = easeFraction((periods - swing.start) / (swing.end - swing.start));
    const x = nodeX + aside[0] + (aside[2] - aside[0]) * b;
    const z = nodeZ + aside[1] + (aside[3] - aside[1]) * b;
    const slopeX = from.slopeX + (to.slopeX - from.slopeX) * b;
    const slopeZ = from.slopeZ + (to.slopeZ - from.slopeZ) * b;
    const fraction = square > 0 ? ((x - from.x) * towardX + (z - from.z) * towardZ) / square : b;
    const s = Math.min(1, Math.max(0, fraction));
    const r = 1 - s;
    const lack =
      lacks[0] * r * r * (1 + 2 * s) +
      lacks[2] * s * s * (1 + 2 * r) +
      lacks[1] * s * r * r -
      lacks[3] * s * s * r +
      (fraction < 0 ? lacks[1] : lacks[3]) * (fraction - s);
    const acrossX = x - (from.x + fraction * towardX);
    const acrossZ = z - (from.z + fraction * towardZ);
    const across =
      (from.slopeX + (to.slopeX - from.slopeX) * s) * acrossX +
      (from.slopeZ + (to.slopeZ - from.slopeZ) * s) * acrossZ;
    const along = this.path.heightOver(x, z, periods * this.table.count);
    return { x, z, h: along + lack + across + lift * bumpOfFraction(s), slopeX, slopeZ };
  }

  private nodeAt(stance: number, side: 'coming' | 'going'): readonly [number, number] {
    const { turn, k } = this.locate(stance);
    const [x, z] = this.prints[k][side];
    return [x + turn * this.table.stride[0], z + turn * this.table.stride[1]];
  }

  timeOf(stance: number, side: 'start' | 'end'): number {
    const { turn, k } = this.locate(stance);
    return turn + this.stances[k][side] / this.sampleCount;
  }

  /** Returns the additional lift in the middle of a swing that keeps all corners of the sole above the ground. */
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
      const nodeX = foot.positions[3 * sample] + shiftX;
      const nodeZ = foot.positions[3 * sample + 2] + shiftZ;
      const plane = this.planeOfSwing(swing, n / count, nodeX, nodeZ);
      const low = lowestCorner(table, this.index, n);
      const lean = rotationOfPlane(plane);
      const bump = bumpOf(swing, n / count, plane.x, plane.z);
      const high = clearance * bump - tolerance * (1 - bump);
      for (let k = size * sample; k < size * (sample + 1); k += 3) {
        const [x, y, z] = layOnPlane(plane, lean, low, [
          foot.soles[k] + shiftX,
          foot.soles[k + 1],
          foot.soles[k + 2] + shiftZ,
        ]);
        const lack = floor + ground(x, z) + high * height - y;
        if (lack > 0) lift = Math.max(lift, lack / Math.max(minBump, bump));
      }
    }
    return lift;
  }
}

/** Returns the fraction of the lift that applies at a time of the swing and a position of its plane. */
function bumpOf(
  { from, towardX, towardZ, square, start, end }: Swing,
  periods: number,
  x: number,
  z: number,
): number {
  if (square === 0) return bumpOfFraction(easeFraction((periods - start) / (end - start)));
  const fraction = ((x - from.x) * towardX + (z - from.z) * towardZ) / square;
  return bumpOfFraction(Math.min(1, Math.max(0, fraction)));
}

/** Returns a value that is 0 with slope 0 at both ends, and 1 in the middle. */
function bumpOfFraction(s: number): number {
  return 16 * s * s * (1 - s) * (1 - s);
}

/** Returns 0 before 0 and 1 after 1, with continuous derivatives. */
export function easeFraction(fraction: number): number {
  const s = Math.min(1, Math.max(0, fraction));
  return s * s * s * (s * (6 * s - 15) + 10);
}

/**
 * Returns the footprint of each stance: contact positions of the sole, seen from above along the path of the first period. The foot's node
 * is recorded at the start and the end.
 */
function findPrints(
  { rig, motion, height }: FlatTable,
  { foot }: FlatFoot,
  stances: readonly Stance[],
  sampleCount: number,
): Print[] {
  const pose = new Pose(rig);
  const space = new RigSpace(rig, [foot.node, ...foot.sole.nodes]);
  const positions = new Float64Array(3 * foot.sole.count);
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
      poseCharacterPoints(positions, foot.sole, space.matrices);
      const limit = lowest(positions) + contactBand * height;
      for (let p = 0; p < positions.length; p += 3) {
        if (positions[p + 1] <= limit)
          touched.push(positions[p] + pose.carry[0], positions[p + 2] + pose.carry[2]);
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
