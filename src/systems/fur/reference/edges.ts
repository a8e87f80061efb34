import { furParamsIndex, furStoreIndex as planes } from '../records.generated.ts';

/** Reference implementation that adds the forces of the springs between tips. See kernels/fur/edges.ts. */
export function addEdges(
  doubles: Float64Array,
  words: Int32Array,
  at: Uint32Array,
  params: number,
  count: number,
): void {
  const stiffness = doubles[params + furParamsIndex.edgeStiffness];
  const [dx, dy, dz] = at.subarray(planes.offset);
  const [rx, ry, rz] = at.subarray(planes.root);
  const [fx, fy, fz] = at.subarray(planes.force);
  // `at` contains indices of float64 numbers. The ends are int32 numbers, so the index is doubled.
  const ends = 2 * at[planes.edgeEnds];
  const lengths = at[planes.edgeLengths];
  for (let edge = 0; edge < count; edge++) {
    const a = words[ends + 2 * edge];
    const b = words[ends + 2 * edge + 1];
    const x = doubles[rx + b] - doubles[rx + a] + (doubles[dx + b] - doubles[dx + a]);
    const y = doubles[ry + b] - doubles[ry + a] + (doubles[dy + b] - doubles[dy + a]);
    const z = doubles[rz + b] - doubles[rz + a] + (doubles[dz + b] - doubles[dz + a]);
    const length = Math.sqrt(x * x + y * y + z * z);
    const factor = stiffness * (1 - doubles[lengths + edge] / (length < 1e-12 ? 1e-12 : length));
    doubles[fx + a] += factor * x;
    doubles[fy + a] += factor * y;
    doubles[fz + a] += factor * z;
    doubles[fx + b] -= factor * x;
    doubles[fy + b] -= factor * y;
    doubles[fz + b] -= factor * z;
  }
}
