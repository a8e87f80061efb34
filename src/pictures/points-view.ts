import { normalize } from '../geometry/vector.ts';
import { append, maxOf, minOf } from '../math/lists.ts';
import { cos, sin, tan } from '../math/portable.ts';
import { symmetricEigen } from '../math/symmetric-eigen.ts';
import type { PointsFrame } from '../motion/points-frame.ts';
import { type CameraPosition, createCamera, type Point } from './perspective/camera.ts';
import type { PosedMesh } from './posed-mesh.ts';

/** The particles and the characters at one time, for a contact sheet. */
export interface PointsMoment {
  /** Seconds. */
  readonly t: number;
  readonly points: PointsFrame;
  readonly figures: readonly PosedMesh[];
}

/** Viewing direction of particles, and size of the visible part. */
export interface PointsView {
  /** Unit vector to the eye. */
  readonly toEye: Point;
  readonly center: Point;
  /** Size of the visible part in metres: across, up, and along the view. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** A narrow field of view, as of a long focal length: distant objects are nearly as large as near ones. */
const fieldOfView = 0.42;
/** Maximum number of points of each moment that are used for the view. */
const sampleCount = 4000;
/** At less important moments, this fraction of the particles may be cut off at each end. */
const strays = 0.01;

/**
 * Returns a view that shows the main moment. Other moments are also shown, as long as this enlarges the view by at most a given factor. A
 * final shape that is nearly flat is seen from its front, one that is nearly horizontal from above, and others slightly from the side and
 * from above. Null if there is nothing to show.
 */
export function choosePointsView(
  moments: readonly PointsMoment[],
  main: number,
  widest: number,
): PointsView | null {
  const clouds = moments.map(({ points }) => samplePoints(points));
  const others = clouds.filter((cloud, k) => k !== main && cloud.length > 0);
  const whole = clouds[main]?.length > 0 ? clouds[main] : others.pop();
  if (!whole) return null;
  const cloud = leaveOutStrays(whole);
  const corners = moments.flatMap(({ figures }) => figures.map(({ positions }) => positions));
  const toEye = chooseDirection(cloud);
  const { right, up } = createCamera({ position: toEye, target: [0, 0, 0], fieldOfView }, 1, 1);
  const largest = maxOf(moments.map(({ points }) => largestSize(points)));
  const formed = [right, up, toEye].map((axis) => rangeAlong(cloud, axis, 0));
  const [across, upward] = formed.map(([low, high]) => Math.max(high - low, largest));
  const wider = ((widest - 1) / 2) * Math.sqrt(across * upward);
  const spans = [right, up, toEye].map((axis, k) => {
    const [low, high] = formed[k];
    const ranges = [
      [low, high],
      ...[
        ...others.map((other) => rangeAlong(other, axis, strays)),
        ...corners.map((positions) => rangeAlong(positions, axis, 0)),
      ].map(([from, to]) => [Math.max(from, low - wider), Math.min(to, high + wider)]),
    ].filter(([from, to]) => from <= to);
    const min = minOf(ranges.map(([from]) => from)) - largest / 2;
    const max = maxOf(ranges.map(([, to]) => to)) + largest / 2;
    return { middle: (min + max) / 2, size: Math.max(max - min, 1e-3) };
  });
  const at = (axis: 0 | 1 | 2) =>
    spans[0].middle * right[axis] + spans[1].middle * up[axis] + spans[2].middle * toEye[axis];
  return {
    toEye,
    center: [at(0), at(1), at(2)],
    width: spans[0].size,
    height: spans[1].size,
    depth: spans[2].size,
  };
}

/**
 * Returns the position of the camera for a picture with a given aspect ratio (width / height). `room`: fraction of the picture that is left
 * free around the particles.
 */
export function placePointsCamera(view: PointsView, shape: number, room = 0.12): CameraPosition {
  const half = ((1 + room) * Math.max(view.height, view.width / shape)) / 2;
  const distance = half / tan(fieldOfView / 2) + view.depth / 2;
  const { center, toEye } = view;
  return {
    position: [
      center[0] + distance * toEye[0],
      center[1] + distance * toEye[1],
      center[2] + distance * toEye[2],
    ],
    target: center,
    fieldOfView,
  };
}

function samplePoints({ count, positions }: PointsFrame): Float32Array {
  const step = Math.max(1, Math.floor(count / sampleCount));
  const out: number[] = [];
  for (let k = 0; k < count; k += step) append(out, positions.subarray(3 * k, 3 * k + 3));
  return Float32Array.from(out);
}

/** Number of cells along the longest side of the box around a cloud. A point is an outlier if there are few other points in its cell. */
const cellCount = 28;

/**
 * Returns the points of a cloud without outliers. Otherwise, because of a few particles that fly around, the shape of the others would be
 * small in the picture. If the points are evenly distributed, returns all of them.
 */
function leaveOutStrays(cloud: Float32Array): Float32Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < cloud.length; k++) {
    if (cloud[k] < low[k % 3]) low[k % 3] = cloud[k];
    if (cloud[k] > high[k % 3]) high[k % 3] = cloud[k];
  }
  const cell = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / cellCount;
  if (!(cell > 0 && cell < Infinity)) return cloud;
  const counts = new Map<number, number>();
  const cells = new Float64Array(cloud.length / 3);
  for (let k = 0; k < cells.length; k++) {
    const [i, j, l] = [0, 1, 2].map((axis) => Math.floor((cloud[3 * k + axis] - low[axis]) / cell));
    cells[k] = i + (cellCount + 1) * (j + (cellCount + 1) * l);
    counts.set(cells[k], (counts.get(cells[k]) ?? 0) + 1);
  }
  const crowds = cells.map((value) => counts.get(value)!);
  const usual = crowds.slice().sort()[crowds.length >> 1];
  return cloud.filter((_, k) => crowds[Math.floor(k / 3)] >= 0.2 * usual);
}

