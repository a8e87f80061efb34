import { decomposeMatrix } from '../../math/decompose-matrix.ts';
import { append, maxOf } from '../../math/lists.ts';
import { composeMatrix, createMatrix } from '../../math/matrix.ts';
import { normalizeQuaternion } from '../../math/quaternion.ts';
import type { RigNode } from '../../motion/rig.ts';
import type { JsonValue } from './json-value.ts';

export interface NodeTree {
  readonly nodes: readonly RigNode[];
  /** Parents before children. */
  readonly order: Int32Array;
  /** Visible nodes of the default scene, parents before children. */
  readonly shown: readonly number[];
}

/**
 * Reads all nodes at their indices in the file, and finds the nodes that the default scene shows.
 *
 * morphWeights(node): default weights of the node's mesh. Throws InputError for children out of range, a node with two parents, a cycle.
 */
export function readNodes(
  root: JsonValue,
  morphWeights: (node: JsonValue) => readonly number[],
  warnings: string[],
): NodeTree {
  const sources = root.get('nodes').items();
  const parents = new Int32Array(sources.length).fill(-1);
  const children = sources.map((node, index) =>
    node
      .get('children')
      .items()
      .map((reference) => {
        const child = reference.index(sources.length, 'nodes');
        if (parents[child] >= 0 || child === index) {
          throw reference.fault(
            `expected one parent for node ${child}, got ${child === index ? 'itself' : `nodes ${parents[child]} and ${index}`}`,
          );
        }
        parents[child] = index;
        return child;
      }),
  );
  const order = orderNodes(parents, children);
  if (order.length < sources.length) {
    const ordered = new Set(order);
    const first = sources.findIndex((_, index) => !ordered.has(index));
    throw sources[first].fault('expected a tree of nodes, got a cycle: the node is its own ancestor');
  }
  const nodes = sources.map((node, index) => readNode(node, parents[index], morphWeights(node), warnings));
  return { nodes, order: Int32Array.from(order), shown: findShown(root, sources, order, parents, warnings) };
}

function orderNodes(parents: Int32Array, children: readonly number[][]): number[] {
  const order: number[] = [];
  parents.forEach((parent, index) => {
    if (parent < 0) order.push(index);
  });
  // Breadth-first: the list grows during the loop, as each node appends its children.
  for (let k = 0; k < order.length; k++) append(order, children[order[k]]);
  return order;
}

/** Returns the nodes that the default scene shows, without hidden nodes and their descendants. */
function findShown(
  root: JsonValue,
  sources: readonly JsonValue[],
  order: readonly number[],
  parents: Int32Array,
  warnings: string[],
): number[] {
  const scenes = root.get('scenes').items();
  const isShown = new Uint8Array(order.length);
  if (scenes.length === 0) isShown.fill(1);
  else {
    const reference = root.get('scene');
    const scene = scenes[reference.absent ? 0 : reference.index(scenes.length, 'scenes')];
    for (const node of scene.get('nodes').items()) isShown[node.index(order.length, 'nodes')] = 1;
  }
  const isHidden = new Uint8Array(order.length);
  return order.filter((node) => {
    const parent = parents[node];
    if (parent >= 0 && isShown[parent]) isShown[node] = 1;
    if (parent >= 0 && isHidden[parent]) isHidden[node] = 1;
    const visibility = sources[node].extension('KHR_node_visibility');
    if (isShown[node] && !isHidden[node] && !visibility.absent && visibility.get('visible').value === false) {
      isHidden[node] = 1;
      warnings.push(
        `${sources[node].path} "${sources[node].get('name').text()}": it is hidden (KHR_node_visibility); it and its descendants are omitted`,
      );
    }
    return isShown[node] && !isHidden[node];
  });
}

function readNode(node: JsonValue, parent: number, weights: readonly number[], warnings: string[]): RigNode {
  const name = node.get('name').text();
  if (!node.get('matrix').absent) {
    const matrix = Float64Array.from(node.get('matrix').numbers(16));
    const parts = decomposeMatrix(matrix);
    if (shearOf(matrix, parts) > 1e-3) {
      warnings.push(
        `${node.path} "${name}": its matrix has a shear, which glTF does not allow; the shear is ignored`,
      );
    }
    return { name, parent, ...parts, weights };
  }
  const vector = (key: string, fallback: readonly number[]) =>
    node.get(key).absent ? fallback : node.get(key).numbers(fallback.length);
  const [tx, ty, tz] = vector('translation', [0, 0, 0]);
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  normalizeQuaternion(rotation, vector('rotation', rotation));
  const [sx, sy, sz] = vector('scale', [1, 1, 1]);
  return { name, parent, translation: [tx, ty, tz], rotation, scale: [sx, sy, sz], weights };
}

/**
 * Returns the maximum difference between a matrix and the matrix that results from its translation, rotation and scale, relative to its
 * largest scale.
 */
function shearOf(matrix: Float64Array, parts: ReturnType<typeof decomposeMatrix>): number {
  const again = createMatrix();
  composeMatrix(again, 0, parts.translation, 0, parts.rotation, 0, parts.scale, 0);
  const size = maxOf(parts.scale.map(Math.abs));
  let worst = 0;
  for (let i = 0; i < 12; i++) worst = Math.max(worst, Math.abs(again[i] - matrix[i]));
  return size > 0 ? worst / size : 0;
}
