import type { TriangleMesh } from './keyed-collider.ts';

/** A mesh whose vertices have one place in a picture each. */
export interface LaidMesh extends TriangleMesh {
  /** [2 · vertexCount], v downward. */
  readonly texcoords: Float32Array;
}

/**
 * The mesh with a vertex of its own for each place in a picture. Vertices keep their order, further copies of them follow
 * after the last, so that joining copies gives the mesh back. Vertices without a triangle lie at 0, 0.
 */
export function layTexcoords(mesh: TriangleMesh, cornerTexcoords: Float32Array): LaidMesh {
  const vertexCount = mesh.positions.length / 3;
  const sources = Array.from({ length: vertexCount }, (_, vertex) => vertex);
  const texcoords: number[] = new Array(2 * vertexCount).fill(0);
  const isLaid = new Uint8Array(vertexCount);
  /** The next copy of each vertex, 0 after the last. */
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
