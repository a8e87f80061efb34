// Where a sheet's descriptor holds what, in bytes: the same layout as src/systems/ground/flow/sheet.ts.



export const TILE: i32 = 32;
export const TOUCHED: i32 = 1;
export const WALL_BIT: i32 = 2;
export const OUTSIDE: i32 = 4;
export const STONE: i32 = 8;
export const PRESSED: i32 = 0x8000;
/** A threshold that no pair exceeds. */
export const NEVER: i32 = 0x7fffffff;
export const NO_ENVELOPE: i32 = 0x7fffffff;

/** Height of a wall while erosion runs: above all ground, so no column gives to it. */
export const WALL_HEIGHT: i32 = 1 << 30;

export const FIRST_ROW: usize = 30 * 4;
export const LAST_ROW: usize = 31 * 4;
export const FIRST_COLUMN: usize = 32 * 4;
export const LAST_COLUMN: usize = 33 * 4;
export const TOPS: usize = 34 * 4;
export const OUTSIDE_UNITS: usize = 23 * 8;
export const STRAY_UNITS: usize = 24 * 8;

// @ts-ignore
@inline export function diagonalPartOf(sheet: usize): i32 { return load<i32>(sheet, 35 * 4); }
// Planes that only some grounds have; 0: none.
// @ts-ignore
@inline export function cohesionOf(sheet: usize): usize { return load<u32>(sheet, 50 * 4); }
// @ts-ignore
@inline export function pressedOutOf(sheet: usize): usize { return load<u32>(sheet, 51 * 4); }
// @ts-ignore
@inline export function driftOf(sheet: usize): usize { return load<u32>(sheet, 52 * 4); }
// @ts-ignore
@inline export function ownCountsOf(sheet: usize): i32 { return load<i32>(sheet, 53 * 4); }
// @ts-ignore
@inline export function leastCohesionOf(sheet: usize): i32 { return load<i32>(sheet, 54 * 4); }
// @ts-ignore
@inline export function looseDepthOf(sheet: usize): i32 { return load<i32>(sheet, 55 * 4); }
// @ts-ignore
@inline export function columnsOf(sheet: usize): i32 { return load<i32>(sheet); }
// @ts-ignore
@inline export function rowsOf(sheet: usize): i32 { return load<i32>(sheet, 1 * 4); }
// @ts-ignore
@inline export function heightOf(sheet: usize): usize { return load<u32>(sheet, 2 * 4); }
// @ts-ignore
@inline export function pressedOf(sheet: usize): usize { return load<u32>(sheet, 3 * 4); }
// @ts-ignore
@inline export function contactOf(sheet: usize): usize { return load<u32>(sheet, 4 * 4); }
// @ts-ignore
@inline export function envelopeOf(sheet: usize): usize { return load<u32>(sheet, 5 * 4); }
// @ts-ignore
@inline export function endEnvelopeOf(sheet: usize): usize { return load<u32>(sheet, 6 * 4); }
// @ts-ignore
@inline export function amountOf(sheet: usize): usize { return load<u32>(sheet, 7 * 4); }
// @ts-ignore
@inline export function contourOf(sheet: usize): usize { return load<u32>(sheet, 8 * 4); }
// @ts-ignore
@inline export function awakeOf(sheet: usize): usize { return load<u32>(sheet, 9 * 4); }
// @ts-ignore
@inline export function movedOf(sheet: usize): usize { return load<u32>(sheet, 10 * 4); }
// @ts-ignore
@inline export function flowOf(sheet: usize): usize { return load<u32>(sheet, 11 * 4); }
// @ts-ignore
@inline export function scratchOf(sheet: usize): usize { return load<u32>(sheet, 12 * 4); }
// @ts-ignore
@inline export function shiftOf(sheet: usize): i32 { return load<i32>(sheet, 13 * 4); }
// @ts-ignore
@inline export function buriedLimitOf(sheet: usize): i32 { return load<i32>(sheet, 14 * 4); }
// @ts-ignore
@inline export function axisInsideOf(sheet: usize): i32 { return load<i32>(sheet, 15 * 4); }
// @ts-ignore
@inline export function diagonalInsideOf(sheet: usize): i32 { return load<i32>(sheet, 16 * 4); }
// @ts-ignore
@inline export function axisOutsideOf(sheet: usize): i32 { return load<i32>(sheet, 17 * 4); }
// @ts-ignore
@inline export function diagonalOutsideOf(sheet: usize): i32 { return load<i32>(sheet, 18 * 4); }
// @ts-ignore
@inline export function axisStopOf(sheet: usize): i32 { return load<i32>(sheet, 19 * 4); }
// @ts-ignore
@inline export function diagonalStopOf(sheet: usize): i32 { return load<i32>(sheet, 20 * 4); }
// @ts-ignore
@inline export function shareOf(sheet: usize, n: i32): i32 { return load<i32>(sheet + (<usize>n << 2), 21 * 4); }
// @ts-ignore
@inline export function scaleOf(sheet: usize): f64 { return load<f64>(sheet, 18 * 8); }
// @ts-ignore
@inline export function originXOf(sheet: usize): f64 { return load<f64>(sheet, 19 * 8); }
// @ts-ignore
@inline export function originZOf(sheet: usize): f64 { return load<f64>(sheet, 20 * 8); }
// @ts-ignore
@inline export function unitsPerMetreOf(sheet: usize): f64 { return load<f64>(sheet, 21 * 8); }
// @ts-ignore
@inline export function datumOf(sheet: usize): f64 { return load<f64>(sheet, 22 * 8); }

/** Whether nothing ever changes this column: it sleeps, lies outside the ground, or on the sheet's outermost ring. */
export function isFixed(sheet: usize, row: i32, column: i32): bool {
  const columns = columnsOf(sheet);
  if (row == 0 || column == 0 || row == rowsOf(sheet) - 1 || column == columns - 1) return true;
  if (load<u8>(contactOf(sheet) + row * columns + column) & OUTSIDE) return true;
  return load<u8>(awakeOf(sheet) + (row / TILE) * (columns / TILE) + column / TILE) == 0;
}

// @ts-ignore
@inline export function pressedWord(height: i32, shift: i32): i32 { return PRESSED | ((height >> shift) & 0x7fff); }
