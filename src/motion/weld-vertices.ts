import type { TriangleMesh } from './keyed-collider.ts';
import type { RigSurface } from './rig.ts';

/**
 * The surface with vertices joined that share position, morph deltas, joints and weights to the bit (files repeat them for
 * normals and texture coordinates). Triangles that lose a corner are dropped; the order of the rest is kept.
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

/** The surface with these of its vertices alone, in this order, under new triangles. */
export function keepVertices(surface: RigSurface, kept: readonly number[], indices: Uint32Array): RigSurface {
  const { influenceCount } = surface;
  return {
    ...surface,
    indices,
    positions: gather(surface.positions, kept, 3),
    jointIndices: gather(surface.jointIndices, kept, influenceCount),
    jointWeights: gather(surface.jointWeights, kept, influenceCount),
    morphTargets: surface.morphTargets.map((deltas) => gather(deltas, kept, 3)),
  };
}

/** The mesh with vertices of equal position joined, as `weldSurface` does. */
export function weldMesh(mesh: TriangleMesh): TriangleMesh {
  const { kept, vertexOf } = findSameVertices(mesh.positions.length / 3, [
    { bits: bitsOf(mesh.positions), width: 6 },
  ]);
  return { positions: gather(mesh.positions, kept, 3), indices: reindex(mesh.indices, vertexOf) };
}

/** Some of what tells vertices apart, as integers, `width` a vertex: equal bits, equal vertex. */
interface VertexBits {
  readonly bits: Uint32Array | Uint16Array;
  readonly width: number;
}

/** Adding 0 makes −0 into 0, which would otherwise hold vertices apart. */
function bitsOf(values: Float32Array | Float64Array): Uint32Array {
  return new Uint32Array(values.map((value) => value + 0).buffer);
}

/** kept: the first of each lot of equal vertices; vertexOf: for every vertex, its place in kept. */
function findSameVertices(
  vertexCount: number,
  parts: readonly VertexBits[],
): { kept: readonly number[]; vertexOf: Uint32Array } {
  const vertexOf = new Uint32Array(vertexCount);
  const kept: number[] = [];
  const keptByKey = new Map<string, number>();
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let key = '';
    for (const { bits, width } of parts) {
      for (let k = vertex * width; k < (vertex + 1) * width; k++) key += `${bits[k].toString(36)},`;
    }
    const known = keptByKey.get(key);
    vertexOf[vertex] = known ?? kept.length;
    if (known !== undefined) continue;
    keptByKey.set(key, kept.length);
    kept.push(vertex);
  }
  return { kept, vertexOf };
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

function reindex(indices: Uint32Array, vertexOf: Uint32Array): Uint32Array {
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
