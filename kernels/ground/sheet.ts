import { OUTSIDE_BIT, PRESSED_BIT, TILE_SIZE } from './constants.generated';
import { awakeOf, columnsOf, contactOf, rowsOf } from './sheet.generated';


/** Returns whether a column never changes: its tile sleeps, or it lies outside the ground or on the boundary of the sheet. */
export function isFixed(sheet: usize, row: i32, column: i32): bool {
  const columns = columnsOf(sheet);
  if (row == 0 || column == 0 || row == rowsOf(sheet) - 1 || column == columns - 1) return true;
  if (load<u8>(contactOf(sheet) + row * columns + column) & OUTSIDE_BIT) return true;
  return load<u8>(awakeOf(sheet) + (row / TILE_SIZE) * (columns / TILE_SIZE) + column / TILE_SIZE) == 0;
}

/** Returns the pressed word of a column whose reference height is `height`. */
export function pressedWord(height: i32, shift: i32): i32 {
  return PRESSED_BIT | ((height >> shift) & 0x7fff);
}

/** Returns how much of the upper `amount` units of a column lies above its lowest height: see the reference. */
export function displacedPart(height: i32, amount: i32, lowest: i32): i32 {
  return min(amount, max(0, height - lowest));
}
