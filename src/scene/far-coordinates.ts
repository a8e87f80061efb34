import type { SceneOffset } from '../bake/bake-plan.ts';
import { InputError } from '../input-error.ts';
import { maxOf } from '../math/lists.ts';
import { rotateVector } from '../math/quaternion.ts';
import type { GroundFloor } from '../motion/floor.ts';
import type { RigidKey } from '../motion/keyed-collider.ts';
import {
  createAttachedMotion,
  createRigidPose,
  createShiftedMotion,
  type RigidMotion,
} from '../motion/rigid-motion.ts';
import type { OpenActorOptions } from './open-actor.ts';
import { isStatic, type OpenedMotion, openMotion } from './open-motion.ts';
import type { SceneActor } from './scene.ts';

export type Vector = readonly [x: number, y: number, z: number];

/** Metres. From this distance on, adjacent single-precision floats (used by files and GPUs) differ by about 1 mm. */
export const farDistance = 1e4;

/** Metres: maximum distance of positions in a scene from its origin. */
export const farthest = 1e6;

/** A ground of the scene, as `SceneOffsets` needs it. */
export interface PlacedGround {
  readonly name: string;
  /** Offset that was subtracted from the coordinates in its file, metres; null if the file has no coordinates. */
  readonly offset: Vector | null;
  readonly extent: GroundFloor['extent'];
}

/**
 * Finds one common offset for all objects of a scene whose files have coordinates far from the origin, such as map coordinates, so
 * that their relative positions do not change. The offset is that of a ground with far coordinates, otherwise that of the first far
 * object.
 */
export class SceneOffsets {
  private readonly groups: { readonly metres: Vector; readonly names: string[] }[] = [];

  /** If a ground is far from the origin of the scene itself, the far positions are intended, and the common offset is zero. */
  constructor(grounds: readonly PlacedGround[]) {
    for (const { name, offset } of grounds) if (offset?.some(isFar)) this.note(offset, name);
    const isThere = grounds.some(
      ({ extent }) => extent && findFar([extent.min[0], 0, extent.min[1]], [extent.max[0], 0, extent.max[1]]),
    );
    if (this.groups.length === 0 && isThere) this.groups.push({ metres: [0, 0, 0], names: [] });
  }

  /** Returns the common offset for an object. If there is none yet, the object's own offset becomes the common one. */
  take(name: string, own: Vector): Vector {
    const metres = this.groups[0]?.metres ?? own;
    this.note(metres, name);
    return metres;
  }

  list(): readonly SceneOffset[] {
    return this.groups.filter(({ metres }) => metres.some((part) => part !== 0));
  }

  private note(metres: Vector, name: string): void {
    const group = this.groups.find((known) => known.metres.every((part, axis) => part === metres[axis]));
    if (group) group.names.push(name);
    else this.groups.push({ metres, names: [name] });
  }
}

/**
 * Opens the motion of a rigid object. If its mesh or its keys are far from the origin, subtracts the common offset in double precision.
 * own: offset that was subtracted from the coordinates of its mesh, metres, or null.
 *
 * If the mesh is far and the keys are near, the mesh rotates about the centre of its bounding box. If both are far, the keys and the
 * original mesh coordinates together give the position. Throws InputError for keys far from the rest of the scene.
 */
