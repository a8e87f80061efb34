import type { KernelMemory } from '../../kernel-memory.ts';
import {
  outsideBit,
  pressedBit,
  type SheetView,
  stoneBit,
  tileSize,
  touchedBit,
  viewSheet,
  wallBit,
} from '../flow/sheet.ts';
import { displacedPart } from './displace.ts';

/** Lists spans of columns of awake tiles as pairs [first, end). With `margin` 1 the boundary of the sheet is left out. */
export function listSpans(view: SheetView, margin: 0 | 1): number[] {
  const { columns, rows, tileColumns, awake } = view;
  const spans: number[] = [];
  for (let row = margin; row < rows - margin; row++) {
    const tiles = Math.floor(row / tileSize) * tileColumns;
    for (let tile = 0; tile < tileColumns; tile++) {
      if (!awake[tiles + tile]) continue;
      const first = Math.max(margin, tile * tileSize);
      const end = Math.min(columns - margin, (tile + 1) * tileSize);
      spans.push(row * columns + first, row * columns + end);
    }
  }
  return spans;
}

/** Returns the pressed word of a column whose reference height is `height`. */
export function pressedWord(height: number, shift: number): number {
  return pressedBit | ((height >> shift) & 0x7fff);
}

/** Returns the height of a pressed column above its reference in steps of 2^shift units, as a signed 15-bit difference. */
export function heightAboveReference(height: number, word: number, shift: number): number {
  return (((height >> shift) - word) << 17) >> 17;
}

/** See `GroundKernel.press`. */
export function press(memory: KernelMemory, sheet: number, tolerance: number): number {
  const view = viewSheet(memory, sheet);
  const { columns, rows, record, height, contact, envelope, amount, pressed, pressedOut, lowest } = view;
  const looseDepth = record.looseDepth;
  const shift = record.pressedShift;
  const spans = listSpans(view, 1);
  let removed = 0;
  let [firstRow, lastRow, firstColumn, lastColumn] = [rows, -1, columns, -1];
  amount.fill(0);
  for (let k = 0; k < contact.length; k++) contact[k] &= ~touchedBit;
  for (let span = 0; span < spans.length; span += 2) {
    const end = spans[span + 1];
    for (let k = spans[span]; k < end; k++) {
      if (envelope[k] > height[k] + tolerance || contact[k] & (outsideBit | stoneBit)) continue;
      contact[k] |= touchedBit;
      if (envelope[k] < height[k]) {
        amount[k] = height[k] - envelope[k];
        if (pressedOut) {
          const above = lowest ? displacedPart(height[k], amount[k], lowest[k]) : 0;
          const out = yieldTo(pressedOut[k], amount[k] - above, looseDepth);
          amount[k] = above + out - pressedOut[k];
          pressedOut[k] = out;
        }
        removed += amount[k];
        height[k] -= amount[k];
      }
      pressed[k] = pressedWord(height[k], shift);
      const row = Math.floor(k / columns);
      const column = k - row * columns;
      firstRow = Math.min(firstRow, row);
      lastRow = Math.max(lastRow, row);
      firstColumn = Math.min(firstColumn, column);
      lastColumn = Math.max(lastColumn, column);
    }
  }
  record.firstRow = firstRow;
  record.lastRow = lastRow;
  record.firstColumn = firstColumn;
  record.lastColumn = lastColumn;
  return removed;
}

const maxPressedOut = 2 ** 30;

/**
 * Returns the total amount pressed out of a column after a collider has sunk by `demand`; `before` is the amount up to now. Up to
 * the loose depth C the column yields completely. Beyond it, the column yields the fraction C/P, where P is the total amount so
 * far: with q = before + demand, P = √(C (2q − C)). Height + P is constant while a column is pressed, so the result depends on the
 * end position of the collider and not on its steps.
 */
function yieldTo(before: number, demand: number, looseDepth: number): number {
  const level = before + demand;
  if (level <= looseDepth) return level;
  const resisted = Math.floor(Math.sqrt(looseDepth * (2 * level - looseDepth)));
  return Math.min(maxPressedOut, Math.max(before, resisted));
}

/** See `GroundKernel.markWalls`. */
export function markWalls(memory: KernelMemory, sheet: number, tolerance: number): void {
  const { height, contact, endEnvelope } = viewSheet(memory, sheet);
  for (let k = 0; k < contact.length; k++) {
    const isWall = (contact[k] & touchedBit) !== 0 && endEnvelope[k] <= height[k] + tolerance;
    contact[k] = isWall ? contact[k] | wallBit : contact[k] & ~wallBit;
  }
}

/** See `GroundKernel.agePressed`. */
export function agePressed(memory: KernelMemory, sheet: number): void {
  const view = viewSheet(memory, sheet);
  const { record, height, pressed } = view;
  const shift = record.pressedShift;
  const limit = record.buriedLimit;
  const spans = listSpans(view, 0);
  for (let span = 0; span < spans.length; span += 2) {
    const end = spans[span + 1];
    for (let k = spans[span]; k < end; k++) {
      if ((pressed[k] & pressedBit) === 0) continue;
      const above = heightAboveReference(height[k], pressed[k], shift);
      if (above < 0) pressed[k] = pressedWord(height[k], shift);
      else if (above > limit) pressed[k] = 0;
    }
  }
}

/** See `GroundKernel.keepLowest`. */
export function keepLowest(memory: KernelMemory, sheet: number): void {
  const { height, lowest, record } = viewSheet(memory, sheet);
  if (!lowest) return;
  const shift = record.pressedShift;
  for (let k = 0; k < height.length; k++) {
    if (height[k] <= lowest[k]) lowest[k] = height[k];
    else lowest[k] = (lowest[k] >> shift) << shift;
  }
}

/** See `GroundKernel.measureTops`. */
export function measureTops(memory: KernelMemory, sheet: number): void {
  const { columns, tileColumns, height, awake, tops } = viewSheet(memory, sheet);
  for (let tile = 0; tile < tops.length; tile++) {
    if (!awake[tile]) continue;
    const first = (Math.floor(tile / tileColumns) * columns + (tile % tileColumns)) * tileSize;
    let top = height[first];
    for (let row = 0; row < tileSize; row++) {
      for (let k = first + row * columns; k < first + row * columns + tileSize; k++) {
        if (height[k] > top) top = height[k];
      }
    }
    tops[tile] = top;
  }
}
