import type { SkinMesh } from '../skin-mesh.ts';

/** Creates a ball of radius 1 with shared vertices: an octahedron whose triangles are each divided into four, `times` times. */
export function makeBall(times: number): SkinMesh {
  const points = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  let indices = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  for (let t = 0; t < times; t++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number) => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const p = [0, 1, 2].map((c) => points[3 * a + c] + points[3 * b + c]);
      const length = Math.hypot(p[0], p[1], p[2]);
      middles.set(key, points.length / 3);
      points.push(...p.map((value) => value / length));
      return points.length / 3 - 1;
    };
    const finer: number[] = [];
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = indices.slice(k, k + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    indices = finer;
  }
  return { positions: Float64Array.from(points), indices: Uint32Array.from(indices) };
}

/** Gives every triangle its own three vertices, so that every edge is a seam. */
export function splitAll({ positions, indices }: SkinMesh): SkinMesh {
  const own = new Float64Array(3 * indices.length);
  indices.forEach((vertex, k) => {
    own.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
  });
  return { positions: own, indices: Uint32Array.from(indices, (_, k) => k) };
}

/** A horizontal square of two triangles, with a side of 2 m, about the origin. */
export const square: SkinMesh = {
  positions: Float64Array.of(-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
};
