import type { Rig } from '../../../motion/rig.ts';

/** Joints whose skin has fur, and joints whose skin has none, as node indices. Null: all joints, or no exceptions. */
export interface RegionRequest {
  readonly joints: readonly number[] | null;
  readonly except: readonly number[] | null;
}

/** Range of the sum of skin weights over which fur fades from zero to full length. */
const fadeFrom = 0.2;
const fadeTo = 0.8;

/** Returns the fraction of the fur at each vertex of concatenated surfaces, 0 to 1. [vertexCount] */
export function measureFractions(
  rig: Rig,
  surfaces: readonly number[],
  { joints, except }: RegionRequest,
): Float64Array {
  const vertexCount = surfaces.reduce((sum, index) => sum + rig.surfaces[index].positions.length / 3, 0);
  const out = new Float64Array(vertexCount).fill(1);
  if (!joints && !except) return out;
  const isChosen = Uint8Array.from(rig.nodes, (_, node) => Number(!joints || joints.includes(node)));
  for (const node of except ?? []) isChosen[node] = 0;
  let offset = 0;
  for (const index of surfaces) {
    const { skin, node, positions, influenceCount, jointIndices, jointWeights } = rig.surfaces[index];
    const count = positions.length / 3;
    for (let v = 0; v < count; v++) {
      let fraction = skin < 0 ? isChosen[node] : 0;
      if (skin >= 0) {
        for (let k = influenceCount * v; k < influenceCount * (v + 1); k++) {
          fraction += jointWeights[k] * isChosen[rig.skins[skin].joints[jointIndices[k]]];
        }
      }
      const t = Math.min(1, Math.max(0, (fraction - fadeFrom) / (fadeTo - fadeFrom)));
      out[offset + v] = t * t * (3 - 2 * t);
    }
    offset += count;
  }
  return out;
}