export async function openNearMotion(
  entry: SceneActor,
  own: Vector | null,
  options: OpenActorOptions,
): Promise<OpenedMotion> {
  const { path, offsets, parents } = options;
  if (own && entry.parent !== undefined) {
    // The offset of the parent's mesh also applies to the parent's coordinate frame.
    const frame = parents.get(entry.parent)?.meshOffset ?? own;
    return openMotion({ ...entry, position: add(entry.position, own, -1, frame) }, options);
  }
  const parentOffset = entry.parent === undefined ? null : (parents.get(entry.parent)?.meshOffset ?? null);
  // The position is given in the original coordinates of the parent's mesh.
  if (parentOffset && entry.position.some(isFar))
    return openMotion({ ...entry, position: add(entry.position, zero, -1, parentOffset) }, options);
  if (own && isStatic(entry)) {
    const { motion } = await openMotion(entry, options);
    const whole = boxOf(createAttachedMotion(motion, { position: own, rotation: [0, 0, 0, 1] }), [0]);
    // The position in the scene may itself compensate for the far coordinates of the mesh.
    const isPlaced = entry.position.some(isFar) && !findFar(whole.min, whole.max);
    const position = isPlaced ? whole.min : add(entry.position, own, -1, offsets.take(entry.name, own));
    return openMotion({ ...entry, position }, options);
  }
  const moved = await openMotion(entry, options);
  if (entry.keys === undefined && entry.poses.length === 0) return moved;
  const whole = own ? shiftMotion(moved, own, zero) : moved;
  const times = lookTimes(moved.motion, options);
  const reach = boxOf(whole.motion, times);
  if (own) {
    const keys = boxOf(moved.motion, times);
    // A rotation about the origin of the map moves a far mesh by a long distance. Keys that are given for the original coordinates
    // compensate for this distance, so the resulting path is not longer than the path of the keys.
    const isWhole = [...keys.min, ...keys.max].some(isFar) && sizeOf(reach) <= sizeOf(keys) + 1;
    if (!isWhole) return shiftMotion(moved, zero, add(own, zero, -1, offsets.take(entry.name, own)));
  }
  const far = findFar(reach.min, reach.max);
  const placed = far ? shiftMotion(whole, zero, add(zero, zero, -1, offsets.take(entry.name, far))) : whole;
  const left = boxOf(placed.motion, times);
  const furthest = maxOf([...left.min.map(Math.abs), ...left.max.map(Math.abs)]);
  if (furthest <= farthest) return placed;
  throw InputError.at(
    `${path}.keys`,
    `expected keys within ${farthest} m of the rest of the scene, but ${entry.keys ?? 'a pose'} reaches ${Number(furthest.toPrecision(3))} m: check their unit and their map`,
  );
}

const zero: Vector = [0, 0, 0];

function isFar(coordinate: number): boolean {
  return Math.abs(coordinate) > farDistance;
}

interface Box {
  readonly min: Vector;
  readonly max: Vector;
}

/**
 * Returns the centre of a box in whole metres, on each axis on which the whole box is far from 0; 0 on other axes. Null if the box is not
 * far on any axis.
 */
export function findFar(min: readonly number[], max: readonly number[]): Vector | null {
  const middle = min.map((low, axis) => {
    const high = max[axis];
    const isBeyond = low > farDistance || high < -farDistance;
    return isBeyond ? Math.round((low + high) / 2) : 0;
  });
  return middle.some((part) => part !== 0) ? [middle[0], middle[1], middle[2]] : null;
}

/** Returns a + b + factor · c. */
function add(a: readonly number[], b: readonly number[], factor = 0, c: readonly number[] = zero): Vector {
  const sum = (axis: number) => a[axis] + b[axis] + factor * c[axis];
  return [sum(0), sum(1), sum(2)];
}

/** Shifts a motion in metres: the origin of the body by `own` in the frame of the body, and the path by `by` in the world. */
function shiftMotion(moved: OpenedMotion, own: Vector, by: Vector): OpenedMotion {
  const attached = own.some((part) => part !== 0)
    ? createAttachedMotion(moved.motion, { position: own, rotation: [0, 0, 0, 1] })
    : moved.motion;
  const turned = new Float64Array(3);
  const positions = moved.positions?.map((key): RigidKey => {
    rotateVector(turned, key.rotation, own);
    return { ...key, position: add(add(key.position, [...turned]), by) };
  });
  return { ...moved, motion: createShiftedMotion(attached, by), positions: positions ?? null };
}

function sizeOf({ min, max }: Box): number {
  return maxOf(max.map((high, axis) => high - min[axis]));
}

/** Sampling rate of a motion without knots, 1/s. */
const lookRate = 30;

/** Returns the times at which a motion is sampled, seconds: its knots, otherwise regular times over the whole scene. */
function lookTimes({ knots }: RigidMotion, { startTime, endTime }: OpenActorOptions): readonly number[] {
  if (knots) return knots;
  const count = Math.max(1, Math.ceil((endTime - startTime) * lookRate));
  return Array.from({ length: count + 1 }, (_, k) => startTime + (k / count) * (endTime - startTime));
}

/** Returns the bounding box of the positions of a body's origin, metres. */
function boxOf(motion: RigidMotion, times: readonly number[]): Box {
  const pose = createRigidPose();
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const time of times) {
    motion.sample(pose, time);
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], pose.position[axis]);
      max[axis] = Math.max(max[axis], pose.position[axis]);
    }
  }
  return { min, max };
}
