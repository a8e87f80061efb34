import { conjugateQuaternion, rotateVector } from '../math/quaternion.ts';
import type { RigidPose } from '../motion/collider.ts';
import { deformSurface } from '../motion/deform-surface.ts';
import { JumpDetector } from '../motion/live/jump-detector.ts';
import { chooseBase, measureFrom } from '../motion/live/relative-positions.ts';
import { splitBlocks } from '../motion/live/split-blocks.ts';
import { orientTriangles } from '../motion/orient-triangles.ts';
import { Pose } from '../motion/pose.ts';
import type { Rig, RigSurface } from '../motion/rig.ts';
import { splitSurface } from '../motion/split-surface.ts';
import { SurfaceBound } from '../motion/surface-bound.ts';
import { uniqueName } from '../motion/unique-name.ts';
import { weldSurface } from '../motion/weld-vertices.ts';

/** Options of colliders. Speeds in m/s. */
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

/** Meshes of an engine's scene as a rig, right-handed, Y up. */
export interface RigSource {
  readonly rig: Rig;
  /** Updates the scene's matrices and writes the current world matrices and morph weights into the pose. */
  readPose(pose: Pose): void;
}

interface Part {
  readonly surface: RigSurface;
  readonly bound: SurfaceBound;
  readonly indices: Uint32Array;
  readonly positions: Float64Array;
  lowest: number;
  wasNear: boolean;
}

/** The collider of meshes of any engine, which follows their animation. */
export class RigCollider {
  /** The constant data of each part for a simulation. Names are unique, triangles are wound outward. */
  readonly parts: readonly {
    readonly name: string;
    readonly vertexCount: number;
    readonly indices: Uint32Array;
  }[];

  private readonly own: Part[];
  private previous: Pose;
  private current: Pose;
  private origin: readonly number[] = [0, 0, 0];
  private originBefore: readonly number[] = [0, 0, 0];
  private isCut = true;
  /** Detects and counts jumps. */
  readonly jumps: JumpDetector;

  constructor(
    private readonly source: RigSource,
    options: ColliderFromOptions,
  ) {
    this.jumps = new JumpDetector(options.teleportSpeed ?? 40);
    const { rig } = source;
    this.previous = new Pose(rig);
    this.current = new Pose(rig);
    source.readPose(this.current);
    this.own = rig.surfaces
      .map((surface) => weldSurface(surface))
      .flatMap((surface) => (surface.skin < 0 ? splitBlocks(surface) : splitSurface(rig, surface)))
      .map((surface) => ({
        surface,
        bound: new SurfaceBound(surface),
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

  /** Name of the object whose collider this is. */
  get name(): string {
    return this.source.rig.name;
  }

  /** Returns the surface of a part in its rest shape. Its node is that of the mesh. */
  surfaceOf(part: number): RigSurface {
    return this.own[part].surface;
  }

  /** Marks a cut: the object was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.isCut = true;
  }

  /**
   * Reads the pose, `dt` seconds after the last read. Returns the parts that are below `top` (m above the origin) in either of the two poses,
   * in arrays that may be transferred.
   *
   * origin [3]: position in the world, m, of the user of the poses, such as a ground. The returned positions are relative to it, so that
   * there is no motion if both move together. carry: the part of the motion since the last frame, relative to the origin, that must not count
   * as motion. turn [4]: rotation of that user in the world. If given, the returned positions are in its axes.
   */
  readPoses(
    top: number,
    dt: number,
    origin: readonly number[],
    carry: RigidPose | null,
    turn: readonly number[] | null,
  ): PartPose[] {
    [this.previous, this.current] = [this.current, this.previous];
    this.source.readPose(this.current);
    this.originBefore = this.origin;
    this.origin = origin;
    if (turn) {
      bringInto(this.current, origin, turn);
      this.origin = [0, 0, 0];
    }
    if (this.isCut) this.jumps.reset();
    const cut = this.isCut || this.jumps.judge(this.measureMove(carry), dt);
    this.isCut = false;
    const poses: PartPose[] = [];
    this.own.forEach((part, index) => {
      const before = cut ? Number.POSITIVE_INFINITY : part.lowest;
      part.lowest = part.bound.measure(this.current) - this.origin[1];
      const isNear = Math.min(before, part.lowest) <= top;
      if (isNear) {
        deformSurface(part.surface, this.current, part.positions);
        const base = chooseBase(part.positions, this.origin);
        const to = measureFrom(part.positions, this.origin, base);
        let from: PartPose['from'] = null;
        if (!cut && !part.wasNear) {
          deformSurface(part.surface, this.previous, part.positions);
          from = measureFrom(part.positions, this.originBefore, base, carry);
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
    const { origin, originBefore } = this;
    let furthest = 0;
    for (let k = 12; k < a.length; k += 16) {
      for (let axis = 0; axis < 3; axis++) position[axis] = a[k + axis] - originBefore[axis];
      if (carry) rotateVector(position, carry.rotation, position);
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        square += (b[k + axis] - origin[axis] - position[axis] - (carry?.position[axis] ?? 0)) ** 2;
      }
      if (square > furthest) furthest = square;
    }
    return Math.sqrt(furthest);
  }
}

/** Transforms a pose into the space of the user of the poses, which is at `origin` and rotated by `turn`. */
function bringInto({ world }: Pose, origin: readonly number[], turn: readonly number[]): void {
  const back = conjugateQuaternion(turn);
  for (let k = 0; k < world.length; k += 4) {
    const isPosition = k % 16 === 12;
    for (let axis = 0; axis < 3; axis++) position[axis] = world[k + axis] - (isPosition ? origin[axis] : 0);
    rotateVector(position, back, position);
    for (let axis = 0; axis < 3; axis++) world[k + axis] = position[axis];
  }
}

const position = [0, 0, 0];
