import { conjugateQuaternion } from '../../../src/math/quaternion.ts';
/** A bicycle without a rider that falls and slides: simulated as rigid bodies on hard, level ground. */

import RAPIER from '@dimforge/rapier3d-compat';
import { cross, subtract } from '../../../src/geometry/vector.ts';
import type { Vector } from '../shapes/level-set.ts';
import { lieAlong, readTurn, toXyz } from '../shapes/rigid-bodies.ts';
import { writeKey } from '../shapes/sample-poses.ts';
import { product } from '../shapes/turns.ts';
import type { SampledClip } from '../shapes/write-character.ts';
import {
  bicycleBone,
  bicycleBones,
  bracket,
  crankLength,
  frontHub,
  grip,
  headBottom,
  headTop,
  pedalOut,
  rearHub,
  saddle,
  steeringAxis,
  tyreRadius,
  wheelRadius,
} from './skeleton.ts';

/** Initial state. SI units, radians. */
export interface FallStart {
  readonly speed: number;
  /** Time at which the bicycle is kicked to the left, s, and the rate of lean after the kick, rad/s. */
  readonly kick: { readonly at: number; readonly leanRate: number };
  readonly friction: number;
}

/** Number of steps and of keys per second. */
const rate = 960;
const keysPerSecond = 120;

/** A capsule between two points of the rest pose. */
type Tube = readonly [a: Vector, b: Vector, radius: number];

const frameTubes: readonly Tube[] = [
  [bracket, [0, 0.9, -0.232], 0.018],
  [bracket, headBottom, 0.022],
  [[0, 0.84, -0.2], headTop, 0.018],
  [[0.062, rearHub[1], rearHub[2]], [0.02, bracket[1], bracket[2]], 0.01],
  [[-0.062, rearHub[1], rearHub[2]], [-0.02, bracket[1], bracket[2]], 0.01],
  [[0, saddle[1] - 0.02, saddle[2] - 0.1], [0, saddle[1] - 0.012, saddle[2] + 0.12], 0.03],
  [[0.08, bracket[1], bracket[2]], [pedalOut + 0.045, bracket[1] - crankLength, bracket[2]], 0.012],
  [[-0.08, bracket[1], bracket[2]], [-pedalOut - 0.045, bracket[1] + crankLength, bracket[2]], 0.012],
];
const forkTubes: readonly Tube[] = [
  [[0.066, 0.8, 0.43], [0.062, frontHub[1], frontHub[2]], 0.0125],
  [[-0.066, 0.8, 0.43], [-0.062, frontHub[1], frontHub[2]], 0.0125],
  [[0.06, 1.05, 0.4], [grip[0] + 0.06, grip[1], grip[2] - 0.01], 0.016],
  [[-0.06, 1.05, 0.4], [-grip[0] - 0.06, grip[1], grip[2] - 0.01], 0.016],
];

