import { atan2 } from '../math/portable.ts';
import { multiplyQuaternions, slerp } from '../math/quaternion.ts';
import type { RigidCollider, RigidPose } from './collider.ts';
import type { ColliderDriver } from './collider-driver.ts';
import { weldMesh } from './weld-vertices.ts';

/** A surface by itself: what readers of meshes give. */
export interface TriangleMesh {
  /** [3 · vertexCount]. */
  readonly positions: Float64Array;
  /** [3 · triangleCount], counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  /** [6 · triangleCount] where the corners of triangles lie in a picture, v downward; absent where the source has no such places. */
  readonly cornerTexcoords?: Float32Array;
}

/** Where a rigid body is at one time. */
export interface RigidKey {
  /** Seconds; strictly rising along a list of keys. */
  readonly time: number;
  /** Metres. */
  readonly position: readonly [number, number, number];
  /** Unit quaternion x y z w. */
  readonly rotation: readonly [number, number, number, number];
}

export interface KeyedColliderOptions {
  /** See `RigidCollider.profile`. Default `lugged`. */
  readonly profile?: RigidCollider['profile'];
  /** Mesh units to metres, > 0. Default 1. */
  readonly scale?: number;
  /** See `ActorColliderOptions.startTime`. Default 0. */
  readonly startTime?: number;
}

/**
 * A rigid body that follows keys: positions straight, turns along the short arc, held before the first key and after
 * the last. `keys` [at least 1].
 */
export function createKeyedCollider(
  name: string,
  mesh: TriangleMesh,
  keys: readonly RigidKey[],
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
  return {
    colliders: [collider],
    advance(t0, t1) {
      sampleRigidKeys(collider.start, keys, t0);
      sampleRigidKeys(collider.end, keys, t1);
      collider.cut = t0 <= startTime;
      measureVelocities(collider, t1 - t0);
    },
  };
}

/** The pose that the keys give at time t, seconds. */
export function sampleRigidKeys(out: RigidPose, keys: readonly RigidKey[], t: number): void {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle].time <= t) low = middle + 1;
    else high = middle;
  }
  const from = keys[Math.max(0, low - 1)];
  const to = keys[Math.min(keys.length - 1, low)];
  const s = to.time > from.time ? (t - from.time) / (to.time - from.time) : 0;
  for (let axis = 0; axis < 3; axis++) {
    out.position[axis] = from.position[axis] + (to.position[axis] - from.position[axis]) * s;
  }
  slerp(out.rotation, from.rotation, to.rotation, s);
}

function createRigidPose(): RigidPose {
  return { position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) };
}

function measureVelocities(collider: RigidCollider, dt: number): void {
  const { start, end, linearVelocity, angularVelocity } = collider;
  if (collider.cut) {
    linearVelocity.fill(0);
    angularVelocity.fill(0);
    return;
  }
  for (let axis = 0; axis < 3; axis++) {
    linearVelocity[axis] = (end.position[axis] - start.position[axis]) / dt;
  }
  const [x, y, z, w] = start.rotation;
  const turn = [0, 0, 0, 1];
  multiplyQuaternions(turn, end.rotation, [-x, -y, -z, w]);
  // Of q and −q, the one that turns the short way.
  const sign = turn[3] < 0 ? -1 : 1;
  const sine = Math.sqrt(turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2);
  const rate = sine > 0 ? (sign * 2 * atan2(sine, Math.abs(turn[3]))) / (sine * dt) : 0;
  for (let axis = 0; axis < 3; axis++) angularVelocity[axis] = turn[axis] * rate;
}
