/**
 * What systems collide with: a triangle surface and its motion over one step [t0, t1], in world metres.
 * `motion/` poses every collider once a step; systems only read.
 */
export type Collider = DeformingCollider | RigidCollider;

interface ColliderBase {
  /** `actor`, `actor/surface` or `actor/surface/joint`: unique in a scene. */
  readonly name: string;
  readonly vertexCount: number;
  /** [3 · triangleCount]. Counter-clockwise seen from outside, mirrored transforms already undone. */
  readonly indices: Uint32Array;
  /**
   * True when the poses at t0 and t1 are not joined by a motion (a STEP jump, a clip switch, the first step):
   * nothing is swept between them, and velocities are zero.
   */
  cut: boolean;
}

/** A surface whose vertices each have their own motion: skinned, morphed, or riding on scaled nodes. */
export interface DeformingCollider extends ColliderBase {
  readonly kind: 'deforming';
  /**
   * A height that no vertex comes below in the step, metres; absent when none is known. Vertices are posed when they are
   * first read, so what is left alone for its height costs nothing.
   */
  readonly lowest?: number;
  /** [3 · vertexCount] at t0 and t1; between them vertices move along straight lines. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** [3 · vertexCount] m/s at t1: (end − start) / dt, zero over a cut. */
  readonly velocity: Float64Array;
}

/** A surface that moves as one body: between the poses its origin moves straight and its turn is a slerp. */
export interface RigidCollider extends ColliderBase {
  readonly kind: 'rigid';
  /** [3 · vertexCount] in the body's frame, metres (scale already applied). */
  readonly positions: Float64Array;
  /**
   * `rounded` bodies (a tyre, a ball) may be swept by fewer poses than `lugged` ones (treads, feet): see the ground.
   */
  readonly profile: 'rounded' | 'lugged';
  readonly start: RigidPose;
  readonly end: RigidPose;
  /** Linear velocity of the body's origin m/s and angular velocity rad/s, world axes. */
  readonly linearVelocity: Float64Array;
  readonly angularVelocity: Float64Array;
}

/** Position in metres, and rotation as a unit quaternion x, y, z, w. */
export interface RigidPose {
  /** [3] metres. */
  readonly position: Float64Array;
  /** [4] unit quaternion x y z w. */
  readonly rotation: Float64Array;
}
