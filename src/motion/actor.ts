import { InputError } from '../input-error.ts';
import { composeMatrix, createMatrix, type Matrix } from '../math/matrix.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import { findCharacterJumps, hasJumpBetween } from './find-jumps.ts';
import type { Floor } from './floor.ts';
import { measureRest } from './measure-rest.ts';
import { Pose } from './pose.ts';
import { requireClip } from './require-clip.ts';
import type { CharacterResponse } from './response/character-response.ts';
import { estimateMass } from './response/estimate-mass.ts';
import type { FootPlacement, ResponseOptions } from './response/foot-response.ts';
import type { Clip, Rig } from './rig.ts';
import { sampleClip } from './sample-clip.ts';
import type { SpringBones } from './springs/spring-bones.ts';
import type { FlatMotion } from './travel/flat-table.ts';
import { followFloor } from './travel/follow-floor.ts';
import type { Travel } from './travel/travel.ts';

/** A rig with a clip, positioned in the world: poses at any t ≥ 0, in metres. */
export interface Actor {
  readonly name: string;
  readonly rig: Rig;
  /** Null if the actor plays no clip, or a sequence of clips. */
  readonly clip: Clip | null;
  readonly travel: Travel | null;
  /** Rig units to metres. */
  readonly scale: number;
  /** Height of the character in its rest pose, metres. */
  readonly height: number;
  readonly warnings: readonly string[];
  /** Offset of the clip in seconds: at time t the actor shows the pose of clip time t + offset. */
  readonly offset: number;
  /**
   * Height in metres of the ground that the actor follows, as a function of the world position. Includes `position[1]` of the actor.
   * Absent: level ground.
   */
  readonly floor?: Floor;
  /** The spring bones that swing in its poses: see `withSprings`. Absent: none do. */
  readonly springs?: SpringBones;
  /** How the ground answers to the feet; its times include the offset. Null if it does not. */
  readonly response: CharacterResponse | null;
  /**
   * Returns the pose at time t with its world matrices. The result is written to `pose`, which must belong to the same rig. Without `pose`,
   * it is written to a shared buffer, which the next call without `pose` overwrites.
   */
  poseAt(t: number, pose?: Pose): Pose;
  /** See `Travel.cutBetween`. */
  cutBetween(t0: number, t1: number): boolean;
}

/** Returns the name of the clip that an actor plays, or the names of its sequence; undefined without motion. */
export function describePlayed({ clip, travel }: Actor): string | undefined {
  return clip?.name || travel?.title;
}

/** Options of `createActor`. Metres, radians, seconds. */
export interface ActorOptions {
  /** Unique in a scene. */
  readonly name: string;
  /** Exact name or index. Default: the first clip. Null: the rest pose, without motion. */
  readonly clip?: string | number | null;
  /**
   * Position of the rig's origin at t = 0, metres. y is the height of the floor on which the character stands, if travel detected a floor.
   * If there is a `floor`, y is relative to that floor. Default [0, 0, 0].
   */
  readonly position?: readonly [number, number, number];
  /** Rotation about +Y, radians. 0 keeps the file's own direction. */
  readonly heading?: number;
  /** Offset of the clip in seconds, ≥ 0. The character is at `position` when t = 0, whatever the offset. Default 0. */
  readonly offset?: number;
  /** Rig units to metres, > 0. */
  readonly scale?: number;
  /** Height of the character in its rest pose, metres, > 0; instead of `scale`. */
  readonly height?: number;
  /**
   * How the character moves across the ground, or a function that plans this motion once clip and scale (rig units to metres) are known.
   * Absent: the clip plays once from 0 in place, and its last pose is held.
   */
  readonly travel?: Travel | null | ((rig: Rig, clip: Clip, scale: number) => Travel | null);
  /**
   * Height of a ground that the character follows: the character is raised along its whole path, and its planted feet stand on the slope.
   * Null or absent: level ground. Throws a RangeError if the height under the start position is not finite.
   */
  readonly floor?: Floor | null;
  /**
   * How the ground answers to the weight of the character: its feet sink in and slip. Absent: they do not. Without a mass, it is estimated from
   * the volume of the surfaces.
   */
  readonly response?: Omit<ResponseOptions, 'mass'> & { readonly mass?: number };
  /** Location of these options in the scene, for error messages: `actors[0]`. Default: the name. */
  readonly path?: string;
}