/** Simulates the fall. Returns the keys of `duration` seconds after the release. */
export async function simulateFall(name: string, start: FallStart, duration: number): Promise<SampledClip> {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.timestep = 1 / rate;
  world.integrationParameters.numSolverIterations = 12;
  world.createCollider(
    RAPIER.ColliderDesc.cuboid(60, 0.5, 60)
      .setTranslation(0, -0.5, 0)
      .setFriction(start.friction)
      .setRestitution(0.15),
  );
  const addBody = (origin: Vector, tubes: readonly Tube[], mass: number) => {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...origin)
        .setLinvel(0, 0, start.speed)
        .setCanSleep(false),
    );
    for (const [a, b, radius] of tubes) {
      world.createCollider(
        capsule(subtract(a, origin), subtract(b, origin), radius, mass / tubes.length, start.friction),
        body,
      );
    }
    return body;
  };
  const frame = addBody(bicycleBones[0].position, frameTubes, 8);
  const fork = addBody(headTop, forkTubes, 2.2);
  const wheels = [rearHub, frontHub].map((hub) => {
    const wheel = addBody(hub, [], 0);
    world.createCollider(
      RAPIER.ColliderDesc.roundCylinder(0.004, wheelRadius - tyreRadius, tyreRadius)
        .setRotation({ x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 })
        .setMass(1.9)
        .setFriction(start.friction)
        .setRestitution(0.25),
      wheel,
    );
    wheel.setAngularDamping(0.4);
    wheel.setAngvel({ x: start.speed / wheelRadius, y: 0, z: 0 }, true);
    return wheel;
  });
  const join = (a: RAPIER.RigidBody, atA: Vector, b: RAPIER.RigidBody, atB: Vector, axis: Vector) => {
    const joint = world.createImpulseJoint(
      RAPIER.JointData.revolute(toXyz(atA), toXyz(atB), toXyz(axis)),
      a,
      b,
      true,
    ) as RAPIER.RevoluteImpulseJoint;
    joint.setContactsEnabled(false);
    return joint;
  };
  const none: Vector = [0, 0, 0];
  const steering = join(frame, subtract(headTop, bicycleBones[0].position), fork, none, steeringAxis);
  steering.setLimits(-1.9, 1.9);
  steering.configureMotorPosition(0, 0, 0.15);
  join(frame, subtract(rearHub, bicycleBones[0].position), wheels[0], none, [1, 0, 0]);
  join(fork, subtract(frontHub, headTop), wheels[1], none, [1, 0, 0]);

  const count = Math.round(duration * keysPerSecond);
  const times = Float32Array.from({ length: count + 1 }, (_, key) => key / keysPerSecond);
  const root = new Float32Array(3 * times.length);
  const moving = ['bicycle', 'rear_wheel', 'fork', 'front_wheel'] as const;
  const rotations = new Map(moving.map((bone) => [bicycleBone(bone), new Float32Array(4 * times.length)]));
  for (let key = 0; key <= count; key++) {
    const { x, y, z } = frame.translation();
    root.set([x, y, z], 3 * key);
    const [body, handle, rear, front] = [frame, fork, wheels[0], wheels[1]].map(readTurn);
    const turns = [
      body,
      product(conjugateQuaternion(body), rear),
      product(conjugateQuaternion(body), handle),
      product(conjugateQuaternion(handle), front),
    ];
    moving.forEach((bone, k) => {
      writeKey(rotations.get(bicycleBone(bone))!, key, turns[k]);
    });
    if (key === Math.round(start.kick.at * keysPerSecond))
      kickOver([frame, fork, ...wheels], start.kick.leanRate);
    for (let step = 0; step < rate / keysPerSecond; step++) world.step();
  }
  world.free();
  return { name, times, translations: new Map([[0, root]]), rotations };
}

/** Rotates all bodies together about the line on which the wheels stand. */
function kickOver(bodies: readonly RAPIER.RigidBody[], leanRate: number): void {
  const foot = bodies[0].translation();
  const { y: yawY, w: yawW } = bodies[0].rotation();
  // Horizontal forward direction of a frame that is nearly upright.
  const size = yawY * yawY + yawW * yawW;
  const spin: Vector = [
    (-leanRate * 2 * yawY * yawW) / size,
    0,
    (-leanRate * (yawW * yawW - yawY * yawY)) / size,
  ];
  for (const body of bodies) {
    const { x, y, z } = body.translation();
    const gained = cross(spin, [x - foot.x, y, z - foot.z]);
    const linear = body.linvel();
    const angular = body.angvel();
    body.setLinvel({ x: linear.x + gained[0], y: linear.y + gained[1], z: linear.z + gained[2] }, true);
    body.setAngvel({ x: angular.x + spin[0], y: angular.y, z: angular.z + spin[2] }, true);
  }
}

function capsule(a: Vector, b: Vector, radius: number, mass: number, friction: number): RAPIER.ColliderDesc {
  const { reach, turn } = lieAlong(subtract(b, a));
  return RAPIER.ColliderDesc.capsule(reach / 2, radius)
    .setTranslation((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2)
    .setRotation(turn)
    .setMass(mass)
    .setFriction(friction)
    .setRestitution(0.1);
}
