import {
  awakeOf, columnsOf, contactOf, heightOf, OUTSIDE, rowsOf, scratchOf, TILE, WALL_BIT, WALL_HEIGHT,
} from './sheet';

// Walls stand at WALL_HEIGHT while erosion runs. The list of their columns and heights lies in the sheet's scratch.

function raise(height: usize, list: usize, heights: usize, count: i32, k: i32): i32 {
  const p = height + (<usize>k << 2);
  const own = load<i32>(p);
  if (own >= WALL_HEIGHT) return count;
  store<i32>(list + (<usize>count << 2), k);
  store<i32>(heights + (<usize>count << 2), own);
  store<i32>(p, WALL_HEIGHT);
  return count + 1;
}

function hasAwakeNear(awake: usize, tileColumns: i32, tileRows: i32, tileRow: i32, tileColumn: i32): bool {
  for (let r = max(0, tileRow - 1); r <= min(tileRows - 1, tileRow + 1); r++) {
    for (let c = max(0, tileColumn - 1); c <= min(tileColumns - 1, tileColumn + 1); c++)
      if (load<u8>(awake + r * tileColumns + c)) return true;
  }
  return false;
}

/**
 * Raises what neither gives nor takes; returns how many columns. Of a sleeping tile only the rim is seen by columns
 * that are worked on, and only where a neighbouring tile is awake.
 */
export function raiseWalls(sheet: usize): i32 {
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  const height = heightOf(sheet);
  const contact = contactOf(sheet);
  const awake = awakeOf(sheet);
  const list = scratchOf(sheet);
  const heights = list + (<usize>(columns * rows) << 2);
  const tileColumns = columns / TILE;
  const tileRows = rows / TILE;
  const barred = i8x16.splat(<i8>(WALL_BIT | OUTSIDE));
  let count = 0;
  const lastRow = (rows - 1) * columns;
  for (let c = 0; c < columns; c++) {
    count = raise(height, list, heights, count, c);
    count = raise(height, list, heights, count, lastRow + c);
  }
  for (let r = 1; r < rows - 1; r++) {
    count = raise(height, list, heights, count, r * columns);
    count = raise(height, list, heights, count, r * columns + columns - 1);
  }
  for (let tileRow = 0; tileRow < tileRows; tileRow++) {
    for (let tileColumn = 0; tileColumn < tileColumns; tileColumn++) {
      const first = tileRow * TILE * columns + tileColumn * TILE;
      if (!load<u8>(awake + tileRow * tileColumns + tileColumn)) {
        if (!hasAwakeNear(awake, tileColumns, tileRows, tileRow, tileColumn)) continue;
        const last = first + (TILE - 1) * columns;
        for (let i = 0; i < TILE; i++) {
          count = raise(height, list, heights, count, first + i);
          count = raise(height, list, heights, count, last + i);
          count = raise(height, list, heights, count, first + i * columns);
          count = raise(height, list, heights, count, first + i * columns + TILE - 1);
        }
        continue;
      }
      for (let r = 0; r < TILE; r++) {
        const k = first + r * columns;
        const bits = v128.or(v128.load(contact + k), v128.load(contact + k, 16));
        if (!v128.any_true(v128.and(bits, barred))) continue;
        for (let i = k; i < k + TILE; i++)
          if (load<u8>(contact + i) & (WALL_BIT | OUTSIDE)) count = raise(height, list, heights, count, i);
      }
    }
  }
  return count;
}

export function lowerWalls(sheet: usize, count: i32): void {
  const height = heightOf(sheet);
  const list = scratchOf(sheet);
  const heights = list + (<usize>(columnsOf(sheet) * rowsOf(sheet)) << 2);
  for (let i = 0; i < count; i++)
    store<i32>(height + (<usize>load<i32>(list + (<usize>i << 2)) << 2), load<i32>(heights + (<usize>i << 2)));
}
