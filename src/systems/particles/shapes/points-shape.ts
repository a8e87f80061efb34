import { boundsOfPoints } from '../../../geometry/bounds.ts';
import { hashBits } from '../../../math/random.ts';
import type { PointSet } from '../../../motion/point-set.ts';
import type { Shape } from '../shape.ts';
import type { Placement } from './placement.ts';

/** Creates a shape of at least one point. Points are scaled and rotated about their origin, then moved to the position. */
export function createPointsShape(name: string, given: PointSet, scale: number, placement: Placement): Shape {
  const points = placePoints(given, scale, placement);
  const { min, max } = boundsOfPoints(points.positions);
  return {
    name,
    dimension: 0,
    measure: points.count,
    bounds: { min: Float64Array.from(min), max: Float64Array.from(max) },
    points,
    distance: null,
    skin: null,
    warnings: given.warnings ?? [],
    sample: (count, seed) => choosePoints(points, count, seed),
  };
}

function placePoints(given: PointSet, scale: number, { position, rotation: r }: Placement): PointSet {
  const positions = new Float64Array(3 * given.count);
  const normals = given.normals ? new Float32Array(3 * given.count) : null;
  for (let k = 0; k < positions.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const row = 3 * axis;
      positions[k + axis] = position[axis];
      for (let c = 0; c < 3; c++) {
        positions[k + axis] += r[row + c] * scale * given.positions[k + c];
        if (normals && given.normals) normals[k + axis] += r[row + c] * given.normals[k + c];
      }
    }
  }
  return { count: given.count, positions, colors: given.colors, normals, anchors: null };
}

/** Chooses `count` of the points in random order. No point is repeated before all have been used. */
function choosePoints(points: PointSet, count: number, seed: number): PointSet {
  const keys = Uint32Array.from({ length: points.count }, (_, k) => hashBits(seed, k));
  const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
  const chosen = Uint32Array.from({ length: count }, (_, k) => order[k % points.count]);
  const { positions, colors, normals } = points;
  return {
    count,
    positions: Float64Array.from(
      { length: 3 * count },
      (_, k) => positions[3 * chosen[Math.floor(k / 3)] + (k % 3)],
    ),
    colors:
      colors && Float32Array.from({ length: 4 * count }, (_, k) => colors[4 * chosen[k >> 2] + (k & 3)]),
    normals:
      normals &&
      Float32Array.from({ length: 3 * count }, (_, k) => normals[3 * chosen[Math.floor(k / 3)] + (k % 3)]),
    anchors: null,
  };
}
