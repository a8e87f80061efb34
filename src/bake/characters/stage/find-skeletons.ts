import { fitNames } from '../../../files/fit-names.ts';
import {
  composeMatrix,
  createMatrix,
  invertMatrix,
  type Matrix,
  multiplyMatrices,
} from '../../../math/matrix.ts';
import type { Rig } from '../../../motion/rig.ts';

/** A skeleton of a stage. All nodes between its joints and the roots of the file are joints too, so every local transform is that of a node. */
export interface StageSkeleton {
  /** Node of each joint, parents first. */
  readonly nodes: readonly number[];
  /** Name of each joint: the names of the nodes from the root, separated by `/`. */
  readonly joints: readonly string[];
  /** Index of the joint of a node. */
  readonly jointOf: ReadonlyMap<number, number>;
  /** Transform of each joint in which the meshes are bound, in the space of the meshes, [16 · joints]. */
  readonly bind: Float64Array;
  /** Transform of each joint in the rest pose, relative to its parent, [16 · joints]. */
  readonly rest: Float64Array;
}

/** The skeletons of a rig. */
export interface StageSkeletons {
  readonly skeletons: readonly StageSkeleton[];
  /** Index of the skeleton that moves each surface. */
  readonly ofSurface: readonly number[];
  /** A transform that never changes, between the root of the character and all skeletons: that of nodes above all joints. */
  readonly base: Matrix;
}

/** Two bind matrices are equal if they differ by at most this fraction of their largest number. */
const equalFraction = 1e-5;

/**
 * Returns the skeletons that move the surfaces of a rig. Skins that bind their common joints in the same pose share a skeleton. A surface
 * without a skin follows its node, which becomes a joint. Null if the inverse bind matrix of a joint cannot be inverted.
 *
 * isAnimated: for each node, whether it moves relative to its parent. Nodes above all joints that do not move become `base`. taken: names of
 * joints that are not used again; those of this rig are added.
 */
export function findSkeletons(
  rig: Rig,
  isAnimated: readonly boolean[],
  taken: Set<string>,
): StageSkeletons | null {
  const drafts: Map<number, Matrix>[] = [];
  const ofSkin = new Map<number, number>();
  const world = restWorld(rig);
  for (const { skin } of rig.surfaces) {
    if (skin < 0 || ofSkin.has(skin)) continue;
    const bind = bindOf(rig, skin);
    if (!bind) return null;
    let index = drafts.findIndex((draft) => [...bind].every(([node, m]) => isSame(draft.get(node) ?? m, m)));
    if (index < 0) index = drafts.push(new Map()) - 1;
    for (const [node, m] of bind) drafts[index].set(node, m);
    ofSkin.set(skin, index);
  }
  if (drafts.length === 0) drafts.push(new Map());
  const ofSurface = rig.surfaces.map(({ skin, node }) => {
    if (skin >= 0) return ofSkin.get(skin)!;
    // A surface without a skin can follow any skeleton. Its node keeps the pose in which another skin bound it.
    if (!drafts[0].has(node)) drafts[0].set(node, world[node]);
    return 0;
  });
  const used = new Set(drafts.flatMap((draft) => [...draft.keys()]));
  const above = findBase(rig, used, isAnimated);
  const base = createMatrix();
  for (const node of above) multiplyInto(base, localOf(rig, node));
  const inverse = createMatrix();
  if (!invertMatrix(inverse, base)) return null;
  const skipped = new Set(above);
  const names = fitNames(
    rig.nodes.map(({ name }) => name || 'node'),
    taken,
  );
  for (const name of names) taken.add(name);
  const skeletons = drafts.map((draft) => {
    const all = new Set<number>();
    for (const joint of draft.keys())
      for (let node = joint; node >= 0 && !skipped.has(node); node = rig.nodes[node].parent) all.add(node);
    const nodes = [...rig.order].filter((node) => all.has(node));
    const jointOf = new Map(nodes.map((node, joint) => [node, joint]));
    const paths = new Map<number, string>();
    for (const node of nodes) {
      const parent = paths.get(rig.nodes[node].parent);
      paths.set(node, parent === undefined ? names[node] : `${parent}/${names[node]}`);
    }
    const bind = new Float64Array(16 * nodes.length);
    const rest = new Float64Array(16 * nodes.length);
    nodes.forEach((node, joint) => {
      const bound = draft.get(node);
      if (bound) bind.set(bound, 16 * joint);
      else multiplyMatrices(bind, 16 * joint, inverse, 0, world[node], 0);
      rest.set(localOf(rig, node), 16 * joint);
    });
    return { nodes, joints: nodes.map((node) => paths.get(node)!), jointOf, bind, rest };
  });
  return { skeletons, ofSurface, base };
}

/** Returns the transforms in which the joints of a skin were bound, by node. Null if one of them cannot be computed. */
function bindOf(rig: Rig, skin: number): Map<number, Matrix> | null {
  const { joints, inverseBind } = rig.skins[skin];
  const bind = new Map<number, Matrix>();
  for (let joint = 0; joint < joints.length; joint++) {
    const m = createMatrix();
    if (!invertMatrix(m, inverseBind.subarray(16 * joint, 16 * joint + 16))) return null;
    const other = bind.get(joints[joint]);
    if (other && !isSame(other, m)) return null;
    bind.set(joints[joint], m);
  }
  return bind;
}

/** Returns the nodes from the root down that lie above all joints, do not move, and are no joints themselves. */
function findBase(rig: Rig, joints: ReadonlySet<number>, isAnimated: readonly boolean[]): number[] {
  let common: number[] | null = null;
  for (const joint of joints) {
    const chain: number[] = [];
    for (let node = rig.nodes[joint].parent; node >= 0; node = rig.nodes[node].parent) chain.unshift(node);
    const shared: number[] = common ?? chain;
    const end = shared.findIndex((node, k) => chain[k] !== node);
    common = end < 0 ? shared : shared.slice(0, end);
  }
  const end = (common ?? []).findIndex((node) => joints.has(node) || isAnimated[node]);
  return end < 0 ? (common ?? []) : common!.slice(0, end);
}

function localOf({ nodes }: Rig, node: number): Matrix {
  const m = createMatrix();
  const { translation, rotation, scale } = nodes[node];
  composeMatrix(m, 0, translation, 0, rotation, 0, scale, 0);
  return m;
}

/** Returns the transform of each node in the rest pose, relative to the root of the file. */
function restWorld(rig: Rig): Matrix[] {
  const world = rig.nodes.map(() => createMatrix());
  for (const node of rig.order) {
    const { parent } = rig.nodes[node];
    const local = localOf(rig, node);
    if (parent < 0) world[node].set(local);
    else multiplyMatrices(world[node], 0, world[parent], 0, local, 0);
  }
  return world;
}

function multiplyInto(m: Matrix, by: Matrix): void {
  const before = m.slice();
  multiplyMatrices(m, 0, before, 0, by, 0);
}

function isSame(a: Matrix, b: Matrix): boolean {
  let largest = 0;
  let apart = 0;
  for (let k = 0; k < 16; k++) {
    largest = Math.max(largest, Math.abs(a[k]));
    apart = Math.max(apart, Math.abs(a[k] - b[k]));
  }
  return apart <= equalFraction * largest;
}
