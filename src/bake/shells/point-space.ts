import { createMatrix } from '../../math/matrix.ts';
import type { Actor } from '../../motion/actor.ts';
import { type BoundPoints, measureUsualScale, pointMatrix, toMeshSpace } from './bind-points.ts';

/** The space in which points of fur are written: the world, or the space of the mesh before a character skins it. */
export interface PointSpace {
  /**
   * Transforms world positions in place into this space. seconds: the time. The points of a strand follow one another. Returns the strands
   * that have no position at that time, because their bone is scaled to zero; the array contains no valid values for these strands.
   */
  toLocal(positions: Float64Array, seconds: number): readonly number[];
  /** Transforms vectors of this space to vectors in the world, metres, in place. */
  toWorldVectors(vectors: Float64Array, seconds: number): void;
  /** Metres per unit of this space. */
  readonly scale: number;
}

export const worldSpace: PointSpace = { toLocal: () => [], toWorldVectors() {}, scale: 1 };

/** Creates the space of a character's meshes, for strands of `length` points whose roots are bound to it. */
export function createSkinSpace(actor: Actor, bound: BoundPoints, length: number): PointSpace {
  const matrix = createMatrix();
  const scale = measureUsualScale(actor, bound);
  return {
    scale,
    toLocal: (positions, seconds) => toMeshSpace(positions, bound, actor.poseAt(seconds), length, scale),
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

/**
 * Visits every strand in the first frame in which it has a position in the space. show: loads a frame and returns the strands that have no
 * position in it, as `toLocal` does. If a strand has no position in any frame, it is not visited.
 */
export function visitFirstKnown(
  strandCount: number,
  frameCount: number,
  show: (frame: number) => readonly number[],
  visit: (strand: number) => void,
): void {
  let waiting = Array.from({ length: strandCount }, (_, strand) => strand);
  for (let frame = 0; frame < frameCount && waiting.length > 0; frame++) {
    const lost = new Set(show(frame));
    for (const strand of waiting) if (!lost.has(strand)) visit(strand);
    waiting = waiting.filter((strand) => lost.has(strand));
  }
}

/** Writes the unit direction from one point to another into out at o. If the points coincide, out is unchanged. */
export function setDirection(
  out: Float32Array,
  o: number,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): void {
  const [x, y, z] = [0, 1, 2].map((c) => to[c] - from[c]);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0) out.set([x / length, y / length, z / length], o);
}

/**
 * Fills in the positions of strands in the frames in which they have none. A strand gets its position in the last earlier frame
 * that has one. If there is none, it gets its position in the first later frame. Strands without a position in any frame are at 0.
 *
 * frames: each [3 · length · strand count]. lost: for each frame, the strands without a position, as `toLocal` returns them.
 */
export function fillLost(
  frames: readonly (Float32Array | Float64Array)[],
  lost: readonly (readonly number[])[],
  length: number,
): void {
  const isLost = lost.map((strands) => new Set(strands));
  for (const strand of new Set(lost.flat())) {
    const [begin, end] = [3 * length * strand, 3 * length * (strand + 1)];
    const known = frames.findIndex((_, k) => !isLost[k].has(strand));
    let from = known;
    frames.forEach((frame, k) => {
      if (!isLost[k].has(strand)) from = k;
      else if (known < 0) frame.fill(0, begin, end);
      else frame.set(frames[from].subarray(begin, end), begin);
    });
  }
}
