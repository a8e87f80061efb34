import type { RigSurface } from './rig.ts';

/**
 * What the systems of a scene collide with: a triangle surface and its motion over one step [t0, t1], in world metres. `motion/` poses
 * every collider once per step; systems only read the result.
 */
export type Collider = DeformingCollider | RigidCollider;

interface ColliderBase {
  /** `actor`, `actor/surface` or `actor/surface/joint`: unique in a scene. */
  readonly name: string;
  readonly vertexCount: number;
  /** Vertex indices of the triangles, [3 · triangleCount]. Counter-clockwise seen from outside, also after mirroring transforms. */
  readonly indices: Uint32Array;
  /**
   * True if no motion connects the poses at t0 and t1 (a STEP jump, a clip switch, the first step). Then the space between the two poses is
   * not swept, and velocities are zero.
   */
  cut: boolean;
}

/** A surface whose vertices move independently: skinned, morphed, or attached to scaled nodes. */
export interface DeformingCollider extends ColliderBase {
  readonly kind: 'deforming';
  /** The surface in its rest shape, with the same vertices. Absent if it is not known. */
  readonly surface?: RigSurface;
  /**
   * Lower bound of all vertex heights in the step, metres. Absent if it is not known. Vertices are posed when they are first
   * read, so a collider that is skipped because of its height costs nothing.
   */
  readonly lowest?: number;
  /**
   * Bounds of all vertices in the step, metres: min x, max x, min z, max z. Null or absent if they are not known without posing all
   * vertices.
   */
  readonly across?: readonly [number, number, number, number] | null;
  /** Vertex positions at t0 and t1, [3 · vertexCount]. Between these times, vertices move along straight lines. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Vertex velocities in m/s at t1: (end − start) / dt. [3 · vertexCount] Zero if the step is a cut. */
  readonly velocity: Float64Array;
}

/** A surface that moves as one rigid body. Between the poses its origin moves on a straight line, and its rotation is a slerp. */
export interface RigidCollider extends ColliderBase {
  readonly kind: 'rigid';
  /** Vertex positions in the body's frame, metres (scale already applied), [3 · vertexCount]. */
  readonly positions: Float64Array;
  /**
   * A `rounded` body (a tyre, a ball) may be swept with fewer intermediate poses than a `lugged` body (a tyre with treads, a foot). Only
   * grounds use this.
   */
  readonly profile: 'rounded' | 'lugged';
  readonly start: RigidPose;
  readonly end: RigidPose;
  /** Linear velocity of the body's origin, m/s, and angular velocity, rad/s, in world axes. */
  readonly linearVelocity: Float64Array;
  readonly angularVelocity: Float64Array;
}

/** Position in metres, and rotation as a unit quaternion x, y, z, w. */
export interface RigidPose {
  /** [3] metres. */
  readonly position: Float64Array;
  /** Unit quaternion x y z w, [4]. */
  readonly rotation: Float64Array;
}
