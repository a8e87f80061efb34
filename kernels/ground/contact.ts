import {
  amountOf, awakeOf, buriedLimitOf, columnsOf, contactOf, endEnvelopeOf, envelopeOf, FIRST_COLUMN,
  FIRST_ROW, heightOf, isFixed, LAST_COLUMN, LAST_ROW, PRESSED, pressedOf, pressedWord, rowsOf, shiftOf, TILE, TOUCHED,
  WALL_BIT,
} from './sheet';

/** Sixteen columns at a time; one by one only where something touches. */
export function press(sheet: usize, tolerance: i32): f64 {
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  const height = heightOf(sheet);
  const envelope = envelopeOf(sheet);
  const amount = amountOf(sheet);
  const contact = contactOf(sheet);
  const pressed = pressedOf(sheet);
  const awake = awakeOf(sheet);
  const shift = shiftOf(sheet);
  const slack = i32x4.splat(tolerance);
  const zero = i32x4.splat(0);
  const untouched = i8x16.splat(<i8>~TOUCHED);
  let removed: i64 = 0;
  let firstRow = rows;
  let lastRow = -1;
  let firstColumn = columns;
  let lastColumn = -1;
  for (let row = 0; row < rows; row++) {
    const tiles = awake + (row / TILE) * (columns / TILE);
    for (let column = 0; column < columns; column += 16) {
      const k = row * columns + column;
      const words = <usize>k << 2;
      v128.store(amount + words, zero);
      v128.store(amount + words, zero, 16);
      v128.store(amount + words, zero, 32);
      v128.store(amount + words, zero, 48);
      v128.store(contact + k, v128.and(v128.load(contact + k), untouched));
      if (!load<u8>(tiles + column / TILE)) continue;
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
      for (let c = column; c < column + 16; c++) {
        const i = row * columns + c;
        const at = <usize>i << 2;
        const own = load<i32>(height + at);
        const floor = load<i32>(envelope + at);
        if (floor > own + tolerance || isFixed(sheet, row, c)) continue;
        store<u8>(contact + i, load<u8>(contact + i) | TOUCHED);
        let now = own;
        if (floor < own) {
          store<i32>(amount + at, own - floor);
          removed += own - floor;
          store<i32>(height + at, floor);
          now = floor;
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
  const touched = i8x16.splat(<i8>TOUCHED);
  const noWall = i8x16.splat(<i8>~WALL_BIT);
  for (let k = 0; k < count; k += 16) {
    const bits = v128.and(v128.load(contact + k), noWall);
    v128.store(contact + k, bits);
    if (!v128.any_true(v128.and(bits, touched))) continue;
    for (let i = k; i < k + 16; i++) {
      const byte = load<u8>(contact + i);
      const at = <usize>i << 2;
      if (byte & TOUCHED && load<i32>(envelope + at) <= load<i32>(height + at) + tolerance)
        store<u8>(contact + i, byte | WALL_BIT);
    }
  }
}

export function agePressed(sheet: usize): void {
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  const height = heightOf(sheet);
  const pressed = pressedOf(sheet);
  const awake = awakeOf(sheet);
  const shift = shiftOf(sheet);
  const limit = buriedLimitOf(sheet);
  for (let row = 0; row < rows; row++) {
    const tiles = awake + (row / TILE) * (columns / TILE);
    for (let tile = 0; tile < columns / TILE; tile++) {
      if (!load<u8>(tiles + tile)) continue;
      const k = row * columns + tile * TILE;
      const p = pressed + (<usize>k << 1);
      const any = v128.or(
        v128.or(v128.load(p), v128.load(p, 16)),
        v128.or(v128.load(p, 32), v128.load(p, 48)),
      );
      if (!i16x8.bitmask(any)) continue;
      for (let i = k; i < k + TILE; i++) {
        const at = pressed + (<usize>i << 1);
        const word = <i32>load<u16>(at);
        if (!(word & PRESSED)) continue;
        const own = load<i32>(height + (<usize>i << 2));
        const above = (((own >> shift) - word) << 17) >> 17;
        if (above < 0) store<u16>(at, pressedWord(own, shift));
        else if (above > limit) store<u16>(at, 0);
      }
    }
  }
}
