import type { TerrainDraft } from './finish-terrain.ts';

/**
 * Statistics of the samples on both sides of all borders, m: maximum and sum of the differences across borders, and sum of the differences
 * between neighbours beside the borders.
 */
export interface TileBorders {
  readonly max: number;
  readonly differences: number;
  readonly steps: number;
  readonly count: number;
  /**
   * squares: sum of squared differences, m². unexplained: the part of this sum that remains after the far side of each border is fitted
   * to the near side by a factor and an offset.
   */
  readonly squares: number;
  readonly unexplained: number;
}

/**
 * Called with two samples on both sides of a border between tiles a and b, and the inner neighbours of these samples. All are indices into
 * the tiles' heights.
 */
export type VisitBorder = (
  a: number,
  b: number,
  last: number,
  before: number,
  first: number,
  after: number,
) => void;

/** Visits all borders between tiles, `across` in a row. endBorder: called after each border. */
export function walkBorders(
  tiles: readonly TerrainDraft[],
  across: number,
  visit: VisitBorder,
  endBorder: () => void = () => {},
): void {
  tiles.forEach(({ columns, rows }, t) => {
    const right = (t + 1) % across === 0 ? undefined : tiles[t + 1];
    const near = tiles[t + across];
    for (let j = 0; right && j < rows; j++) {
      const [end, start] = [(j + 1) * columns - 1, j * right.columns];
      const after = Math.min(start + 1, start + right.columns - 1);
      visit(t, t + 1, end, Math.max(j * columns, end - 1), start, after);
    }
    endBorder();
    for (let i = 0; near && i < columns; i++) {
      const end = (rows - 1) * columns + i;
      visit(t, t + across, end, Math.max(i, end - columns), i, near.rows > 1 ? i + columns : i);
    }
    endBorder();
  });
}

export function measureBorders(tiles: readonly TerrainDraft[], across: number): TileBorders {
  let [max, differences, steps, count, squares, unexplained] = [0, 0, 0, 0, 0, 0];
  let fit = new LineFit();
  walkBorders(
    tiles,
    across,
    (near, far, last, before, first, after) => {
      const [a, b] = [tiles[near], tiles[far]];
      if (a.mask?.[last] || b.mask?.[first]) return;
      const difference = Math.abs(a.heights[last] - b.heights[first]);
      max = Math.max(max, difference);
      differences += difference;
      squares += difference * difference;
      fit.add(a.heights[last], b.heights[first]);
      count++;
      if (!a.mask?.[before]) steps += Math.abs(a.heights[last] - a.heights[before]) / 2;
      if (!b.mask?.[after]) steps += Math.abs(b.heights[first] - b.heights[after]) / 2;
    },
    () => {
      unexplained += fit.residual();
      fit = new LineFit();
    },
  );
  return { max, differences, steps, count, squares, unexplained };
}

/** Fits pairs with a straight line y = factor · x + offset (least squares). */
class LineFit {
  private count = 0;
  private meanX = 0;
  private meanY = 0;
  private xx = 0;
  private xy = 0;
  private yy = 0;

  add(x: number, y: number): void {
    this.count++;
    const [dx, dy] = [x - this.meanX, y - this.meanY];
    this.meanX += dx / this.count;
    this.meanY += dy / this.count;
    this.xx += dx * (x - this.meanX);
    this.xy += dx * (y - this.meanY);
    this.yy += dy * (y - this.meanY);
  }

  /** Returns the sum of squared distances of the pairs from the line along y; 0 without pairs. */
  residual(): number {
    return Math.max(0, this.xx > 0 ? this.yy - (this.xy * this.xy) / this.xx : this.yy);
  }
}
