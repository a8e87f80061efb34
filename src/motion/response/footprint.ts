import { convexHull } from '../travel/convex-hull.ts';

/** The part of a sole that carries a foot, divided into columns of equal area. Metres, seen from above. */
export interface Footprint {
  /** x and z of the middle of each column, [2 · count]. */
  readonly columns: Float64Array;
  /** Area of one column, m². */
  readonly columnArea: number;
  /** Distance of the columns, m. */
  readonly cell: number;
  /** Total area, m². */
  readonly area: number;
  /** Width b in the equation of Bekker, m: the smaller dimension of the footprint. */
  readonly width: number;
}

/** A footprint has about this number of columns. */
const columnCount = 80;
/** A footprint is at least this large, m²: the tip of a hoof. */
const minArea = 1e-6;

/** Divides the convex hull of points [2 · count], multiplied by `scale`, into columns. */
export function divideFootprint(points: ArrayLike<number>, scale: number): Footprint {
  const hull = convexHull(Float64Array.from(points, (value) => value * scale));
  const count = hull.length / 2;
  let area = 0;
  for (let k = 0; k < count; k++) {
    const n = (k + 1) % count;
    const [x, z, nextX, nextZ] = [hull[2 * k], hull[2 * k + 1], hull[2 * n], hull[2 * n + 1]];
    area += (x * nextZ - nextX * z) / 2;
  }
  const size = Math.max(Math.abs(area), minArea);
  const cell = Math.sqrt(size / columnCount);
  const columns = columnsOfHull(hull, cell);
  const width = Math.max(widthOfHull(hull), Math.sqrt(minArea));
  return { columns, columnArea: size / (columns.length / 2), cell, area: size, width };
}

/** Returns the minimum width of a convex hull over all directions. One of its sides is perpendicular to the direction of that width. */
export function widthOfHull(hull: readonly number[]): number {
  const count = hull.length / 2;
  let width = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const n = (k + 1) % count;
    const [alongX, alongZ] = [hull[2 * n] - hull[2 * k], hull[2 * n + 1] - hull[2 * k + 1]];
    const length = Math.sqrt(alongX * alongX + alongZ * alongZ);
    let farthest = 0;
    for (let c = 0; c < count; c++) {
      const across = alongX * (hull[2 * c + 1] - hull[2 * k + 1]) - alongZ * (hull[2 * c] - hull[2 * k]);
      farthest = Math.max(farthest, across / length);
    }
    if (length > 0) width = Math.min(width, farthest);
  }
  return Number.isFinite(width) ? width : 0;
}

/** Returns the middles of the squares of a grid that are inside a convex hull; the mean of its corners if there are none. */
function columnsOfHull(hull: readonly number[], cell: number): Float64Array {
  const count = hull.length / 2;
  let [minX, maxX, minZ, maxZ] = [Infinity, -Infinity, Infinity, -Infinity];
  let [sumX, sumZ] = [0, 0];
  for (let k = 0; k < hull.length; k += 2) {
    minX = Math.min(minX, hull[k]);
    maxX = Math.max(maxX, hull[k]);
    minZ = Math.min(minZ, hull[k + 1]);
    maxZ = Math.max(maxZ, hull[k + 1]);
    sumX += hull[k];
    sumZ += hull[k + 1];
  }
  const columns: number[] = [];
  for (let z = minZ + cell / 2; z < maxZ; z += cell) {
    for (let x = minX + cell / 2; x < maxX; x += cell) if (isInside(hull, x, z)) columns.push(x, z);
  }
  return Float64Array.from(columns.length > 0 ? columns : [sumX / count, sumZ / count]);
}

function isInside(hull: readonly number[], x: number, z: number): boolean {
  const count = hull.length / 2;
  for (let k = 0; k < count; k++) {
    const n = (k + 1) % count;
    const [ax, az] = [hull[2 * k], hull[2 * k + 1]];
    if ((hull[2 * n] - ax) * (z - az) - (hull[2 * n + 1] - az) * (x - ax) < 0) return false;
  }
  return true;
}

