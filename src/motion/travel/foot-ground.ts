import { type Quaternion, quaternionBetween, rotateVector } from '../../math/quaternion.ts';
import { Pose } from '../pose.ts';
import { placeFigurePoints } from './figure-points.ts';
import { fitGround, type GroundHeight, type GroundPlane, heightOfPlane } from './fit-ground.ts';
import { type FlatFoot, type FlatTable, locateSample } from './flat-table.ts';
import { GridCache, sampleSpline } from './grid-cache.ts';
import type { Stance } from './plan-stances.ts';
import { RigSpace } from './rig-space.ts';
import { lowest } from './track-soles.ts';
import { normalize, type Vector } from './vectors.ts';

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

/**
 * How one foot's motion over level ground becomes one over the real ground: at any time a plane, on which the level floor
 * under the foot is laid. While a foot stands the plane is one and the same, that of its footprint, so that a foot that is
 * pinned on level ground is pinned on the slope. In the swing the planes of both footprints are blended, and the foot is
 * lifted over what stands between them. A foot that is never planted follows the ground under it as it goes.
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
  ) {
    const foot = table.feet[index];
    const { steps, repeats } = table.motion;
    const stances = steps?.stances[index] ?? [];
    const isDragged = stances.some(({ start, end }) => end - start > longestStance * steps!.count);
    this.planted =
      stances.length > 0 && repeats && !isDragged
        ? new PlantedFoot(table, foot, stances, steps!.count, ground)
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

  planeAt(turns: number): GroundPlane {
    if (this.planted) return this.planted.planeAt(turns);
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

/** The turn that lays level ground on a plane. */
export function turnOfPlane({ slopeX, slopeZ }: GroundPlane): Quaternion {
  if (slopeX === 0 && slopeZ === 0) return [0, 0, 0, 1];
  return quaternionBetween([0, 1, 0], normalize([-slopeX, 1, -slopeZ]));
}

/** A place over level ground, whose planted soles stand at `level`, as the same place over a plane. */
export function layOnPlane(plane: GroundPlane, turn: Quaternion, level: number, place: Vector): Vector {
  const out: Vector = [place[0] - plane.x, place[1] - level, place[2] - plane.z];
  rotateVector(out, turn, out);
  return [out[0] + plane.x, out[1] + level + plane.h, out[2] + plane.z];
}

/** From one stance to the next; in turns. */
interface Swing {
  readonly start: number;
  readonly end: number;
  readonly from: GroundPlane;
  readonly to: GroundPlane;
  readonly lift: number;
}

/** A foot that is set and lifted. Stances are numbered through all turns: the k-th of turn n is n · stances + k. */
class PlantedFoot {
  private readonly prints: readonly Float64Array[];
  private readonly planes: GridCache<GroundPlane>;
  private readonly swings: GridCache<Swing>;
  private readonly level: number;

  constructor(
    private readonly table: FlatTable,
    private readonly foot: FlatFoot,
    private readonly stances: readonly Stance[],
    private readonly sampleCount: number,
    private readonly ground: GroundHeight,
  ) {
    this.level = table.motion.floor - table.motion.softDepth;
    this.prints = findPrints(table, foot, stances, sampleCount);
    this.planes = new GridCache((stance) => {
      const { turn, k } = this.locate(stance);
      const [x, z] = table.stride;
      return fitGround(ground, this.prints[k], turn * x, turn * z, table.height);
    });
    this.swings = new GridCache((stance) => {
      const swing: Swing = {
        start: this.timeOf(stance, 'end'),
        end: this.timeOf(stance + 1, 'start'),
        from: this.planes.at(stance),
        to: this.planes.at(stance + 1),
        lift: 0,
      };
      return { ...swing, lift: this.findLift(swing) };
    });
  }

