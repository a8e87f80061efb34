import { PointTree } from '../../../geometry/point-tree.ts';

/**
 * Returns the `count` points that are nearest to any of the targets. Of points at equal distances, those with lower indices are
 * chosen.
 *
 * points [3 · n], targets [3 · m] with m > 0, all finite. Returns [min(count, n)] indices, ascending.
 */
export function chooseNearest(points: Float64Array, count: number, targets: Float64Array): Uint32Array {
  const pointCount = points.length / 3;
  const tree = new PointTree(targets);
  const nearest = new Uint32Array(1);
  const distances = new Float64Array(pointCount);
  for (let k = 0; k < pointCount; k++) {
    const [x, y, z] = points.subarray(3 * k, 3 * k + 3);
    tree.nearest(x, y, z, 1, nearest);
    const target = 3 * nearest[0];
    distances[k] =
      (targets[target] - x) ** 2 + (targets[target + 1] - y) ** 2 + (targets[target + 2] - z) ** 2;
  }
  const order = new Uint32Array(pointCount);
  for (let k = 0; k < pointCount; k++) order[k] = k;
  order.sort((a, b) => distances[a] - distances[b] || a - b);
  return order.slice(0, count).sort();
}
