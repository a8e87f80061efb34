import { maxOf } from '../../../math/lists.ts';
import { type JoinCounts, joinSurface } from '../../../motion/join-surface.ts';
import type { Rig } from '../../../motion/rig.ts';
import { splitByMotion } from '../../../motion/split-by-motion.ts';
import { bitsOf, findSameVertices } from '../../../motion/weld-vertices.ts';

/** 8-bit weights are off by up to 1/255 each. Vertices that have at least this fraction of their weights in common are joined. */
const minCommon = 0.98;

/**
 * Returns, for each vertex of the rig's surfaces (one surface after the other), the first vertex that is the same point of the same skin.
 * [vertexCount] The positions of two such vertices, the nodes that carry them and their morph deltas are bit-identical, their joints and
 * weights are equal except for rounding, and the skin is connected between them (see `joinSurface`).
 *
 * restPositions: [3 · vertexCount] metres. triangles: [3 · triangleCount] vertex indices, counter-clockwise seen from outside.
 */
export function joinSkinVertices(
  { surfaces }: Rig,
  chosen: readonly number[],
  restPositions: Float64Array,
  triangles: Uint32Array,
): { firstOf: Uint32Array; counts: JoinCounts } {
  const own = chosen.map((index) => surfaces[index]);
  const vertexCount = own.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const influences = maxOf(
    own.map(({ influenceCount }) => influenceCount),
    0,
  );
  const targets = maxOf(
    own.map(({ morphTargets }) => morphTargets.length),
    0,
  );
  const positions = new Float32Array(3 * vertexCount);
  const transformIds = new Uint32Array(vertexCount);
  const surfaceOf = new Uint32Array(vertexCount);
  const joints = new Uint32Array(influences * vertexCount);
  const weights = new Float32Array(influences * vertexCount);
  const deltas = Array.from({ length: targets }, () => new Float32Array(3 * vertexCount));
  let offset = 0;
  own.forEach((surface, index) => {
    const count = surface.positions.length / 3;
    positions.set(surface.positions, 3 * offset);
    // Only the skin positions a skinned vertex, but its morph weights belong to the node.
    const ridesOnNode = surface.skin < 0 || surface.morphTargets.length > 0;
    transformIds.fill(
      2 * (ridesOnNode ? surface.node : surface.skin) + Number(ridesOnNode),
      offset,
      offset + count,
    );
    surfaceOf.fill(index, offset, offset + count);
    for (let v = 0; v < count; v++) {
      // All vertices of a rigid surface follow one node.
      if (surface.skin < 0 && influences > 0) weights[influences * (offset + v)] = 1;
      for (let k = 0; k < surface.influenceCount; k++) {
        joints[influences * (offset + v) + k] = surface.jointIndices[surface.influenceCount * v + k];
        weights[influences * (offset + v) + k] = surface.jointWeights[surface.influenceCount * v + k];
      }
    }
    surface.morphTargets.forEach((target, k) => {
      deltas[k].set(target, 3 * offset);
    });
    offset += count;
  });
  const same = findSameVertices(vertexCount, [
    { bits: bitsOf(positions), width: 3 },
    { bits: transformIds, width: 1 },
    ...deltas.map((target) => ({ bits: bitsOf(target), width: 3 })),
  ]);
  const pointOf = splitByMotion(same.vertexOf, joints, weights, influences, minCommon);
  const { kept, vertexOf, counts } = joinSurface(restPositions, triangles, { pointOf, surfaceOf });
  return { firstOf: vertexOf.map((vertex) => kept[vertex]), counts };
}