  planeAt(turns: number): GroundPlane {
    const turn = Math.floor(turns);
    const count = this.stances.length;
    let stance = turn * count + count - 1;
    // A stance begins in its own turn, so this ends at the last one of the turn before.
    while (this.timeOf(stance, 'start') > turns) stance--;
    if (turns <= this.timeOf(stance, 'end')) return this.planes.at(stance);
    return planeOfSwing(this.swings.at(stance), turns);
  }

  private locate(stance: number): { turn: number; k: number } {
    const turn = Math.floor(stance / this.stances.length);
    return { turn, k: stance - turn * this.stances.length };
  }

  private timeOf(stance: number, side: 'start' | 'end'): number {
    const { turn, k } = this.locate(stance);
    return turn + this.stances[k][side] / this.sampleCount;
  }

  /** How much higher than its footprints say a swing must go in its middle, so that no corner of the sole goes into the ground. */
  private findLift(swing: Swing): number {
    const { table, foot, level, ground } = this;
    const { height, count, stride } = table;
    const { floor } = table.motion;
    const size = 3 * foot.corners.count;
    let lift = 0;
    for (let n = Math.ceil(swing.start * count); n <= Math.floor(swing.end * count); n++) {
      const { turn, sample } = locateSample(table, n);
      const plane = planeOfSwing(swing, n / count);
      const lean = turnOfPlane(plane);
      const bump = bumpOf(swing, n / count);
      const high = clearance * bump - tolerance * (1 - bump);
      for (let k = size * sample; k < size * (sample + 1); k += 3) {
        const [x, y, z] = layOnPlane(plane, lean, level, [
          foot.soles[k] + turn * stride[0],
          foot.soles[k + 1],
          foot.soles[k + 2] + turn * stride[1],
        ]);
        const lack = floor + ground(x, z) + high * height - y;
        if (lack > 0) lift = Math.max(lift, lack / Math.max(leastBump, bump));
      }
    }
    return lift;
  }
}

function planeOfSwing(swing: Swing, turns: number): GroundPlane {
  const { from, to } = swing;
  const b = shareOf(swing, turns);
  const x = from.x + (to.x - from.x) * b;
  const z = from.z + (to.z - from.z) * b;
  return {
    x,
    z,
    h: (1 - b) * heightOfPlane(from, x, z) + b * heightOfPlane(to, x, z) + swing.lift * 4 * b * (1 - b),
    slopeX: from.slopeX + (to.slopeX - from.slopeX) * b,
    slopeZ: from.slopeZ + (to.slopeZ - from.slopeZ) * b,
  };
}

/** How far a swing has come, 0..1, without a jerk at either end. */
function shareOf({ start, end }: Swing, turns: number): number {
  const s = Math.min(1, Math.max(0, (turns - start) / (end - start)));
  return s * s * s * (s * (6 * s - 15) + 10);
}

function bumpOf(swing: Swing, turns: number): number {
  const b = shareOf(swing, turns);
  return 4 * b * (1 - b);
}

/** Where the sole touches in each stance, seen from above along the way of the first turn: eight sides, half-way, middle. */
function findPrints(
  { rig, motion, height }: FlatTable,
  { foot }: FlatFoot,
  stances: readonly Stance[],
  sampleCount: number,
): Float64Array[] {
  const pose = new Pose(rig);
  const space = new RigSpace(rig, foot.sole.nodes);
  const places = new Float64Array(3 * foot.sole.count);
  return stances.map(({ start, end }) => {
    const touched: number[] = [];
    for (let k = 0; k <= printSamples; k++) {
      const sample = start + ((end - start) * k) / printSamples;
      pose.reset();
      motion.apply(pose, (sample / sampleCount) * motion.period);
      space.update(pose);
      placeFigurePoints(places, foot.sole, space.matrices);
      const limit = lowest(places) + contactBand * height;
      for (let p = 0; p < places.length; p += 3) {
        if (places[p + 1] <= limit) touched.push(places[p] + pose.carry[0], places[p + 2] + pose.carry[2]);
      }
    }
    return outlinePrint(touched);
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
