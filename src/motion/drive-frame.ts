import { createMatrix, decomposeMatrix, determinant, invertMatrix, type Matrix } from '../math/matrix.ts';
import { atan2, square } from '../math/portable.ts';
import { multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import type { RigidPose } from './collider.ts';

/** A frame at one time: where its origin is and how it is turned; `mirror` −1 where its x axis is turned about. */
export interface DriveFrame {
  /** [3] metres. */
  readonly position: Float64Array;
  /** [4] unit quaternion x y z w. */
  readonly rotation: Float64Array;
  mirror: 1 | -1;
  /** True where the bone is scaled to nothing: it then has a position, but no rotation. */
  vanishes: boolean;
}

/** What a frame is read about: the bone itself, so that a change of the bone's scale does not move the frame. */
export interface DriveAnchor {
  /** [3] where the bone is in the space that it carries, in that space's units: the inverse of inverseBind, applied to 0. */
  readonly bind: ArrayLike<number>;
  /** Metres to a unit of that space when nothing is scaled, above 0. */
  readonly scale: number;
}

/** out = a frame as a move leaves it: see `measureCarry`. */
export function moveDriveFrame(out: DriveFrame, move: RigidPose, frame: DriveFrame): void {
  rotateVector(out.position, move.rotation, frame.position);
  for (let axis = 0; axis < 3; axis++) out.position[axis] += move.position[axis];
  multiplyQuaternions(out.rotation, move.rotation, frame.rotation);
  out.mirror = frame.mirror;
  out.vanishes = frame.vanishes;
}

/** A bone below this fraction of its usual size counts as scaled to nothing. */
export const vanishingSize = 1e-3;

/** Where a bone is in the space that it carries: [3] in that space's units. inverseBind [16]; a singular one gives 0. */
export function findBindPosition(inverseBind: Matrix): [number, number, number] {
  const bind = createMatrix();
  invertMatrix(bind, inverseBind);
  return [bind[12], bind[13], bind[14]];
}

/** Metres to a unit of the space that a matrix [16] carries: the root mean square length of its axes. */
export function measureScale(m: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < 12; k += 4) sum += m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2];
  return Math.sqrt(sum / 3);
}

export function createDriveFrame(): DriveFrame {
  return { position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1), mirror: 1, vanishes: false };
}

export function copyDriveFrame(out: DriveFrame, frame: DriveFrame): void {
  out.position.set(frame.position);
  out.rotation.set(frame.rotation);
  out.mirror = frame.mirror;
  out.vanishes = frame.vanishes;
}

/**
 * Reads a frame from a matrix (column-major, metres): its translation and its nearest rotation, which is the polar
 * factor, so that uneven scale and shear turn it as little as they can. A matrix that squashes all to a plane keeps the
 * rotation of its columns. With an anchor, scale is taken out about the bone: the origin stands where a bone of the anchor's
 * scale would carry it, wherever the mesh's origin is; a bone scaled to nothing vanishes and has the world's axes.
 */
export function readDriveFrame(out: DriveFrame, matrix: Matrix, anchor?: DriveAnchor): void {
  out.position[0] = matrix[12];
  out.position[1] = matrix[13];
  out.position[2] = matrix[14];
  out.vanishes = anchor !== undefined && !(measureScale(matrix) > vanishingSize * anchor.scale);
  out.mirror = determinant(matrix) < 0 ? -1 : 1;
  for (let k = 0; k < 12; k++) polar[k] = matrix[k];
  if (out.mirror < 0) for (let row = 0; row < 3; row++) polar[row] = -polar[row];
  findPolarFactor(polar);
  const { rotation } = decomposeMatrix(polar);
  for (let k = 0; k < 4; k++) out.rotation[k] = rotation[k];
  if (out.vanishes) {
    out.rotation.set([0, 0, 0, 1]);
    out.mirror = 1;
  }
  if (anchor) moveToAnchor(out, matrix, anchor);
}

/** out.position = the bone's position less the rigid way from the bone to the origin. */
function moveToAnchor(
  { position, rotation, mirror }: DriveFrame,
  m: Matrix,
  { bind, scale }: DriveAnchor,
): void {
  const [x, y, z] = [bind[0], bind[1], bind[2]];
  way[0] = scale * mirror * x;
  way[1] = scale * y;
  way[2] = scale * z;
  rotateVector(way, rotation, way);
  for (let row = 0; row < 3; row++)
    position[row] = m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row] - way[row];
}

const way = new Float64Array(3);

const polar = new Float64Array(16);
const maxIterations = 40;

/** Newton's iteration R ← (R + R⁻ᵀ) / 2 on a 3 × 3 block with determinant ≥ 0, begun at about the right size. */
function findPolarFactor(m: Float64Array): void {
  let size = 0;
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) size += m[4 * column + row] * m[4 * column + row];
  }
  if (!(size > 0)) return;
  const factor = 1 / Math.sqrt(size / 3);
  for (let k = 0; k < 12; k++) m[k] *= factor;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const det = determinant(m);
    if (!(det > 1e-12)) return;
    const half = 0.5 / det;
    const a = m[0];
    const b = m[1];
    const c = m[2];
    const d = m[4];
    const e = m[5];
    const f = m[6];
    const g = m[8];
    const h = m[9];
    const i = m[10];
    m[0] = 0.5 * a + half * (e * i - f * h);
    m[1] = 0.5 * b + half * (f * g - d * i);
    m[2] = 0.5 * c + half * (d * h - e * g);
    m[4] = 0.5 * d + half * (c * h - b * i);
    m[5] = 0.5 * e + half * (a * i - c * g);
    m[6] = 0.5 * f + half * (b * g - a * h);
    m[8] = 0.5 * g + half * (b * f - c * e);
    m[9] = 0.5 * h + half * (c * d - a * f);
    m[10] = 0.5 * i + half * (a * e - b * d);
    const change =
      square(m[0] - a) +
      square(m[1] - b) +
      square(m[2] - c) +
      square(m[4] - d) +
      square(m[5] - e) +
      square(m[6] - f) +
      square(m[8] - g) +
      square(m[9] - h) +
      square(m[10] - i);
    if (change < 1e-28) return;
  }
}

/**
 * out[0…2] = the turn from rotation a to rotation b as a rotation vector, radians, the short way; the same in the axes of
 * either.
 */
export function measureTurn(out: Float64Array, a: Float64Array, b: Float64Array): void {
  const ax = a[0];
  const ay = a[1];
  const az = a[2];
  const aw = a[3];
  const bx = b[0];
  const by = b[1];
  const bz = b[2];
  const bw = b[3];
  // conjugate(a) · b
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by + ax * bz - ay * bw - az * bx;
  const z = aw * bz - ax * by + ay * bx - az * bw;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  const sine = Math.sqrt(x * x + y * y + z * z);
  // Of q and −q, the one that turns the short way.
  const factor = (w < 0 ? -1 : 1) * (sine > 1e-8 ? (2 * atan2(sine, Math.abs(w))) / sine : 2);
  out[0] = x * factor;
  out[1] = y * factor;
  out[2] = z * factor;
}
