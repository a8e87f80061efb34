import { MAX_FLOW, MIN_THRESHOLD, NEVER, WALL_HEIGHT } from './constants.generated';
import {
  AXIS_CHANGE_LANES, AXIS_THRESHOLD_LANES, axisInsideOf, axisOutsideOf, cohesionOf, DIAGONAL_CHANGE_LANES, DIAGONAL_RATIO_LANES,
  DIAGONAL_THRESHOLD_LANES, diagonalInsideOf, diagonalOutsideOf, diagonalRatioOf, FRACTION_BYTES,
  FRACTION_INDEX_LANES, fractionOf, LOW_HALF_LANES, MAX_FLOW_LANES, MIN_AXIS_LANES, MIN_DIAGONAL_LANES,
  MIN_THRESHOLD_LANES, minCohesionOf, OWN_COUNTS_LANES, ownCountsOf, PRESSED_AXIS_LANES, PRESSED_DIAGONAL_LANES,
  WALL_LANES,
} from './sheet.generated';


/**
 * Erosion tests, skips and processes strips of 4 columns × 16 rows as a whole. Eight strips side by side form a block, and two
 * blocks form a tile. The flags of a block are one byte: bit s belongs to strip s. Each kind of flag is an array with a padding
 * of one block on all sides, so that neighbours need no range check.
 */
export const BLOCK_COLUMNS: i32 = 32;
export const STRIP_ROWS: i32 = 16;

/** Minimum thresholds of the current call, height units. */
let axisFloor: i32 = 0;
let diagonalFloor: i32 = 0;

/** Raises all thresholds of axis and diagonal pairs to these, until the next call. Cohesion is added to them, which must not overflow. */
export function raiseThresholds(sheet: usize, axis: i32, diagonal: i32): void {
  const cap = cohesionOf(sheet) ? 1 << 30 : NEVER;
  axisFloor = min(axis, cap);
  diagonalFloor = min(diagonal, cap);
}

function axisOutside(sheet: usize): i32 { return max(axisFloor, axisOutsideOf(sheet)); }

function axisInside(sheet: usize): i32 { return max(axisFloor, axisInsideOf(sheet)); }

function diagonalOutside(sheet: usize): i32 { return max(diagonalFloor, diagonalOutsideOf(sheet)); }

function diagonalInside(sheet: usize): i32 { return max(diagonalFloor, diagonalInsideOf(sheet)); }

function spread(p: usize, value: i32): void {
  v128.store(p, i32x4.splat(value));
}

/** Writes the constants of this sheet that a call needs. The minimum thresholds are those of `spreadMinThresholds`. */
export function writeConstants(sheet: usize, minAxis: i32, minDiagonal: i32): void {
  spreadMinThresholds(sheet, minAxis, minDiagonal);
  spread(sheet + AXIS_THRESHOLD_LANES, axisOutside(sheet));
  spread(sheet + DIAGONAL_THRESHOLD_LANES, diagonalOutside(sheet));
  spread(sheet + AXIS_CHANGE_LANES, axisOutside(sheet) ^ axisInside(sheet));
  spread(sheet + DIAGONAL_CHANGE_LANES, diagonalOutside(sheet) ^ diagonalInside(sheet));
  for (let n = 1; n <= 8; n++) {
    const p = sheet + <usize>(n - 1);
    store<u8>(p, fractionOf(sheet, n), FRACTION_BYTES);
    store<u8>(p, fractionOf(sheet, n) >> 8, FRACTION_BYTES + 8);
  }
  spread(sheet + LOW_HALF_LANES, 0xffff);
  spread(sheet + FRACTION_INDEX_LANES, 0xffff06ff);
  spread(sheet + WALL_LANES, WALL_HEIGHT);
  spread(sheet + MAX_FLOW_LANES, MAX_FLOW);
  spread(sheet + DIAGONAL_RATIO_LANES, diagonalRatioOf(sheet));
  spread(sheet + OWN_COUNTS_LANES, ownCountsOf(sheet));
  spread(sheet + MIN_THRESHOLD_LANES, MIN_THRESHOLD);
}

/** Returns the minimum threshold of axis pairs over the whole sheet, with cohesion. */
export function minAxisThreshold(sheet: usize): i32 {
  return max(MIN_THRESHOLD, min(axisOutside(sheet), axisInside(sheet)) + minCohesionOf(sheet));
}

/** Returns the minimum threshold of diagonal pairs over the whole sheet, with cohesion. */
export function minDiagonalThreshold(sheet: usize): i32 {
  const cohesion = (minCohesionOf(sheet) * 2 * 181) >> 8;
  return max(MIN_THRESHOLD, min(diagonalOutside(sheet), diagonalInside(sheet)) + cohesion);
}

/** Sets only the minimum thresholds, below which no pair moves. */
export function spreadMinThresholds(sheet: usize, minAxis: i32, minDiagonal: i32): void {
  spread(sheet + MIN_AXIS_LANES, minAxis);
  spread(sheet + MIN_DIAGONAL_LANES, minDiagonal);
  spread(sheet + PRESSED_AXIS_LANES, max(axisInside(sheet), minAxis) ^ minAxis);
  spread(sheet + PRESSED_DIAGONAL_LANES, max(diagonalInside(sheet), minDiagonal) ^ minDiagonal);
}

/** Returns the strips of a block that have the flag or touch a strip that has it. Reads the block and its eight neighbours. */
export function spreadFlags(flag: usize, flagStride: usize): i32 {
  const up = flag - flagStride;
  const down = flag + flagStride;
  const own = <i32>(load<u8>(up) | load<u8>(flag) | load<u8>(down));
  const left = <i32>(load<u8>(up - 1) | load<u8>(flag - 1) | load<u8>(down - 1));
  const right = <i32>(load<u8>(up, 1) | load<u8>(flag, 1) | load<u8>(down, 1));
  return (own | (own << 1) | (own >> 1) | (left >> 7) | (right << 7)) & 0xff;
}
