import { cross, dot, norm } from '../geometry/vector.ts';
import { decomposeMatrix } from '../math/decompose-matrix.ts';
import { determinant } from '../math/matrix.ts';
import type { RigidPose } from './collider.ts';

/** A column shorter than this fraction of the longest one has no direction. */
const vanishing = 1e-12;

/**
 * Computes position and rotation of an affine matrix, without its scale. offset: index at which its 16 numbers begin. The second axis keeps
 * its direction, and the first axis is made perpendicular to it. If the matrix mirrors, the first axis is reversed. If an axis has length
 * 0, only the position is written and false is returned.
 */
export function rigidOfMatrix(out: RigidPose, matrix: ArrayLike<number>, offset = 0): boolean {
  for (let axis = 0; axis < 3; axis++) out.position[axis] = matrix[offset + 12 + axis];
  const y = [matrix[offset + 4], matrix[offset + 5], matrix[offset + 6]];
  const x = [matrix[offset], matrix[offset + 1], matrix[offset + 2]];
  const longest = Math.max(norm(x), norm(y));
  if (!scaleTo(y, 1, vanishing * longest)) return false;
  const along = dot(x, y);
  for (let axis = 0; axis < 3; axis++) x[axis] -= along * y[axis];
  const turn = determinant(matrix, offset);
  if (turn === 0 || !scaleTo(x, Math.sign(turn), vanishing * longest)) return false;
  const z = cross(x, y);
  const { rotation } = decomposeMatrix([...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1]);
  for (let c = 0; c < 4; c++) out.rotation[c] = rotation[c];
  return true;
}

/** Normalises a vector to the given length. Returns false if it is too short to have a direction. */
function scaleTo(vector: number[], length: number, minLength: number): boolean {
  const own = norm(vector);
  if (!(own > minLength)) return false;
  for (let axis = 0; axis < 3; axis++) vector[axis] *= length / own;
  return true;
}
