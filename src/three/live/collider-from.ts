import { Matrix4, type Object3D, type Quaternion, Vector3 } from 'three';
import { rotateVector } from '../../math/quaternion.ts';
import type { RigidPose } from '../../motion/collider.ts';
import { deformSurface } from '../../motion/deform-surface.ts';
import { HeightBound } from '../../motion/height-bound.ts';
import { JumpDetector } from '../../motion/live/jump-detector.ts';
import { chooseBase, measureFrom } from '../../motion/live/relative-positions.ts';
import { splitBlocks } from '../../motion/live/split-blocks.ts';
import { orientTriangles } from '../../motion/orient-triangles.ts';
import { Pose } from '../../motion/pose.ts';
import type { RigSurface } from '../../motion/rig.ts';
import { splitSurface } from '../../motion/split-surface.ts';
import { uniqueName } from '../../motion/unique-name.ts';
import { weldSurface } from '../../motion/weld-vertices.ts';
import { type ObjectRig, readObject } from './read-object.ts';

/** Options of `colliderFrom`. Speeds in m/s. */
export interface ColliderFromOptions {
  /**
   * If a joint or mesh moves faster than this over several frames, m/s, it was moved elsewhere, and the space between the two poses is not
   * swept. Default 40.
   */
  readonly teleportSpeed?: number;
}

/** A part's pose in a frame. */
export interface PartPose {
  /** Index into the collider's parts. */
  readonly part: number;
  /**
   * Base point, metres from the given origin, [3]. Positions are relative to the base point, so that they are precise even far from the
   * world's origin.
   */
  readonly base: readonly [number, number, number];
  /** Metres from `base`, [3 · vertexCount]. */
  readonly to: Float32Array<ArrayBuffer>;
  /** Positions of the pose that was read before, metres from `base`, [3 · vertexCount]. Null if that array was transferred, or at a cut. */
  readonly from: Float32Array<ArrayBuffer> | null;
  readonly cut: boolean;
}

interface Part {
  readonly surface: RigSurface;
  readonly bound: HeightBound;
  readonly indices: Uint32Array;
  readonly positions: Float64Array;
  lowest: number;
  wasNear: boolean;
}

/**
 * Creates a collider of an object's meshes: plain, skinned or morphed, moved by an AnimationMixer, physics or code. Create it when the
 * object has its final size, because geometry is read once; only poses are read in every frame. Throws an `InputError` if the object holds
 * no mesh.
 */
export function colliderFrom(object: Object3D, options: ColliderFromOptions = {}): ObjectCollider {
  return new ObjectCollider(object, options);
}

/** The collider of an Object3D, which follows its animation. `colliderFrom` creates it. */
export class ObjectCollider {
  /** The constant data of each part for a simulation. Names are unique, triangles are wound outward. */
  readonly parts: readonly {
    readonly name: string;
    readonly vertexCount: number;
    readonly indices: Uint32Array;
  }[];

  private readonly source: ObjectRig;
  private readonly own: Part[];
  private previous: Pose;
  private current: Pose;
  private readonly origin = new Vector3();
  private readonly originBefore = new Vector3();
  private isCut = true;
  /** Detects and counts jumps. */
  readonly jumps: JumpDetector;

  constructor(
    readonly object: Object3D,
    options: ColliderFromOptions,
  ) {
    this.jumps = new JumpDetector(options.teleportSpeed ?? 40);
    object.updateWorldMatrix(true, true);
    this.source = readObject(object);
    const { rig } = this.source;
    this.previous = new Pose(rig);
    this.current = new Pose(rig);
    this.source.readPose(this.current);
    this.own = rig.surfaces
      .map((surface) => weldSurface(surface))
      .flatMap((surface) => (surface.skin < 0 ? splitBlocks(surface) : splitSurface(rig, surface)))
      .map((surface) => ({
        surface,
        bound: new HeightBound(surface),
        indices: orientTriangles(surface, this.current),
        positions: new Float64Array(surface.positions.length),
        lowest: Number.POSITIVE_INFINITY,
        wasNear: false,
      }));
    const names = new Set<string>();
    this.parts = this.own.map(({ surface, indices }) => ({
      name: uniqueName(`${rig.name}/${surface.name}`, names),
      vertexCount: surface.positions.length / 3,
      indices,
    }));
  }

  /** Marks a cut: the object was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.isCut = true;
  }

  /**
   * Reads the object's pose, `dt` seconds after the last read. Returns the parts that are below `top` (m above the origin) in either of the
   * two poses, in arrays that may be transferred.
   *
   * origin: position in the world, m, of the user of the poses, such as a ground. The returned positions are relative to it, so that there
   * is no motion if both move together. carry: the part of the motion since the last frame, relative to the origin, that must not count as
   * motion. turn: rotation of the user of the poses in the world. If given, the returned positions are along the user's axes.
   */
  read(
    top: number,
    dt: number,
    origin: Vector3 = worldOrigin,
    carry: RigidPose | null = null,
    turn: Quaternion | null = null,
  ): PartPose[] {
    this.object.updateWorldMatrix(true, true);
    [this.previous, this.current] = [this.current, this.previous];
    this.source.readPose(this.current);
    this.originBefore.copy(this.origin);
    this.origin.copy(origin);
    if (turn) {
      bringInto(this.current, origin, turn);
      this.origin.set(0, 0, 0);
    }
    if (this.isCut) this.jumps.reset();
    const cut = this.isCut || this.jumps.judge(this.measureMove(carry), dt);
    this.isCut = false;
    const poses: PartPose[] = [];
    this.own.forEach((part, index) => {
      const before = cut ? Number.POSITIVE_INFINITY : part.lowest;
      part.lowest = part.bound.measure(this.current) - this.origin.y;
      const isNear = Math.min(before, part.lowest) <= top;
      if (isNear) {
        deformSurface(part.surface, this.current, part.positions);
        const now = this.origin.toArray();
        const base = chooseBase(part.positions, now);
        const to = measureFrom(part.positions, now, base);
        let from: PartPose['from'] = null;
        if (!cut && !part.wasNear) {
          deformSurface(part.surface, this.previous, part.positions);
          from = measureFrom(part.positions, this.originBefore.toArray(), base, carry);
        }
        poses.push({ part: index, base, to, from, cut });
      }
      part.wasNear = isNear;
    });
    return poses;
  }

  /** Returns the maximum displacement of a joint or mesh since the last frame, relative to the origin, m. */
  private measureMove(carry: RigidPose | null): number {
    const [a, b] = [this.previous.world, this.current.world];
    const before = this.originBefore.toArray();
    const now = this.origin.toArray();
    let furthest = 0;
    for (let k = 12; k < a.length; k += 16) {
      for (let axis = 0; axis < 3; axis++) position[axis] = a[k + axis] - before[axis];
      if (carry) rotateVector(position, carry.rotation, position);
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        square += (b[k + axis] - now[axis] - position[axis] - (carry?.position[axis] ?? 0)) ** 2;
      }
      if (square > furthest) furthest = square;
    }
    return Math.sqrt(furthest);
  }
}

/** Transforms a pose into the space of the user of the poses, which is at `origin` and rotated by `turn`. */
function bringInto(pose: Pose, origin: Vector3, turn: Quaternion): void {
  fromWorld.makeRotationFromQuaternion(turn).setPosition(origin).invert();
  for (let k = 0; k < pose.world.length; k += 16) {
    world.fromArray(pose.world, k).premultiply(fromWorld).toArray(pose.world, k);
  }
}

const fromWorld = new Matrix4();
const world = new Matrix4();
const worldOrigin = new Vector3();
const position = [0, 0, 0];
