import type { KernelMemory } from '../../kernel-memory.ts';
import {
  outsideBit,
  pressedBit,
  type SheetView,
  stoneBit,
  tileSize,
  viewSheet,
  wallBit,
} from '../flow/sheet.ts';
import type { FlowFloors } from '../kernel.ts';
import { maxFlow, minThreshold, never, wallHeight } from '../records.generated.ts';
import { listSpans, pressedWord } from './contact.ts';

/** Flows of the columns that move in a pass, all computed from the same heights. */
interface Movers {
  /** Five numbers for each column: its index, flow to an axis neighbour, flow to a diagonal neighbour, bits of the neighbours that receive, 1 if it becomes pressed. */
  readonly entries: number[];
}

/** See `GroundKernel.erode`. */
export function erode(
  memory: KernelMemory,
  sheet: number,
  passes: number,
  axis: number,
  diagonal: number,
): number {
  const view = viewSheet(memory, sheet);
  const { columns, tileColumns, height, pressed, moved, record } = view;
  const floors = limitFloors(view, axis, diagonal);
  const shift = record.pressedShift;
  const offsets = neighbourOffsets(columns);
  moved.fill(0);
  const spans = listSpans(view, 1);
  const walls = raiseWalls(view, spans);
  let movingPasses = 0;
  for (let pass = 0; pass < passes; pass++) {
    const { entries } = listMovers(view, spans, offsets, floors);
    if (entries.length === 0) break;
    movingPasses++;
    for (let w = 0; w < entries.length; w += 5) {
      const k = entries[w];
      for (let n = 0; n < 8; n++) {
        if ((entries[w + 3] & (1 << n)) === 0) continue;
        const flow = n < 4 ? entries[w + 1] : entries[w + 2];
        height[k] -= flow;
        height[k + offsets[n]] += flow;
      }
      const row = Math.floor(k / columns);
      moved[Math.floor(row / tileSize) * tileColumns + Math.floor((k - row * columns) / tileSize)] = 1;
    }
    for (let w = 0; w < entries.length; w += 5) {
      const k = entries[w];
      if (entries[w + 4]) pressed[k] = pressedWord(height[k], shift);
    }
  }
  lowerWalls(view, walls);
  return movingPasses;
}

/** See `GroundKernel.isSteeper`. */
export function isSteeper(memory: KernelMemory, sheet: number, axis: number, diagonal: number): number {
  const view = viewSheet(memory, sheet);
  const { columns, height } = view;
  const offsets = neighbourOffsets(columns);
  const spans = listSpans(view, 1);
  const walls = raiseWalls(view, spans);
  const floors = limitFloors(view, axis, diagonal);
  const isSteep = listColumns(view, spans, floors).some((k) =>
    offsets.some(
      (offset, n) => height[k] - height[k + offset] > pairThreshold(view, k, k + offset, n < 4, floors),
    ),
  );
  lowerWalls(view, walls);
  return isSteep ? 1 : 0;
}

/** Limits floors to which cohesion is added, which must not overflow in the kernel. */
function limitFloors({ cohesion }: SheetView, axis: number, diagonal: number): FlowFloors {
  const cap = cohesion ? 2 ** 30 : never;
  return { axis: Math.min(axis, cap), diagonal: Math.min(diagonal, cap) };
}

/** Returns the index offsets of the neighbours: first the axis neighbours, then the diagonal ones. */
function neighbourOffsets(columns: number): number[] {
  return [-1, 1, -columns, columns, -columns - 1, -columns + 1, columns - 1, columns + 1];
}

/** Returns the threshold of the pair of column a, which is the higher one, and column b. */
function pairThreshold(view: SheetView, a: number, b: number, isAxis: boolean, floors: FlowFloors): number {
  const { record, pressed, cohesion } = view;
  const isInside = ((pressed[a] & record.ownCounts) | pressed[b]) & pressedBit;
  const base = isAxis
    ? Math.max(floors.axis, isInside ? record.axisInside : record.axisOutside)
    : Math.max(floors.diagonal, isInside ? record.diagonalInside : record.diagonalOutside);
  return cohesion ? addCohesion(base, cohesion[a] + cohesion[b], isAxis) : base;
}

