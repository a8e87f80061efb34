import type { DeformingCollider } from '../../../../motion/collider.ts';

/** Creates a stationary surface. */
export function stillCollider(
  name: string,
  positions: Float64Array,
  indices: Uint32Array,
): DeformingCollider {
  return {
    kind: 'deforming',
    name,
    vertexCount: positions.length / 3,
    indices,
    start: positions,
    end: positions,
    velocity: new Float64Array(positions.length),
    cut: false,
  };
}