/**
 * When soil springs back by 1 m, its pressure falls by this multiple of k_c / b + k_φ, in Pa. The elastic stiffness of the three soils of Project Chrono is 100 to
 * 200 times their k_φ.
 */
export const elasticRatio = 200;

/** How a footprint carries its load at one time. Metres and newtons. */
export interface Bearing {
  /** Pressure at a depth for a modulus of 1: see `tabulatePressure`. */
  readonly pressure: (depth: number) => number;
  /** k_c / b + k_φ. */
  readonly modulus: number;
  /** Area of a column, m². */
  readonly columnArea: number;
  /** Height of the sole above its lowest point minus the height of the surface, for each column. */
  readonly gaps: Float64Array;
  /** The maximum depth to which each column was pressed. */
  readonly pressed: Float64Array;
}

/** Returns the pressure in Pa that a column carries if the lowest point of the sole is at a depth (m). */
export function columnPressure(
  { pressure, modulus, gaps, pressed }: Bearing,
  k: number,
  depth: number,
): number {
  const sinkage = depth - gaps[k];
  if (sinkage >= pressed[k]) return modulus * pressure(sinkage);
  const lost = (pressed[k] - sinkage) * elasticRatio * modulus;
  return Math.max(0, modulus * pressure(pressed[k]) - lost);
}

/** Returns the force in N with which the soil carries a sole whose lowest point is at a depth (m). */
export function bearingForce(bearing: Bearing, depth: number): number {
  let sum = 0;
  for (let k = 0; k < bearing.gaps.length; k++) sum += columnPressure(bearing, k, depth);
  return bearing.columnArea * sum;
}

/** Returns the area in m² that carries the sole, and the middle (x, z) of the pressure on it, m. */
export function measureContact(
  bearing: Bearing,
  columns: Float64Array,
  depth: number,
): { area: number; x: number; z: number } {
  let [sum, x, z, count] = [0, 0, 0, 0];
  for (let k = 0; k < bearing.gaps.length; k++) {
    const pressure = Math.min(Number.MAX_VALUE, columnPressure(bearing, k, depth));
    if (!(pressure > 0)) continue;
    count++;
    sum += pressure;
    x += pressure * columns[2 * k];
    z += pressure * columns[2 * k + 1];
  }
  return sum > 0 ? { area: count * bearing.columnArea, x: x / sum, z: z / sum } : { area: 0, x: 0, z: 0 };
}

/** Number of halvings of the interval that contains the depth. */
const halvings = 24;

/** Returns the minimum depth ≥ `from` at which the soil carries a load (N), at most `max`. */
export function findDepth(
  bearing: Bearing,
  load: number,
  { from, max }: { readonly from: number; readonly max: number },
): number {
  const carries = (depth: number) => bearingForce(bearing, depth) >= load;
  if (carries(from)) return from;
  if (!carries(max)) return max;
  let [low, high] = [from, max];
  for (let k = 0; k < halvings; k++) {
    const middle = (low + high) / 2;
    if (carries(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Stores the depth to which each column is pressed. */
export function pressColumns({ gaps, pressed }: Bearing, depth: number): void {
  for (let k = 0; k < gaps.length; k++) pressed[k] = Math.max(pressed[k], depth - gaps[k]);
}

/** Returns the plane with the least squared distances to points, as its height over (x, z); level if the points define none. */
export function fitSole(
  points: readonly (readonly [number, number, number])[],
): (x: number, z: number) => number {
  const middle = [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis] / points.length, 0));
  let [xx, xz, zz, xy, zy] = [0, 0, 0, 0, 0];
  for (const point of points) {
    const [x, y, z] = point.map((value, axis) => value - middle[axis]);
    xx += x * x;
    xz += x * z;
    zz += z * z;
    xy += x * y;
    zy += z * y;
  }
  const size = xx * zz - xz * xz;
  // Corners on a line define no plane.
  const isPlane = size > 1e-6 * xx * zz;
  const slopeX = isPlane ? (xy * zz - zy * xz) / size : 0;
  const slopeZ = isPlane ? (zy * xx - xy * xz) / size : 0;
  return (x, z) => middle[1] + slopeX * (x - middle[0]) + slopeZ * (z - middle[2]);
}
