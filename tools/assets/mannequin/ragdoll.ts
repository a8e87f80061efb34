/** The mannequin as rigid bodies with muscles. It falls like a person who tries to break the fall. */

import RAPIER from '@dimforge/rapier3d-compat';
import { subtract } from '../../../src/geometry/vector.ts';
import { cos, sin } from '../../../src/math/portable.ts';
import { conjugateQuaternion, type Quaternion, rotateVector } from '../../../src/math/quaternion.ts';
import { lieAlong, readTurn, toXyz } from '../shapes/rigid-bodies.ts';
import { product } from '../shapes/turns.ts';
import type { MannequinPose } from './pose-mannequin.ts';
import { armAngle, boneIndex, bones, type Vector } from './skeleton.ts';

/** A part of the body: its bone, the bone to which it is attached, its mass, and the shapes that collide with the ground. */
interface Limb {
  readonly bone: string;
  readonly parent: string | null;
  /** kg. */
  readonly mass: number;
  /** Capsules between two points in the rest pose, m. */
  readonly capsules: readonly (readonly [a: Vector, b: Vector, radius: number])[];
  /** Stiffness of the muscles, N m per radian, and damping, N m s per radian. */
  readonly stiffness: number;
  readonly damping: number;
  /** A hinge about this axis in the rest pose, with its minimum and maximum angle, radians. Absent: a ball joint. */
  readonly hinge?: readonly [axis: Vector, min: number, max: number];
}

const at = (bone: string) => bones[boneIndex(bone)].position;

function sided(side: 'L' | 'R'): Limb[] {
  const sign = side === 'L' ? 1 : -1;
  const out = (x: number, y: number, z: number): Vector => [sign * x, y, z];
  const elbow: Vector = [cos(armAngle), sign * sin(armAngle), 0];
  return [
    {
      bone: `upper_arm.${side}`,
      parent: 'chest',
      mass: 2,
      capsules: [[at(`upper_arm.${side}`), at(`forearm.${side}`), 0.042]],
      stiffness: 70,
      damping: 5,
    },
    {
      bone: `forearm.${side}`,
      parent: `upper_arm.${side}`,
      mass: 1.7,
      capsules: [
        [at(`forearm.${side}`), at(`hand.${side}`), 0.034],
        [at(`hand.${side}`), out(0.49, 0.865, 0.004), 0.028],
      ],
      stiffness: 45,
      damping: 2.5,
      hinge: [elbow, -2.5, -0.03],
    },
    {
      bone: `thigh.${side}`,
      parent: 'hips',
      mass: 8.5,
      capsules: [[out(0.09, 0.88, 0), at(`shank.${side}`), 0.068]],
      stiffness: 260,
      damping: 22,
    },
    {
      bone: `shank.${side}`,
      parent: `thigh.${side}`,
      mass: 3.4,
      capsules: [[at(`shank.${side}`), out(0.08, 0.14, -0.012), 0.045]],
      stiffness: 130,
      damping: 9,
      hinge: [[1, 0, 0], 0.02, 2.4],
    },
    {
      bone: `foot.${side}`,
      parent: `shank.${side}`,
      mass: 1.2,
      capsules: [
        [out(0.06, 0.035, -0.045), out(0.06, 0.03, 0.17), 0.03],
        [out(0.11, 0.035, -0.03), out(0.11, 0.03, 0.13), 0.03],
      ],
      stiffness: 40,
      damping: 1.2,
    },
  ];
}

const limbs: readonly Limb[] = [
  {
    bone: 'hips',
    parent: null,
    mass: 10.5,
    capsules: [[[-0.06, 0.96, -0.02], [0.06, 0.96, -0.02], 0.105]],
    stiffness: 0,
    damping: 0,
  },
  {
    bone: 'spine.1',
    parent: 'hips',
    mass: 9,
    capsules: [[[-0.045, 1.11, 0], [0.045, 1.11, 0], 0.095]],
    stiffness: 420,
    damping: 26,
  },
  {
    bone: 'chest',
    parent: 'spine.1',
    mass: 17,
    capsules: [
      [[-0.055, 1.3, 0], [0.055, 1.3, 0], 0.112],
      [[-0.13, 1.4, -0.018], [0.13, 1.4, -0.018], 0.055],
    ],
    stiffness: 420,
    damping: 26,
  },
  {
    bone: 'neck',
    parent: 'chest',
    mass: 5.6,
    capsules: [[[0, 1.65, -0.012], [0, 1.66, -0.012], 0.092]],
    stiffness: 70,
    damping: 4,
  },
  ...sided('L'),
  ...sided('R'),
];

