import { readKeyFile } from '../files/keys.ts';
import type { RigidKey } from '../motion/keyed-collider.ts';

/** Contents of a file of keys. */
export interface KeysInspection {
  readonly file: string;
  readonly keys: number;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Number of times at which the body jumps. */
  readonly jumps: number;
  /** Whether the keys rotate the body. */
  readonly isTurned: boolean;
  /** Bounding box of the positions, metres. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /** Length of the path, metres, and maximum speed, m/s, both without jumps. */
  readonly pathLength: number;
  readonly topSpeed: number;
  /** Descriptions of suspicious properties. */
  readonly problems: readonly string[];
}

/** cos 45°. If the rotation between two keys is more than 90°, the shorter arc may not be the intended one. */
const largestTurn = Math.SQRT1_2;
/** Speed, m/s, above which keys are suspicious. */
const fastest = 100;

/** Inspects a file of keys (JSON or a table). Throws InputError if the file cannot be read. */
export function inspectKeys(text: string, file: string): KeysInspection {
  const { keys, warnings } = readKeyFile(text, file);
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { position } of keys) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], position[axis]);
      max[axis] = Math.max(max[axis], position[axis]);
    }
  }
  let pathLength = 0;
  let topSpeed = 0;
  let jumps = 0;
  let farTurns = 0;
  for (let k = 1; k < keys.length; k++) {
    const duration = keys[k].time - keys[k - 1].time;
    if (duration === 0) {
      jumps++;
      continue;
    }
    const [from, to] = [keys[k - 1].position, keys[k].position];
    const step = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    pathLength += step;
    topSpeed = Math.max(topSpeed, step / duration);
    if (likeness(keys[k], keys[k - 1]) < largestTurn) farTurns++;
  }
  const problems = [...warnings];
  if (farTurns > 0) {
    problems.push(
      `${farTurns} of its keys ${farTurns === 1 ? 'is' : 'are'} rotated by more than 90° from the previous one: the body follows the shorter arc; ` +
        'add keys to an object that spins, or use roll',
    );
  }
  if (topSpeed > fastest) {
    problems.push(
      `its max speed is ${Math.round(topSpeed)} m/s: check that its positions are in metres, and its times in seconds`,
    );
  }
  return {
    file,
    keys: keys.length,
    start: keys[0].time,
    end: keys[keys.length - 1].time,
    jumps,
    isTurned: keys.some((key) => likeness(key, keys[0]) < 1 - 1e-9),
    min,
    max,
    pathLength,
    topSpeed,
    problems,
  };
}

/** Returns the cosine of half the angle between two rotations; 1 for equal rotations. */
function likeness(a: RigidKey, b: RigidKey): number {
  return Math.abs(a.rotation.reduce((sum, part, c) => sum + part * b.rotation[c], 0));
}