function largestSize({ count, sizes }: PointsFrame): number {
  let largest = 0;
  for (let k = 0; k < count; k++) if (sizes[k] > largest) largest = sizes[k];
  return largest;
}

function chooseDirection(cloud: Float32Array): Point {
  const flat = flatNormal(cloud);
  if (!flat) return directionOf(0.5, 0.22);
  if (Math.abs(flat[1]) > 0.6) return directionOf(0, 0.9);
  const facing = flat[2] < -0.01 || (Math.abs(flat[2]) <= 0.01 && flat[0] < 0) ? -1 : 1;
  return normalize([facing * flat[0], 0.04, facing * flat[2]]);
}

function directionOf(azimuth: number, elevation: number): Point {
  return [sin(azimuth) * cos(elevation), sin(elevation), cos(azimuth) * cos(elevation)];
}

/** Returns the normal of a plane to which all points are close. Null if they fill space. */
function flatNormal(cloud: Float32Array): Point | null {
  const count = cloud.length / 3;
  const mean = [0, 0, 0];
  for (let k = 0; k < cloud.length; k++) mean[k % 3] += cloud[k] / count;
  const matrix = new Float64Array(9);
  for (let k = 0; k < cloud.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j <= i; j++) matrix[3 * i + j] += (cloud[k + i] - mean[i]) * (cloud[k + j] - mean[j]);
    }
  }
  if (!matrix.every((entry) => entry - entry === 0)) return null;
  const { values, vectors } = symmetricEigen(matrix, 3);
  if (!(values[0] < 0.1 * values[1])) return null;
  return [vectors[0], vectors[3], vectors[6]];
}

/** Returns the minimum and maximum along an axis, without a fraction of the points at each end. */
function rangeAlong(positions: ArrayLike<number>, axis: Point, left: number): [number, number] {
  const values: number[] = [];
  for (let k = 0; k + 2 < positions.length; k += 3) {
    const value = positions[k] * axis[0] + positions[k + 1] * axis[1] + positions[k + 2] * axis[2];
    if (value - value === 0) values.push(value);
  }
  if (values.length === 0) return [Infinity, -Infinity];
  const sorted = Float64Array.from(values).sort();
  const skip = Math.floor(left * sorted.length);
  return [sorted[skip], sorted[sorted.length - 1 - skip]];
}