/** Target of the muscles: the rotation of a limb relative to its parent; for a hinge its angle, radians. */
export type Aim = Quaternion | number;

export interface Ragdoll {
  readonly world: RAPIER.World;
  readonly bodies: ReadonlyMap<string, RAPIER.RigidBody>;
  /** Sets the targets of the muscles. targets: indexed by the name of the bone. strength: 1 is full strength. */
  aim(targets: ReadonlyMap<string, Aim>, strength: number): void;
  step(): void;
  pose(): MannequinPose;
  free(): void;
}

export interface RagdollStart {
  /** Two poses in the world, one step apart. They define the initial velocities. */
  readonly before: MannequinPose;
  readonly now: MannequinPose;
  /** Number of steps per second. */
  readonly rate: number;
  readonly friction: number;
  /** Height of the ground on which limbs land, m. For soft ground it is lowered by the depth of the prints. */
  readonly ground: number;
}

/** Creates bodies in the second pose, with the velocities between both poses, on level ground. */
export async function createRagdoll({ before, now, rate, friction, ground }: RagdollStart): Promise<Ragdoll> {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.timestep = 1 / rate;
  world.integrationParameters.numSolverIterations = 16;
  world.createCollider(
    RAPIER.ColliderDesc.cuboid(200, 0.5, 200)
      .setTranslation(0, ground - 0.5, 0)
      .setFriction(friction)
      .setCollisionGroups(groundGroup),
  );
  const [placedBefore, placedNow] = [placeBones(before), placeBones(now)];
  const bodies = new Map<string, RAPIER.RigidBody>();
  for (const { bone, mass, capsules } of limbs) {
    const was = placedBefore[boneIndex(bone)];
    const { position, rotation } = placedNow[boneIndex(bone)];
    const spin = product(rotation, conjugateQuaternion(was.rotation));
    const sign = spin[3] < 0 ? -2 * rate : 2 * rate;
    const speed = subtract(position, was.position);
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...position)
        .setRotation(toXyzw(rotation))
        .setLinvel(speed[0] * rate, speed[1] * rate, speed[2] * rate)
        .setAngvel({ x: spin[0] * sign, y: spin[1] * sign, z: spin[2] * sign })
        .setAngularDamping(0.3)
        .setCanSleep(false),
    );
    for (const [a, b, radius] of capsules)
      addCapsule(world, body, a, b, radius, mass / capsules.length, friction, at(bone));
    bodies.set(bone, body);
  }
  // At this point, the velocities are those of the joints. The engine needs those of the centres of mass.
  for (const body of bodies.values()) {
    const joint = body.translation();
    const middle = body.worldCom();
    const [w, v] = [body.angvel(), body.linvel()];
    const [x, y, z] = [middle.x - joint.x, middle.y - joint.y, middle.z - joint.z];
    body.setLinvel(
      { x: v.x + w.y * z - w.z * y, y: v.y + w.z * x - w.x * z, z: v.z + w.x * y - w.y * x },
      true,
    );
  }
  const hinges = new Map<string, RAPIER.RevoluteImpulseJoint>();
  for (const { bone, parent, hinge } of limbs) {
    if (!parent) continue;
    const anchor = toXyz(subtract(at(bone), at(parent)));
    const none = { x: 0, y: 0, z: 0 };
    const data = hinge
      ? RAPIER.JointData.revolute(anchor, none, toXyz(hinge[0]))
      : RAPIER.JointData.spherical(anchor, none);
    const joint = world.createImpulseJoint(data, bodies.get(parent)!, bodies.get(bone)!, true);
    joint.setContactsEnabled(false);
    if (!hinge) continue;
    const revolute = joint as RAPIER.RevoluteImpulseJoint;
    revolute.setLimits(hinge[1], hinge[2]);
    revolute.configureMotorModel(RAPIER.MotorModel.ForceBased);
    hinges.set(bone, revolute);
  }
  let targets: ReadonlyMap<string, Aim> = new Map();
  let strength = 1;
  return {
    world,
    bodies,
    aim(wanted, wantedStrength) {
      targets = wanted;
      strength = wantedStrength;
      for (const { bone, stiffness, damping } of limbs) {
        const aim = wanted.get(bone);
        if (typeof aim === 'number') {
          hinges.get(bone)?.configureMotorPosition(aim, stiffness * strength, damping * Math.sqrt(strength));
        }
      }
    },
    step() {
      for (const { bone, parent, hinge, stiffness, damping } of limbs) {
        if (!parent || hinge) continue;
        const aim = targets.get(bone) as Quaternion | undefined;
        pull(
          bodies.get(parent)!,
          bodies.get(bone)!,
          aim ?? [0, 0, 0, 1],
          stiffness * strength,
          damping * Math.sqrt(strength),
        );
      }
      world.step();
      for (const body of bodies.values()) body.resetTorques(true);
    },
    pose: () => readPose(bodies),
    free: () => world.free(),
  };
}

