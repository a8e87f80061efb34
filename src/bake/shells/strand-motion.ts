import type { ShellsMotion } from '../../coats/shells.ts';
import type { Actor } from '../../motion/actor.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type BoundPoints, bindPoints } from './bind-points.ts';
import { atRoot, type FurStrands, growStrands, traceFur } from './fur-strands.ts';
import { type Coat, loadShells } from './group-coats.ts';
import {
  createSkinSpace,
  fillLost,
  type PointSpace,
  setDirection,
  visitFirstKnown,
  worldSpace,
} from './point-space.ts';
import { expandFrame, type ReducedMotion, reduceMotion, thin } from './reduce-motion.ts';

/** Strands of one coat over a bake, in the space of the mesh before a character skins it. */
export interface StrandMotion {
  readonly output: ShellsOutput;
  readonly strands: FurStrands;
  /** How the strands follow the character. Null for strands in the world. */
  readonly bound: BoundPoints | null;
  /** Unit normals of the skin at the roots, in that space, [3 · strand count]. */
  readonly normals: Float32Array;
  /** Metres per unit of that space. */
  readonly scale: number;
  readonly motion: ReducedMotion;
  /** Times of the frames for which the motion has weights, seconds. */
  readonly times: Float64Array;
  readonly error: MotionError;
}

/** Deviation of the written motion from the simulation, and size of the motion about its mean. */
export interface MotionError {
  readonly motion: { readonly maxMetres: number; readonly rmsMetres: number };
  readonly error: {
    readonly maxMetres: number;
    readonly rmsMetres: number;
    readonly rmsFraction: number;
  };
}

/** Number of points of a strand that is written as a card. With four points, an arc of 90° looks round. */
export const cardPoints = 4;
/** Maximum number of frames at which the error is measured. */
const maxMeasured = 64;

/**
 * Returns the strands of a coat over the kept frames, reduced to at most `maxTargets` shapes. actor: the owner of the skin, null for a
 * patch. Returns null if nothing grows.
 */
export function reduceStrands(
  plan: BakePlan,
  coat: Coat,
  actor: Actor | null,
  maxTargets: number,
): StrandMotion | null {
  const { output } = coat;
  const strands = growStrands(output, output.look.strandCount, cardPoints);
  if (!strands) return null;
  const { corners, weights } = strands.roots;
  const bound = actor && output.skin ? bindPoints(actor, output.skin, corners, weights) : null;
  const space = bound ? createSkinSpace(actor!, bound, cardPoints) : worldSpace;
  const { times: clock, firstFrame, lastFrame } = plan;
  const times = Float64Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) =>
    clock.seconds(firstFrame + k),
  );
  const traced = new Float64Array(3 * strands.count * strands.pointCount);
  const lost: (readonly number[])[] = [];
  const frames = Array.from(times, (seconds, k) => {
    traceFur(traced, strands, output, loadShells(plan, coat, firstFrame + k));
    lost.push(space.toLocal(traced, seconds));
    return Float32Array.from(traced);
  });
  fillLost(frames, lost, cardPoints);
  const motion = reduceMotion(frames, maxTargets);
  return {
    output,
    strands,
    bound,
    scale: space.scale,
    normals: measureNormals((k) => loadShells(plan, coat, firstFrame + k), strands, space, times),
    motion,
    times,
    error: measureError(frames, motion, space, times),
  };
}

/**
 * Returns the normal at each root, in the first frame in which the root has a position. To get its direction, both ends of a short line are
 * transformed.
 */
function measureNormals(
  load: (frame: number) => ShellsMotion,
  { roots, count, pointCount }: FurStrands,
  space: PointSpace,
  times: Float64Array,
): Float32Array {
  const out = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) out.set([0, 1, 0], 3 * i);
  const ends = new Float64Array(3 * pointCount * count);
  visitFirstKnown(
    count,
    times.length,
    (frame) => {
      const { roots: positions, normals } = load(frame);
      for (let i = 0; i < count; i++) {
        for (let c = 0; c < 3; c++) {
          const root = atRoot(positions, roots, i, 3, c);
          ends[3 * pointCount * i + c] = root;
          ends[3 * pointCount * i + 3 + c] = root + atRoot(normals, roots, i, 3, c);
        }
      }
      return space.toLocal(ends, times[frame]);
    },
    (i) => {
      const root = 3 * pointCount * i;
      setDirection(out, 3 * i, ends.subarray(root), ends.subarray(root + 3));
    },
  );
  return out;
}

function measureError(
  frames: readonly Float32Array[],
  motion: ReducedMotion,
  space: PointSpace,
  times: Float64Array,
): MotionError {
  const moved = new Spread();
  const left = new Spread();
  const shown = new Float64Array(frames[0].length);
  for (const k of thin([...frames.keys()], maxMeasured)) {
    expandFrame(shown, motion, k);
    for (let o = 0; o < shown.length; o++) shown[o] = frames[k][o] - shown[o];
    space.toWorldVectors(shown, times[k]);
    left.add(shown);
    for (let o = 0; o < shown.length; o++) shown[o] = frames[k][o] - motion.rest[o];
    space.toWorldVectors(shown, times[k]);
    moved.add(shown);
  }
  return {
    motion: { maxMetres: moved.largest, rmsMetres: moved.rms },
    error: {
      maxMetres: left.largest,
      rmsMetres: left.rms,
      rmsFraction: moved.rms > 0 ? left.rms / moved.rms : 0,
    },
  };
}

/** The maximum and the root mean square length of vectors. */
class Spread {
  largest = 0;
  private sum = 0;
  private count = 0;

  get rms(): number {
    return this.count > 0 ? Math.sqrt(this.sum / this.count) : 0;
  }

  add(vectors: Float64Array): void {
    for (let k = 0; k < vectors.length; k += 3) {
      const square = vectors[k] ** 2 + vectors[k + 1] ** 2 + vectors[k + 2] ** 2;
      this.sum += square;
      this.largest = Math.max(this.largest, Math.sqrt(square));
    }
    this.count += vectors.length / 3;
  }
}
