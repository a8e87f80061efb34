import type { TetGroupDimension, TetMeshDraft } from './tet-mesh-draft.ts';

/** A kind of element, with the data that readers of tetrahedra need. */
export interface ElementKind {
  /** Name of the kind in the plural, for messages. */
  readonly plural: string;
  readonly dimension: TetGroupDimension;
  readonly nodeCount: number;
  /**
   * For each node index in the order of `TetMesh.tets`: the index in the file's order. Only for supported kinds: points, straight and
   * quadratic lines, triangles, tetrahedra.
   */
  readonly order?: readonly number[];
}

const straight = (count: number) => Array.from({ length: count }, (_, k) => k);

/** Kinds whose nodes are the corners, then the mid-edge nodes in the order of `TetMesh.tets`. */
export const point: ElementKind = { plural: 'points', dimension: 0, nodeCount: 1, order: straight(1) };
export const line2: ElementKind = { plural: 'lines', dimension: 1, nodeCount: 2, order: straight(2) };
export const line3: ElementKind = { plural: 'lines', dimension: 1, nodeCount: 3, order: straight(3) };
export const triangle3: ElementKind = { plural: 'triangles', dimension: 2, nodeCount: 3, order: straight(3) };
export const triangle6: ElementKind = { plural: 'triangles', dimension: 2, nodeCount: 6, order: straight(6) };
export const tet4: ElementKind = { plural: 'tetrahedra', dimension: 3, nodeCount: 4, order: straight(4) };
export const tet10: ElementKind = { plural: 'tetrahedra', dimension: 3, nodeCount: 10, order: straight(10) };

/** Returns a kind whose elements are ignored, or refused if they have a volume. */
export function otherKind(plural: string, dimension: TetGroupDimension, nodeCount: number): ElementKind {
  return { plural, dimension, nodeCount };
}

/**
 * Adds one element to the draft. A tetrahedron is added as an element. Every supported kind is added to each of its groups. nodes:
 * `kind.nodeCount` node numbers in the file's order.
 */
export function addElement(
  draft: TetMeshDraft,
  kind: ElementKind,
  number: number,
  nodes: readonly number[],
  groups: readonly string[],
): void {
  const { order } = kind;
  if (!order) {
    if (kind.dimension === 3) draft.skipFilling(kind.plural);
    else draft.skip(kind.plural);
    return;
  }
  const ordered = order.map((index) => nodes[index]);
  if (kind.dimension === 3) draft.addTet(number, ordered);
  else if (groups.length === 0) draft.skip(`${kind.plural} of no group`);
  for (const group of groups) draft.addToGroup(kind.dimension, group, ordered);
}
