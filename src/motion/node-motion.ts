import { maxOf, minOf } from '../math/lists.ts';
import { determinant } from '../math/matrix.ts';
import { multiplyQuaternions, normalizeQuaternion } from '../math/quaternion.ts';
import type { RigidPose } from './collider.ts';
import { jumpsBetween } from './find-jumps.ts';
import { Pose } from './pose.ts';
import type { Clip, Rig } from './rig.ts';
import type { RigidMotion } from './rigid-motion.ts';
import { rigidOfMatrix } from './rigid-of-matrix.ts';
import { sampleClip } from './sample-clip.ts';

/**
 * Returns the motion of one node of a rig under a clip, in the rig's space, including the motion of its ancestors. Scales are ignored,
 * except that scaled ancestors change the position of the node. A STEP key that jumps in the node or an ancestor is a cut. With a null clip
 * the node does not move.
 */
export function createNodeMotion(rig: Rig, clip: Clip | null, node: number): RigidMotion {
  const chain = chainOf(rig, node);
  const own = clip && chainClip(clip, chain);
  const pose = new Pose(rig);
  return {
    knots: null,
    cutBetween: (t0, t1) => own !== null && jumpsBetween(own, t0, t1),
    sample(out, t) {
      pose.reset();
      if (own) sampleClip(own, t, pose);
      pose.updateWorld();
      readNode(out, pose, node, chain);
    },
  };
}

/**
 * Computes position and rotation of a posed node. If a scale of 0 makes its axes unknown, only the rotations of the node and its ancestors
 * are combined.
 */
export function readNode(out: RigidPose, pose: Pose, node: number, chain: readonly number[]): void {
  if (rigidOfMatrix(out, pose.world, 16 * node)) return;
  out.rotation.fill(0);
  out.rotation[3] = 1;
  for (const above of chain) {
    multiplyQuaternions(out.rotation, pose.rotation.subarray(4 * above, 4 * above + 4), out.rotation);
  }
  normalizeQuaternion(out.rotation, out.rotation);
}

/** Returns a node and its ancestors, the node first. */
export function chainOf(rig: Rig, node: number): number[] {
  const chain: number[] = [];
  for (let above = node; above >= 0; above = rig.nodes[above].parent) chain.push(above);
  return chain;
}

/** The scale of a node's axes during a clip. */
export interface NodeScale {
  /** Length of each axis in the world at the first key. */
  readonly first: readonly [number, number, number];
  /**
   * `isUneven`: the three lengths differ from each other. `varies`: at least one of them changes during the clip. Both by more than 0.1 %.
   */
  readonly isUneven: boolean;
  readonly varies: boolean;
  readonly isMirrored: boolean;
  /** Whether the node is scaled to 0 at some key. */
  readonly vanishes: boolean;
}

/** Measures a node's world scale at the keys of the node and its ancestors, at most about 200 of them. */
export function measureNodeScale(rig: Rig, clip: Clip | null, node: number): NodeScale {
  const chain = chainOf(rig, node);
  const own = clip && chainClip(clip, chain);
  const pose = new Pose(rig);
  let first: [number, number, number] | null = null;
  const found = { isUneven: false, varies: false, isMirrored: false, vanishes: false };
  for (const time of keyTimes(own)) {
    pose.reset();
    if (own) sampleClip(own, time, pose);
    pose.updateWorld();
    const lengths = [0, 4, 8].map((column) => {
      const k = 16 * node + column;
      return Math.sqrt(
        pose.world[k] * pose.world[k] +
          pose.world[k + 1] * pose.world[k + 1] +
          pose.world[k + 2] * pose.world[k + 2],
      );
    }) as [number, number, number];
    first ??= lengths;
    const max = maxOf([...lengths, ...first]);
    found.isUneven ||= maxOf(lengths) - minOf(lengths) > 1e-3 * max;
    found.varies ||= lengths.some((length, axis) => Math.abs(length - first![axis]) > 1e-3 * max);
    found.isMirrored ||= determinant(pose.world, 16 * node) < 0;
    found.vanishes ||= !(minOf(lengths) > 1e-9);
  }
  return { first: first!, ...found };
}

/** Returns whether a clip ever rotates a node in the world. Only the poses at the keys of the node and its ancestors are compared. */
export function nodeTurns(rig: Rig, clip: Clip | null, node: number): boolean {
  if (!clip) return false;
  const motion = createNodeMotion(rig, clip, node);
  const pose = { position: new Float64Array(3), rotation: new Float64Array(4) };
  let first: Float64Array | null = null;
  for (const time of keyTimes(chainClip(clip, chainOf(rig, node)))) {
    motion.sample(pose, time);
    first ??= pose.rotation.slice();
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += first[c] * pose.rotation[c];
    // 0.2 degrees.
    if (Math.abs(dot) < 1 - 2e-6) return true;
  }
  return false;
}

function chainClip(clip: Clip, chain: readonly number[]): Clip {
  return { ...clip, channels: clip.channels.filter(({ node }) => chain.includes(node)) };
}

const maxTimes = 200;

function keyTimes(clip: Clip | null): number[] {
  const times = [...new Set(clip?.channels.flatMap((channel) => [...channel.times]))].sort((a, b) => a - b);
  if (times.length === 0) return [0];
  const stride = Math.ceil(times.length / maxTimes);
  return times.filter((_, k) => k % stride === 0 || k === times.length - 1);
}
