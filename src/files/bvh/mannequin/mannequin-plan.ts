import { norm } from '../../../geometry/vector.ts';
import { maxOf } from '../../../math/lists.ts';
import type { Skeleton } from '../bvh-recording.ts';
import type { RecordedFoot } from '../find-feet.ts';
import type { SampledRecording } from '../recorded-points.ts';
import { combine, type Vector } from './body.ts';

const headName = /head/i;
/** Minimum length of a limb that branches off the trunk, as a fraction of the character's height. */
const shortestArm = 0.15;

/** The part of the body to which a joint belongs. */
export type BodyRole = 'trunk' | 'neck' | 'head' | 'leg' | 'arm' | 'foot';

/** The roles of the joints of a recording in a mannequin. */
export interface MannequinPlan {
  /** [joints] */
  readonly roles: readonly BodyRole[];
  /** For each joint, the length of the longest chain of bones below, including end sites. [joints] */
  readonly reaches: readonly number[];
}

/**
 * Finds head, trunk, arms and legs of a skeleton. The head is found by its name; otherwise it is the highest end except
 * feet.
 */
export function planMannequin(
  { joints }: Skeleton,
  sampled: SampledRecording,
  feet: readonly RecordedFoot[],
  height: number,
): MannequinPlan {
  const reaches = joints.map(({ ends }) => maxOf(ends.map(norm), 0));
  for (let joint = joints.length - 1; joint >= 0; joint--) {
    const { parent, offset } = joints[joint];
    if (parent >= 0) reaches[parent] = Math.max(reaches[parent], reaches[joint] + norm(offset));
  }
  const roles: BodyRole[] = joints.map(() => 'arm');
  const toRoot = (joint: number) => {
    const path: number[] = [];
    for (let at = joint; at >= 0; at = joints[at].parent) path.unshift(at);
    return path;
  };
  for (const { ankle } of feet) for (const joint of toRoot(ankle)) roles[joint] = 'leg';
  const head = findHead(joints, sampled, roles);
  const path = head < 0 ? [] : toRoot(head);
  const isOnPath = new Set(path);
  // The trunk ends at the last joint from which a limb branches off.
  let last = 0;
  path.forEach((joint, position) => {
    const hasLimb = joints.some(
      ({ parent, offset }, child) =>
        parent === joint && !isOnPath.has(child) && reaches[child] + norm(offset) > shortestArm * height,
    );
    if (hasLimb) last = position;
  });
  path.forEach((joint, position) => {
    roles[joint] = position <= last ? 'trunk' : position < path.length - 1 ? 'neck' : 'head';
  });
  for (const { ankle } of feet) roles[ankle] = 'foot';
  joints.forEach(({ parent }, joint) => {
    if (parent < 0) roles[joint] = 'trunk';
    else if (roles[parent] === 'foot' || roles[parent] === 'head') roles[joint] = roles[parent];
  });
  return { roles, reaches };
}

function findHead(
  joints: Skeleton['joints'],
  { rest, positions, points, sampleCount }: SampledRecording,
  roles: readonly BodyRole[],
): number {
  const named = joints.findIndex(({ name }, joint) => headName.test(name) && roles[joint] !== 'leg');
  if (named >= 0) return named;
  const meanHeight = (point: number) => {
    let sum = rest[3 * point + 1];
    for (let sample = 0; sample < sampleCount; sample++)
      sum += positions[3 * (points.length * sample + point) + 1];
    return sum;
  };
  const isParent = new Set(joints.map(({ parent }) => parent));
  const isInLeg = (joint: number) => {
    for (let at = joint; at > 0 && joints[at].parent >= 0; at = joints[at].parent)
      if (roles[at] === 'leg') return true;
    return false;
  };
  let head = -1;
  let highest = Number.NEGATIVE_INFINITY;
  points.forEach(({ joint }, point) => {
    if (isParent.has(joint) || joints[joint].parent < 0 || isInLeg(joint)) return;
    const own = meanHeight(point);
    if (own > highest) [head, highest] = [joint, own];
  });
  return head;
}

/** Returns the vector from a joint to a descendant in the rest pose, in the frame of the upper joint. */
export function offsetBetween({ joints }: Skeleton, upper: number, lower: number): Vector {
  let sum: Vector = [0, 0, 0];
  for (let at = lower; at !== upper && at >= 0; at = joints[at].parent)
    sum = combine([1, sum], [1, joints[at].offset]);
  return sum;
}
