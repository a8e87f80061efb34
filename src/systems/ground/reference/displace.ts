import type { KernelMemory } from '../../kernel-memory.ts';
import { outsideBit, type SheetView, stoneBit, tileSize, touchedBit, viewSheet } from '../flow/sheet.ts';
import { contourSteps } from '../kernel.ts';

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

/** No column is raised above this height. What does not fit counts as compacted. */
const highest = 2 ** 30 - 1;

/** See `GroundKernel.contour`. */
export function contour(memory: KernelMemory, sheet: number, rule: number): void {
  const view = viewSheet(memory, sheet);
  const { columns, record, contact, drift, contour: label } = view;
  const unreached = maxLabel(view);
  const firstRow = record.firstRow;
  const lastRow = record.lastRow;
  const firstColumn = record.firstColumn;
  const lastColumn = record.lastColumn;
  let hasStones = false;
  label.fill(0);
  for (let row = firstRow - 1; row <= lastRow + 1; row++) {
    for (let column = firstColumn - 1; column <= lastColumn + 1; column++) {
      const k = row * columns + column;
      if (contact[k] & stoneBit) hasStones = true;
      if (contact[k] & (stoneBit | touchedBit)) label[k] = unreached;
    }
  }
  const [axis, diagonal] = contourSteps[rule];
  const unit = drift ? (rule === 0 ? 8 : 40) : 1;
  const takers = neighbours.slice(0, rule === 2 ? 4 : 8);
  const relax = (row: number, column: number): boolean => {
    const k = row * columns + column;
    if ((contact[k] & touchedBit) === 0) return false;
    let min = label[k];
    for (const [dr, dc] of takers) {
      const base = unit * (dr !== 0 && dc !== 0 ? diagonal : axis);
      const cost = drift ? base - Math.trunc((base * alongOf(drift[k], dr, dc)) / 132) : base;
      min = Math.min(min, label[k + dr * columns + dc] + cost);
    }
    const isLower = min < label[k];
    label[k] = min;
    return isLower;
  };
  // One sweep down and one up are exact for constant costs, unless stones block the way.
  let changed = true;
  while (changed) {
    changed = false;
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) changed = relax(row, column) || changed;
    }
    for (let row = lastRow; row >= firstRow; row--) {
      for (let column = lastColumn; column >= firstColumn; column--) changed = relax(row, column) || changed;
    }
    changed &&= hasStones || drift !== null;
  }
}

/**
 * Returns how much of the upper `amount` units of a column lies above the lowest height that the column ever had. That part was
 * displaced before: what could be compacted of it was compacted then, so all of it is pushed on.
 */
export function displacedPart(height: number, amount: number, lowest: number): number {
  return Math.min(amount, Math.max(0, height - lowest));
}

/** Returns the maximum label: the scratch of a sheet holds one counter for each label. */
function maxLabel(view: SheetView): number {
  return Math.min(65535, view.columns * view.rows - 2);
}

/** Returns the component of a drift in the direction of a neighbour, −127 to 127. */
function alongOf(drift: number, dr: number, dc: number): number {
  const along = dc * ((drift << 24) >> 24) + dr * (drift >> 8);
  return dr !== 0 && dc !== 0 ? Math.trunc((along * 181) / 256) : along;
}

/** Returns whether the column sleeps or lies on the boundary of the sheet. */
function isFixed(view: SheetView, row: number, column: number): boolean {
  const { columns, rows, tileColumns, awake } = view;
  if (row === 0 || column === 0 || row === rows - 1 || column === columns - 1) return true;
  return awake[Math.floor(row / tileSize) * tileColumns + Math.floor(column / tileSize)] === 0;
}

/** Returns how much of the first `pressedOut` units of a column is compacted, in 1/65536 unit. Beyond the loose depth C the compacted fraction falls as (C/P)². */
function compactOf(pressedOut: number, kept16: number, looseDepth: number): number {
  if (pressedOut <= looseDepth) return kept16 * pressedOut;
  return Math.floor(kept16 * (2 * looseDepth - (looseDepth * looseDepth) / pressedOut));
}

/** Returns how much of the `amount` that was pressed out last is pushed aside, in 1/65536 unit. */
function pushAside(pressedOut: number, amount: number, alpha16: number, looseDepth: number): number {
  const kept16 = 65536 - alpha16;
  const compacted =
    compactOf(pressedOut, kept16, looseDepth) - compactOf(pressedOut - amount, kept16, looseDepth);
  return Math.max(0, amount * 65536 - compacted);
}

/** See `GroundKernel.displace`. */
export function displace(memory: KernelMemory, sheet: number, alpha16: number, rule: number): number {
  const view = viewSheet(memory, sheet);
  const {
    columns,
    record,
    height,
    contact,
    amount,
    contour: label,
    pressedOut,
    lowest,
    drift,
    scratch,
  } = view;
  const looseDepth = view.record.looseDepth;
  const [firstRow, lastRow] = [view.record.firstRow, view.record.lastRow];
  const [firstColumn, lastColumn] = [view.record.firstColumn, view.record.lastColumn];
  const count = rule === 2 ? 4 : 8;
  const unreached = maxLabel(view);

  // Amounts have 16 fraction bits, so that rounding loses much less than a unit.
  const pushed = new Float64Array(height.buffer, scratch, height.length).fill(0);
  const order: number[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      if (label[k] === 0 || label[k] === unreached) continue;
      let above = 0;
      if (lowest) {
        above = displacedPart(height[k] + amount[k], amount[k], lowest[k]);
        lowest[k] = Math.min(lowest[k], height[k]);
      }
      const fresh = amount[k] - above;
      pushed[k] =
        above * 65536 + (pressedOut ? pushAside(pressedOut[k], fresh, alpha16, looseDepth) : fresh * alpha16);
      order.push(k);
    }
  }
  order.sort((a, b) => label[b] - label[a]);
  for (const k of order) {
    const takers = neighbours.slice(0, count).flatMap(([dr, dc]) => {
      const other = k + dr * columns + dc;
      return label[other] < label[k] ? [{ other, weight: drift ? 127 + alongOf(drift[k], dr, dc) : 1 }] : [];
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
      if (contact[k] & outsideBit) record.outsideUnits += units;
      else if (isFixed(view, row, column)) record.strayUnits += units;
      else {
        const fits = Math.min(units, Math.max(0, highest - height[k]));
        height[k] += fits;
        deposited += fits;
      }
    }
  }
  return deposited;
}
