import { atan2 } from '../math/portable.ts';
import { conjugateQuaternion, multiplyQuaternions } from '../math/quaternion.ts';
import type { RigidCollider } from './collider.ts';
import type { ColliderDriver } from './collider-driver.ts';
import { createKeyedMotion, createRigidPose, type RigidMotion } from './rigid-motion.ts';
import { weldMesh } from './weld-vertices.ts';

/** A surface without a rig, as mesh readers return it. */
export interface TriangleMesh {
  /** Positions of the vertices, [3 · vertexCount]. */
  readonly positions: Float64Array;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · triangleCount]. */
  readonly indices: Uint32Array;
  /** Texture coordinates of the corners of triangles, v downward, [6 · triangleCount]. Absent if the source has none. */
  readonly cornerTexcoords?: Float32Array;
  /** Linear colours, [3 · vertexCount]. Absent if the source has none. */
  readonly colors?: Float32Array;
  /** Warnings of the reader for the report. */
  readonly warnings?: readonly string[];
}

/** The pose of a rigid body at one time. */
export interface RigidKey {
  /** Seconds; ascending in a list of keys. Two keys at the same time are a jump. */
  readonly time: number;
  /** Metres. */
  readonly position: readonly [number, number, number];
  /** Unit quaternion x y z w. */
  readonly rotation: readonly [number, number, number, number];
}

/** Options of a rigid collider that follows keys. */
export interface KeyedColliderOptions {
  /** See `RigidCollider.profile`. Default `lugged`. */
  readonly profile?: RigidCollider['profile'];
  /** Mesh units to metres, > 0. Default 1. */
  readonly scale?: number;
  /** See `ActorColliderOptions.startTime`. Default 0. */
  readonly startTime?: number;
}

/** Creates a rigid body that follows keys: see `createKeyedMotion`. `keys` [at least 1]. */
export function createKeyedCollider(
  name: string,
  mesh: TriangleMesh,
  keys: readonly RigidKey[],
  options: KeyedColliderOptions = {},
): ColliderDriver {
  return createRigidCollider(name, mesh, createKeyedMotion(keys), options);
}

/** Creates a rigid body with a given motion: one collider with welded vertices. */
export function createRigidCollider(
  name: string,
  mesh: TriangleMesh,
  motion: RigidMotion,
  options: KeyedColliderOptions = {},
): ColliderDriver {
  const welded = weldMesh(mesh);
  const scale = options.scale ?? 1;
  const startTime = options.startTime ?? 0;
  const collider: RigidCollider = {
    kind: 'rigid',
    name,
    vertexCount: welded.positions.length / 3,
    positions: welded.positions.map((coordinate) => coordinate * scale),
    indices: welded.indices,
    profile: options.profile ?? 'lugged',
    cut: true,
    start: createRigidPose(),
    end: createRigidPose(),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
  let posedTime = Number.NaN;
  return {
    colliders: [collider],
    advance(t0, t1) {
      if (posedTime === t0) {
        collider.start.position.set(collider.end.position);
        collider.start.rotation.set(collider.end.rotation);
      } else {
        motion.sample(collider.start, t0);
      }
      motion.sample(collider.end, t1);
      posedTime = t1;
      collider.cut = t0 <= startTime || motion.cutBetween(t0, t1);
      measureVelocities(collider, t1 - t0);
    },
  };
}

/** Computes a rigid body's velocities from its two poses, which are dt seconds apart; zero if the step is a cut. */
export function measureVelocities(
  collider: Pick<RigidCollider, 'start' | 'end' | 'cut' | 'linearVelocity' | 'angularVelocity'>,
  dt: number,
): void {
  const { start, end, linearVelocity, angularVelocity } = collider;
  if (collider.cut) {
    linearVelocity.fill(0);
    angularVelocity.fill(0);
    return;
  }
  for (let axis = 0; axis < 3; axis++) {
    linearVelocity[axis] = (end.position[axis] - start.position[axis]) / dt;
  }
  const turn = [0, 0, 0, 1];
  multiplyQuaternions(turn, end.rotation, conjugateQuaternion(start.rotation));
  // Of q and −q, the one with the smaller angle is used.
  const sign = turn[3] < 0 ? -1 : 1;
  const sine = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const rate = sine > 0 ? (sign * 2 * atan2(sine, Math.abs(turn[3]))) / (sine * dt) : 0;
  for (let axis = 0; axis < 3; axis++) angularVelocity[axis] = turn[axis] * rate;
}
