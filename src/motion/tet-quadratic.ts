import { append } from '../math/lists.ts';
import type { TetMesh, TetMeshGroup } from './tet-mesh.ts';
import { findTetOutside, sortPair, tetCorners, tetEdges, tetFaces } from './tet-topology.ts';
import { TupleTable } from './tuple-table.ts';

/**
 * Returns the mesh with a node in the middle of every edge; edges are straight. A mesh that already has mid-edge nodes is returned
 * unchanged.
 *
 * Corner nodes keep their indices. Mid-edge nodes follow in the order in which the elements first use them. A group also gets the nodes in
 * the middle of its edges. These are the edges of the cells that defined the group, or if the cells are not known, the edges that
 * `findGroupEdges` returns.
 */
export function toQuadratic(mesh: TetMesh): TetMesh {
  if (mesh.nodesPerTet === 10) return mesh;
  const cornerCount = mesh.positions.length / 3;
  const tetCount = mesh.tets.length / 4;
  const edges = new TupleTable(2);
  const tets = new Uint32Array(10 * tetCount);
  for (let tet = 0; tet < tetCount; tet++) {
    for (let k = 0; k < 4; k++) tets[10 * tet + k] = mesh.tets[4 * tet + k];
    for (let k = 0; k < 6; k++) {
      const [from, to] = tetEdges[k];
      const edge = edges.add(sortPair(mesh.tets[4 * tet + from], mesh.tets[4 * tet + to]));
      tets[10 * tet + 4 + k] = cornerCount + edge;
    }
  }
  const positions = new Float64Array(3 * (cornerCount + edges.count));
  positions.set(mesh.positions);
  for (let edge = 0; edge < edges.count; edge++) {
    const [a, b] = edges.tuple(edge);
    for (let axis = 0; axis < 3; axis++) {
      const sum = mesh.positions[3 * a + axis] + mesh.positions[3 * b + axis];
      positions[3 * (cornerCount + edge) + axis] = 0.5 * sum;
    }
  }
  const midNode = (a: number, b: number) => {
    const edge = edges.find(sortPair(a, b));
    return edge < 0 ? -1 : cornerCount + edge;
  };
  const groups = mesh.groups.map((group) => addMidNodes(group, findGroupEdges(mesh, group), midNode));
  return { positions, nodesPerTet: 10, tets, groups };
}

/** Returns the group with the mid-edge nodes of the given edges (pairs of corners). midNode returns −1 if the mesh has no such node. */
export function addMidNodes(
  group: TetMeshGroup,
  edges: Iterable<readonly [number, number]>,
  midNode: (a: number, b: number) => number,
): TetMeshGroup {
  const nodes = new Set(group.nodes);
  for (const [a, b] of edges) {
    const node = midNode(a, b);
    if (node >= 0) nodes.add(node);
  }
  return { ...group, nodes: Uint32Array.from(nodes).sort() };
}

/**
 * Returns the pairs of corners whose edges belong to a group; a pair may occur several times. If the cells of the group are known, the
 * result is the edges of these cells. Otherwise, for a volume, it is the edges of elements with all corners in the group; for other groups,
 * the edges of triangles with all corners in the group. If the whole group is on the mesh's boundary, only boundary triangles count, so
 * that no edge runs through a thin body from one side to the other.
 */
export function findGroupEdges(mesh: TetMesh, group: TetMeshGroup): Iterable<readonly [number, number]> {
  if (group.cells) return pairsOf(group.cells, group.dimension + 1);
  const inGroup = new Uint8Array(mesh.positions.length / 3);
  for (const node of group.nodes) inGroup[node] = 1;
  const corners = tetCorners(mesh);
  if (group.dimension === 3) return pairsOf(keepInside(corners, 4, inGroup), 4);
  const outside = findTetOutside(mesh);
  const isOutside = new Uint8Array(inGroup.length);
  for (const node of outside) isOutside[node] = 1;
  const triangles = group.nodes.every((node) => isOutside[node] === 1) ? outside : listFaces(corners);
  return pairsOf(keepInside(triangles, 3, inGroup), 3);
}

/** Returns the four faces of every element. */
function listFaces(corners: Uint32Array): Uint32Array {
  const faces = new Uint32Array(3 * corners.length);
  let length = 0;
  for (let start = 0; start < corners.length; start += 4) {
    for (const face of tetFaces) for (const corner of face) faces[length++] = corners[start + corner];
  }
  return faces;
}

/** Returns those cells, `width` corners each, whose corners are all in the group. */
function keepInside(cells: Uint32Array, width: number, inGroup: Uint8Array): Uint32Array {
  const kept: number[] = [];
  for (let start = 0; start < cells.length; start += width) {
    const cell = cells.subarray(start, start + width);
    if (cell.every((node) => inGroup[node] === 1)) append(kept, cell);
  }
  return Uint32Array.from(kept);
}

function* pairsOf(cells: Uint32Array, width: number): Generator<readonly [number, number]> {
  for (let start = 0; start < cells.length; start += width) {
    for (let i = 0; i < width; i++) {
      for (let j = i + 1; j < width; j++) yield [cells[start + i], cells[start + j]];
    }
  }
}
