import type { BakeActor } from '../bake/bake-plan.ts';
import type { BakeCamera, BakeLights, CameraView } from '../bake/scene-view.ts';
import { distance, norm, normalize, subtract, type Vector } from '../geometry/vector.ts';
import { maxOf } from '../math/lists.ts';
import { asin, atan2 } from '../math/portable.ts';
import { multiplyQuaternions, normalizeQuaternion, rotateVector } from '../math/quaternion.ts';
import { quaternionFromAxisAngle, slerp } from '../math/slerp.ts';
import { linearOfSrgb } from '../math/srgb.ts';
import { actorMiddle } from '../motion/actor-middle.ts';
import { measureRest } from '../motion/measure-rest.ts';
import { Pose } from '../motion/pose.ts';
import { createRigidPose } from '../motion/rigid-motion.ts';
import type { Scene } from './scene.ts';

type SceneCamera = Scene['cameras'][number];
type CameraPose = Pick<SceneCamera, 'position' | 'target' | 'rotation' | 'fieldOfView'> & { time: number };

/** Vertical field of view of a camera that has none of its own, rad. */
const defaultFieldOfView = (33 * Math.PI) / 180;
/** Distance of what a camera looks at, if nothing determines it, metres. */
const defaultDistance = 5;

/** Returns the cameras of a scene. */
export function openCameras(cameras: Scene['cameras'], actors: readonly BakeActor[]): BakeCamera[] {
  return cameras.map((camera) => {
    const subject = actors.find(({ name }) => name === camera.follow);
    const followed = subject ? followActor(subject) : null;
    const poses = listPoses(camera);
    return {
      name: camera.name,
      isMoving: followed !== null || poses.length > 1,
      at: (t) => viewAt(camera, poses, followed?.(t) ?? null, t),
    };
  });
}

/** Returns the lights of a scene. Null if the scene has none of its own. */
export function openLights(lights: Scene['lights']): BakeLights | null {
  if (lights.length === 0) return null;
  const all: { -readonly [Key in keyof BakeLights]: BakeLights[Key] } = {};
  for (const light of lights) {
    if (light.light === 'sky') {
      all.sky = light.strength;
      continue;
    }
    const linear = light.color.map(linearOfSrgb);
    const largest = maxOf(linear, 0);
    all.sun = {
      toSun: normalize(light.direction),
      color: (largest > 0 ? linear.map((value) => value / largest) : [1, 1, 1]) as Vector,
      strength: light.strength * largest,
    };
  }
  return all;
}

/** The positions of an actor at a time that a camera uses. */
interface Followed {
  /** The point below the middle of the actor, at the height of its feet; the origin of a rigid body. */
  readonly anchor: Vector;
  readonly middle: Vector;
}

function followActor({ character, body, report, posedMeshesAt }: BakeActor): (t: number) => Followed {
  const actor = character?.actor;
  if (!actor) {
    const pose = createRigidPose();
    return (t) => {
      if (body) body.motion.sample(pose, t);
      else pose.position.set(meanOf(posedMeshesAt(t)));
      const [x, y, z] = pose.position;
      return { anchor: [x, y, z], middle: [x, y, z] };
    };
  }
  const pose = new Pose(actor.rig);
  const rest = new Pose(actor.rig);
  rest.updateWorld();
  const { length } = actor.rig.nodes;
  let mean = 0;
  for (let node = 0; node < length; node++) mean += rest.world[16 * node + 13] / length;
  const lift = (mean - measureRest(actor.rig).min[1]) * actor.scale;
  return (t) => {
    const [x, y, z] = actorMiddle(actor, t, pose);
    return { anchor: [x, y - lift, z], middle: [x, y - lift + report.height / 2, z] };
  };
}

function meanOf(meshes: ReturnType<BakeActor['posedMeshesAt']>): Vector {
  const sum: Vector = [0, 0, 0];
  let count = 0;
  for (const { positions } of meshes) {
    for (let k = 0; k < positions.length; k++) sum[k % 3] += positions[k];
    count += positions.length / 3;
  }
  return [sum[0] / count || 0, sum[1] / count || 0, sum[2] / count || 0];
}

/** Returns the poses of a camera in the order of their times, complete. */
function listPoses(camera: SceneCamera): CameraPose[] {
  const { position, target, rotation, fieldOfView } = camera;
  if (camera.poses.length === 0) return [{ time: 0, position, target, rotation, fieldOfView }];
  return [...camera.poses]
    .sort((a, b) => a.time - b.time)
    .map((pose) => ({
      time: pose.time,
      position: pose.position ?? position,
      target: pose.target ?? (pose.rotation ? undefined : target),
      rotation: pose.rotation ?? (pose.target ? undefined : rotation),
      fieldOfView: pose.fieldOfView ?? fieldOfView,
    }));
}

