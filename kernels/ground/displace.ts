import { OUTSIDE_BIT, STONE_BIT, TOUCHED_BIT } from './constants.generated';
import { displacedPart, isFixed } from './sheet';
import {
  amountOf, columnsOf, contactOf, contourOf, driftOf, firstColumnOf, firstRowOf, heightOf, lastColumnOf, lastRowOf,
  looseDepthOf, lowestOf, OUTSIDE_UNITS, outsideUnitsOf, pressedOutOf, rowsOf, scratchOf, STRAY_UNITS, strayUnitsOf,
} from './sheet.generated';


/** No column is raised above this height. What does not fit counts as compacted. */
const MAX_HEIGHT: i32 = (1 << 30) - 1;
/** Cost of a step that no path takes. */
const NO_STEP: i32 = 1 << 20;

/** Returns the maximum label: `scratch` holds one counter for each label. */
function maxLabelOf(sheet: usize): i32 { return min(65535, columnsOf(sheet) * rowsOf(sheet) - 2); }

/** Gives stones in and around a rectangle the maximum label. Returns whether there are any. */
function markStones(contact: usize, label: usize, columns: i32, firstRow: i32, lastRow: i32, firstColumn: i32, lastColumn: i32, maxLabel: i32): bool {
  let any = false;
  for (let row = firstRow - 1; row <= lastRow + 1; row++) {
    for (let column = firstColumn - 1; column <= lastColumn + 1; column++) {
      const k = row * columns + column;
      if (!(load<u8>(contact + k) & STONE_BIT)) continue;
      store<u16>(label + (<usize>k << 1), maxLabel);
      any = true;
    }
  }
  return any;
}

/**
 * Labels columns if contact has a direction: a step forward costs less, a step backward more. Each column has its own costs, so
 * the sweeps are repeated until nothing changes.
 */
function contourLeaning(
  contact: usize, label: usize, drift: usize, columns: i32, firstRow: i32, lastRow: i32, firstColumn: i32, lastColumn: i32,
  maxLabel: i32, rule: i32,
): void {
  const axis = 40;
  const diagonal = rule == 0 ? 56 : rule == 1 ? 40 : NO_STEP;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      if (load<u8>(contact + k) & TOUCHED_BIT) store<u16>(label + (<usize>k << 1), maxLabel);
    }
  }
  let changed = true;
  while (changed) {
    changed = false;
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++)
        if (relax(contact, label, drift, columns, row * columns + column, axis, diagonal)) changed = true;
    }
    for (let row = lastRow; row >= firstRow; row--) {
      for (let column = lastColumn; column >= firstColumn; column--)
        if (relax(contact, label, drift, columns, row * columns + column, axis, diagonal)) changed = true;
    }
  }
}

/** Returns the label of a neighbour plus the cost of the step to it. */
function reach(label: usize, other: i32, base: i32, along: i32): i32 {
  return <i32>load<u16>(label + (<usize>other << 1)) + base - (base * along) / 132;
}

function relax(contact: usize, label: usize, drift: usize, columns: i32, k: i32, axis: i32, diagonal: i32): bool {
  if (!(load<u8>(contact + k) & TOUCHED_BIT)) return false;
  const word = <i32>load<i16>(drift + (<usize>k << 1));
  const x = (word << 24) >> 24;
  const z = word >> 8;
  const up = k - columns;
  const down = k + columns;
  const own = <i32>load<u16>(label + (<usize>k << 1));
  let minLabel = min(min(reach(label, k - 1, axis, -x), reach(label, k + 1, axis, x)), own);
  minLabel = min(minLabel, min(reach(label, up, axis, -z), reach(label, down, axis, z)));
  if (diagonal != NO_STEP) {
    const falling = ((x + z) * 181) / 256;
    const rising = ((x - z) * 181) / 256;
    minLabel = min(minLabel, min(reach(label, up - 1, diagonal, -falling), reach(label, down + 1, diagonal, falling)));
    minLabel = min(minLabel, min(reach(label, up + 1, diagonal, rising), reach(label, down - 1, diagonal, -rising)));
  }
  store<u16>(label + (<usize>k << 1), minLabel);
  return minLabel < own;
}

/**
 * Sweeps down with the neighbours before each column, then up with those after it. One round is exact for these costs
 * (Borgefors 1986); it is repeated only if stones block the way.
 */