/** Adds the torques of a damped spring between two bodies. `aim` is the target rotation of the second body relative to the first. */
function pull(
  parent: RAPIER.RigidBody,
  child: RAPIER.RigidBody,
  aim: Quaternion,
  stiffness: number,
  damping: number,
): void {
  const up = readTurn(parent);
  const wanted = product(up, aim);
  const off = product(wanted, conjugateQuaternion(readTurn(child)));
  const sign = off[3] < 0 ? -1 : 1;
  const sine = Math.hypot(off[0], off[1], off[2]);
  const angle = sine > 1e-9 ? (2 * Math.atan2(sine, Math.abs(off[3])) * sign) / sine : 0;
  const [a, b] = [parent.angvel(), child.angvel()];
  const torque = {
    x: stiffness * off[0] * angle - damping * (b.x - a.x),
    y: stiffness * off[1] * angle - damping * (b.y - a.y),
    z: stiffness * off[2] * angle - damping * (b.z - a.z),
  };
  child.addTorque(torque, true);
  parent.addTorque({ x: -torque.x, y: -torque.y, z: -torque.z }, true);
}

/**
 * Reads the pose from the bodies. A bone without a body has the rotation of its parent, except `spine.2`, which is half-way between its
 * neighbours.
 */
function readPose(bodies: ReadonlyMap<string, RAPIER.RigidBody>): MannequinPose {
  const world: Quaternion[] = [];
  bones.forEach(({ name, parent }, index) => {
    const body = bodies.get(name);
    world[index] = body ? readTurn(body) : name === 'spine.2' ? halfWay(bodies) : world[parent];
  });
  const rotations = bones.map(({ parent }, index) =>
    parent < 0 ? world[index] : product(conjugateQuaternion(world[parent]), world[index]),
  );
  const { x, y, z } = bodies.get('hips')!.translation();
  return { hips: [x, y, z], rotations };
}

function halfWay(bodies: ReadonlyMap<string, RAPIER.RigidBody>): Quaternion {
  const [a, b] = [readTurn(bodies.get('spine.1')!), readTurn(bodies.get('chest')!)];
  const dot = a.reduce((sum, value, i) => sum + value * b[i], 0);
  const sum = a.map((value, i) => value + (dot < 0 ? -b[i] : b[i]));
  const size = Math.hypot(...sum);
  return sum.map((value) => value / size) as Quaternion;
}

/** Returns the world position and rotation of every bone. */
export function placeBones({ hips, rotations }: MannequinPose): { position: Vector; rotation: Quaternion }[] {
  const placed: { position: Vector; rotation: Quaternion }[] = [];
  bones.forEach(({ parent, position }, index) => {
    if (parent < 0) {
      placed.push({ position: hips, rotation: rotations[index] });
      return;
    }
    const base = placed[parent];
    const out: [number, number, number] = [0, 0, 0];
    rotateVector(out, base.rotation, subtract(position, bones[parent].position));
    placed.push({
      position: [base.position[0] + out[0], base.position[1] + out[1], base.position[2] + out[2]],
      rotation: product(base.rotation, rotations[index]),
    });
  });
  return placed;
}

/** Collision groups: limbs collide with the ground only, not with each other. */
const groundGroup = 0x0001_0002;
const limbGroup = 0x0002_0001;

function addCapsule(
  world: RAPIER.World,
  body: RAPIER.RigidBody,
  a: Vector,
  b: Vector,
  radius: number,
  mass: number,
  friction: number,
  origin: Vector,
): void {
  const line = subtract(b, a);
  const { reach, turn } = lieAlong(line);
  const [x, y, z] = subtract(a, origin).map((part, k) => part + line[k] / 2);
  world.createCollider(
    RAPIER.ColliderDesc.capsule(reach / 2, radius)
      .setTranslation(x, y, z)
      .setRotation(turn)
      .setMass(mass)
      .setFriction(friction)
      .setRestitution(0)
      .setCollisionGroups(limbGroup),
    body,
  );
}

function toXyzw([x, y, z, w]: Quaternion) {
  return { x, y, z, w };
}
