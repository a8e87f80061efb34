import { dot } from '../geometry/vector.ts';
import { square } from '../math/portable.ts';
import { symmetricEigen } from '../math/symmetric-eigen.ts';
import type { TriangleMesh } from './keyed-collider.ts';

/** The geometry of a wheel as found in its mesh, in the mesh's units and axes. */
export interface MeasuredWheel {
  /** Unit vector. */
  readonly axle: readonly [number, number, number];
  /** A point on the axle: the origin if the distance between axle and origin is below 2 % of the radius. */
  readonly centre: readonly [number, number, number];
  /** Maximum distance of a vertex from the axle. */
  readonly radius: number;
  /** Maximum extent along the axle. */
  readonly width: number;
  /** How distinct the axle is, from 0 (a ball, a cube) to 1 (a thin disc). */
  readonly clearness: number;
}

/** cos 3°: an axle whose angle to one of the file's axes is smaller than 3° is set to that axis. */
const nearAxis = 0.99863;
/** If the distance between the axle and the origin is below this fraction of the radius, the axle is assumed to pass through the origin. */
const nearOrigin = 0.02;

/**
 * Finds the axle of a wheel: of the three principal axes of its surface, the axis for which the extents along the other two axes are most
 * similar (the thin direction of a disc, the long one of a roller). Weighted by area, so that the resolution of a part does not matter. A
 * given axle is used as it is.
 */
export function measureWheel(mesh: TriangleMesh, axle?: readonly number[]): MeasuredWheel {
  // Scales the mesh to a size near 1, so that squares neither overflow nor underflow. A power of two causes no rounding.
  let largest = 0;
  for (const vertex of mesh.indices) {
    for (let axis = 0; axis < 3; axis++)
      largest = Math.max(largest, Math.abs(mesh.positions[3 * vertex + axis]));
  }
  const unit = largest > 0 ? 2 ** Math.floor(Math.log2(largest)) : 1;
  const measured = measureUnitWheel({ ...mesh, positions: mesh.positions.map((part) => part / unit) }, axle);
  const { centre, radius, width } = measured;
  const [x, y, z] = centre.map((part) => part * unit);
  return { ...measured, centre: [x, y, z], radius: radius * unit, width: width * unit };
}

function measureUnitWheel(mesh: TriangleMesh, axle?: readonly number[]): MeasuredWheel {
  const { mean, covariance } = measureSurface(mesh);
  const { values, vectors } = symmetricEigen(covariance, 3);
  const [small, middle, large] = values;
  const isDisc = large - middle <= middle - small;
  const found = [0, 1, 2].map((row) => vectors[3 * row + (isDisc ? 0 : 2)]);
  const direction = tidy(axle ? [...axle] : found);
  const clearness = large > 0 ? Math.abs(middle - (isDisc ? small : large)) / large : 0;
  const along = dot(mean, direction);
  const centre = mean.map((coordinate, axis) => coordinate - along * direction[axis]);
  const aside = Math.sqrt(dot(centre, centre));
  const radius = farthest(mesh, direction, centre);
  if (aside > nearOrigin * radius) {
    const [x, y, z] = centre.map((coordinate) => (Math.abs(coordinate) < 1e-9 * aside ? 0 : coordinate));
    return { axle: direction, centre: [x, y, z], radius, ...extent(), clearness };
  }
  const own = farthest(mesh, direction, [0, 0, 0]);
  return { axle: direction, centre: [0, 0, 0], radius: own, ...extent(), clearness };

  function extent(): { width: number } {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const vertex of mesh.indices) {
      const s = dot(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), direction);
      min = Math.min(min, s);
      max = Math.max(max, s);
    }
    return { width: max - min };
  }
}

/**
 * Returns a unit vector: one of the file's axes if the vector is close to it, otherwise the vector with the sign that makes its largest
 * component positive.
 */
function tidy(vector: number[]): [number, number, number] {
  const length = Math.sqrt(dot(vector, vector));
  const unit = vector.map((part) => part / length);
  const largest = unit.reduce((best, part, axis) => (Math.abs(part) > Math.abs(unit[best]) ? axis : best), 0);
  if (Math.abs(unit[largest]) > nearAxis) return [0, 1, 2].map((axis) => (axis === largest ? 1 : 0)) as never;
  const sign = Math.sign(unit[largest]);
  return unit.map((part) => part * sign) as [number, number, number];
}

/** Returns the mean position and covariance of a surface, weighted by area. */
function measureSurface({ positions, indices }: TriangleMesh): { mean: number[]; covariance: number[] } {
  let total = 0;
  const first = [0, 0, 0];
  const second = new Array<number>(9).fill(0);
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      positions.subarray(3 * indices[k + corner], 3 * indices[k + corner] + 3),
    );
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const area =
      Math.sqrt(square(uy * vz - uz * vy) + square(uz * vx - ux * vz) + square(ux * vy - uy * vx)) / 2;
    total += area;
    for (let i = 0; i < 3; i++) {
      const sum = a[i] + b[i] + c[i];
      first[i] += (area * sum) / 3;
      // The integral of x_i x_j over a triangle is its area over 12 times this.
      for (let j = 0; j <= i; j++) {
        const product = a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + sum * (a[j] + b[j] + c[j]);
        second[3 * i + j] += (area / 12) * product;
      }
    }
  }
  const mean = first.map((sum) => (total > 0 ? sum / total : 0));
  const covariance = second.map((sum, k) =>
    total > 0 ? sum / total - mean[Math.floor(k / 3)] * mean[k % 3] : 0,
  );
  return { mean, covariance };
}

function farthest(
  { positions, indices }: TriangleMesh,
  axle: readonly number[],
  centre: readonly number[],
): number {
  let max = 0;
  for (const vertex of indices) {
    const k = 3 * vertex;
    const away = [positions[k] - centre[0], positions[k + 1] - centre[1], positions[k + 2] - centre[2]];
    const along = dot(away, axle);
    max = Math.max(max, dot(away, away) - along * along);
  }
  return Math.sqrt(Math.max(0, max));
}
