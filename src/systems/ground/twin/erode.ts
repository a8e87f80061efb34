import type { KernelMemory } from '../kernel.ts';
import { pressedBit, type SheetView, sheetField, tileSize, viewSheet, wallBit } from '../sheet.ts';
import { isFixed, pressedWord } from './contact.ts';

/** Height of a wall while erosion runs: above all ground, so no column gives to it; and it gives to none. */
const wallHeight = 2 ** 30;
const greatestShare = 2 ** 23 - 1;

/** What columns that move in a pass decided, all from the same heights. */
interface Movers {
  /** Column, share of an axis neighbour, share of a diagonal one, bits of the neighbours that take, 1 where it becomes pressed. */
  readonly words: number[];
}

/** See `GroundKernel.erode`. */
export function erode(memory: KernelMemory, sheet: number, passes: number): number {
  const view = viewSheet(memory, sheet);
  const { columns, tileColumns, height, pressed, moved, fields } = view;
  const shift = fields[sheetField.shift];
  const offsets = neighbourOffsets(columns);
  moved.fill(0);
  const walls = raiseWalls(view);
  let movingPasses = 0;
  for (let pass = 0; pass < passes; pass++) {
    const { words } = listMovers(view, offsets);
    if (words.length === 0) break;
    movingPasses++;
    for (let w = 0; w < words.length; w += 5) {
      const k = words[w];
      for (let n = 0; n < 8; n++) {
        if ((words[w + 3] & (1 << n)) === 0) continue;
        const share = n < 4 ? words[w + 1] : words[w + 2];
        height[k] -= share;
        height[k + offsets[n]] += share;
      }
      const row = Math.floor(k / columns);
      moved[Math.floor(row / tileSize) * tileColumns + Math.floor((k - row * columns) / tileSize)] = 1;
    }
    for (let w = 0; w < words.length; w += 5) {
      const k = words[w];
      if (words[w + 4]) pressed[k] = pressedWord(height[k], shift);
    }
  }
  lowerWalls(view, walls);
  return movingPasses;
}

/** See `GroundKernel.steeperThanStop`. */
export function steeperThanStop(memory: KernelMemory, sheet: number): number {
  const view = viewSheet(memory, sheet);
  const { columns, height, fields } = view;
  const offsets = neighbourOffsets(columns);
  const walls = raiseWalls(view);
  const isSteep = listColumns(view).some((k) => {
    for (let n = 0; n < 8; n++) {
      const stop = fields[n < 4 ? sheetField.axisStop : sheetField.diagonalStop];
      const limit = Math.max(stop, pairThreshold(view, k, k + offsets[n], n < 4));
      if (height[k] - height[k + offsets[n]] > limit) return true;
    }
    return false;
  });
  lowerWalls(view, walls);
  return isSteep ? 1 : 0;
}

/** Axis neighbours first, then diagonal ones. */
function neighbourOffsets(columns: number): number[] {
  return [-1, 1, -columns, columns, -columns - 1, -columns + 1, columns - 1, columns + 1];
}

function pairThreshold(view: SheetView, a: number, b: number, isAxis: boolean): number {
  const { fields, pressed } = view;
  if ((pressed[a] | pressed[b]) & pressedBit)
    return fields[isAxis ? sheetField.axisInside : sheetField.diagonalInside];
  return fields[isAxis ? sheetField.axisOutside : sheetField.diagonalOutside];
}

/** Columns of awake tiles that are no walls and stand above a neighbour by more than the smallest threshold. */
function listColumns(view: SheetView): number[] {
  const { columns, rows, tileColumns, awake, height, fields } = view;
  const axis = Math.min(fields[sheetField.axisInside], fields[sheetField.axisOutside]);
  const diagonal = Math.min(fields[sheetField.diagonalInside], fields[sheetField.diagonalOutside]);
  const list: number[] = [];
  for (let row = 1; row < rows - 1; row++) {
    const tileRow = Math.floor(row / tileSize) * tileColumns;
    for (let column = 1; column < columns - 1; column++) {
      if (!awake[tileRow + Math.floor(column / tileSize)]) continue;
      const k = row * columns + column;
      const own = height[k];
      if (own >= wallHeight) continue;
      const low = own - axis;
      const lowDiagonal = own - diagonal;
      const up = k - columns;
      const down = k + columns;
      if (
        height[k - 1] < low ||
        height[k + 1] < low ||
        height[up] < low ||
        height[down] < low ||
        height[up - 1] < lowDiagonal ||
        height[up + 1] < lowDiagonal ||
        height[down - 1] < lowDiagonal ||
        height[down + 1] < lowDiagonal
      )
        list.push(k);
    }
  }
  return list;
}

function listMovers(view: SheetView, offsets: readonly number[]): Movers {
  const { height, pressed, fields } = view;
  const words: number[] = [];
  for (const k of listColumns(view)) {
    let sum = 0;
    let bits = 0;
    let axisCount = 0;
    let diagonalCount = 0;
    let nearPressed = 0;
    for (let n = 0; n < 8; n++) {
      const other = k + offsets[n];
      const difference = height[k] - height[other];
      if (difference <= pairThreshold(view, k, other, n < 4)) continue;
      sum = (sum + difference) | 0;
      bits |= 1 << n;
      if (n < 4) axisCount++;
      else diagonalCount++;
      nearPressed |= pressed[other] & pressedBit;
    }
    const share = fields[sheetField.share + axisCount + diagonalCount];
    const axisShare = takeShare(sum, share);
    const diagonalShare = (axisShare * 181) >> 8;
    if (axisShare * axisCount + diagonalShare * diagonalCount === 0) continue;
    const becomesPressed = nearPressed !== 0 && (pressed[k] & pressedBit) === 0 ? 1 : 0;
    words.push(k, axisShare, diagonalShare, bits, becomesPressed);
  }
  return { words };
}

/** floor(sum · share / 65536), at most 2²³ − 1; sum taken modulo 2³². */
function takeShare(sum: number, share: number): number {
  const product = (sum >>> 16) * share + (((sum & 0xffff) * share) >>> 16);
  return Math.min(greatestShare, product);
}

interface Walls {
  readonly columns: number[];
  readonly heights: number[];
}

function raiseWalls(view: SheetView): Walls {
  const { columns, rows, height, contact } = view;
  const walls: Walls = { columns: [], heights: [] };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const k = row * columns + column;
      if ((contact[k] & wallBit) === 0 && !isFixed(view, row, column)) continue;
      walls.columns.push(k);
      walls.heights.push(height[k]);
      height[k] = wallHeight;
    }
  }
  return walls;
}

function lowerWalls(view: SheetView, walls: Walls): void {
  for (let w = 0; w < walls.columns.length; w++) view.height[walls.columns[w]] = walls.heights[w];
}
