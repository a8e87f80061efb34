import type { TriangleMesh } from '../../../motion/keyed-collider.ts';

/** Returns a closed box with these edge lengths, m, around the origin. */
export function boxMesh(size: readonly [number, number, number]): TriangleMesh {
  const signs = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
  const faces = [
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7,
    3,
  ];
  return {
    positions: Float64Array.from(signs, (sign, i) => (sign * size[i % 3]) / 2),
    indices: Uint32Array.from(faces),
  };
}
