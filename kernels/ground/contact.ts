import { OUTSIDE_BIT, PRESSED_BIT, STONE_BIT, TILE_SIZE, TOUCHED_BIT, WALL_BIT } from './constants.generated';
import { displacedPart, pressedWord } from './sheet';
import {
  amountOf, awakeOf, buriedLimitOf, columnsOf, contactOf, endEnvelopeOf, envelopeOf, FIRST_COLUMN, FIRST_ROW,
  heightOf, LAST_COLUMN, LAST_ROW, looseDepthOf, lowestOf, pressedOf, pressedOutOf, pressedShiftOf, rowsOf, topsOf,
} from './sheet.generated';


const MAX_PRESSED_OUT: f64 = 1073741824;

/** Returns the total amount pressed out of a column after a collider has sunk by `demand`: see `yieldTo` of the reference. */
function yieldTo(before: i32, demand: i32, looseDepth: f64): i32 {
  const level = <f64>before + <f64>demand;
  if (level <= looseDepth) return <i32>level;
  const resisted = Math.floor(Math.sqrt(looseDepth * (2 * level - looseDepth)));
  return <i32>min(MAX_PRESSED_OUT, max(<f64>before, resisted));
}

/** Tests sixteen columns at a time. Only groups in which something touches are processed column by column. */
export function press(sheet: usize, tolerance: i32): f64 {
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  const height = heightOf(sheet);
  const envelope = envelopeOf(sheet);
  const amount = amountOf(sheet);
  const contact = contactOf(sheet);
  const pressed = pressedOf(sheet);
  const awake = awakeOf(sheet);
  const pressedOut = pressedOutOf(sheet);
  const lowest = lowestOf(sheet);
  const looseDepth = <f64>looseDepthOf(sheet);
  const shift = pressedShiftOf(sheet);
  const slack = i32x4.splat(tolerance);
  const zero = i32x4.splat(0);
  const untouched = i8x16.splat(<i8>~TOUCHED_BIT);
  let removed: i64 = 0;
  let firstRow = rows;
  let lastRow = -1;
  let firstColumn = columns;
  let lastColumn = -1;
  for (let row = 0; row < rows; row++) {
    const tiles = awake + (row / TILE_SIZE) * (columns / TILE_SIZE);
    for (let column = 0; column < columns; column += 16) {
      const k = row * columns + column;
      const words = <usize>k << 2;
      v128.store(amount + words, zero);
      v128.store(amount + words, zero, 16);
      v128.store(amount + words, zero, 32);
      v128.store(amount + words, zero, 48);
      v128.store(contact + k, v128.and(v128.load(contact + k), untouched));
      if (!load<u8>(tiles + column / TILE_SIZE)) continue;
      const e = envelope + words;
      const h = height + words;
      const above = v128.and(
        v128.and(
          i32x4.gt_s(v128.load(e), i32x4.add(v128.load(h), slack)),
          i32x4.gt_s(v128.load(e, 16), i32x4.add(v128.load(h, 16), slack)),
        ),
        v128.and(
          i32x4.gt_s(v128.load(e, 32), i32x4.add(v128.load(h, 32), slack)),
          i32x4.gt_s(v128.load(e, 48), i32x4.add(v128.load(h, 48), slack)),
        ),
      );
      if (i32x4.all_true(above)) continue;
      // The boundary of the sheet never changes.
      if (row == 0 || row == rows - 1) continue;
      const end = min(column + 16, columns - 1);
      for (let c = max(column, 1); c < end; c++) {
        const i = row * columns + c;
        const at = <usize>i << 2;
        const own = load<i32>(height + at);
        const floor = load<i32>(envelope + at);
        if (floor > own + tolerance) continue;
        const bits = load<u8>(contact + i);
        if (bits & (OUTSIDE_BIT | STONE_BIT)) continue;
        store<u8>(contact + i, bits | TOUCHED_BIT);
        let now = own;
        if (floor < own) {
          if (pressedOut) {
            const before = load<i32>(pressedOut + at);
            const above = lowest ? displacedPart(own, own - floor, load<i32>(lowest + at)) : 0;
            const out = yieldTo(before, own - floor - above, looseDepth);
            store<i32>(pressedOut + at, out);
            now = own - above - (out - before);
          } else now = floor;
          store<i32>(amount + at, own - now);
          removed += own - now;
          store<i32>(height + at, now);
        }
        store<u16>(pressed + (<usize>i << 1), pressedWord(now, shift));
        firstRow = min(firstRow, row);
        lastRow = max(lastRow, row);
        firstColumn = min(firstColumn, c);
        lastColumn = max(lastColumn, c);
      }
    }
  }
  store<i32>(sheet, firstRow, FIRST_ROW);
  store<i32>(sheet, lastRow, LAST_ROW);
  store<i32>(sheet, firstColumn, FIRST_COLUMN);
  store<i32>(sheet, lastColumn, LAST_COLUMN);
  return <f64>removed;
}

