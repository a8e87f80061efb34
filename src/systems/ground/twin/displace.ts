import type { KernelMemory } from '../../kernel-memory.ts';
import {
  outsideBit,
  type SheetView,
  sheetField,
  sheetNumber,
  stoneBit,
  tileSize,
  touchedBit,
  viewSheet,
} from '../sheet.ts';

/** Cost of a step to an axis and to a diagonal neighbour under each contour rule; 0: not a neighbour. */
const ruleSteps = [
  [5, 7],
  [1, 1],
  [1, 0],
];

const neighbours = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
];

const greatestLabel = 65535;

/** No column is raised above this: what does not fit counts as compacted. */
const highest = 2 ** 30 - 1;

/** See `GroundKernel.contour`. */
export function contour(memory: KernelMemory, sheet: number, rule: number): void {
  const { columns, fields, contact, contour: label } = viewSheet(memory, sheet);
  const [axis, diagonal] = ruleSteps[rule];
  const diagonalStep = diagonal || Number.POSITIVE_INFINITY;
  label.fill(0);
  const firstRow = fields[sheetField.firstRow];
  const lastRow = fields[sheetField.lastRow];
  const firstColumn = fields[sheetField.firstColumn];
  const lastColumn = fields[sheetField.lastColumn];
  let hasStones = false;
  for (let row = firstRow - 1; row <= lastRow + 1; row++) {
    for (let column = firstColumn - 1; column <= lastColumn + 1; column++) {
      const k = row * columns + column;
      if (contact[k] & stoneBit) hasStones = true;
      if (contact[k] & (stoneBit | touchedBit)) label[k] = greatestLabel;
    }
  }
  // Down with the neighbours that come before, then up with those after: exact for these steps, unless stones stand in
  // the way.
  let changed = true;
  while (changed) {
    changed = false;
    const lower = (k: number, least: number) => {
      if (least >= label[k]) return;
      label[k] = least;
      changed = hasStones;
    };
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const k = row * columns + column;
        if ((contact[k] & touchedBit) === 0) continue;
        const straight = Math.min(label[k - 1], label[k - columns]) + axis;
        const across = Math.min(label[k - columns - 1], label[k - columns + 1]) + diagonalStep;
        lower(k, Math.min(straight, across));
      }
    }
    for (let row = lastRow; row >= firstRow; row--) {
      for (let column = lastColumn; column >= firstColumn; column--) {
        const k = row * columns + column;
        if ((contact[k] & touchedBit) === 0) continue;
        const straight = Math.min(label[k + 1], label[k + columns]) + axis;
        const across = Math.min(label[k + columns + 1], label[k + columns - 1]) + diagonalStep;
        lower(k, Math.min(straight, across));
      }
    }
  }
}

/** Whether the column sleeps or lies on the sheet's outermost ring. */
function isFixed(view: SheetView, row: number, column: number): boolean {
  const { columns, rows, tileColumns, awake } = view;
  if (row === 0 || column === 0 || row === rows - 1 || column === columns - 1) return true;
  return awake[Math.floor(row / tileSize) * tileColumns + Math.floor(column / tileSize)] === 0;
}

/** What is compacted of a column's first `pressedOut` units, in 1/65536 unit: all falls off as (C/P)² beyond the loose depth C. */
function compactOf(pressedOut: number, kept16: number, looseDepth: number): number {
  if (pressedOut <= looseDepth) return kept16 * pressedOut;
  return Math.floor(kept16 * (2 * looseDepth - (looseDepth * looseDepth) / pressedOut));
}

/** What is pushed aside of the `amount` that was pressed out last, in 1/65536 unit. */
function pushAside(pressedOut: number, amount: number, alpha16: number, looseDepth: number): number {
  const kept16 = 65536 - alpha16;
  const compacted =
    compactOf(pressedOut, kept16, looseDepth) - compactOf(pressedOut - amount, kept16, looseDepth);
  return Math.max(0, amount * 65536 - compacted);
}

/** Weight of a neighbour under a drift: 127 to the sides, up to 254 ahead, down to 0 behind. */
function leanTo(drift: number, dr: number, dc: number): number {
  const along = dc * ((drift << 24) >> 24) + dr * (drift >> 8);
  return 127 + (dr !== 0 && dc !== 0 ? Math.trunc((along * 181) / 256) : along);
}

/** See `GroundKernel.displace`. */
export function displace(memory: KernelMemory, sheet: number, alpha16: number, rule: number): number {
  const view = viewSheet(memory, sheet);
  const { columns, numbers, height, contact, amount, contour: label, pressedOut, drift, scratch } = view;
  const looseDepth = view.fields[sheetField.looseDepth];
  const [firstRow, lastRow] = [view.fields[sheetField.firstRow], view.fields[sheetField.lastRow]];
  const [firstColumn, lastColumn] = [view.fields[sheetField.firstColumn], view.fields[sheetField.lastColumn]];
  const count = rule === 2 ? 4 : 8;

  // Amounts carry 16 fraction bits, so that what hops lose is far below a unit.
  const pushed = new Float64Array(height.buffer, scratch, height.length).fill(0);
  const order: number[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      if (label[k] === 0 || label[k] === greatestLabel) continue;
      pushed[k] = pressedOut ? pushAside(pressedOut[k], amount[k], alpha16, looseDepth) : amount[k] * alpha16;
      order.push(k);
    }
  }
  order.sort((a, b) => label[b] - label[a]);
  for (const k of order) {
    const takers = neighbours.slice(0, count).flatMap(([dr, dc]) => {
      const other = k + dr * columns + dc;
      return label[other] < label[k] ? [{ other, weight: drift ? leanTo(drift[k], dr, dc) : 1 }] : [];
    });
    const total = takers.reduce((sum, { weight }) => sum + weight, 0);
    for (const { other, weight } of takers) {
      pushed[other] += Math.floor(total === 0 ? pushed[k] / takers.length : (pushed[k] / total) * weight);
    }
  }

  let deposited = 0;
  for (let row = firstRow - 1; row <= lastRow + 1; row++) {
    for (let column = firstColumn - 1; column <= lastColumn + 1; column++) {
      const k = row * columns + column;
      if (label[k] !== 0) continue;
      const units = Math.floor((pushed[k] + 32768) / 65536);
      if (contact[k] & outsideBit) numbers[sheetNumber.outside] += units;
      else if (isFixed(view, row, column)) numbers[sheetNumber.stray] += units;
      else {
        const fits = Math.min(units, Math.max(0, highest - height[k]));
        height[k] += fits;
        deposited += fits;
      }
    }
  }
  return deposited;
}
