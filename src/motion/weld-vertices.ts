import type { TriangleMesh } from './keyed-collider.ts';
import type { RigSurface } from './rig.ts';

/**
 * Joins vertices with bit-identical position, morph deltas, joints and weights. Files repeat such vertices for normals and texture
 * coordinates; the joined vertex has those of the first copy. Triangles that lose a corner are dropped. The order of the rest is kept.
 */
export function weldSurface(surface: RigSurface): RigSurface {
  const { positions, morphTargets, jointIndices, jointWeights, influenceCount } = surface;
  const { kept, vertexOf } = findSameVertices(positions.length / 3, [
    { bits: bitsOf(positions), width: 3 },
    ...morphTargets.map((deltas) => ({ bits: bitsOf(deltas), width: 3 })),
    { bits: jointIndices, width: influenceCount },
    { bits: bitsOf(jointWeights), width: influenceCount },
  ]);
  return keepVertices(surface, kept, reindex(surface.indices, vertexOf));
}

/** Returns the surface with only these vertices, in this order, and new triangles. */
export function keepVertices(surface: RigSurface, kept: readonly number[], indices: Uint32Array): RigSurface {
  const { influenceCount, colors, texcoords } = surface;
  return {
    ...surface,
    ...(colors && { colors: gather(colors, kept, 3) }),
    ...(texcoords && { texcoords: gather(texcoords, kept, 2) }),
    indices,
    positions: gather(surface.positions, kept, 3),
    normals: surface.normals && gather(surface.normals, kept, 3),
    jointIndices: gather(surface.jointIndices, kept, influenceCount),
    jointWeights: gather(surface.jointWeights, kept, influenceCount),
    morphTargets: surface.morphTargets.map((deltas) => gather(deltas, kept, 3)),
  };
}

/** Joins the vertices of a mesh that have equal positions, like `weldSurface`. */
export function weldMesh(mesh: TriangleMesh): TriangleMesh {
  const { kept, vertexOf } = joinPoints(mesh.positions);
  return { positions: gather(mesh.positions, kept, 3), indices: reindex(mesh.indices, vertexOf) };
}

/** Joins bit-identical points. kept: the first point of each group. vertexOf: for every point, its index in kept. */
export function joinPoints(positions: Float64Array): {
  kept: readonly number[];
  vertexOf: Uint32Array;
} {
  return findSameVertices(positions.length / 3, [{ bits: bitsOf(positions), width: 6 }]);
}

/** Properties that distinguish vertices, as integers, `width` per vertex. Vertices are equal if all bits are equal. */
export interface VertexBits {
  readonly bits: Uint32Array | Uint16Array;
  readonly width: number;
}

/** Adding 0 converts −0 to 0, which would otherwise distinguish vertices. */
export function bitsOf(values: Float32Array | Float64Array): Uint32Array {
  return new Uint32Array(values.map((value) => value + 0).buffer);
}

/**
 * Joins equal vertices. kept: the first vertex of each group. vertexOf: for every vertex, its index in kept. A custom hash table, since a
 * Map with text keys took three times as long.
 */
export function findSameVertices(
  vertexCount: number,
  parts: readonly VertexBits[],
): { kept: readonly number[]; vertexOf: Uint32Array } {
  const vertexOf = new Uint32Array(vertexCount);
  const kept: number[] = [];
  let size = 4;
  while (size < 2 * vertexCount) size *= 2;
  const table = new Int32Array(size).fill(-1);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let slot = hashVertex(parts, vertex) & (size - 1);
    while (table[slot] >= 0 && !isSameVertex(parts, table[slot], vertex)) slot = (slot + 1) & (size - 1);
    if (table[slot] < 0) {
      table[slot] = vertex;
      vertexOf[vertex] = kept.push(vertex) - 1;
    } else {
      vertexOf[vertex] = vertexOf[table[slot]];
    }
  }
  return { kept, vertexOf };
}

function hashVertex(parts: readonly VertexBits[], vertex: number): number {
  let hash = 0;
  for (const { bits, width } of parts) {
    for (let k = vertex * width; k < (vertex + 1) * width; k++) {
      hash = Math.imul(hash ^ bits[k], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
  }
  return hash >>> 0;
}

function isSameVertex(parts: readonly VertexBits[], a: number, b: number): boolean {
  for (const { bits, width } of parts) {
    for (let c = 0; c < width; c++) {
      if (bits[a * width + c] !== bits[b * width + c]) return false;
    }
  }
  return true;
}

function gather<Values extends Float32Array | Float64Array | Uint16Array>(
  values: Values,
  kept: readonly number[],
  width: number,
): Values {
  const out = new (values.constructor as new (length: number) => Values)(kept.length * width);
  kept.forEach((vertex, index) => {
    for (let c = 0; c < width; c++) out[index * width + c] = values[vertex * width + c];
  });
  return out;
}

/** Returns triangles with new vertex numbers. Triangles of which two corners have become the same vertex are left out. */
export function reindex(indices: Uint32Array, vertexOf: Uint32Array): Uint32Array {
  const out = new Uint32Array(indices.length);
  let length = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const a = vertexOf[indices[k]];
    const b = vertexOf[indices[k + 1]];
    const c = vertexOf[indices[k + 2]];
    if (a === b || b === c || c === a) continue;
    out[length++] = a;
    out[length++] = b;
    out[length++] = c;
  }
  return out.slice(0, length);
}
