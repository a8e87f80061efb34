import type { FurCarrier } from './carrier/carrier.ts';
import type { FurTopology } from './topology/topology.ts';

/** The vertices of the shells. They do not change during a run. */
export interface Shells {
  readonly vertexCount: number;
  /** Vertex indices of the triangles, [3 · triangleCount]. */
  readonly indices: Uint32Array;
  /** For each vertex, the index of its strand. [vertexCount] */
  readonly strandOf: Uint32Array;
  /** For each vertex, the vertex of the carrier on which its strand grows. [vertexCount] */
  readonly meshVertexOf: Uint32Array;
  /** For each vertex, the vertex of the file; null on a patch. [vertexCount] */
  readonly fileVertexOf: Uint32Array | null;
  /** Texture coordinates, [2 · vertexCount]. v points downward. Null if there are no pictures. */
  readonly texcoords: Float32Array | null;
}

/**
 * Creates the vertices of the shells: one per strand. If there are pictures, a strand on a seam has a vertex for each of its
 * texture coordinates; otherwise pictures would be interpolated backwards across the seam.
 */
export function buildShells(carrier: FurCarrier, topology: FurTopology, hasPictures: boolean): Shells {
  const { strandOfCorner, strandCount, vertexOf } = topology;
  const { skin } = carrier;
  const texcoords = hasPictures ? carrier.texcoords : null;
  if (!texcoords) {
    return {
      vertexCount: strandCount,
      indices: strandOfCorner.slice(),
      strandOf: Uint32Array.from({ length: strandCount }, (_, strand) => strand),
      meshVertexOf: vertexOf,
      fileVertexOf: skin && Uint32Array.from(vertexOf, (vertex) => skin.vertexOf[vertex]),
      texcoords: null,
    };
  }
  const strandOf: number[] = [];
  const cornerOf: number[] = [];
  const known = new Map<string, number>();
  const indices = Uint32Array.from(strandOfCorner, (strand, corner) => {
    const key = `${strand} ${texcoords[2 * corner]} ${texcoords[2 * corner + 1]}`;
    let vertex = known.get(key);
    if (vertex === undefined) {
      vertex = strandOf.push(strand) - 1;
      cornerOf.push(corner);
      known.set(key, vertex);
    }
    return vertex;
  });
  return {
    vertexCount: strandOf.length,
    indices,
    strandOf: Uint32Array.from(strandOf),
    meshVertexOf: Uint32Array.from(strandOf, (strand) => vertexOf[strand]),
    fileVertexOf: skin && Uint32Array.from(cornerOf, (corner) => skin.corners[corner]),
    texcoords: Float32Array.from(cornerOf.flatMap((k) => [texcoords[2 * k], texcoords[2 * k + 1]])),
  };
}
