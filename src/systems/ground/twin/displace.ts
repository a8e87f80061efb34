import type { KernelMemory } from '../../kernel-memory.ts';
import {
  outsideBit,
  type SheetView,
  sheetField,
  sheetNumber,
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
  // Down with the neighbours that come before, then up with those after: exact for these steps.
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      if ((contact[k] & touchedBit) === 0) continue;
      label[k] = Math.min(
        greatestLabel,
        label[k - 1] + axis,
        label[k - columns] + axis,
        label[k - columns - 1] + diagonalStep,
        label[k - columns + 1] + diagonalStep,
      );
    }
  }
  for (let row = lastRow; row >= firstRow; row--) {
    for (let column = lastColumn; column >= firstColumn; column--) {
      const k = row * columns + column;
      if ((contact[k] & touchedBit) === 0) continue;
      label[k] = Math.min(
        label[k],
        label[k + 1] + axis,
        label[k + columns] + axis,
        label[k + columns + 1] + diagonalStep,
        label[k + columns - 1] + diagonalStep,
      );
    }
  }
}

/** Whether the column sleeps or lies on the sheet's outermost ring. */
function isFixed(view: SheetView, row: number, column: number): boolean {
  const { columns, rows, tileColumns, awake } = view;
  if (row === 0 || column === 0 || row === rows - 1 || column === columns - 1) return true;
  return awake[Math.floor(row / tileSize) * tileColumns + Math.floor(column / tileSize)] === 0;
}

/** See `GroundKernel.displace`. */
export function displace(memory: KernelMemory, sheet: number, alpha16: number, rule: number): number {
  const view = viewSheet(memory, sheet);
  const { columns, numbers, height, contact, amount, contour: label, scratch } = view;
  const [firstRow, lastRow] = [view.fields[sheetField.firstRow], view.fields[sheetField.lastRow]];
  const [firstColumn, lastColumn] = [view.fields[sheetField.firstColumn], view.fields[sheetField.lastColumn]];
  const count = rule === 2 ? 4 : 8;

  // Amounts carry 16 fraction bits, so that what hops lose is far below a unit.
  const pushed = new Float64Array(height.buffer, scratch, height.length).fill(0);
  const order: number[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      if (label[k] === 0) continue;
      pushed[k] = amount[k] * alpha16;
      order.push(k);
    }
  }
  order.sort((a, b) => label[b] - label[a]);
  for (const k of order) {
    let lowerCount = 0;
    for (let n = 0; n < count; n++) {
      if (label[k + neighbours[n][0] * columns + neighbours[n][1]] < label[k]) lowerCount++;
    }
    const share = Math.floor(pushed[k] / lowerCount);
    for (let n = 0; n < count; n++) {
      const other = k + neighbours[n][0] * columns + neighbours[n][1];
      if (label[other] < label[k]) pushed[other] += share;
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
