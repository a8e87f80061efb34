import {
  amountOf, columnsOf, contactOf, contourOf, FIRST_COLUMN, FIRST_ROW, heightOf, isFixed, LAST_COLUMN, LAST_ROW, OUTSIDE,
  OUTSIDE_UNITS, rowsOf, scratchOf, STRAY_UNITS, TOUCHED,
} from './sheet';

const GREATEST_LABEL: i32 = 65535;
/** No column is raised above this: what does not fit counts as compacted. */
const HIGHEST: i32 = (1 << 30) - 1;
/** A step no path takes. */
const NO_STEP: i32 = 1 << 20;

/** Down with the neighbours that come before, then up with those after: exact for these steps. */
export function contour(sheet: usize, rule: i32): void {
  const columns = columnsOf(sheet);
  const contact = contactOf(sheet);
  const label = contourOf(sheet);
  const axis = rule == 0 ? 5 : 1;
  const diagonal = rule == 0 ? 7 : rule == 1 ? 1 : NO_STEP;
  const firstRow = load<i32>(sheet, FIRST_ROW);
  const lastRow = load<i32>(sheet, LAST_ROW);
  const firstColumn = load<i32>(sheet, FIRST_COLUMN);
  const lastColumn = load<i32>(sheet, LAST_COLUMN);
  const stride = <usize>columns << 1;
  memory.fill(label, 0, (<usize>(columns * rowsOf(sheet))) << 1);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      if (!(load<u8>(contact + k) & TOUCHED)) continue;
      const p = label + (<usize>k << 1);
      const up = p - stride;
      const straight = min(<i32>load<u16>(p - 2), <i32>load<u16>(up)) + axis;
      const across = min(<i32>load<u16>(up - 2), <i32>load<u16>(up, 2)) + diagonal;
      store<u16>(p, min(GREATEST_LABEL, min(straight, across)));
    }
  }
  for (let row = lastRow; row >= firstRow; row--) {
    for (let column = lastColumn; column >= firstColumn; column--) {
      const k = row * columns + column;
      if (!(load<u8>(contact + k) & TOUCHED)) continue;
      const p = label + (<usize>k << 1);
      const down = p + stride;
      const straight = min(<i32>load<u16>(p, 2), <i32>load<u16>(down)) + axis;
      const across = min(<i32>load<u16>(down - 2), <i32>load<u16>(down, 2)) + diagonal;
      store<u16>(p, min(<i32>load<u16>(p), min(straight, across)));
    }
  }
}

// @ts-ignore
@inline function isLower(label: usize, other: i32, own: i32): i32 { return i32(<i32>load<u16>(label + (<usize>other << 1)) < own); }

// @ts-ignore
@inline function give(label: usize, pushed: usize, other: i32, own: i32, share: f64): void {
  // No branch: which neighbours are lower follows no pattern. Adding 0 changes nothing.
  const isTaker = <i64>(<i32>load<u16>(label + (<usize>other << 1)) - own) >> 63;
  const p = pushed + (<usize>other << 3);
  store<f64>(p, load<f64>(p) + reinterpret<f64>(reinterpret<i64>(share) & isTaker));
}

/** Columns in contact sorted by label (a counting sort), then from the highest down. */
export function displace(sheet: usize, alpha16: i32, rule: i32): f64 {
  const columns = columnsOf(sheet);
  const count = columns * rowsOf(sheet);
  const height = heightOf(sheet);
  const contact = contactOf(sheet);
  const amount = amountOf(sheet);
  const label = contourOf(sheet);
  const firstRow = load<i32>(sheet, FIRST_ROW);
  const lastRow = load<i32>(sheet, LAST_ROW);
  const firstColumn = load<i32>(sheet, FIRST_COLUMN);
  const lastColumn = load<i32>(sheet, LAST_COLUMN);
  if (lastRow < firstRow) return 0;
  const pushed = scratchOf(sheet);
  const order = pushed + (<usize>count << 3);
  const starts = order + (<usize>count << 2);

  let greatest = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++)
      greatest = max(greatest, <i32>load<u16>(label + (<usize>(row * columns + column) << 1)));
  }
  memory.fill(starts, 0, (<usize>greatest + 2) << 2);
  // The first and last columns of the rectangle lie a column inside the sheet, so its margin is in the sheet.
  const width = <usize>(lastColumn - firstColumn + 3) << 3;
  for (let row = firstRow - 1; row <= lastRow + 1; row++)
    memory.fill(pushed + (<usize>(row * columns + firstColumn - 1) << 3), 0, width);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      const own = <i32>load<u16>(label + (<usize>k << 1));
      if (!own) continue;
      store<f64>(pushed + (<usize>k << 3), <f64>load<i32>(amount + (<usize>k << 2)) * <f64>alpha16);
      const p = starts + (<usize>own << 2);
      store<i32>(p, load<i32>(p) + 1);
    }
  }
  // Highest labels first.
  let total = 0;
  for (let l = greatest; l > 0; l--) {
    const p = starts + (<usize>l << 2);
    const here = load<i32>(p);
    store<i32>(p, total);
    total += here;
  }
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      const own = <i32>load<u16>(label + (<usize>k << 1));
      if (!own) continue;
      const p = starts + (<usize>own << 2);
      const place = load<i32>(p);
      store<i32>(p, place + 1);
      store<i32>(order + (<usize>place << 2), k);
    }
  }

  const withDiagonals = rule != 2;
  for (let i = 0; i < total; i++) {
    const k = load<i32>(order + (<usize>i << 2));
    const own = <i32>load<u16>(label + (<usize>k << 1));
    const up = k - columns;
    const down = k + columns;
    let lower = isLower(label, k - 1, own) + isLower(label, k + 1, own) + isLower(label, up, own) + isLower(label, down, own);
    if (withDiagonals)
      lower += isLower(label, up - 1, own) + isLower(label, up + 1, own) + isLower(label, down - 1, own) + isLower(label, down + 1, own);
    const share = Math.floor(load<f64>(pushed + (<usize>k << 3)) / <f64>lower);
    if (share == 0) continue;
    give(label, pushed, k - 1, own, share);
    give(label, pushed, k + 1, own, share);
    give(label, pushed, up, own, share);
    give(label, pushed, down, own, share);
    if (!withDiagonals) continue;
    give(label, pushed, up - 1, own, share);
    give(label, pushed, up + 1, own, share);
    give(label, pushed, down - 1, own, share);
    give(label, pushed, down + 1, own, share);
  }

  let deposited: f64 = 0;
  let outside: f64 = 0;
  let stray: f64 = 0;
  for (let row = firstRow - 1; row <= lastRow + 1; row++) {
    for (let column = firstColumn - 1; column <= lastColumn + 1; column++) {
      const k = row * columns + column;
      if (load<u16>(label + (<usize>k << 1))) continue;
      const units = Math.floor((load<f64>(pushed + (<usize>k << 3)) + 32768) / 65536);
      if (units == 0) continue;
      if (load<u8>(contact + k) & OUTSIDE) outside += units;
      else if (isFixed(sheet, row, column)) stray += units;
      else {
        const p = height + (<usize>k << 2);
        const own = load<i32>(p);
        const fits = min(units, <f64>max(0, HIGHEST - own));
        store<i32>(p, own + <i32>fits);
        deposited += fits;
      }
    }
  }
  store<f64>(sheet, load<f64>(sheet, OUTSIDE_UNITS) + outside, OUTSIDE_UNITS);
  store<f64>(sheet, load<f64>(sheet, STRAY_UNITS) + stray, STRAY_UNITS);
  return deposited;
}
