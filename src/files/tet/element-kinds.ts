import type { TetGroupDimension, TetMeshDraft } from './tet-mesh-draft.ts';

/** A kind of element, as far as a reader of tetrahedra needs to know it. */
export interface ElementKind {
  /** Plural, in words. */
  readonly words: string;
  readonly dimension: TetGroupDimension;
  readonly nodeCount: number;
  /**
   * Set for those that are read: points, straight and quadratic lines, triangles, tetrahedra. By place in our order, the
   * place in the file's.
   */
  readonly order?: readonly number[];
}

const straight = (count: number) => Array.from({ length: count }, (_, k) => k);

/** Kinds whose nodes come corners first, then mid-edge nodes in the order of `TetMesh.tets`. */
export const point: ElementKind = { words: 'points', dimension: 0, nodeCount: 1, order: straight(1) };
export const line2: ElementKind = { words: 'lines', dimension: 1, nodeCount: 2, order: straight(2) };
export const line3: ElementKind = { words: 'lines', dimension: 1, nodeCount: 3, order: straight(3) };
export const triangle3: ElementKind = { words: 'triangles', dimension: 2, nodeCount: 3, order: straight(3) };
export const triangle6: ElementKind = { words: 'triangles', dimension: 2, nodeCount: 6, order: straight(6) };
export const tet4: ElementKind = { words: 'tetrahedra', dimension: 3, nodeCount: 4, order: straight(4) };
export const tet10: ElementKind = { words: 'tetrahedra', dimension: 3, nodeCount: 10, order: straight(10) };

/** A kind that is passed over, or refused where it fills a volume. */
export function otherKind(words: string, dimension: TetGroupDimension, nodeCount: number): ElementKind {
  return { words, dimension, nodeCount };
}

/**
 * Gives one element to the draft: a tetrahedron as an element, and everything that has a place in groups to each of those.
 * nodes: its node numbers in the file's order, `kind.nodeCount` of them.
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
    if (kind.dimension === 3) draft.skipFilling(kind.words);
    else draft.skip(kind.words);
    return;
  }
  const ordered = order.map((place) => nodes[place]);
  if (kind.dimension === 3) draft.addTet(number, ordered);
  else if (groups.length === 0) draft.skip(`${kind.words} of no group`);
  for (const group of groups) draft.addToGroup(kind.dimension, group, ordered);
}
