import { createMatrix } from '../../math/matrix.ts';
import type { Actor } from '../../motion/actor.ts';
import { type BoundPoints, measureUsualScale, pointMatrix, toMeshSpace } from './bind-points.ts';

/** Where points of fur are written: in the world, or in the space of the mesh that a character then carries. */
export interface PointSpace {
  /**
   * World positions at a time, seconds, to positions there; in place. Points of a strand follow one another. Returns the strands
   * that have none at that time, because their bone is scaled to nothing; what the array holds for them means nothing.
   */
  toLocal(places: Float64Array, seconds: number): readonly number[];
  /** Vectors there to vectors in the world, metres; in place. */
  toWorldVectors(vectors: Float64Array, seconds: number): void;
  /** Metres to a unit there. */
  readonly scale: number;
}

export const worldSpace: PointSpace = { toLocal: () => [], toWorldVectors() {}, scale: 1 };

/** The space of a character's meshes, for strands of `length` points whose roots are bound to it. */
export function createSkinSpace(actor: Actor, bound: BoundPoints, length: number): PointSpace {
  const matrix = createMatrix();
  const scale = measureUsualScale(actor, bound);
  return {
    scale,
    toLocal: (places, seconds) => toMeshSpace(places, bound, actor.poseAt(seconds), length, scale),
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
 * Visits every strand in the first frame in which it has a position in the space. show: brings a frame there and returns the strands
 * that are lost in it, as `toLocal` does. Strands that are lost in all frames are not visited.
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

/** Writes the direction from one point to another into out at o, unit length; leaves out as it is when they coincide. */
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
 * Fills what strands lack in frames in which they have no position: with the last frame before that has one, or else the first
 * after. frames: each [3 · length · strand count]; lost: by frame, as `toLocal` returns it. Strands that no frame has lie at 0.
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
