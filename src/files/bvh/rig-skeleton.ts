import { createMatrix, invertMatrix, multiplyMatrices } from '../../math/matrix.ts';
import { Pose } from '../../motion/pose.ts';
import type { Clip, Rig } from '../../motion/rig.ts';
import { sampleClip } from '../../motion/sample-clip.ts';
import type { Skeleton, SkeletonJoint } from './bvh-recording.ts';
import {
  aroundSeconds,
  distanceBetween,
  maxSamples,
  placePoints,
  type RecordedPoint,
  type SampledRecording,
} from './recorded-points.ts';

/** The joints of a rig's skeleton. In the rest pose, their frames have the world's axes, as the mannequin requires. */
export interface RigSkeleton extends Skeleton {
  /** Index of the joint's node, [joints]. */
  readonly nodes: readonly number[];
  /**
   * Matrix from the joint's frame to the frame of its node, [joints][16]: the inverse of the node's world matrix in the rest pose, without
   * translation.
   */
  readonly toNode: readonly Float64Array[];
}

/** Names of controls: nodes with which programs move a skeleton, and which do not belong to the skeleton. */
const controlName = /(^|[^a-z])(ik|fk|ctrl|ctl|control|pole|target|mch|org|wgt|lookat)([^a-z]|$)/i;

/** Maximum number of joints. Real skeletons have fewer. */
const maxJoints = 1000;

/**
 * Finds the skeleton of a rig: the largest tree of the nodes that its clips move and their descendants, from the hips downward. names:
 * roles of nodes, if the file gives them. In that case only these nodes are joints.
 *
 * Returns null if there are fewer than 2 or more than 1000 joints, or if the world matrix of a joint is singular.
 */
export function findRigSkeleton(rig: Rig, names: ReadonlyMap<number, string> | null): RigSkeleton | null {
  const isJoint = chooseNodes(rig, names);
  const above = (node: number) => {
    let at = rig.nodes[node].parent;
    while (at >= 0 && !isJoint[at]) at = rig.nodes[at].parent;
    return at;
  };
  const all = [...rig.order].filter((node) => isJoint[node]);
  const parents = new Map(all.map((node) => [node, above(node)]));
  const nodes = selectSkeleton(all, parents);
  if (nodes.length < 2 || nodes.length > maxJoints) return null;
  const pose = new Pose(rig);
  pose.updateWorld();
  const toNode: Float64Array[] = [];
  for (const node of nodes) {
    const turn = pose.world.slice(16 * node, 16 * node + 16);
    turn.fill(0, 12, 15);
    if (!invertMatrix(turn, turn)) return null;
    toNode.push(turn);
  }
  const positionOf = (node: number) => pose.world.subarray(16 * node + 12, 16 * node + 15);
  const joints = nodes.map((node): SkeletonJoint => {
    const parent = nodes.indexOf(parents.get(node)!);
    const [x, y, z] = positionOf(node);
    const [px, py, pz] = parent < 0 ? [0, 0, 0] : positionOf(nodes[parent]);
    return {
      name: names?.get(node) ?? rig.nodes[node].name,
      parent,
      offset: [x - px, y - py, z - pz],
      ends: [],
    };
  });
  return { joints, nodes, toNode };
}

function chooseNodes(rig: Rig, names: ReadonlyMap<number, string> | null): Uint8Array {
  const isJoint = new Uint8Array(rig.nodes.length);
  const isMoved = new Set(
    rig.clips.flatMap(({ channels }) =>
      channels.filter(({ path }) => path === 'rotation' || path === 'translation').map(({ node }) => node),
    ),
  );
  for (const node of rig.order) {
    const { parent, name } = rig.nodes[node];
    if (names) isJoint[node] = names.has(node) ? 1 : 0;
    else if (controlName.test(name.replace(/([a-z])([A-Z])/g, '$1 $2'))) continue;
    else isJoint[node] = isMoved.size === 0 || isMoved.has(node) || (parent >= 0 && isJoint[parent]) ? 1 : 0;
  }
  return isJoint;
}

/** Returns the largest tree, from the first joint with several limbs downward. all: joints, parents before children. */
function selectSkeleton(all: readonly number[], parents: ReadonlyMap<number, number>): number[] {
  const sizes = new Map(all.map((node) => [node, 1]));
  for (const node of [...all].reverse()) {
    const parent = parents.get(node)!;
    if (parent >= 0) sizes.set(parent, sizes.get(parent)! + sizes.get(node)!);
  }
  const childrenOf = (node: number) => all.filter((child) => parents.get(child) === node);
  const largest = (nodes: readonly number[]) =>
    nodes.reduce((best, node) => (sizes.get(node)! > sizes.get(best)! ? node : best), nodes[0]);
  let root = largest(childrenOf(-1));
  // The hips are the first joint from which several limbs branch off.
  for (;;) {
    const limbs = root === undefined ? [] : childrenOf(root).filter((child) => sizes.get(child)! > 1);
    if (limbs.length !== 1) break;
    [root] = limbs;
  }
  const isIn = new Set<number>([root]);
  return all.filter((node) => {
    if (isIn.has(parents.get(node)!)) isIn.add(node);
    return isIn.has(node);
  });
}

/** Samples the positions of a rig's joints in a clip (at most 300 samples), or in the rest pose without a clip. */
export function sampleRig(rig: Rig, { nodes, toNode }: RigSkeleton, clip: Clip | null): SampledRecording {
  const points = nodes.map((_, joint): RecordedPoint => ({ joint, local: [0, 0, 0], isEnd: false }));
  const pose = new Pose(rig);
  const world = new Float64Array(16 * nodes.length);
  const matrix = createMatrix();
  const poseAt = (t: number | null) => {
    if (clip && t !== null) sampleClip(clip, t, pose);
    pose.updateWorld();
    nodes.forEach((node, joint) => {
      multiplyMatrices(matrix, 0, pose.world, 16 * node, toNode[joint], 0);
      world.set(matrix, 16 * joint);
    });
  };
  poseAt(null);
  const rest = new Float64Array(3 * points.length);
  placePoints(rest, 0, points, { world });
  const duration = clip ? clip.end - clip.start : 0;
  const sampleCount = duration > 0 ? maxSamples : 1;
  const positions = new Float64Array(3 * points.length * sampleCount);
  const worlds = new Float64Array(world.length * sampleCount);
  const moved = new Float64Array(points.length * sampleCount);
  const around = Math.min(aroundSeconds, duration / 2);
  const before = new Float64Array(3 * points.length);
  const after = new Float64Array(3 * points.length);
  for (let sample = 0; sample < sampleCount; sample++) {
    const t = (clip?.start ?? 0) + (sample / sampleCount) * duration;
    poseAt(t);
    worlds.set(world, world.length * sample);
    placePoints(positions, 3 * points.length * sample, points, { world });
    if (!clip) continue;
    const middle = Math.min(Math.max(t, clip.start + around), clip.end - around);
    poseAt(middle - around);
    placePoints(before, 0, points, { world });
    poseAt(middle + around);
    placePoints(after, 0, points, { world });
    for (let point = 0; point < points.length; point++)
      moved[points.length * sample + point] = distanceBetween(before, after, 3 * point);
  }
  return { points, sampleCount, positions, moved, rest, worlds };
}
