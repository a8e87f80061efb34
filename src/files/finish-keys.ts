import { maxOf } from '../math/lists.ts';
import { normalizeQuaternion } from '../math/quaternion.ts';
import type { RigidKey } from '../motion/keyed-collider.ts';

/** Content of a file of keys. */
export interface KeyFile {
  /** At least one key. Times do not decrease; two keys with the same time are a jump. */
  readonly keys: readonly RigidKey[];
  /** Whether the file gives rotations. */
  readonly hasRotations: boolean;
  /** Messages about irregularities and how they were handled. */
  readonly warnings: readonly string[];
}

/** Maximum coordinate, metres. Map coordinates are smaller. Up to this value, double precision resolves less than a micrometre. */
export const farthestInFile = 1e8;

/** Returns the error message for a key beyond `farthestInFile`. */
export function describeFarKey(position: readonly number[]): string {
  return `expected metres within ${farthestInFile / 1000} km of the origin, got ${JSON.stringify(position)}: do they have another unit?`;
}

/** Creates a key from the numbers of a file. The quaternion is normalized. */
export function makeKey(time: number, position: readonly number[], quaternion: readonly number[]): RigidKey {
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  // Squares of very large or very small components would overflow or underflow.
  const largest = maxOf(quaternion.map(Math.abs));
  normalizeQuaternion(
    rotation,
    quaternion.map((part) => part / largest),
  );
  return { time, position: [position[0], position[1], position[2]], rotation };
}

/**
 * Sorts keys by time. If several keys have the same time, the first and the last are kept (a jump), or only the first if both have the same
 * pose. read: at least one key, in the order of the file.
 */
export function finishKeys(read: readonly RigidKey[], hasRotations: boolean): KeyFile {
  const warnings: string[] = [];
  const early = read.findIndex((key, k) => k > 0 && key.time < read[k - 1].time);
  if (early >= 0) {
    warnings.push(
      `the times of its keys do not increase (key ${early}, counted from 0, is the first that goes back): they are sorted`,
    );
  }
  // The sort is stable: keys with equal times keep their order.
  const sorted = [...read].sort((a, b) => a.time - b.time);
  const keys: RigidKey[] = [];
  let doubled = 0;
  let jumps = 0;
  for (let k = 0; k < sorted.length; ) {
    let next = k + 1;
    while (next < sorted.length && sorted[next].time === sorted[k].time) next++;
    keys.push(sorted[k]);
    const last = sorted[next - 1];
    doubled += next - k - 1;
    if (!isSamePose(sorted[k], last)) {
      keys.push(last);
      jumps++;
    }
    k = next;
  }
  if (doubled > 0) {
    const what = `${doubled} of its keys ${doubled === 1 ? 'has' : 'have'} the time of another one`;
    warnings.push(
      jumps === 0
        ? `${what} and its pose: left out`
        : `${what}: at ${jumps === 1 ? 'one time' : `${jumps} times`} the poses differ, and it jumps there, leaving no trace between`,
    );
  }
  return { keys, hasRotations, warnings };
}

/** Returns whether two poses are equal except for rounding. The quaternions q and −q are the same rotation. */
function isSamePose(a: RigidKey, b: RigidKey): boolean {
  const dot = a.rotation.reduce((sum, part, c) => sum + part * b.rotation[c], 0);
  return (
    Math.abs(dot) > 1 - 1e-9 &&
    a.position.every((part, axis) => Math.abs(part - b.position[axis]) <= 1e-9 * Math.max(1, Math.abs(part)))
  );
}
