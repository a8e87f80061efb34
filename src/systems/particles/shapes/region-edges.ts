import type { OutlineArea } from '../../../motion/outline.ts';

/**
 * The edges of areas without the horizontal ones. lowX, lowY: lower end; highX, highY: upper end. The number of edges is
 * areas.length; other arrays may be longer.
 */
export interface EdgeTable {
  readonly lowX: Float64Array;
  readonly lowY: Float64Array;
  readonly highX: Float64Array;
  readonly highY: Float64Array;
  /**
   * Change of the winding number of the edge's area from the left to the right side of the edge: −1 for an edge
   * that runs upward, 1 for one that runs downward.
   */
  readonly turns: Int8Array;
  readonly areas: Uint32Array;
  /** Maximum absolute value of all coordinates. */
  readonly size: number;
  xAt(edge: number, y: number): number;
}

/**
 * Collects the edges of areas. Horizontal edges are left out because they bound no trapezoid on the left or right. `joinLevels`
 * finds horizontal borders without them.
 */
export function collectEdges(areas: readonly OutlineArea[]): EdgeTable {
  const count = areas.reduce((sum, { loops }) => sum + loops.reduce((n, loop) => n + loop.length / 2, 0), 0);
  const lowX = new Float64Array(count);
  const lowY = new Float64Array(count);
  const highX = new Float64Array(count);
  const highY = new Float64Array(count);
  const turns = new Int8Array(count);
  const areaOf = new Uint32Array(count);
  let edge = 0;
  let size = 0;
  areas.forEach(({ loops }, area) => {
    for (const loop of loops) {
      for (let k = 0; k < loop.length; k += 2) {
        const next = k + 2 < loop.length ? k + 2 : 0;
        const isUp = loop[next + 1] > loop[k + 1];
        size = Math.max(size, Math.abs(loop[k]), Math.abs(loop[k + 1]));
        if (loop[next + 1] === loop[k + 1]) continue;
        const [low, high] = isUp ? [k, next] : [next, k];
        lowX[edge] = loop[low];
        lowY[edge] = loop[low + 1];
        highX[edge] = loop[high];
        highY[edge] = loop[high + 1];
        turns[edge] = isUp ? -1 : 1;
        areaOf[edge++] = area;
      }
    }
  });
  return {
    lowX,
    lowY,
    highX,
    highY,
    turns,
    areas: areaOf.subarray(0, edge),
    size,
    xAt(index, y) {
      if (y <= lowY[index]) return lowX[index];
      if (y >= highY[index]) return highX[index];
      const fraction = (y - lowY[index]) / (highY[index] - lowY[index]);
      return lowX[index] + fraction * (highX[index] - lowX[index]);
    },
  };
}

/**
 * Returns the y coordinates of all edge ends, ascending. A coordinate that is at most `tiny` above the last one listed is left out.
 */
export function findLevels({ lowY, highY, areas }: EdgeTable, tiny: number): number[] {
  const { length } = areas;
  const all = new Float64Array(2 * length);
  all.set(lowY.subarray(0, length));
  all.set(highY.subarray(0, length), length);
  all.sort();
  const levels: number[] = [];
  for (const level of all)
    if (levels.length === 0 || level > levels[levels.length - 1] + tiny) levels.push(level);
  return levels;
}
