/** Motion of the probe: it presses the liver, lets it swing back, taps it, and pushes the stomach aside. The organs' own bones only breathe. */
import { subtract } from '../../../src/geometry/vector.ts';
import { sin } from '../../../src/math/portable.ts';
import type { Quaternion } from '../../../src/math/quaternion.ts';
import { evaluate, type Knot } from '../shapes/knots.ts';
import type { Vector } from '../shapes/level-set.ts';
import type { SampledClip } from '../shapes/write-character.ts';
import { bones, port, rodAxis, tip } from './organs.ts';

/** Duration of one period, seconds. The motion starts and ends at rest. */
export const probePeriod = 4;

// The tip moves between a point above the liver (0) and one above the stomach (1).
const across: readonly Knot[] = [
  [0, 0],
  [2.05, 0],
  [2.5, 1],
  [3.45, 1],
  [3.95, 0],
  [4, 0],
];
/** Distance by which the tip is pushed along the rod, metres. */
const push: readonly Knot[] = [
  [0, 0],
  [0.15, 0],
  [0.55, 0.031],
  [1.0, 0.031],
  [1.08, 0],
  [1.55, 0],
  [1.67, 0.028],
  [1.79, 0],
  [2.5, 0],
  [2.85, 0.015],
  [3.2, 0.015],
  [3.28, 0],
  [4, 0],
];
/** Position of the tip above the stomach. */
const aboveStomach: Vector = [-0.045, 0.1, 0.108];
/** Height of a breath, metres. */
const breath = 0.002;

const position = (name: string) => bones[index(name)].position;

function index(name: string): number {
  return bones.findIndex((bone) => bone.name === name);
}

/** Returns the world position and rotation of each moved bone. */
function poseAt(t: number): ReadonlyMap<string, { translation: Vector; rotation: Quaternion }> {
  const fraction = evaluate(across, t);
  const above = tip.map((value, axis) => value + fraction * (aboveStomach[axis] - value));
  // The rod always passes through its port, so the tip is pushed along the line from the port.
  const line = subtract(above as unknown as Vector, port);
  const length = Math.sqrt(line[0] ** 2 + line[1] ** 2 + line[2] ** 2);
  const factor = 1 + evaluate(push, t) / length;
  const at: Vector = [port[0] + factor * line[0], port[1] + factor * line[1], port[2] + factor * line[2]];
  const lifted = (name: string): { translation: Vector; rotation: Quaternion } => {
    const [x, y, z] = position(name);
    return { translation: [x, y + breath * sin((2 * Math.PI * t) / probePeriod), z], rotation: [0, 0, 0, 1] };
  };
  return new Map([
    ['liver', lifted('liver')],
    ['stomach', lifted('stomach')],
    ['probe', { translation: at, rotation: shortestTurn(rodAxis, subtract(port, at)) }],
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
