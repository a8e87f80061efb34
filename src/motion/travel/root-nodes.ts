import type { Vector } from '../../geometry/vector.ts';
import { multiplyQuaternions, type Quaternion, rotateVector } from '../../math/quaternion.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { findFeet } from './find-feet.ts';

/** Returns the root nodes that carry points of the character or joints of its skins. */
export function findRoots(rig: Rig): number[] {
  const roots = new Set<number>();
  for (const start of [...findFeet(rig).nodes, ...rig.skins.flatMap((skin) => [...skin.joints])]) {
    let node = start;
    while (rig.nodes[node].parent >= 0) node = rig.nodes[node].parent;
    roots.add(node);
  }
  return [...roots].sort((a, b) => a - b);
}

/** Rotates a whole character about a point in rig space. roots: the result of `findRoots`. */
export function turnRoots(pose: Pose, roots: readonly number[], turn: Quaternion, center: Vector): void {
  const { translation } = pose;
  for (const root of roots) {
    const arm: Vector = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) arm[axis] = translation[3 * root + axis] - center[axis];
    rotateVector(arm, turn, arm);
    for (let axis = 0; axis < 3; axis++) translation[3 * root + axis] = center[axis] + arm[axis];
    const rotation = pose.rotation.subarray(4 * root, 4 * root + 4);
    multiplyQuaternions(rotation, turn, rotation);
  }
}

/** Moves a whole character in rig space. roots: the result of `findRoots`. */
export function shiftRoots(pose: Pose, roots: readonly number[], x: number, y: number, z: number): void {
  const { translation } = pose;
  for (const root of roots) {
    translation[3 * root] += x;
    translation[3 * root + 1] += y;
    translation[3 * root + 2] += z;
  }
}