/**
 * Positions a rig and its clip in the world.
 *
 * Without `scale` or `height`, a character outside 0.2 to 3 m is rescaled by a power of ten into that range, with a warning. Throws an
 * InputError if the clip does not exist (the message lists the existing ones), if both scale and height are given, or if one of them is not
 * > 0.
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
  if (travel && !travel.isPlaced && offset > 0) {
    travel.apply(shared, offset);
    before.set(shared.carry);
  }
  const root = positionRoot(options, scale, travel?.floor ?? 0);
  const applyFlat = (pose: Pose, t: number): void => {
    if (travel) travel.apply(pose, t);
    else if (clip) sampleClip(clip, t, pose);
    // Only x and z are subtracted, since y of the carry contains the depth to which the feet sink.
    for (const axis of [0, 2]) pose.carry[axis] -= before[axis];
  };
  const surface = options.floor ?? null;
  const isShifted = before[0] !== 0 || before[2] !== 0;
  const flat = travel && !isShifted ? flatTravel(travel) : flatMotion(travel, clip, applyFlat);
  const response = options.response && {
    ...options.response,
    mass: options.response.mass ?? estimateMass(rig, scale, path),
    placement: placeFeet(root, scale, flat.period, offset),
  };
  const lift = surface ? liftOver(surface, root) : response ? () => 0 : null;
  const follow = lift && followFloor(rig, flat, lift, response);
  const y = options.position?.[1] ?? 0;
  return {
    name: options.name,
    rig,
    clip: travel?.kind === 'sequence' ? null : clip,
    travel,
    scale,
    height: restHeight * scale,
    warnings: [...rig.warnings, ...warnings, ...(travel?.warnings ?? [])],
    offset,
    response: follow?.response ?? null,
    floor: surface ? (x, z) => y + surface(x, z) : undefined,
    poseAt(t, pose = shared) {
      pose.reset();
      applyFlat(pose, t + offset);
      follow?.apply(pose, t + offset);
      pose.root.set(root);
      pose.updateWorld();
      return pose;
    },
    cutBetween(t0, t1) {
      if (travel) return travel.cutBetween(t0 + offset, t1 + offset);
      return clip !== null && hasJumpBetween(findCharacterJumps(clip), t0 + offset, t1 + offset);
    },
  };
}

/**
 * Returns the motion on level ground, from which the motion over a floor is derived. A clip without travel is played once from 0, and its
 * last pose is held.
 */
function flatMotion(
  travel: Travel | null,
  clip: Clip | null,
  apply: (pose: Pose, t: number) => void,
): FlatMotion {
  if (!travel) return { period: clip?.end ?? 0, repeats: false, floor: 0, softDepth: 0, apply };
  const { period, repeats, floor, softDepth = 0, steps } = travel;
  const speed = travel.kind === 'sequence' ? travel.speed : undefined;
  return { period, repeats, floor, softDepth, steps, speed, apply };
}

const flatOfTravel = new WeakMap<Travel, FlatMotion>();

/** Returns the motion of a travel on level ground. Actors with the same travel share it, and with it the table of its samples. */
function flatTravel(travel: Travel): FlatMotion {
  let flat = flatOfTravel.get(travel);
  if (!flat) {
    flat = flatMotion(travel, null, (pose, t) => travel.apply(pose, t));
    flatOfTravel.set(travel, flat);
  }
  return flat;
}

/** Returns the height of the floor above level ground as a function of the position (x, z), in rig units and rig axes. */
function liftOver(floor: Floor, root: Matrix): (x: number, z: number) => number {
  // The root rotates about the vertical axis only and has a uniform scale.
  const scale = root[5];
  if (!Number.isFinite(floor(root[12], root[14]))) {
    throw new RangeError(`a floor must have a height everywhere, but has none at ${root[12]}, ${root[14]}`);
  }
  return (x, z) => floor(root[0] * x + root[8] * z + root[12], root[2] * x + root[10] * z + root[14]) / scale;
}

/** Returns how the feet of a character belong to the scene. `period` in seconds; `offset`: of the clip, s. */
function placeFeet(root: Matrix, scale: number, period: number, offset: number): FootPlacement {
  return {
    scale,
    toWorld: (x, z) => [
      (root[0] * x + root[8] * z) / scale + root[12],
      (root[2] * x + root[10] * z) / scale + root[14],
    ],
    timeOf: (periods) => periods * period - offset,
  };
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
      `expected a character with a height, but ${rig.name} is flat: give scale`,
    );
  }
  if (restHeight === 0 || (restHeight >= shortest && restHeight <= tallest)) return 1;
  // Repeated multiplication instead of a power function, whose last digit may differ between JavaScript engines.
  let fitted = 1;
  while (restHeight * fitted > tallest) fitted /= 10;
  while (restHeight * fitted < shortest) fitted *= 10;
  warnings.push(
    `${rig.name} is ${toText(restHeight)} units tall, which is not a plausible height of a character in metres; ` +
      `it is scaled by ${toText(fitted)} to ${toText(restHeight * fitted)} m: give height or scale to choose`,
  );
  return fitted;
}

function requireSize(value: number, path: string, expectation: string): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw InputError.at(path, `expected ${expectation}, got ${value}`);
}

function toText(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Writes the root transform: position · heading · scale, after the rig's floor is moved to height 0. */
function positionRoot(options: ActorOptions, scale: number, floor: number): Matrix {
  const [x, y, z] = options.position ?? [0, 0, 0];
  const rotation = quaternionFromAxisAngle([0, 1, 0], options.heading ?? 0);
  const root = createMatrix();
  composeMatrix(root, 0, [x, y - floor * scale, z], 0, rotation, 0, [scale, scale, scale], 0);
  return root;
}
