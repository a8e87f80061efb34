import { decomposeMatrix } from '../math/decompose-matrix.ts';
import { createMatrix, determinant, invertMatrix, type Matrix } from '../math/matrix.ts';
import { atan2, square } from '../math/portable.ts';
import { multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import type { RigidPose } from './collider.ts';

/** A frame at one time: the position of its origin and its rotation. `mirror` is −1 if its x axis is reversed. */
export interface DriveFrame {
  /** [3] metres. */
  readonly position: Float64Array;
  /** Unit quaternion x y z w, [4]. */
  readonly rotation: Float64Array;
  mirror: 1 | -1;
  /** True if the bone has scale 0. The frame then has a position, but its rotation is not known. */
  vanishes: boolean;
}

/** The reference point of a frame. It is the bone itself, so that a change of the bone's scale does not move the frame. */
export interface DriveAnchor {
  /** Position of the bone in the space that it carries, in units of that space: the inverse of inverseBind, applied to 0. [3] */
  readonly bind: ArrayLike<number>;
  /** Metres per unit of that space while the bone is not scaled, above 0. */
  readonly scale: number;
}

/** Computes the frame after the rigid motion `move`: see `measureCarry`. */
export function moveDriveFrame(out: DriveFrame, move: RigidPose, frame: DriveFrame): void {
  rotateVector(out.position, move.rotation, frame.position);
  for (let axis = 0; axis < 3; axis++) out.position[axis] += move.position[axis];
  multiplyQuaternions(out.rotation, move.rotation, frame.rotation);
  out.mirror = frame.mirror;
  out.vanishes = frame.vanishes;
}

/** A bone below this fraction of its usual size counts as scaled to 0. */
export const vanishingSize = 1e-3;

/** Returns the position of a bone in the space that it carries: [3] in units of that space. inverseBind [16]; a singular one gives 0. */
export function findBindPosition(inverseBind: Matrix): [number, number, number] {
  const bind = createMatrix();
  invertMatrix(bind, inverseBind);
  return [bind[12], bind[13], bind[14]];
}

/** Metres per unit of the space that a matrix [16] carries: the root mean square length of its axes. */
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
 * Reads a frame from a matrix (column-major, metres): the translation and the nearest rotation. The nearest rotation is the polar factor,
 * which non-uniform scale and shear change least. For a matrix that projects onto a plane, the rotation is that of its columns. With an
 * anchor, the scale about the bone is removed: the origin is where the bone would carry it with the anchor's scale, independent of the
 * position of the mesh's origin. A bone with scale 0 vanishes: its frame has the axes of the world.
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

/** Sets out.position to the bone's position minus the rigid offset from the origin to the bone. */
function moveToAnchor(
  { position, rotation, mirror }: DriveFrame,
  m: Matrix,
  { bind, scale }: DriveAnchor,
): void {
  const [x, y, z] = [bind[0], bind[1], bind[2]];
  offset[0] = scale * mirror * x;
  offset[1] = scale * y;
  offset[2] = scale * z;
  rotateVector(offset, rotation, offset);
  for (let row = 0; row < 3; row++)
    position[row] = m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row] - offset[row];
}

const offset = new Float64Array(3);

const polar = new Float64Array(16);
const maxIterations = 40;

/**
 * Finds the rotation by Newton's iteration R ← (R + R⁻ᵀ) / 2 on a 3 × 3 block with determinant ≥ 0. The initial block is scaled to about
 * the right size.
 */
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
 * Writes the rotation from a to b along the short arc to out[0…2], as a rotation vector in radians. It has the same components in the axes
 * of a and of b.
 */
export function measureRotation(out: Float64Array, a: Float64Array, b: Float64Array): void {
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
  // Of q and −q, the one with the smaller angle is used.
  const factor = (w < 0 ? -1 : 1) * (sine > 1e-8 ? (2 * atan2(sine, Math.abs(w))) / sine : 2);
  out[0] = x * factor;
  out[1] = y * factor;
  out[2] = z * factor;
}
