/** Corner pairs of a ten-node tetrahedron's edges, in the order of their nodes. */
export const tetEdges = [
  [0, 1],
  [1, 2],
  [0, 2],
  [0, 3],
  [1, 3],
  [2, 3],
] as const;

export interface QuadraticMesh {
  /** [3 · nodeCount]: the corners as they were, then the middles of the edges. */
  readonly positions: Float64Array;
  /** [10 · tetCount]. */
  readonly tets: Uint32Array;
  /** [2 · edgeCount] ends of the edge that node cornerCount + e stands on, the lower one first. */
  readonly edges: Uint32Array;
}

/** Four-node tetrahedra as ten-node ones with straight edges: order of `TetMesh`. */
export function addMidNodes(positions: Float64Array, tets: Uint32Array): QuadraticMesh {
  const cornerCount = positions.length / 3;
  const out = new Uint32Array((tets.length / 4) * 10);
  const edges: number[] = [];
  // Edges in lists by their lower end.
  const heads = new Int32Array(cornerCount).fill(-1);
  const next: number[] = [];
  for (let tet = 0; tet < tets.length / 4; tet++) {
    for (let corner = 0; corner < 4; corner++) out[10 * tet + corner] = tets[4 * tet + corner];
    tetEdges.forEach(([p, q], place) => {
      const a = Math.min(tets[4 * tet + p], tets[4 * tet + q]);
      const b = Math.max(tets[4 * tet + p], tets[4 * tet + q]);
      let edge = heads[a];
      while (edge >= 0 && edges[2 * edge + 1] !== b) edge = next[edge];
      if (edge < 0) {
        edge = next.push(heads[a]) - 1;
        heads[a] = edge;
        edges.push(a, b);
      }
      out[10 * tet + 4 + place] = cornerCount + edge;
    });
  }
  const all = new Float64Array(3 * (cornerCount + next.length));
  all.set(positions);
  for (let edge = 0; edge < next.length; edge++) {
    for (let axis = 0; axis < 3; axis++) {
      const sum = positions[3 * edges[2 * edge] + axis] + positions[3 * edges[2 * edge + 1] + axis];
      all[3 * (cornerCount + edge) + axis] = sum / 2;
    }
  }
  return { positions: all, tets: out, edges: Uint32Array.from(edges) };
}
