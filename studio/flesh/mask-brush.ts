import type { PickSurface } from './pick-character.ts';

type Vector = readonly [number, number, number];

/** For each surface, the weights of its vertices, 0 to 1. */
export type MaskWeights = readonly Float32Array[];

export interface MaskDab {
  /** Centre of the brush, world metres. */
  readonly point: Vector;
  /** Unit vector from the camera into the picture. Vertices that face away are not changed. */
  readonly direction: Vector;
  /** Metres. */
  readonly radius: number;
  /** Target weight: 1 adds, 0 removes. */
  readonly target: 0 | 1;
  /** Fraction of the difference to the target that is applied in the middle of the brush, 0 to 1. */
  readonly strength: number;
}

/**
 * Applies a round brush to a character: the weights of vertices within its radius, on the visible side, approach the target, with a falloff
 * to 0 at the radius. Returns whether any weight changed.
 */
export function dabMask(
  weights: MaskWeights,
  surfaces: readonly PickSurface[],
  normals: readonly Float32Array[],
  { point, direction, radius, target, strength }: MaskDab,
): boolean {
  let hasChanged = false;
  surfaces.forEach(({ positions }, surface) => {
    const own = weights[surface];
    const facing = normals[surface];
    for (let vertex = 0; vertex < own.length; vertex++) {
      const at = 3 * vertex;
      const x = positions[at] - point[0];
      const y = positions[at + 1] - point[1];
      const z = positions[at + 2] - point[2];
      const fraction = (x * x + y * y + z * z) / (radius * radius);
      if (fraction >= 1) continue;
      const turned =
        facing[at] * direction[0] + facing[at + 1] * direction[1] + facing[at + 2] * direction[2];
      if (turned > 0.2) continue;
      const next = own[vertex] + (target - own[vertex]) * strength * (1 - fraction) ** 2;
      // A weight that is near the target is set to the target. Otherwise the outer part of the brush would never reach it.
      const settled = Math.abs(next - target) < 0.02 ? target : next;
      if (settled === own[vertex]) continue;
      own[vertex] = settled;
      hasChanged = true;
    }
  });
  return hasChanged;
}

/**
 * Returns unit normals of vertices: the area-weighted means of their triangles. [3 · vertexCount] Copies of one point have the same normal.
 */
export function measureNormals({ positions, indices }: PickSurface): Float32Array {
  const normals = new Float32Array(positions.length);
  const first = new Map<string, number>();
  const position = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const key = `${positions[3 * vertex]} ${positions[3 * vertex + 1]} ${positions[3 * vertex + 2]}`;
    const known = first.get(key);
    if (known !== undefined) return known;
    first.set(key, vertex);
    return vertex;
  });
  for (let k = 0; k + 2 < indices.length; k += 3) {
    const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
    const e1 = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
    const e2 = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
    const normal = [
      e1[1] * e2[2] - e1[2] * e2[1],
      e1[2] * e2[0] - e1[0] * e2[2],
      e1[0] * e2[1] - e1[1] * e2[0],
    ];
    for (const corner of [a, b, c]) {
      for (let axis = 0; axis < 3; axis++) normals[3 * position[corner / 3] + axis] += normal[axis];
    }
  }
  position.forEach((from, vertex) => {
    const [x, y, z] = normals.subarray(3 * from, 3 * from + 3);
    if (from !== vertex) {
      normals.set(normals.subarray(3 * from, 3 * from + 3), 3 * vertex);
      return;
    }
    const length = Math.hypot(x, y, z) || 1;
    normals.set([x / length, y / length, z / length], 3 * vertex);
  });
  return normals;
}
