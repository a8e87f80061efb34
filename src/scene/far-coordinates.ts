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

/** Metres. Files and graphics cards hold single floats, which are 1 mm apart from here on. */
export const farDistance = 1e4;

/** Metres: as far as a scene's own places go. */
export const farthest = 1e6;

/** A ground of the scene, for `SceneOffsets`. */
export interface PlacedGround {
  readonly name: string;
  /** What was taken off the coordinates of its file, m; null where the file has none. */
  readonly offset: Vector | null;
  readonly extent: GroundFloor['extent'];
}

/**
 * Finds one offset for everything of a scene whose files hold coordinates far from the origin, such as those of a map, so that
 * what lay side by side still does. A ground that was brought near decides it, else the first thing that lies far.
 */
export class SceneOffsets {
  private readonly groups: { readonly metres: Vector; readonly names: string[] }[] = [];

  /** Where a ground lies far away in the scene itself, all of the scene is meant to: nothing is taken off. */
  constructor(grounds: readonly PlacedGround[]) {
    for (const { name, offset } of grounds) if (offset?.some(isFar)) this.note(offset, name);
    const isThere = grounds.some(
      ({ extent }) =>
        extent && findFar([extent.least[0], 0, extent.least[1]], [extent.most[0], 0, extent.most[1]]),
    );
    if (this.groups.length === 0 && isThere) this.groups.push({ metres: [0, 0, 0], names: [] });
  }

  /** The offset for a thing; its own where there is none yet. */
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
 * Opens the motion of a rigid thing, brought near the origin in double precision where its mesh or its keys lie far from it. own: what
 * was taken off the coordinates of its mesh, m, or null.
 *
 * A far mesh turns about its middle where its keys are near. Where both are far, keys and mesh together say where it goes. Throws
 * InputError for keys far from everything else.
 */
export async function openNearMotion(
  entry: SceneActor,
  own: Vector | null,
  options: OpenActorOptions,
): Promise<OpenedMotion> {
  const { path, offsets, parents } = options;
  if (own && entry.parent !== undefined) {
    // The frame of a parent that was brought near lies where its mesh does.
    const frame = parents.get(entry.parent)?.meshOffset ?? own;
    return openMotion({ ...entry, position: add(entry.position, own, -1, frame) }, options);
  }
  const parentOffset = entry.parent === undefined ? null : (parents.get(entry.parent)?.meshOffset ?? null);
  // A place in the coordinates of the parent's mesh.
  if (parentOffset && entry.position.some(isFar))
    return openMotion({ ...entry, position: add(entry.position, zero, -1, parentOffset) }, options);
  if (own && isStatic(entry)) {
    const { motion } = await openMotion(entry, options);
    const whole = boxOf(createAttachedMotion(motion, { position: own, rotation: [0, 0, 0, 1] }), [0]);
    // A position that brings the far mesh near by itself.
    const isPlaced = entry.position.some(isFar) && !findFar(whole.min, whole.max);
    const position = isPlaced ? whole.min : add(entry.position, own, -1, offsets.take(entry.name, own));
    return openMotion({ ...entry, position }, options);
  }
  const moved = await openMotion(entry, options);
  if (entry.keys === undefined) return moved;
  const whole = own ? shiftMotion(moved, own, zero) : moved;
  const times = lookTimes(moved.motion, options);
  const reach = boxOf(whole.motion, times);
  if (own) {
    const keys = boxOf(moved.motion, times);
    // Turned about the origin of its map a thing goes a long way: keys that mean that make up for it.
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
    `expected keys within ${farthest} m of the rest of the scene, but ${entry.keys} reaches ${Number(furthest.toPrecision(3))} m: are they in another unit, or on another map?`,
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

/** The middle of a box on every axis on which all of it is far, in whole metres; 0 on the others. Null where no axis is. */
export function findFar(min: readonly number[], max: readonly number[]): Vector | null {
  const middle = min.map((low, axis) => {
    const high = max[axis];
    const isBeyond = low > farDistance || high < -farDistance;
    return isBeyond ? Math.round((low + high) / 2) : 0;
  });
  return middle.some((part) => part !== 0) ? [middle[0], middle[1], middle[2]] : null;
}

/** a + b + factor · c. */
function add(a: readonly number[], b: readonly number[], factor = 0, c: readonly number[] = zero): Vector {
  const sum = (axis: number) => a[axis] + b[axis] + factor * c[axis];
  return [sum(0), sum(1), sum(2)];
}

/** A motion of a body whose origin is moved by `own` in its own frame, and by `by` in the world. */
function shiftMotion(moved: OpenedMotion, own: Vector, by: Vector): OpenedMotion {
  const attached = own.some((part) => part !== 0)
    ? createAttachedMotion(moved.motion, { position: own, rotation: [0, 0, 0, 1] })
    : moved.motion;
  const turned = new Float64Array(3);
  const places = moved.places?.map((key): RigidKey => {
    rotateVector(turned, key.rotation, own);
    return { ...key, position: add(add(key.position, [...turned]), by) };
  });
  return { ...moved, motion: createShiftedMotion(attached, by), places: places ?? null };
}

function sizeOf({ min, max }: Box): number {
  return maxOf(max.map((high, axis) => high - min[axis]));
}

/** Times a second at which a motion without knots is looked at. */
const lookRate = 30;

/** When a motion is looked at: at its keys, else all through the scene. */
function lookTimes({ knots }: RigidMotion, { startTime, endTime }: OpenActorOptions): readonly number[] {
  if (knots) return knots;
  const count = Math.max(1, Math.ceil((endTime - startTime) * lookRate));
  return Array.from({ length: count + 1 }, (_, k) => startTime + (k / count) * (endTime - startTime));
}

/** The box around the places of a body's origin. */
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