export function contour(sheet: usize, rule: i32): void {
  const columns = columnsOf(sheet);
  const contact = contactOf(sheet);
  const label = contourOf(sheet);
  const axis = rule == 0 ? 5 : 1;
  const diagonal = rule == 0 ? 7 : rule == 1 ? 1 : NO_STEP;
  const firstRow = firstRowOf(sheet);
  const lastRow = lastRowOf(sheet);
  const firstColumn = firstColumnOf(sheet);
  const lastColumn = lastColumnOf(sheet);
  const stride = <usize>columns << 1;
  memory.fill(label, 0, (<usize>(columns * rowsOf(sheet))) << 1);
  const maxLabel = maxLabelOf(sheet);
  const hasStones = IS_PLAIN ? false : markStones(contact, label, columns, firstRow, lastRow, firstColumn, lastColumn, maxLabel);
  const drift = driftOf(sheet);
  if (drift) {
    contourLeaning(contact, label, drift, columns, firstRow, lastRow, firstColumn, lastColumn, maxLabel, rule);
    return;
  }
  let isFirst = true;
  let changed = true;
  while (changed) {
    changed = false;
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const k = row * columns + column;
        if (!(load<u8>(contact + k) & TOUCHED_BIT)) continue;
        const p = label + (<usize>k << 1);
        const up = p - stride;
        const straight = min(<i32>load<u16>(p - 2), <i32>load<u16>(up)) + axis;
        const across = min(<i32>load<u16>(up - 2), <i32>load<u16>(up, 2)) + diagonal;
        const before = isFirst ? maxLabel : <i32>load<u16>(p);
        const minLabel = min(before, min(straight, across));
        changed = changed || minLabel < before;
        store<u16>(p, minLabel);
      }
    }
    for (let row = lastRow; row >= firstRow; row--) {
      for (let column = lastColumn; column >= firstColumn; column--) {
        const k = row * columns + column;
        if (!(load<u8>(contact + k) & TOUCHED_BIT)) continue;
        const p = label + (<usize>k << 1);
        const down = p + stride;
        const straight = min(<i32>load<u16>(p, 2), <i32>load<u16>(down)) + axis;
        const across = min(<i32>load<u16>(down - 2), <i32>load<u16>(down, 2)) + diagonal;
        const before = <i32>load<u16>(p);
        const minLabel = min(before, min(straight, across));
        changed = changed || minLabel < before;
        store<u16>(p, minLabel);
      }
    }
    if (!hasStones) return;
    isFirst = false;
  }
}

function isLower(label: usize, other: i32, own: i32): i32 { return i32(<i32>load<u16>(label + (<usize>other << 1)) < own); }

function give(label: usize, pushed: usize, other: i32, own: i32, part: f64): void {
  // No branch, because branch prediction fails here: which neighbours are lower follows no pattern. Adding 0 changes nothing.
  const isTaker = <i64>(<i32>load<u16>(label + (<usize>other << 1)) - own) >> 63;
  const p = pushed + (<usize>other << 3);
  store<f64>(p, load<f64>(p) + reinterpret<f64>(reinterpret<i64>(part) & isTaker));
}

/** Returns how much of the first `out` units pressed out of a column is compacted, in 1/65536 unit: see the reference. */
function compactOf(out: f64, kept16: f64, looseDepth: f64): f64 {
  if (out <= looseDepth) return kept16 * out;
  return Math.floor(kept16 * (2 * looseDepth - (looseDepth * looseDepth) / out));
}

function pushAside(out: f64, amount: f64, alpha16: i32, looseDepth: f64): f64 {
  const kept16 = <f64>(65536 - alpha16);
  const compacted = compactOf(out, kept16, looseDepth) - compactOf(out - amount, kept16, looseDepth);
  return max<f64>(0, amount * 65536 - compacted);
}

/** Returns the weight of a neighbour: 127 + the drift in its direction if it is lower, otherwise 0. */
function weigh(label: usize, other: i32, own: i32, along: i32): i32 { return isLower(label, other, own) * (127 + along); }

function giveWeighed(pushed: usize, other: i32, weight: i32, part: f64): void {
  const p = pushed + (<usize>other << 3);
  store<f64>(p, load<f64>(p) + Math.floor(part * <f64>weight));
}

/** Distributes the amount of a column to its lower neighbours, more to those ahead. Returns false if all of them are directly behind. */
function giveLeaning(label: usize, pushed: usize, k: i32, own: i32, columns: i32, drift: i32, withDiagonals: bool): bool {
  const x = (drift << 24) >> 24;
  const z = drift >> 8;
  const up = k - columns;
  const down = k + columns;
  const west = weigh(label, k - 1, own, -x);
  const east = weigh(label, k + 1, own, x);
  const north = weigh(label, up, own, -z);
  const south = weigh(label, down, own, z);
  let northWest = 0;
  let northEast = 0;
  let southWest = 0;
  let southEast = 0;
  if (withDiagonals) {
    // Divisions of int32 truncate, so mirrored drifts have mirrored weights.
    const falling = ((x + z) * 181) / 256;
    const rising = ((x - z) * 181) / 256;
    northWest = weigh(label, up - 1, own, -falling);
    northEast = weigh(label, up + 1, own, rising);
    southWest = weigh(label, down - 1, own, -rising);
    southEast = weigh(label, down + 1, own, falling);
  }
  const total = west + east + north + south + northWest + northEast + southWest + southEast;
  if (!total) return false;
  const part = load<f64>(pushed + (<usize>k << 3)) / <f64>total;
  if (west) giveWeighed(pushed, k - 1, west, part);
  if (east) giveWeighed(pushed, k + 1, east, part);
  if (north) giveWeighed(pushed, up, north, part);
  if (south) giveWeighed(pushed, down, south, part);
  if (northWest) giveWeighed(pushed, up - 1, northWest, part);
  if (northEast) giveWeighed(pushed, up + 1, northEast, part);
  if (southWest) giveWeighed(pushed, down - 1, southWest, part);
  if (southEast) giveWeighed(pushed, down + 1, southEast, part);
  return true;
}

