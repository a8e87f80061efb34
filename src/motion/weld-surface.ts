import type { RigSurface } from './rig.ts';

/**
 * The surface with vertices joined that share position, morph deltas, joints and weights to the bit (files repeat them for
 * normals and texture coordinates). Triangles that lose a corner are dropped; the order of the rest is kept.
 */
export function weldSurface(surface: RigSurface): RigSurface {
  const { positions, morphTargets, jointIndices, jointWeights, influenceCount } = surface;
  const vertexCount = positions.length / 3;
  const vertexOf = new Uint32Array(vertexCount);
  const kept: number[] = [];
  const keptByKey = new Map<string, number>();
  const words = wordsOf(surface);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let key = '';
    for (const { bits, width } of words) {
      for (let k = vertex * width; k < (vertex + 1) * width; k++) key += `${bits[k].toString(36)},`;
    }
    const known = keptByKey.get(key);
    vertexOf[vertex] = known ?? kept.length;
    if (known !== undefined) continue;
    keptByKey.set(key, kept.length);
    kept.push(vertex);
  }
  return {
    ...surface,
    positions: gather(positions, kept, 3),
    indices: reindex(surface.indices, vertexOf),
    jointIndices: gather(jointIndices, kept, influenceCount),
    jointWeights: gather(jointWeights, kept, influenceCount),
    morphTargets: morphTargets.map((deltas) => gather(deltas, kept, 3)),
  };
}

/** Everything that decides how a vertex moves, as integers: equal bits, equal motion. */
function wordsOf(surface: RigSurface): { bits: Uint32Array | Uint16Array; width: number }[] {
  const bitsOf = (values: Float32Array) =>
    // Adding 0 makes −0 into 0, which would otherwise hold vertices apart.
    new Uint32Array(values.map((value) => value + 0).buffer);
  return [
    { bits: bitsOf(surface.positions), width: 3 },
    ...surface.morphTargets.map((deltas) => ({ bits: bitsOf(deltas), width: 3 })),
    { bits: surface.jointIndices, width: surface.influenceCount },
    { bits: bitsOf(surface.jointWeights), width: surface.influenceCount },
  ];
}

function gather<Values extends Float32Array | Uint16Array>(
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
