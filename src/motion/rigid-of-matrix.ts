import { cross, dot, norm } from '../geometry/vector.ts';
import { decomposeMatrix, determinant } from '../math/matrix.ts';
import type { RigidPose } from './collider.ts';

/** Columns shorter than this share of the longest point nowhere. */
const vanishing = 1e-12;

/**
 * out = the place and the turn of an affine matrix [16] at `offset`, without its scale: the second axis keeps its direction, the
 * first is brought square to it, a mirror goes into the first. False, with the place alone written, where the matrix has
 * lost an axis.
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

/** Gives a vector another length; false where it is too short to have a direction. */
function scaleTo(vector: number[], length: number, least: number): boolean {
  const own = norm(vector);
  if (!(own > least)) return false;
  for (let axis = 0; axis < 3; axis++) vector[axis] *= length / own;
  return true;
}
