import { InputError } from '../input-error.ts';
import { composeMatrix, createMatrix, type Matrix } from '../math/matrix.ts';
import { quaternionFromAxisAngle } from '../math/quaternion.ts';
import { findFigureJumps, hasJumpBetween } from './find-jumps.ts';
import type { Floor } from './floor.ts';
import { measureRest } from './measure-rest.ts';
import { Pose } from './pose.ts';
import { requireClip } from './require-clip.ts';
import type { Clip, Rig } from './rig.ts';
import { sampleClip } from './sample-clip.ts';
import type { FlatMotion } from './travel/flat-table.ts';
import { followFloor } from './travel/follow-floor.ts';
import type { Travel } from './travel/travel.ts';

/** A rig with a clip, placed in the world: poses at any t ≥ 0, in metres. */
export interface Actor {
  readonly name: string;
  readonly rig: Rig;
  readonly clip: Clip | null;
  readonly travel: Travel | null;
  /** Rig units to metres. */
  readonly scale: number;
  /** Height of the figure at rest, metres. */
  readonly height: number;
  readonly warnings: readonly string[];
  /** Seconds by which its clip runs ahead: at t it shows the clip's t + offset. */
  readonly offset: number;
  /** Height of the surface that it follows at a place of the world, m, its own `position[1]` included; absent: level. */
  readonly floor?: Floor;
  /**
   * The pose at t with world matrices: in `pose`, which must be of the same rig, or else in one shared buffer that the
   * next call without it overwrites.
   */
  poseAt(t: number, pose?: Pose): Pose;
  /** See `Travel.cutBetween`. */
  cutBetween(t0: number, t1: number): boolean;
}

/** Options of `createActor`. Metres, radians, seconds. */
export interface ActorOptions {
  /** Unique in a scene. */
  readonly name: string;
  /** Exact name or index; the first clip when absent; null for the rest pose, unmoved. */
  readonly clip?: string | number | null;
  /**
   * Where the rig's origin stands at t = 0, metres: its floor at y, where travel found one; y above `floor`, where there is
   * one. Default [0, 0, 0].
   */
  readonly position?: readonly [number, number, number];
  /** Turn about +Y, radians; 0 leaves the file's own direction. */
  readonly heading?: number;
  /** Seconds by which the clip runs ahead, ≥ 0. The figure still stands at `position` when t is 0. Default 0. */
  readonly offset?: number;
  /** Rig units to metres, > 0. */
  readonly scale?: number;
  /** Height of the figure at rest, metres, > 0; instead of `scale`. */
  readonly height?: number;
  /**
   * How the clip gets across the ground, or how to plan that once clip and scale (rig units to metres) are known.
   * Without it the clip plays once from 0 on the spot and its last pose is held.
   */
  readonly travel?: Travel | null | ((rig: Rig, clip: Clip, scale: number) => Travel | null);
  /**
   * The height of a ground that the figure follows: it is raised over its whole way, its planted feet stand on the slope.
   * Null or absent: the ground is level. Errors: RangeError where it is not finite under the figure's start.
   */
  readonly floor?: Floor | null;
  /** Where these options stand, for faults: `actors[0]`. Default: the name. */
  readonly path?: string;
}

/**
 * Places a rig and its clip in the world.
 *
 * Without `scale` or `height`, a figure outside 0.2 to 3 m is rescaled by a power of ten into that range, with a warning.
 * Errors: InputError for a missing clip (listing those that exist), both scale and height, or one that is not > 0.
 */
