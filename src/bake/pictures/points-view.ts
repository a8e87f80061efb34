import type { PointsFrame } from '../../files/points-frame.ts';
import { cos, sin, tan } from '../../math/portable.ts';
import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import type { Figure } from './figure.ts';
import { type CameraPlace, createCamera, normalize, type Point } from './perspective/camera.ts';

export interface PointsMoment {
  /** Seconds. */
  readonly t: number;
  readonly points: PointsFrame;
  readonly figures: readonly Figure[];
}

/** From where particles are looked at, and how much is to be seen. */
export interface PointsView {
  /** Unit, to the eye. */
  readonly toEye: Point;
  readonly center: Point;
  /** Metres across, up and along the view. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** A long lens: what is far is nearly as large as what is near. */
const fieldOfView = 0.42;
/** Points that are looked at for it, at most, of each moment. */
const sampleCount = 4000;
/** Share of the particles at each end that may be cut off, so that a few that have flown far do not make the rest small. */
const strays = 0.01;

/**
 * The view that shows all moments: what lies nearly in a plane in the end is seen from its front, what lies flat from above, all
 * else from a little beside and above. Null where there is nothing to see.
 */
export function choosePointsView(moments: readonly PointsMoment[]): PointsView | null {
  const clouds = moments.map(({ points }) => samplePoints(points)).filter((cloud) => cloud.length > 0);
  const corners = moments.flatMap(({ figures }) => figures.map(({ positions }) => positions));
  const last = clouds[clouds.length - 1];
  if (!last) return null;
  const toEye = chooseDirection(last);
  const { right, up } = createCamera({ position: toEye, target: [0, 0, 0], fieldOfView }, 1, 1);
  const boxes = [
    ...clouds.map((cloud) => [right, up, toEye].map((axis) => rangeAlong(cloud, axis, strays))),
    ...corners.map((positions) => [right, up, toEye].map((axis) => rangeAlong(positions, axis, 0))),
  ].filter((box) => box.every(([low, high]) => low <= high));
  const largest = Math.max(...moments.map(({ points }) => largestSize(points)));
  const spans = [0, 1, 2].map((axis) => {
    const low = Math.min(...boxes.map((box) => box[axis][0])) - largest / 2;
    const high = Math.max(...boxes.map((box) => box[axis][1])) + largest / 2;
    return { middle: (low + high) / 2, size: Math.max(high - low, 1e-3) };
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

/** Where the camera of a picture of that shape (width over height) stands; `room` is left around, as a share. */
export function placePointsCamera(view: PointsView, shape: number, room = 0.12): CameraPlace {
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
  for (let k = 0; k < count; k += step) out.push(...positions.subarray(3 * k, 3 * k + 3));
  return Float32Array.from(out);
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

/** The normal of the plane that points lie near, or null where they fill space. */
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

/** Least and largest place along an axis, without a share of the points at either end. */
function rangeAlong(positions: ArrayLike<number>, axis: Point, left: number): [number, number] {
  const places: number[] = [];
  for (let k = 0; k + 2 < positions.length; k += 3) {
    const place = positions[k] * axis[0] + positions[k + 1] * axis[1] + positions[k + 2] * axis[2];
    if (place - place === 0) places.push(place);
  }
  if (places.length === 0) return [Infinity, -Infinity];
  const sorted = Float64Array.from(places).sort();
  const skip = Math.floor(left * sorted.length);
  return [sorted[skip], sorted[sorted.length - 1 - skip]];
}
