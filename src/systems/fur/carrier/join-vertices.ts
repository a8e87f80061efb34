import type { Rig } from '../../../motion/rig.ts';
import { bitsOf, findSameVertices } from '../../../motion/weld-vertices.ts';

/**
 * [vertexCount] the first vertex that moves with each in one place, of the rig's surfaces one after the other: place, what
 * it rides on, joints, weights and morph deltas are equal to the bit.
 */
export function joinSkinVertices({ surfaces }: Rig, chosen: readonly number[]): Uint32Array {
  const own = chosen.map((index) => surfaces[index]);
  const vertexCount = own.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const influences = Math.max(0, ...own.map(({ influenceCount }) => influenceCount));
  const targets = Math.max(0, ...own.map(({ morphTargets }) => morphTargets.length));
  const places = new Float32Array(3 * vertexCount);
  const riders = new Uint32Array(vertexCount);
  const joints = new Uint16Array(influences * vertexCount);
  const weights = new Float32Array(influences * vertexCount);
  const deltas = Array.from({ length: targets }, () => new Float32Array(3 * vertexCount));
  let offset = 0;
  for (const surface of own) {
    const count = surface.positions.length / 3;
    places.set(surface.positions, 3 * offset);
    // The skin alone places a skinned vertex, but morph weights are the node's.
    const ridesOnNode = surface.skin < 0 || surface.morphTargets.length > 0;
    riders.fill(
      2 * (ridesOnNode ? surface.node : surface.skin) + Number(ridesOnNode),
      offset,
      offset + count,
    );
    for (let v = 0; v < count; v++) {
      for (let k = 0; k < surface.influenceCount; k++) {
        const weight = surface.jointWeights[surface.influenceCount * v + k];
        // What has no weight may be any joint.
        if (weight === 0) continue;
        joints[influences * (offset + v) + k] = surface.jointIndices[surface.influenceCount * v + k];
        weights[influences * (offset + v) + k] = weight;
      }
    }
    surface.morphTargets.forEach((target, k) => {
      deltas[k].set(target, 3 * offset);
    });
    offset += count;
  }
  const { kept, vertexOf } = findSameVertices(vertexCount, [
    { bits: bitsOf(places), width: 3 },
    { bits: riders, width: 1 },
    { bits: joints, width: influences },
    { bits: bitsOf(weights), width: influences },
    ...deltas.map((target) => ({ bits: bitsOf(target), width: 3 })),
  ]);
  return vertexOf.map((place) => kept[place]);
}
