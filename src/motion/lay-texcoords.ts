import type { TriangleMesh } from './keyed-collider.ts';

/** A mesh with one pair of texture coordinates for each vertex. */
export interface LaidMesh extends TriangleMesh {
  /** Texture coordinates, v downward, [2 · vertexCount]. */
  readonly texcoords: Float32Array;
}

/**
 * Returns the mesh with a separate vertex for each pair of texture coordinates. Vertices keep their order. Further copies of a vertex are
 * appended at the end, so that joining the copies restores the original mesh. Vertices without a triangle have the texture coordinates 0,
 * 0.
 */
export function layTexcoords(mesh: TriangleMesh, cornerTexcoords: Float32Array): LaidMesh {
  const vertexCount = mesh.positions.length / 3;
  const sources = Array.from({ length: vertexCount }, (_, vertex) => vertex);
  const texcoords: number[] = new Array(2 * vertexCount).fill(0);
  const isLaid = new Uint8Array(vertexCount);
  /** The next copy of each vertex; 0 after the last copy. */
  const next: number[] = new Array(vertexCount).fill(0);
  const indices = new Uint32Array(mesh.indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const u = cornerTexcoords[2 * corner];
    const v = cornerTexcoords[2 * corner + 1];
    let vertex = mesh.indices[corner];
    if (!isLaid[vertex]) {
      isLaid[vertex] = 1;
      texcoords[2 * vertex] = u;
      texcoords[2 * vertex + 1] = v;
    }
    while (texcoords[2 * vertex] !== u || texcoords[2 * vertex + 1] !== v) {
      if (next[vertex] === 0) {
        next[vertex] = sources.push(mesh.indices[corner]) - 1;
        next.push(0);
        texcoords.push(u, v);
      }
      vertex = next[vertex];
    }
    indices[corner] = vertex;
  }
  const positions = new Float64Array(3 * sources.length);
  const colors = mesh.colors && new Float32Array(3 * sources.length);
  sources.forEach((source, vertex) => {
    positions.set(mesh.positions.subarray(3 * source, 3 * source + 3), 3 * vertex);
    colors?.set(mesh.colors!.subarray(3 * source, 3 * source + 3), 3 * vertex);
  });
  return { positions, indices, texcoords: Float32Array.from(texcoords), ...(colors && { colors }) };
}
