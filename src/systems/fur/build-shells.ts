import type { FurCarrier } from './carrier/carrier.ts';
import type { FurTopology } from './topology/topology.ts';

/** The vertices of the shells. Never changes. */
export interface Shells {
  readonly vertexCount: number;
  /** [3 · triangleCount] */
  readonly indices: Uint32Array;
  /** [vertexCount] index of the strand. */
  readonly strandOf: Uint32Array;
  /** [vertexCount] index of the vertex of the carrier on which the strand grows. */
  readonly meshVertexOf: Uint32Array;
  /** [vertexCount] the vertex of the file; null on a patch. */
  readonly fileVertexOf: Uint32Array | null;
  /** [2 · vertexCount] v downward; null if there are no pictures. */
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
