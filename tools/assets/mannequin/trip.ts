/** A run in which a foot catches on an obstacle, and the fall that follows. */
import RAPIER from '@dimforge/rapier3d-compat';
import type { Quaternion } from '../../../src/math/quaternion.ts';
import { writeKey } from '../shapes/sample-poses.ts';
import { product, turnAbout } from '../shapes/turns.ts';
import type { SampledClip } from '../shapes/write-character.ts';
import { runGait, runStart } from './clips.ts';
import type { MannequinPose } from './pose-mannequin.ts';
import { type Aim, createRagdoll, placeBones } from './ragdoll.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Phase of the left foot, in strides, at which its toes catch: early in the swing, when the foot is low and rises. */
const tripPhase = 4.77;
const { speed, period } = runGait.curves;
/** Time at which the toes catch, s. */
export const tripTime = (tripPhase - runStart) * period;
/** Duration for which the toes are held by the obstacle, s. */
const caughtTime = 0.16;
const rate = 960;
const keysPerSecond = 60;

/** Returns the pose of the run at a time, moved forward along +Z. */
function runPose(time: number): MannequinPose {
  const pose = runGait.poseAt(runStart + time / period);
  const [x, y, z] = pose.hips;
  return { ...pose, hips: [x, y, z + speed * time] };
}

/** Returns the keys of the whole clip, and the position at which the toes caught, m. */
export async function simulateTrip(
  duration: number,
): Promise<{ clip: SampledClip; caught: readonly [number, number, number] }> {
  const now = runPose(tripTime);
  const doll = await createRagdoll({
    before: runPose(tripTime - 1 / rate),
    now,
    rate,
    friction: 0.7,
    ground: -0.025,
  });
  const foot = doll.bodies.get('foot.L')!;
  const toes = placeBones(now)[boneIndex('toes.L')].position;
  // A joint holds the toes at their position until they come free.
  const fixed = doll.world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(...toes));
  const flex = bones[boneIndex('toes.L')].position;
  const ankle = bones[boneIndex('foot.L')].position;
  const tie = doll.world.createImpulseJoint(
    RAPIER.JointData.spherical(
      { x: 0, y: 0, z: 0 },
      { x: flex[0] - ankle[0], y: flex[1] - ankle[1], z: flex[2] - ankle[2] },
    ),
    fixed,
    foot,
    true,
  );
  const count = Math.round(duration * keysPerSecond);
  const poses: MannequinPose[] = [];
  let steps = 0;
  for (let key = 0; key <= count; key++) {
    const time = key / keysPerSecond;
    if (time < tripTime) {
      poses.push(runPose(time));
      continue;
    }
    for (; steps < (time - tripTime) * rate; steps++) {
      const since = steps / rate;
      if (steps === Math.round(caughtTime * rate)) doll.world.removeImpulseJoint(tie, true);
      const [targets, strength] = muscles(since, now);
      doll.aim(targets, strength);
      doll.step();
    }
    poses.push(doll.pose());
  }
  doll.free();
  return { clip: writeClip(poses), caught: toes };
}

const pitch = (degrees: number) => turnAbout([1, 0, 0], degrees);

/** Returns targets and strength of the muscles: arms forward to break the fall, head up. Later the muscles relax. */
function muscles(since: number, start: MannequinPose): [ReadonlyMap<string, Aim>, number] {
  const fraction = Math.min(1, since / 0.28);
  const ease = fraction * fraction * (3 - 2 * fraction);
  const own = (bone: string): Quaternion => start.rotations[boneIndex(bone)];
  const targets = new Map<string, Aim>();
  const blendTo = (bone: string, aim: Quaternion, from = own(bone)) =>
    targets.set(bone, mix(from, aim, ease));
  blendTo('spine.1', pitch(-4));
  blendTo('chest', pitch(-6), product(own('spine.2'), own('chest')));
  blendTo('neck', pitch(-34));
  for (const side of ['L', 'R'] as const) {
    const sign = side === 'L' ? 1 : -1;
    // Arms forwards and up, slightly apart.
    const reach = product(
      pitch(-112),
      product(turnAbout([0, 0, 1], -sign * 16), turnAbout([0, 1, 0], -sign * 10)),
    );
    blendTo(`upper_arm.${side}`, reach, product(own(`shoulder.${side}`), own(`upper_arm.${side}`)));
    targets.set(`forearm.${side}`, -1.4 + 0.75 * ease);
    blendTo(`thigh.${side}`, pitch(side === 'L' ? -38 + 26 * ease : -12));
    targets.set(`shank.${side}`, side === 'L' ? 0.9 : 0.55);
    blendTo(`foot.${side}`, pitch(25));
  }
  // After the first impact the muscles relax gradually.
  const limp = Math.min(1, Math.max(0, (since - 0.62) / 0.7));
  return [targets, 1 - 0.96 * limp];
}

function mix(a: Quaternion, b: Quaternion, fraction: number): Quaternion {
  const dot = a.reduce((sum, value, i) => sum + value * b[i], 0);
  const sum = a.map((value, i) => value * (1 - fraction) + (dot < 0 ? -b[i] : b[i]) * fraction);
  const size = Math.hypot(...sum);
  return sum.map((value) => value / size) as Quaternion;
}

function writeClip(poses: readonly MannequinPose[]): SampledClip {
  const times = Float32Array.from(poses, (_, key) => key / keysPerSecond);
  const root = Float32Array.from(poses.flatMap(({ hips }) => [...hips]));
  const rotations = new Map(bones.map((_, bone) => [bone, new Float32Array(4 * poses.length)]));
  poses.forEach((pose, key) => {
    for (const [bone, values] of rotations) writeKey(values, key, pose.rotations[bone]);
  });
  return { name: 'trip', times, translations: new Map([[0, root]]), rotations };
}
