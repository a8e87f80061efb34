import type { HeightfieldOutput } from '../../../systems/outputs/heightfield.ts';
import { chooseSegments, findWorst, listPoints } from './choose-segments.ts';
import { measureSurface } from './ground-vertices.ts';
import type { TileHistory } from './tile-histories.ts';

/** The motion of a tile. The base shape is the final surface. Each target undoes the changes of one interval of time. */
export interface TileMotion {
  readonly history: TileHistory;
  /** Frames of the keys, ascending. */
  readonly keys: readonly number[];
  /** The targets. The weight of a target goes from 1 at its key to 0 at the next key. */
  readonly targets: readonly TileTarget[];
  /** 1 if the column moves in any target, [columns · rows]. */
  readonly moves: Uint8Array;
  /** Maximum deviation, over all columns and frames, from the heights that were recorded within the slack, metres. */
  readonly deviation: number;
}

export interface TileTarget {
  readonly key: number;
  /** Indices of the columns in the tile's block, ascending. */
  readonly columns: Uint32Array;
  /** Displacement at weight 1: height in metres, then the change of the normal. [4 · columns] */
  readonly deltas: Float32Array;
}

export interface MotionLimits {
  /** Maximum deviation of a column between keys, metres. It is exceeded if `maxTargets` is too small. */
  readonly tolerance: number;
  /** Maximum number of frames by which a change may be early or late. */
  readonly slack: number;
  readonly maxTargets: number;
}

/** At keys, columns may deviate by this fraction of `tolerance`, so that columns that hardly change are in no target. */
const idleFraction = 1 / 8;
/** At keys, the components of a normal may deviate by this much: 0.6°. */
const idleNormal = 0.01;

/**
 * Returns the motion of a tile as targets whose weights go from 1 to 0: position = end + Σ weight · delta. The final surface is exact. At
 * keys, columns are within an eighth of the tolerance; between keys, within the tolerance. Null if no column moves by more than that.
 */
export function findTileMotion(
  history: TileHistory,
  output: Pick<HeightfieldOutput, 'cell' | 'heightUnit'>,
  { tolerance, slack, maxTargets }: MotionLimits,
): TileMotion | null {
  const { block, states, frames } = history;
  const count = block.columns * block.rows;
  const surfaces = states.map((state) => {
    const surface = new Float32Array(4 * count);
    measureSurface(surface, state, output);
    return surface;
  });
  const heights = surfaces.map(heightsOf);
  const points = listPoints(frames);
  const record = { points, heights, frames, slack };
  const kept = chooseSegments(record, tolerance, maxTargets);
  const targets: TileTarget[] = [];
  const moves = new Uint8Array(count);
  // The surface that the targets show at each key, computed from the last key to the first.
  let shown = surfaces[surfaces.length - 1].slice();
  let deviation = 0;
  for (let k = kept.length - 2; k >= 0; k--) {
    const wanted = surfaces[points[kept[k]].state];
    const before = shown.slice();
    const columns: number[] = [];
    const deltas: number[] = [];
    for (let column = 0; column < count; column++) {
      const o = 4 * column;
      const isIdle =
        Math.abs(wanted[o] - shown[o]) <= idleFraction * tolerance &&
        [1, 2, 3].every((axis) => Math.abs(wanted[o + axis] - shown[o + axis]) <= idleNormal);
      if (isIdle) continue;
      moves[column] = 1;
      columns.push(column);
      for (let c = 0; c < 4; c++) {
        deltas.push(wanted[o + c] - shown[o + c]);
        before[o + c] = wanted[o + c];
      }
    }
    if (columns.length > 0)
      targets.unshift({ key: k, columns: Uint32Array.from(columns), deltas: Float32Array.from(deltas) });
    const [start, end] = [before, shown].map(heightsOf);
    deviation = Math.max(
      deviation,
      measureApart(start, heights[points[kept[k]].state]),
      findWorst(record, kept[k], kept[k + 1], start, end).distance,
    );
    shown = before;
  }
  if (targets.length === 0) return null;
  return { history, keys: kept.map((point) => points[point].frame), targets, moves, deviation };
}

function heightsOf(surface: Float32Array): Float32Array {
  return Float32Array.from({ length: surface.length / 4 }, (_, k) => surface[4 * k]);
}

function measureApart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let max = 0;
  for (let k = 0; k < a.length; k++) max = Math.max(max, Math.abs(a[k] - b[k]));
  return max;
}
