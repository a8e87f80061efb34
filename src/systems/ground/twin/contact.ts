import type { KernelMemory } from '../kernel.ts';
import {
  outsideBit,
  pressedBit,
  type SheetView,
  sheetField,
  tileSize,
  touchedBit,
  viewSheet,
  wallBit,
} from '../sheet.ts';

/** Whether nothing ever changes this column: it sleeps, lies outside the ground, or on the sheet's outermost ring. */
export function isFixed(view: SheetView, row: number, column: number): boolean {
  const { columns, rows, tileColumns, awake, contact } = view;
  if (row === 0 || column === 0 || row === rows - 1 || column === columns - 1) return true;
  if (contact[row * columns + column] & outsideBit) return true;
  return awake[Math.floor(row / tileSize) * tileColumns + Math.floor(column / tileSize)] === 0;
}

/** The pressed word of a column whose reference is this height. */
export function pressedWord(height: number, shift: number): number {
  return pressedBit | ((height >> shift) & 0x7fff);
}

/** How far the column stands above its reference, in steps of 2^shift units: the 15-bit difference, signed. */
function heightAboveReference(height: number, word: number, shift: number): number {
  return (((height >> shift) - word) << 17) >> 17;
}

/** See `GroundKernel.press`. */
export function press(memory: KernelMemory, sheet: number, tolerance: number): number {
  const view = viewSheet(memory, sheet);
  const { columns, rows, fields, height, contact, envelope, amount, pressed } = view;
  const shift = fields[sheetField.shift];
  let removed = 0;
  let [firstRow, lastRow, firstColumn, lastColumn] = [rows, -1, columns, -1];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const k = row * columns + column;
      amount[k] = 0;
      contact[k] &= ~touchedBit;
      if (envelope[k] > height[k] + tolerance || isFixed(view, row, column)) continue;
      contact[k] |= touchedBit;
      if (envelope[k] < height[k]) {
        amount[k] = height[k] - envelope[k];
        removed += amount[k];
        height[k] = envelope[k];
      }
      pressed[k] = pressedWord(height[k], shift);
      firstRow = Math.min(firstRow, row);
      lastRow = Math.max(lastRow, row);
      firstColumn = Math.min(firstColumn, column);
      lastColumn = Math.max(lastColumn, column);
    }
  }
  fields[sheetField.firstRow] = firstRow;
  fields[sheetField.lastRow] = lastRow;
  fields[sheetField.firstColumn] = firstColumn;
  fields[sheetField.lastColumn] = lastColumn;
  return removed;
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
  const { columns, rows, tileColumns, awake, fields, height, pressed } = view;
  const shift = fields[sheetField.shift];
  const limit = fields[sheetField.buriedLimit];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!awake[Math.floor(row / tileSize) * tileColumns + Math.floor(column / tileSize)]) continue;
      const k = row * columns + column;
      if ((pressed[k] & pressedBit) === 0) continue;
      const above = heightAboveReference(height[k], pressed[k], shift);
      if (above < 0) pressed[k] = pressedWord(height[k], shift);
      else if (above > limit) pressed[k] = 0;
    }
  }
}