/** Adds the mean of both cohesions to a threshold, and √2 of it over a diagonal. `sum` is the sum of both. */
function addCohesion(base: number, sum: number, isAxis: boolean): number {
  return Math.max(minThreshold, base + (isAxis ? sum >> 1 : (sum * 181) >> 8));
}

/** Lists the columns that are no walls and exceed a neighbour by more than the minimum threshold. */
function listColumns(view: SheetView, spans: readonly number[], floors: FlowFloors): number[] {
  const { columns, height, record } = view;
  const cohesion = 2 * record.minCohesion;
  const minAxis = Math.max(floors.axis, Math.min(record.axisInside, record.axisOutside));
  const minDiagonal = Math.max(floors.diagonal, Math.min(record.diagonalInside, record.diagonalOutside));
  const axis = addCohesion(minAxis, cohesion, true);
  const diagonal = addCohesion(minDiagonal, cohesion, false);
  const list: number[] = [];
  for (let span = 0; span < spans.length; span += 2) {
    const end = spans[span + 1];
    for (let k = spans[span]; k < end; k++) {
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

function listMovers(
  view: SheetView,
  spans: readonly number[],
  offsets: readonly number[],
  floors: FlowFloors,
): Movers {
  const { height, pressed, record } = view;
  const entries: number[] = [];
  for (const k of listColumns(view, spans, floors)) {
    let sum = 0;
    let bits = 0;
    let axisCount = 0;
    let diagonalCount = 0;
    let nearPressed = 0;
    for (let n = 0; n < 8; n++) {
      const other = k + offsets[n];
      const difference = height[k] - height[other];
      if (difference <= pairThreshold(view, k, other, n < 4, floors)) continue;
      sum = (sum + difference) | 0;
      bits |= 1 << n;
      if (n < 4) axisCount++;
      else diagonalCount++;
      nearPressed |= pressed[other] & pressedBit;
    }
    const fraction = record.fraction[axisCount + diagonalCount];
    const axisFlow = takeFraction(sum, fraction);
    const diagonalFlow = (axisFlow * record.diagonalRatio) >> 8;
    if (axisFlow * axisCount + diagonalFlow * diagonalCount === 0) continue;
    const becomesPressed = nearPressed !== 0 && (pressed[k] & pressedBit) === 0 ? 1 : 0;
    entries.push(k, axisFlow, diagonalFlow, bits, becomesPressed);
  }
  return { entries };
}

/** Returns min(floor(sum · fraction / 65536), 2²³ − 1), with sum modulo 2³². */
function takeFraction(sum: number, fraction: number): number {
  const product = (sum >>> 16) * fraction + (((sum & 0xffff) * fraction) >>> 16);
  return Math.min(maxFlow, product);
}

interface Walls {
  readonly isWall: Uint8Array;
  readonly heights: Int32Array;
}

/** Raises all columns that neither give nor receive. */
function raiseWalls(view: SheetView, spans: readonly number[]): Walls {
  const { height, contact, scratch } = view;
  // Uses the scratch of the sheet, because new arrays of this size cost more than the rest of a pass.
  const heights = new Int32Array(height.buffer, scratch, height.length);
  const isWall = new Uint8Array(height.buffer, scratch + 4 * height.length, height.length);
  heights.set(height);
  isWall.fill(1);
  height.fill(wallHeight);
  for (let span = 0; span < spans.length; span += 2) {
    const end = spans[span + 1];
    for (let k = spans[span]; k < end; k++) {
      if (contact[k] & (wallBit | outsideBit | stoneBit)) continue;
      isWall[k] = 0;
      height[k] = heights[k];
    }
  }
  return { isWall, heights };
}

function lowerWalls(view: SheetView, walls: Walls): void {
  const { height } = view;
  for (let k = 0; k < height.length; k++) if (walls.isWall[k]) height[k] = walls.heights[k];
}
