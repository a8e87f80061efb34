import type { BoxTree, OfferItem } from '../../../geometry/box-tree.ts';
import { maxOf } from '../../../math/lists.ts';

/** If a cell has more candidates than this, the tree is faster. */
const maxCandidates = 32;

/** Returns the squared distance of an item from a point. */
export type MeasureItem = (item: number, x: number, y: number, z: number) => number;

interface Cell {
  /** All items that may be nearest to a point of the cell; null if they are too many. */
  readonly candidates: Uint32Array | null;
  /** 1: the cell is outside; −1: inside; 0: the boundary may cross it. */
  readonly sign: number;
}

const unknown: Cell = { candidates: null, sign: 0 };

/**
 * Creates the exact distance to the nearest item of a boundary, negative where `isInside` is true. A grid over the bounding box of
 * the items, enlarged by half, stores for each cell the items that may be nearest, and the side of the boundary. A cell is computed
 * at the second query in it, since this takes as long as ten queries of the tree; later queries take a tenth. For a boundary in a
 * plane, z is always 0.
 */
export function createSignedDistance(
  tree: BoxTree,
  measure: MeasureItem,
  isInside: (x: number, y: number, z: number) => boolean,
): (x: number, y: number, z: number) => number {
  const grid = createGrid(tree);
  /** By cell index. Null after the first query in a cell. */
  const cells = new Map<number, Cell | null>();
  const reach = (grid.side * Math.sqrt(3)) / 2;

  const offer: OfferItem = (k, x, y, z, best) => {
    const squared = measure(tree.order[k], x, y, z);
    return squared < best ? squared : best;
  };
  const findNearest = (x: number, y: number, z: number) =>
    Math.sqrt(tree.search(x, y, z, Number.POSITIVE_INFINITY, offer));
  const listWithin = (x: number, y: number, z: number, limit: number) => {
    const found: number[] = [];
    const isTooMany = tree.someNear(
      x,
      y,
      z,
      limit,
      (item) => measure(item, x, y, z) <= limit && found.push(item) > maxCandidates,
    );
    return isTooMany ? null : Uint32Array.from(found);
  };

  const createCell = (i: number, j: number, k: number): Cell => {
    const { low, side } = grid;
    const x = low[0] + (i + 0.5) * side;
    const y = low[1] + (j + 0.5) * side;
    const z = grid.isFlat ? 0 : low[2] + (k + 0.5) * side;
    const gap = findNearest(x, y, z);
    // The item nearest to any point of the cell is at most this far from the cell's centre. The factor allows for rounding.
    const limit = (gap + 2 * reach) ** 2 * 1.000001;
    return {
      candidates: listWithin(x, y, z, limit),
      sign: gap > 1.000001 * reach ? (isInside(x, y, z) ? -1 : 1) : 0,
    };
  };

  return (x, y, z) => {
    const { low, side, counts } = grid;
    const i = Math.floor((x - low[0]) / side);
    const j = Math.floor((y - low[1]) / side);
    const k = grid.isFlat ? 0 : Math.floor((z - low[2]) / side);
    if (!(i >= 0 && i < counts[0] && j >= 0 && j < counts[1] && k >= 0 && k < counts[2])) {
      // Nothing beyond the grid is inside.
      return findNearest(x, y, z);
    }
    const index = (k * counts[1] + j) * counts[0] + i;
    let cell = cells.get(index);
    if (cell === null) {
      cell = createCell(i, j, k);
      cells.set(index, cell);
    } else if (cell === undefined) {
      cells.set(index, null);
      cell = unknown;
    }
    const { candidates } = cell;
    let gap = Number.POSITIVE_INFINITY;
    if (candidates === null) gap = findNearest(x, y, z);
    else {
      for (let c = 0; c < candidates.length; c++) gap = Math.min(gap, measure(candidates[c], x, y, z));
      gap = Math.sqrt(gap);
    }
    return cell.sign === 0 ? (isInside(x, y, z) ? -gap : gap) : cell.sign * gap;
  };
}

interface Grid {
  readonly low: readonly number[];
  readonly side: number;
  readonly counts: readonly number[];
  readonly isFlat: boolean;
}

function createGrid({ boxes, count }: BoxTree): Grid {
  if (count === 0) return { low: [0, 0, 0], side: 1, counts: [0, 0, 0], isFlat: true };
  const sides = [0, 1, 2].map((axis) => boxes[3 + axis] - boxes[axis]);
  const longest = maxOf(sides);
  const isFlat = sides[2] === 0 && boxes[2] === 0;
  // A cell is about as large as an item.
  const wanted = isFlat ? count / 2 : Math.sqrt(count);
  const side = longest / Math.min(256, Math.max(16, wanted)) || 1;
  const padding = longest / 2;
  return {
    low: [0, 1, 2].map((axis) => boxes[axis] - padding),
    side,
    counts: sides.map((length, axis) =>
      isFlat && axis === 2 ? 1 : Math.ceil((length + 2 * padding) / side),
    ),
    isFlat,
  };
}
