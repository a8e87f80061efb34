/**
 * Motion of the grasper: it grips the edge of the liver, pulls the liver, lets it swing back, pushes it, and in between pushes the stomach.
 */
import { subtract } from '../../../src/geometry/vector.ts';
import { sin } from '../../../src/math/portable.ts';
import {
  multiplyQuaternions,
  type Quaternion,
  quaternionFromAxisAngle,
  rotateVector,
} from '../../../src/math/quaternion.ts';
import { evaluate, type Knot } from '../shapes/knots.ts';
import type { Vector } from '../shapes/level-set.ts';
import type { SampledClip } from '../shapes/write-character.ts';
import { bones, grip, port } from './organs.ts';

/** Duration of one period, seconds. The motion starts and ends at rest. */
export const probePeriod = 4;

const degree = Math.PI / 180;

// Lift of the edge, as a rotation of the liver about its ligament, degrees.
const lift: readonly Knot[] = [
  [0, 0],
  [0.2, 0],
  [0.42, 13],
  [0.95, 13],
  [1.1, 2],
  [1.7, 2],
  [1.86, 9],
  [2.02, 0],
  [2.5, 0],
  [2.72, -4],
  [3.1, 0],
  [4, 0],
];
const turn: readonly Knot[] = [
  [0, 0],
  [1.0, 0],
  [1.14, 6],
  [1.6, 6],
  [1.9, -2],
  [2.4, 0],
  [4, 0],
];
/** Displacement of the stomach to the left, metres. */
const shove: readonly Knot[] = [
  [0, 0],
  [2.5, 0],
  [2.72, -0.014],
  [2.84, -0.014],
  [2.98, 0],
  [4, 0],
];

const position = (name: string) => bones[index(name)].position;

function index(name: string): number {
  return bones.findIndex((bone) => bone.name === name);
}

/** Returns the world position and rotation of each moved bone. */
function poseAt(t: number): ReadonlyMap<string, { translation: Vector; rotation: Quaternion }> {
  const ligament = position('liver');
  const rotation = quaternionFromAxisAngle([0, 1, 0], evaluate(turn, t) * degree);
  // Rotates about the axis along the ligament, so that the front edge rises.
  multiplyQuaternions(
    rotation,
    rotation,
    quaternionFromAxisAngle([-0.35, 0, 0.94], evaluate(lift, t) * degree),
  );
  const held: [number, number, number] = [0, 0, 0];
  rotateVector(held, rotation, [grip[0] - ligament[0], grip[1] - ligament[1], grip[2] - ligament[2]]);
  const tip: Vector = [ligament[0] + held[0], ligament[1] + held[1], ligament[2] + held[2]];
  const [x, y, z] = position('stomach');
  const away = evaluate(shove, t);
  return new Map([
    ['liver', { translation: ligament, rotation }],
    // The rod always passes through its port in the wall.
    ['grasper', { translation: tip, rotation: shortestTurn(subtract(port, grip), subtract(port, tip)) }],
    [
      'stomach',
      {
        translation: [x + away, y + 0.0015 * sin((2 * Math.PI * t) / probePeriod), z] as Vector,
        rotation: quaternionFromAxisAngle([0, 0, 1], -320 * away * degree),
      },
    ],
  ]);
}

/** Returns one period at `intervals` equal steps; the last pose is the first. */
export function sampleProbe(intervals: number): SampledClip {
  const times = new Float32Array(intervals + 1);
  const translations = new Map<number, Float32Array>();
  const rotations = new Map<number, Float32Array>();
  for (let key = 0; key <= intervals; key++) {
    times[key] = (probePeriod * key) / intervals;
    for (const [name, { translation, rotation }] of poseAt(times[key])) {
      const bone = index(name);
      if (key === 0) translations.set(bone, new Float32Array(3 * (intervals + 1)));
      if (key === 0) rotations.set(bone, new Float32Array(4 * (intervals + 1)));
      // The parent of these bones, the tray, stands at the origin.
      translations.get(bone)!.set(translation, 3 * key);
      rotations.get(bone)!.set(rotation, 4 * key);
    }
  }
  return { name: 'probe', times, translations, rotations };
}

/** Returns the smallest rotation that brings the direction of `from` onto that of `to`; the directions must not be opposite. */
function shortestTurn(from: Vector, to: Vector): Quaternion {
  const length = (a: Vector) => Math.sqrt(a[0] ** 2 + a[1] ** 2 + a[2] ** 2);
  const scale = 1 / (length(from) * length(to));
  const q = [
    (from[1] * to[2] - from[2] * to[1]) * scale,
    (from[2] * to[0] - from[0] * to[2]) * scale,
    (from[0] * to[1] - from[1] * to[0]) * scale,
    1 + (from[0] * to[0] + from[1] * to[1] + from[2] * to[2]) * scale,
  ];
  const norm = Math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2);
  return [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm];
}