export function createActor(rig: Rig, options: ActorOptions): Actor {
  const path = options.path ?? options.name;
  const clip =
    options.clip === null || (options.clip === undefined && rig.clips.length === 0)
      ? null
      : requireClip(rig, options.clip, `${path}.clip`);
  const restHeight = measureRest(rig).height;
  const warnings: string[] = [];
  const scale = chooseScale(rig, restHeight, options, path, warnings);
  const planned =
    typeof options.travel === 'function' ? clip && options.travel(rig, clip, scale) : options.travel;
  const travel = planned ?? null;

  const shared = new Pose(rig);
  const offset = options.offset ?? 0;
  const before = new Float64Array(3);
  if (travel && offset > 0) {
    travel.apply(shared, offset);
    before.set(shared.carry);
  }
  const root = placeRoot(options, scale, travel?.floor ?? 0);
  const applyFlat = (pose: Pose, t: number): void => {
    if (travel) travel.apply(pose, t);
    else if (clip) sampleClip(clip, t, pose);
    // Along the ground alone: how deep its feet go is carry too.
    for (const axis of [0, 2]) pose.carry[axis] -= before[axis];
  };
  const surface = options.floor ?? null;
  const follow = surface && followFloor(rig, flatMotion(travel, clip, applyFlat), liftOver(surface, root));
  const y = options.position?.[1] ?? 0;
  return {
    name: options.name,
    rig,
    clip,
    travel,
    scale,
    height: restHeight * scale,
    warnings: [...rig.warnings, ...warnings, ...(travel?.warnings ?? [])],
    offset,
    floor: surface ? (x, z) => y + surface(x, z) : undefined,
    poseAt(t, pose = shared) {
      pose.reset();
      applyFlat(pose, t + offset);
      follow?.(pose, t + offset);
      pose.root.set(root);
      pose.updateWorld();
      return pose;
    },
    cutBetween(t0, t1) {
      if (travel) return travel.cutBetween(t0 + offset, t1 + offset);
      return clip !== null && hasJumpBetween(findFigureJumps(clip), t0 + offset, t1 + offset);
    },
  };
}

/** What there is to follow a floor with: a clip without travel is played once from 0 and held. */
function flatMotion(
  travel: Travel | null,
  clip: Clip | null,
  apply: (pose: Pose, t: number) => void,
): FlatMotion {
  if (!travel) return { period: clip?.end ?? 0, repeats: false, floor: 0, softDepth: 0, apply };
  const { period, repeats, floor, softDepth = 0, steps } = travel;
  return { period, repeats, floor, softDepth, steps, apply };
}

/** A floor as the figure's own way sees it: how much higher than level, in rig units along rig axes. */
function liftOver(floor: Floor, root: Matrix): (x: number, z: number) => number {
  // The root turns about the vertical alone, and scales evenly.
  const scale = root[5];
  if (!Number.isFinite(floor(root[12], root[14]))) {
    throw new RangeError(`a floor must have a height everywhere, but has none at ${root[12]}, ${root[14]}`);
  }
  return (x, z) => floor(root[0] * x + root[8] * z + root[12], root[2] * x + root[10] * z + root[14]) / scale;
}

const shortest = 0.2;
const tallest = 3;

function chooseScale(
  rig: Rig,
  restHeight: number,
  options: ActorOptions,
  path: string,
  warnings: string[],
): number {
  const { scale, height } = options;
  if (scale !== undefined && height !== undefined) {
    throw InputError.at(`${path}.scale`, 'expected scale or height, got both: leave one out');
  }
  if (scale !== undefined) return requireSize(scale, `${path}.scale`, 'a scale > 0');
  if (height !== undefined) {
    requireSize(height, `${path}.height`, 'a height > 0 m');
    if (restHeight > 0) return height / restHeight;
    throw InputError.at(
      `${path}.height`,
      `expected a figure with a height, but ${rig.name} is flat: give scale`,
    );
  }
  if (restHeight === 0 || (restHeight >= shortest && restHeight <= tallest)) return 1;
  // Repeated steps rather than a power: engines may differ in the last digit of powers.
  let fitted = 1;
  while (restHeight * fitted > tallest) fitted /= 10;
  while (restHeight * fitted < shortest) fitted *= 10;
  warnings.push(
    `${rig.name} stands ${toWords(restHeight)} units tall, which is no size for a figure in metres; ` +
      `it is scaled by ${toWords(fitted)} to ${toWords(restHeight * fitted)} m: give height or scale to choose`,
  );
  return fitted;
}

function requireSize(value: number, path: string, expectation: string): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw InputError.at(path, `expected ${expectation}, got ${value}`);
}

function toWords(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** position · heading · scale, with the rig's floor brought to 0 first. */
function placeRoot(options: ActorOptions, scale: number, floor: number): Matrix {
  const [x, y, z] = options.position ?? [0, 0, 0];
  const rotation = quaternionFromAxisAngle([0, 1, 0], options.heading ?? 0);
  const root = createMatrix();
  composeMatrix(root, 0, [x, y - floor * scale, z], 0, rotation, 0, [scale, scale, scale], 0);
  return root;
}
