import { BLOCK_COLUMNS, STRIP_ROWS } from './block';
import { OUTSIDE_BIT, STONE_BIT, TILE_SIZE, WALL_BIT, WALL_HEIGHT } from './constants.generated';
import { awakeOf, columnsOf, contactOf, heightOf, rowsOf, scratchOf } from './sheet.generated';


// Walls have WALL_HEIGHT while erosion runs. The list of their columns and original heights is in the scratch of the sheet.

let height: usize = 0;
let list: usize = 0;
let heights: usize = 0;
let flags: usize = 0;
let flagStride: usize = 0;
let columns: i32 = 0;
let count: i32 = 0;

function raise(row: i32, column: i32): void {
  const k = row * columns + column;
  const p = height + (<usize>k << 2);
  const own = load<i32>(p);
  if (own >= WALL_HEIGHT) return;
  store<i32>(list + (<usize>count << 2), k);
  store<i32>(heights + (<usize>count << 2), own);
  store<i32>(p, WALL_HEIGHT);
  count++;
  const flag = flags + <usize>(row / STRIP_ROWS + 1) * flagStride + column / BLOCK_COLUMNS + 1;
  store<u8>(flag, <i32>load<u8>(flag) | (1 << ((column >> 2) & 7)));
}

/** Raises a whole row of the sheet that has no wall yet, four columns at a time. */
function raiseRow(row: i32): void {
  const wall = i32x4.splat(WALL_HEIGHT);
  let k = i32x4.add(i32x4.splat(row * columns), i32x4(0, 1, 2, 3));
  let p = height + (<usize>(row * columns) << 2);
  const end = p + (<usize>columns << 2);
  for (; p < end; p += 16) {
    v128.store(list + (<usize>count << 2), k);
    v128.store(heights + (<usize>count << 2), v128.load(p));
    v128.store(p, wall);
    k = i32x4.add(k, i32x4.splat(4));
    count += 4;
  }
  memory.fill(flags + <usize>(row / STRIP_ROWS + 1) * flagStride + 1, 0xff, columns / BLOCK_COLUMNS);
}

/** Raises the first and the last column, without the corners. */
function raiseSides(rows: i32): void {
  let k = columns;
  let p = height + (<usize>columns << 2);
  const across = <usize>(columns - 1) << 2;
  let to = list + (<usize>count << 2);
  let heightTo = heights + (<usize>count << 2);
  for (let row = 1; row < rows - 1; row++) {
    store<i32>(to, k);
    store<i32>(to, k + columns - 1, 4);
    store<i32>(heightTo, load<i32>(p));
    store<i32>(heightTo, load<i32>(p + across), 4);
    store<i32>(p, WALL_HEIGHT);
    store<i32>(p + across, WALL_HEIGHT);
    k += columns;
    p += <usize>columns << 2;
    to += 8;
    heightTo += 8;
  }
  count += (rows - 2) * 2;
  for (let band = 0; band < rows / STRIP_ROWS; band++) {
    const first = flags + <usize>(band + 1) * flagStride + 1;
    const last = first + columns / BLOCK_COLUMNS - 1;
    store<u8>(first, load<u8>(first) | 1);
    store<u8>(last, load<u8>(last) | 0x80);
  }
}

/** Returns whether a tile contains a wall, a stone or a column outside the ground. */
function hasBarred(p: usize): bool {
  let any = i8x16.splat(0);
  for (let row = 0; row < TILE_SIZE; row++) {
    any = v128.or(any, v128.or(v128.load(p), v128.load(p, 16)));
    p += columns;
  }
  return v128.any_true(v128.and(any, i8x16.splat(<i8>(WALL_BIT | OUTSIDE_BIT | STONE_BIT))));
}

/** Returns bit i if column i of a row of a tile is a wall, a stone, or outside the ground. */
function barredColumns(p: usize): i32 {
  const barred = i8x16.splat(<i8>(WALL_BIT | OUTSIDE_BIT | STONE_BIT));
  const zero = i8x16.splat(0);
  const first = i8x16.bitmask(i8x16.ne(v128.and(v128.load(p), barred), zero));
  const second = i8x16.bitmask(i8x16.ne(v128.and(v128.load(p, 16), barred), zero));
  return first | (second << 16);
}

function hasAwakeNear(awake: usize, tileColumns: i32, tileRows: i32, tileRow: i32, tileColumn: i32): bool {
  for (let r = max(0, tileRow - 1); r <= min(tileRows - 1, tileRow + 1); r++) {
    for (let c = max(0, tileColumn - 1); c <= min(tileColumns - 1, tileColumn + 1); c++)
      if (load<u8>(awake + r * tileColumns + c)) return true;
  }
  return false;
}

/**
 * Raises the columns that neither give nor receive and returns their number. Only the boundary of a sleeping tile affects other
 * columns, and only if a neighbouring tile is awake. Sets the flags (see `block.ts`) of strips with walls.
 */
export function raiseWalls(sheet: usize, wallFlags: usize): i32 {
  columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  height = heightOf(sheet);
  list = scratchOf(sheet);
  heights = list + (<usize>(columns * rows) << 2);
  flags = wallFlags;
  flagStride = columns / BLOCK_COLUMNS + 2;
  count = 0;
  const contact = contactOf(sheet);
  const awake = awakeOf(sheet);
  const tileColumns = columns / TILE_SIZE;
  const tileRows = rows / TILE_SIZE;
  raiseRow(0);
  raiseRow(rows - 1);
  raiseSides(rows);
  for (let tileRow = 0; tileRow < tileRows; tileRow++) {
    for (let tileColumn = 0; tileColumn < tileColumns; tileColumn++) {
      const firstRow = tileRow * TILE_SIZE;
      const firstColumn = tileColumn * TILE_SIZE;
      if (!load<u8>(awake + tileRow * tileColumns + tileColumn)) {
        if (!hasAwakeNear(awake, tileColumns, tileRows, tileRow, tileColumn)) continue;
        for (let i = 0; i < TILE_SIZE; i++) {
          raise(firstRow, firstColumn + i);
          raise(firstRow + TILE_SIZE - 1, firstColumn + i);
          raise(firstRow + i, firstColumn);
          raise(firstRow + i, firstColumn + TILE_SIZE - 1);
        }
        continue;
      }
      if (!hasBarred(contact + firstRow * columns + firstColumn)) continue;
      for (let row = firstRow; row < firstRow + TILE_SIZE; row++) {
        for (let bits = barredColumns(contact + row * columns + firstColumn); bits; bits &= bits - 1)
          raise(row, firstColumn + ctz(bits));
      }
    }
  }
  return count;
}

export function lowerWalls(sheet: usize, wallCount: i32): void {
  height = heightOf(sheet);
  list = scratchOf(sheet);
  heights = list + (<usize>(columnsOf(sheet) * rowsOf(sheet)) << 2);
  for (let i = 0; i < wallCount; i++)
    store<i32>(height + (<usize>load<i32>(list + (<usize>i << 2)) << 2), load<i32>(heights + (<usize>i << 2)));
}
