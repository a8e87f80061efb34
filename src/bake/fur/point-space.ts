import { createMatrix } from '../../math/matrix.ts';
import type { Actor } from '../../motion/actor.ts';
import { type BoundPoints, pointMatrix, toMeshSpace } from './bind-points.ts';

/** Where points of fur are written: in the world, or in the space of the mesh that a character then carries. */
export interface PointSpace {
  /** World places at a time, seconds, to places there; in place. Points of a strand follow one another. */
  toLocal(places: Float64Array, seconds: number): void;
  /** Vectors there to vectors in the world, metres; in place. */
  toWorldVectors(vectors: Float64Array, seconds: number): void;
}

export const worldSpace: PointSpace = { toLocal() {}, toWorldVectors() {} };

/** The space of a character's meshes, for strands of `length` points whose roots are bound to it. */
export function createSkinSpace(actor: Actor, bound: BoundPoints, length: number): PointSpace {
  const matrix = createMatrix();
  return {
    toLocal(places, seconds) {
      toMeshSpace(places, bound, actor.poseAt(seconds), length);
    },
    toWorldVectors(vectors, seconds) {
      const pose = actor.poseAt(seconds);
      for (let i = 0; i < bound.count; i++) {
        pointMatrix(matrix, bound, pose, i);
        for (let k = 3 * length * i; k < 3 * length * (i + 1); k += 3) {
          const [x, y, z] = [vectors[k], vectors[k + 1], vectors[k + 2]];
          for (let c = 0; c < 3; c++) vectors[k + c] = matrix[c] * x + matrix[4 + c] * y + matrix[8 + c] * z;
        }
      }
    },
  };
}
