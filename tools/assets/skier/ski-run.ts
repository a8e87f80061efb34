/** A run down a slope in turns: path and pose of the skier. */
import { atan, cos, sin } from '../../../src/math/portable.ts';
import type { Quaternion } from '../../../src/math/quaternion.ts';
import { conjugateQuaternion } from '../../../src/math/quaternion.ts';
import { attitudeRotation, poseMannequin } from '../mannequin/pose-mannequin.ts';
import { boneIndex, bones } from '../mannequin/skeleton.ts';
import type { Vector } from '../shapes/level-set.ts';
import { writeKey } from '../shapes/sample-poses.ts';
import { degree, product, turnAbout } from '../shapes/turns.ts';
import type { Bone, SampledClip } from '../shapes/write-character.ts';
import { soleHeight } from './skis.ts';

/** Angle of the slope, degrees. */
export const slope = 14;
/** Speed, m/s; duration of one turn, s; max curvature, 1/m; max angle from the path to the skis' direction, degrees. */
const speed = 9;
const turnTime = 1.7;
const sharpest = 0.115;
const skid = 13;
/** Gravity towards the slope, m/s². */
const gravity = 9.81 * cos(slope * degree);
const rate = 960;
const keysPerSecond = 60;
/** Half the distance between the skis. */
const stance = 0.13;

export const skierBones: readonly Bone[] = [
  { name: 'skier', parent: -1, position: [0, 0, 0] },
  { name: 'ski.L', parent: 0, position: [stance, 0, 0] },
  { name: 'ski.R', parent: 0, position: [-stance, 0, 0] },
  ...bones.map((bone) => ({ ...bone, parent: bone.parent < 0 ? 0 : bone.parent + 3 })),
];

/** Positions on the slope, m: x across it, z down it. */
interface RunState {
  readonly x: number;
  readonly z: number;
  readonly heading: number;
  /** Curvature of the path, 1/m. Positive to the left. */
  readonly curvature: number;
}

/** Returns the curvature of the path. Turns alternate between left and right. In each turn the curvature rises and falls smoothly. */
function curvatureAt(time: number): number {
  const s = sin((Math.PI * time) / turnTime);
  return sharpest * s * (1.25 - 0.25 * s * s);
}

/** Computes the path at `count` + 1 equidistant times, in small steps. */
function followPath(duration: number, count: number): RunState[] {
  const dt = 1 / rate;
  // The run starts with half of a turn's angle to the other side, so that its mean direction is straight.
  let heading = -0.5 * speed * sharpest * turnTime * (2 / Math.PI) * 1.083;
  let [x, z] = [0, 0];
  const states: RunState[] = [];
  for (let step = 0; states.length <= count; step++) {
    const curvature = curvatureAt(step * dt);
    while (states.length <= count && (states.length * duration) / count <= (step + 0.5) * dt) {
      states.push({ x, z, heading, curvature });
    }
    const turned = speed * curvature * dt;
    x += speed * dt * sin(heading + turned / 2);
    z += speed * dt * cos(heading + turned / 2);
    heading += turned;
  }
  return states;
}

/** Samples the run. */
export function sampleSkiRun(name: string, duration: number): SampledClip {
  const count = Math.round(duration * keysPerSecond);
  const keys = count + 1;
  const times = Float32Array.from({ length: keys }, (_, key) => key / keysPerSecond);
  const root = new Float32Array(3 * keys);
  const hips = new Float32Array(3 * keys);
  const rotations = new Map(skierBones.map((_, bone) => [bone, new Float32Array(4 * keys)]));
  followPath(duration, count).forEach((state, key) => {
    const bend = state.curvature / sharpest;
    root.set([state.x, -state.z * sin(slope * degree), state.z * cos(slope * degree)], 3 * key);
    const pose = poseSkier(state.curvature);
    hips.set(pose.hips, 3 * key);
    const turns: Quaternion[] = [
      product(turnAbout([1, 0, 0], slope), turnAbout([0, 1, 0], state.heading / degree + skid * bend)),
      turnAbout([0, 0, 1], -pose.edge),
      turnAbout([0, 0, 1], -pose.edge),
      ...pose.rotations,
    ];
    for (const [bone, values] of rotations) writeKey(values, key, turns[bone]);
  });
  return {
    name,
    times,
    translations: new Map([
      [0, root],
      [3 + boneIndex('hips'), hips],
    ]),
    rotations,
  };
}

interface SkierPose {
  readonly hips: Vector;
  /** Roll of the skis onto their edges, degrees. Positive to the left. */
  readonly edge: number;
  readonly rotations: readonly Quaternion[];
}

/** Returns the pose of the skier relative to the skis. The legs lean into the curve. The trunk stays above the skis and faces down the slope. */
function poseSkier(curvature: number): SkierPose {
  const bend = curvature / sharpest;
  const lean = atan((speed * speed * curvature) / gravity) / degree;
  const edge = 0.62 * lean;
  const hipHeight = 0.74 - 0.07 * bend * bend;
  const hips: Vector = [hipHeight * Math.tan(0.72 * lean * degree), hipHeight + soleHeight, -0.1];
  const counter = -0.7 * skid * bend;
  const foot = (side: 1 | -1) => ({
    // The foot stands on its tilted ski.
    ankle: [
      side * stance + (0.095 + soleHeight) * sin(edge * degree),
      (0.095 + soleHeight) * cos(edge * degree),
      -0.012 - 0.03 * side * bend,
    ] as Vector,
    footPitch: 0,
    toePitch: 0,
    toeOut: 0,
  });
  const arm = (side: 1 | -1) => ({ swing: 34 - 6 * side * bend, spread: 34, inward: 18, elbow: 62 });
  const character = poseMannequin({
    hips,
    pelvis: { yaw: 0.5 * counter, pitch: 26, roll: -0.4 * lean },
    chest: { yaw: counter, pitch: 34, roll: -0.14 * lean },
    head: { yaw: counter, pitch: 6, roll: -0.1 * lean },
    feet: { L: foot(1), R: foot(-1) },
    arms: { L: arm(1), R: arm(-1) },
  });
  const rotations = [...character.rotations];
  for (const side of ['L', 'R'] as const) {
    // Feet are bound to the skis and tilt with them.
    const ankle = boneIndex(`foot.${side}`);
    rotations[ankle] = product(rotations[ankle], attitudeRotation({ yaw: 0, pitch: 0, roll: -edge }));
    rotations[boneIndex(`toes.${side}`)] = conjugateQuaternion([0, 0, 0, 1]);
  }
  return { hips, edge, rotations };
}