/** Processes columns in contact from the highest label down, after a counting sort. */
export function displace(sheet: usize, alpha16: i32, rule: i32): f64 {
  const columns = columnsOf(sheet);
  const count = columns * rowsOf(sheet);
  const height = heightOf(sheet);
  const contact = contactOf(sheet);
  const amount = amountOf(sheet);
  const label = contourOf(sheet);
  const firstRow = firstRowOf(sheet);
  const lastRow = lastRowOf(sheet);
  const firstColumn = firstColumnOf(sheet);
  const lastColumn = lastColumnOf(sheet);
  if (lastRow < firstRow) return 0;
  const pressedOut = pressedOutOf(sheet);
  const looseDepth = <f64>looseDepthOf(sheet);
  const drift = driftOf(sheet);
  const lowest = lowestOf(sheet);
  const pushed = scratchOf(sheet);
  const order = pushed + (<usize>count << 3);
  const starts = order + (<usize>count << 2);

  const stoneLabel = maxLabelOf(sheet);
  let maxLabel = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const own = <i32>load<u16>(label + (<usize>(row * columns + column) << 1));
      if (own != stoneLabel) maxLabel = max(maxLabel, own);
    }
  }
  memory.fill(starts, 0, (<usize>maxLabel + 2) << 2);
  // The rectangle ends at minLabel one column before the boundary of the sheet, so the columns around it are in the sheet.
  const width = <usize>(lastColumn - firstColumn + 3) << 3;
  for (let row = firstRow - 1; row <= lastRow + 1; row++)
    memory.fill(pushed + (<usize>(row * columns + firstColumn - 1) << 3), 0, width);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      const own = <i32>load<u16>(label + (<usize>k << 1));
      if (!own || own == stoneLabel) continue;
      const at = <usize>k << 2;
      const taken = load<i32>(amount + at);
      let above = 0;
      if (lowest) {
        const now = load<i32>(height + at);
        const least = load<i32>(lowest + at);
        above = displacedPart(now + taken, taken, least);
        store<i32>(lowest + at, min(least, now));
      }
      const fresh = <f64>(taken - above);
      const aside = pressedOut ? pushAside(<f64>load<i32>(pressedOut + at), fresh, alpha16, looseDepth) : fresh * <f64>alpha16;
      store<f64>(pushed + (<usize>k << 3), <f64>above * 65536 + aside);
      const p = starts + (<usize>own << 2);
      store<i32>(p, load<i32>(p) + 1);
    }
  }
  // Highest labels first.
  let total = 0;
  for (let l = maxLabel; l > 0; l--) {
    const p = starts + (<usize>l << 2);
    const here = load<i32>(p);
    store<i32>(p, total);
    total += here;
  }
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const k = row * columns + column;
      const own = <i32>load<u16>(label + (<usize>k << 1));
      if (!own || own == stoneLabel) continue;
      const p = starts + (<usize>own << 2);
      const position = load<i32>(p);
      store<i32>(p, position + 1);
      store<i32>(order + (<usize>position << 2), k);
    }
  }

  const withDiagonals = rule != 2;
  for (let i = 0; i < total; i++) {
    const k = load<i32>(order + (<usize>i << 2));
    const own = <i32>load<u16>(label + (<usize>k << 1));
    const up = k - columns;
    const down = k + columns;
    if (drift && giveLeaning(label, pushed, k, own, columns, <i32>load<i16>(drift + (<usize>k << 1)), withDiagonals)) continue;
    let lower = isLower(label, k - 1, own) + isLower(label, k + 1, own) + isLower(label, up, own) + isLower(label, down, own);
    if (withDiagonals)
      lower += isLower(label, up - 1, own) + isLower(label, up + 1, own) + isLower(label, down - 1, own) + isLower(label, down + 1, own);
    const part = Math.floor(load<f64>(pushed + (<usize>k << 3)) / <f64>lower);
    if (part == 0) continue;
    give(label, pushed, k - 1, own, part);
    give(label, pushed, k + 1, own, part);
    give(label, pushed, up, own, part);
    give(label, pushed, down, own, part);
    if (!withDiagonals) continue;
    give(label, pushed, up - 1, own, part);
    give(label, pushed, up + 1, own, part);
    give(label, pushed, down - 1, own, part);
    give(label, pushed, down + 1, own, part);
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
      if (load<u8>(contact + k) & OUTSIDE_BIT) outside += units;
      else if (isFixed(sheet, row, column)) stray += units;
      else {
        const p = height + (<usize>k << 2);
        const own = load<i32>(p);
        const fits = min(units, <f64>max(0, MAX_HEIGHT - own));
        store<i32>(p, own + <i32>fits);
        deposited += fits;
      }
    }
  }
  store<f64>(sheet, outsideUnitsOf(sheet) + outside, OUTSIDE_UNITS);
  store<f64>(sheet, strayUnitsOf(sheet) + stray, STRAY_UNITS);
  return deposited;
}
