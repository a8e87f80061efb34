import {
  axisInsideOf, axisOutsideOf, diagonalInsideOf, diagonalOutsideOf, diagonalPartOf, leastCohesionOf, ownCountsOf, shareOf,
  WALL_HEIGHT,
} from './sheet';

/**
 * Erosion works in strips of 4 columns × 16 rows: what is tested, skipped or worked on as one. Eight strips side by
 * side are a block, two blocks a tile. A block's flags are a byte, strip s its bit s; each kind of flag is an array
 * with a margin of one block all round, so that neighbours need no test.
 */
export const BLOCK_COLUMNS: i32 = 32;
export const STRIP_ROWS: i32 = 16;

// Constants in memory, behind the sheet's fields: V8 makes a constant vector afresh in every turn of a loop, in three
// instructions, two of them on the shuffle port; a load is one, elsewhere.
const AT: usize = 256;
/** Outside thresholds, and inside ^ outside. */
export const AXIS_LIMIT: usize = AT;
export const DIAGONAL_LIMIT: usize = AT + 16;
export const AXIS_CHANGE: usize = AT + 32;
export const DIAGONAL_CHANGE: usize = AT + 48;
/** The eight shares, entry n − 1 for n lower neighbours: their eight low bytes, then their eight high ones. */
export const TABLE: usize = AT + 64;
export const LOW_HALF: usize = AT + 80;
/** Less 257 times a count of −n: the places of entry n − 1 of both rows of bytes. */
export const INDEX_BASE: usize = AT + 96;
export const WALL: usize = AT + 112;
export const GREATEST_SHARE: usize = AT + 128;
/** A diagonal share in 1/256 of an axis one: 181 is 1 / √2. */
export const DIAGONAL_PART: usize = AT + 144;
/** What is not steeper than this needs no closer look. */
export const LEAST_LIMITS: usize = AT + 160;
/** Axis, then diagonal: a pressed column's limits, each ^ the least one. */
export const PRESSED_CHANGE: usize = AT + 192;
/** Whether a pair is an inside one when only its higher column is pressed. */
export const OWN_COUNTS: usize = AT + 224;
/** No cohesion lowers a threshold below this. */
export const LEAST_THRESHOLD: usize = AT + 240;

function spread(p: usize, value: i32): void {
  v128.store(p, i32x4.splat(value));
}

/** Writes the constants of this sheet, and the least limits (axis, then diagonal). */
export function writeConstants(sheet: usize, axisLeast: i32, diagonalLeast: i32): void {
  spreadLimits(sheet, axisLeast, diagonalLeast);
  spread(sheet + AXIS_LIMIT, axisOutsideOf(sheet));
  spread(sheet + DIAGONAL_LIMIT, diagonalOutsideOf(sheet));
  spread(sheet + AXIS_CHANGE, axisOutsideOf(sheet) ^ axisInsideOf(sheet));
  spread(sheet + DIAGONAL_CHANGE, diagonalOutsideOf(sheet) ^ diagonalInsideOf(sheet));
  for (let n = 1; n <= 8; n++) {
    const p = sheet + <usize>(n - 1);
    store<u8>(p, shareOf(sheet, n), TABLE);
    store<u8>(p, shareOf(sheet, n) >> 8, TABLE + 8);
  }
  spread(sheet + LOW_HALF, 0xffff);
  spread(sheet + INDEX_BASE, 0xffff06ff);
  spread(sheet + WALL, WALL_HEIGHT);
  spread(sheet + GREATEST_SHARE, (1 << 23) - 1);
  spread(sheet + DIAGONAL_PART, diagonalPartOf(sheet));
  spread(sheet + OWN_COUNTS, ownCountsOf(sheet));
  spread(sheet + LEAST_THRESHOLD, SMALLEST);
}

/** No threshold is less. */
const SMALLEST: i32 = 128;

/** The least that an axis pair of columns stands, all cohesion taken into account. */
export function leastAxisOf(sheet: usize): i32 {
  return max(SMALLEST, min(axisOutsideOf(sheet), axisInsideOf(sheet)) + leastCohesionOf(sheet));
}

export function leastDiagonalOf(sheet: usize): i32 {
  const least = (leastCohesionOf(sheet) * 2 * 181) >> 8;
  return max(SMALLEST, min(diagonalOutsideOf(sheet), diagonalInsideOf(sheet)) + least);
}

/** Sets the least limits alone. */
export function spreadLimits(sheet: usize, axisLeast: i32, diagonalLeast: i32): void {
  spread(sheet + LEAST_LIMITS, axisLeast);
  spread(sheet + LEAST_LIMITS + 16, diagonalLeast);
  spread(sheet + PRESSED_CHANGE, max(axisInsideOf(sheet), axisLeast) ^ axisLeast);
  spread(sheet + PRESSED_CHANGE + 16, max(diagonalInsideOf(sheet), diagonalLeast) ^ diagonalLeast);
}

/** The strips of a block that have the flag or touch one that has, from the block's nine bytes. */
export function spreadFlags(flag: usize, flagStride: usize): i32 {
  const up = flag - flagStride;
  const down = flag + flagStride;
  const own = <i32>(load<u8>(up) | load<u8>(flag) | load<u8>(down));
  const left = <i32>(load<u8>(up - 1) | load<u8>(flag - 1) | load<u8>(down - 1));
  const right = <i32>(load<u8>(up, 1) | load<u8>(flag, 1) | load<u8>(down, 1));
  return (own | (own << 1) | (own >> 1) | (left >> 7) | (right << 7)) & 0xff;
}