function viewAt(
  { fieldOfView }: SceneCamera,
  poses: readonly CameraPose[],
  followed: Followed | null,
  t: number,
): CameraView {
  const after = poses.findIndex(({ time }) => time > t);
  const to = after < 0 ? poses.length - 1 : after;
  const from = after < 0 ? to : Math.max(0, after - 1);
  const value = (read: (pose: CameraPose) => ArrayLike<number> | undefined) =>
    interpolate(poses, from, to, t, read);
  const origin = followed?.anchor ?? [0, 0, 0];
  const offset = value(({ position }) => position) ?? [0, 0, 0];
  const position: Vector = [origin[0] + offset[0], origin[1] + offset[1], origin[2] + offset[2]];
  const [angle] = value((pose) => [pose.fieldOfView ?? fieldOfView ?? defaultFieldOfView])!;
  const aim = value(({ target }) => target);
  const target: Vector | null = aim
    ? [origin[0] + aim[0], origin[1] + aim[1], origin[2] + aim[2]]
    : poses[from].rotation
      ? null
      : (followed?.middle ?? null);
  if (target) {
    const away = distance(target, position);
    return {
      position,
      rotation: away > 0 ? lookAlong(subtract(target, position)) : [0, 0, 0, 1],
      distance: away || defaultDistance,
      fieldOfView: angle,
    };
  }
  return {
    position,
    rotation: rotationAt(poses[from], poses[to], t),
    distance: followed ? distance(followed.middle, position) || defaultDistance : defaultDistance,
    fieldOfView: angle,
  };
}

/**
 * Interpolates values between two poses: cubic, with continuous velocity (Catmull-Rom for unequal intervals). The velocity is 0 at the first and
 * last pose, and on both sides of a cut. Undefined if a pose has no value.
 */
function interpolate(
  poses: readonly CameraPose[],
  from: number,
  to: number,
  t: number,
  read: (pose: CameraPose) => ArrayLike<number> | undefined,
): number[] | undefined {
  const [a, b] = [read(poses[from]), read(poses[to])];
  if (!a || !b) return a && Array.from(a);
  const span = poses[to].time - poses[from].time;
  if (from === to || span <= 0) return Array.from(a);
  const s = (t - poses[from].time) / span;
  const slope = (at: number, k: number) => {
    const [before, next] = [poses[at - 1], poses[at + 1]];
    if (!before || !next || before.time === poses[at].time || next.time === poses[at].time) return 0;
    const [p, n] = [read(before), read(next)];
    return p && n ? (n[k] - p[k]) / (next.time - before.time) : 0;
  };
  return Array.from(a, (value, k) => {
    const [m0, m1] = [slope(from, k) * span, slope(to, k) * span];
    return (
      value * (1 + s * s * (2 * s - 3)) +
      m0 * s * (1 - s) * (1 - s) +
      b[k] * s * s * (3 - 2 * s) -
      m1 * s * s * (1 - s)
    );
  });
}

function rotationAt(from: CameraPose, to: CameraPose, t: number): [number, number, number, number] {
  const out: [number, number, number, number] = [0, 0, 0, 1];
  const [a, b] = [from, to].map(({ rotation }) => {
    const unit = [0, 0, 0, 1];
    if (rotation && norm4(rotation) > 0) normalizeQuaternion(unit, rotation);
    return unit;
  });
  const span = to.time - from.time;
  const s = span > 0 ? Math.min(1, Math.max(0, (t - from.time) / span)) : 0;
  slerp(out, a, b, s * s * (3 - 2 * s));
  return out;
}

function norm4(q: ArrayLike<number>): number {
  return Math.hypot(norm([q[0], q[1], q[2]]), q[3]);
}

/** Returns the rotation of a camera that looks in a direction, without roll. */
function lookAlong(direction: Vector): [number, number, number, number] {
  const [x, y, z] = normalize(direction);
  const out: [number, number, number, number] = [0, 0, 0, 1];
  const turn = quaternionFromAxisAngle([0, 1, 0], x === 0 && z === 0 ? 0 : atan2(-x, -z));
  multiplyQuaternions(out, turn, quaternionFromAxisAngle([1, 0, 0], asin(Math.min(1, Math.max(-1, y)))));
  return out;
}

/** Returns the point that a camera looks at, metres. */
export function targetOf({ position, rotation, distance: away }: CameraView): Vector {
  const out: Vector = [0, 0, 0];
  rotateVector(out, rotation, [0, 0, -away]);
  return [position[0] + out[0], position[1] + out[1], position[2] + out[2]];
}
