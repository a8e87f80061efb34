import type { RigSurface } from '../rig.ts';
import { keepVertices, reindex } from '../weld-vertices.ts';

/**
 * Returns a surface with one vertex for each cell of a grid: that which is nearest to the mean of the cell's vertices. Triangles that lose a
 * corner are dropped (vertex clustering, Rossignac & Borrel 1993). No point moves by more than the diagonal of a cell. cell: edge length,
 * mesh units.
 */
export function coarsenSurface(surface: RigSurface, cell: number): RigSurface {
  const { positions } = surface;
  const vertexCount = positions.length / 3;
  const clusters = new Map<string, number[]>();
  for (let v = 0; v < vertexCount; v++) {
    const key = [0, 1, 2].map((axis) => Math.floor(positions[3 * v + axis] / cell)).join(' ');
    const members = clusters.get(key);
    if (members) members.push(v);
    else clusters.set(key, [v]);
  }
  const vertexOf = new Uint32Array(vertexCount);
  const kept: number[] = [];
  for (const members of clusters.values()) {
    const nearest = findMiddle(positions, members);
    for (const v of members) vertexOf[v] = kept.length;
    kept.push(nearest);
  }
  return keepVertices(surface, kept, reindex(surface.indices, vertexOf));
}

/** Returns the vertex that is nearest to the mean of some vertices. */
function findMiddle(positions: Float32Array, members: readonly number[]): number {
  const mean = [0, 0, 0];
  for (const v of members)
    for (let axis = 0; axis < 3; axis++) mean[axis] += positions[3 * v + axis] / members.length;
  let [best, least] = [members[0], Number.POSITIVE_INFINITY];
  for (const v of members) {
    let square = 0;
    for (let axis = 0; axis < 3; axis++) square += (positions[3 * v + axis] - mean[axis]) ** 2;
    if (square < least) [best, least] = [v, square];
  }
  return best;
}