export function markWalls(sheet: usize, tolerance: i32): void {
  const contact = contactOf(sheet);
  const height = heightOf(sheet);
  const envelope = endEnvelopeOf(sheet);
  const count = columnsOf(sheet) * rowsOf(sheet);
  const touched = i8x16.splat(<i8>TOUCHED_BIT);
  const noWall = i8x16.splat(<i8>~WALL_BIT);
  for (let k = 0; k < count; k += 16) {
    const bits = v128.and(v128.load(contact + k), noWall);
    v128.store(contact + k, bits);
    if (!v128.any_true(v128.and(bits, touched))) continue;
    for (let i = k; i < k + 16; i++) {
      const byte = load<u8>(contact + i);
      const at = <usize>i << 2;
      if (byte & TOUCHED_BIT && load<i32>(envelope + at) <= load<i32>(height + at) + tolerance)
        store<u8>(contact + i, byte | WALL_BIT);
    }
  }
}

export function keepLowest(sheet: usize): void {
  const height = heightOf(sheet);
  const lowest = lowestOf(sheet);
  if (!lowest) return;
  const coarse = i32x4.splat(-1 << pressedShiftOf(sheet));
  const bytes = (<usize>(columnsOf(sheet) * rowsOf(sheet))) << 2;
  for (let k: usize = 0; k < bytes; k += 16) {
    const own = v128.load(height + k);
    const least = i32x4.min_s(v128.load(lowest + k), own);
    v128.store(lowest + k, v128.bitselect(v128.and(least, coarse), least, i32x4.gt_s(own, least)));
  }
}

/** Processes eight columns at a time. */
export function agePressed(sheet: usize): void {
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  const height = heightOf(sheet);
  const pressed = pressedOf(sheet);
  const awake = awakeOf(sheet);
  const shift = pressedShiftOf(sheet);
  const limit = i32x4.splat(buriedLimitOf(sheet));
  for (let row = 0; row < rows; row++) {
    const tiles = awake + (row / TILE_SIZE) * (columns / TILE_SIZE);
    for (let tile = 0; tile < columns / TILE_SIZE; tile++) {
      if (!load<u8>(tiles + tile)) continue;
      const k = row * columns + tile * TILE_SIZE;
      const p = pressed + (<usize>k << 1);
      const any = v128.or(
        v128.or(v128.load(p), v128.load(p, 16)),
        v128.or(v128.load(p, 32), v128.load(p, 48)),
      );
      if (!i16x8.bitmask(any)) continue;
      let h = height + (<usize>k << 2);
      for (let q = p; q < p + 2 * TILE_SIZE; q += 16) {
        const low = age(v128.load(h), v128.load16x4_u(q), shift, limit);
        const high = age(v128.load(h, 16), v128.load16x4_u(q, 8), shift, limit);
        v128.store(q, i16x8.narrow_i32x4_u(low, high));
        h += 32;
      }
    }
  }
}

/** Returns the pressed words of four columns after ageing, as int32. */
function age(own: v128, word: v128, shift: i32, limit: v128): v128 {
  const reference = i32x4.shr_s(own, shift);
  const above = i32x4.shr_s(i32x4.shl(i32x4.sub(reference, word), 17), 17);
  const isPressed = i32x4.shr_s(i32x4.shl(word, 16), 31);
  const renewed = v128.or(i32x4.splat(PRESSED_BIT), v128.and(reference, i32x4.splat(0x7fff)));
  const kept = v128.bitselect(renewed, v128.andnot(word, i32x4.gt_s(above, limit)), i32x4.shr_s(above, 31));
  return v128.bitselect(kept, word, isPressed);
}

export function measureTops(sheet: usize): void {
  const columns = columnsOf(sheet);
  const tileColumns = columns / TILE_SIZE;
  const tileCount = tileColumns * (rowsOf(sheet) / TILE_SIZE);
  const height = heightOf(sheet);
  const awake = awakeOf(sheet);
  const tops = topsOf(sheet);
  for (let tile = 0; tile < tileCount; tile++) {
    if (!load<u8>(awake + tile)) continue;
    let p = height + (<usize>((tile / tileColumns) * TILE_SIZE * columns + (tile % tileColumns) * TILE_SIZE) << 2);
    let top = v128.load(p);
    let other = top;
    for (let row = 0; row < TILE_SIZE; row++) {
      top = i32x4.max_s(top, i32x4.max_s(v128.load(p), v128.load(p, 16)));
      other = i32x4.max_s(other, i32x4.max_s(v128.load(p, 32), v128.load(p, 48)));
      top = i32x4.max_s(top, i32x4.max_s(v128.load(p, 64), v128.load(p, 80)));
      other = i32x4.max_s(other, i32x4.max_s(v128.load(p, 96), v128.load(p, 112)));
      p += <usize>columns << 2;
    }
    top = i32x4.max_s(top, other);
    const highest = max(
      max(i32x4.extract_lane(top, 0), i32x4.extract_lane(top, 1)),
      max(i32x4.extract_lane(top, 2), i32x4.extract_lane(top, 3)),
    );
    store<i32>(tops + (<usize>tile << 2), highest);
  }
}
