import {
  BLOCK_COLUMNS, minAxisThreshold, minDiagonalThreshold, raiseThresholds, spreadFlags, STRIP_ROWS, writeConstants,
} from './block';
import { NEVER, TILE_SIZE } from './constants.generated';
import {
  decideCohesiveStrip, decidePressedStrip, decideStrip, LEAVES_DOWN, LEAVES_LEFT, LEAVES_RIGHT, LEAVES_UP, PRESSES,
} from './decide';
import { moveStrip, pressColumns } from './move';
import {
  awakeOf, cohesionOf, columnsOf, flowOf, heightOf, movedOf, pressedOf, pressedShiftOf,
  rowsOf, scratchOf,
} from './sheet.generated';
import { isBlockSteeper, isCohesiveBlockSteeper, steepStrips } from './steep';
import { lowerWalls, raiseWalls } from './walls';


// A pass processes the sheet in bands; a band is one row of blocks. It decides the flows of a band and then moves the band before,
// because all neighbours of that one have decided by then. The buffer of flows therefore holds only three bands, which stay in the
// cache. Strips that give nothing are zero in it. Between calls all of it is zero. Boundary rows that stay zero follow it.

const BANDS: i32 = 3;
/** Rows of the buffer of a band: three planes and six boundary rows. */
const BAND_ROWS: i32 = 3 * STRIP_ROWS + 6;

// State of a call. Flags are arrays of one byte for each block (see `block.ts`).
let columns: i32 = 0;
let tileColumns: i32 = 0;
let bandCount: i32 = 0;
let stride: usize = 0;
/** Bytes of a row in the buffer of a band, with one cache line of padding so that rows do not share the same cache sets. */
let bufferStride: usize = 0;
let flagStride: usize = 0;
let height: usize = 0;
let pressed: usize = 0;
/** 0 if the sheet has no cohesion. */
let cohesion: usize = 0;
let flow: usize = 0;
let awake: usize = 0;
/** Flags of strips that contain a pressed column, and whether they are set yet. */
let marks: usize = 0;
let hasMarks: bool = false;
/** Flags of strips that give in this pass, gave in the last pass, have columns that become pressed, contain a wall. */
let now: usize = 0;
let before: usize = 0;
let spreads: usize = 0;
let walled: usize = 0;
/** Flags of strips that give or receive something. */
let arrivals: usize = 0;
/** Flags of strips that are not zero in the buffer of each band. */
let filled: usize = 0;
/** 64 bits for each strip: its columns that become pressed. */
let becoming: usize = 0;

/** Returns bit s if strip s of the block contains a pressed column. */
function pressedStrips(pressedBlock: usize, stride: usize): i32 {
  let a = i32x4.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (let row = 0; row < STRIP_ROWS; row++) {
    a = v128.or(a, v128.load(pressedBlock));
    b = v128.or(b, v128.load(pressedBlock, 16));
    c = v128.or(c, v128.load(pressedBlock, 32));
    d = v128.or(d, v128.load(pressedBlock, 48));
    pressedBlock += stride >> 1;
  }
  if (!i16x8.bitmask(v128.or(v128.or(a, b), v128.or(c, d)))) return 0;
  const lanes = i16x8.bitmask(a) | (i16x8.bitmask(b) << 8) | (i16x8.bitmask(c) << 16) | (i16x8.bitmask(d) << 24);
  let strips = 0;
  for (let s = 0; s < 8; s++) strips |= i32(((lanes >> (s << 2)) & 15) != 0) << s;
  return strips;
}

/** Returns the address of a band in the first plane of its buffer. Its boundary rows begin BAND_ROWS − 6 rows after it. */
function bufferOf(band: i32): usize { return flow + <usize>(band % BANDS * BAND_ROWS) * bufferStride; }

/** Fills strips of a block with zeros in the flow buffer of the band. `strips` has one bit for each strip. */
function clearStrips(band: i32, block: i32, strips: i32): void {
  const zero = i32x4.splat(0);
  const first = bufferOf(band) + (<usize>block << 7);
  while (strips) {
    const s = ctz(strips);
    strips ^= 1 << s;
    const p = first + (<usize>s << 4);
    for (let row: usize = 0; row < <usize>BAND_ROWS; row++) v128.store(p + row * bufferStride, zero);
  }
}

/** Sets the flags of strips that contain a pressed column. This is only needed once something is steep. */
function flagPressed(): void {
  for (let r = 0; r < bandCount; r++) {
    for (let c = 0; c < tileColumns; c++) {
      const k = <usize>(r * STRIP_ROWS * columns + c * BLOCK_COLUMNS);
      store<u8>(marks + <usize>(r + 1) * flagStride + c + 1, pressedStrips(pressed + (k << 1), stride));
    }
  }
  hasMarks = true;
}

/** Sets the flags of strip `s` of a block and of the strips that receive something from it. */
function flagArrivals(flag: usize, s: i32, result: i32): void {
  // Bits 1 to 8 are the strips of the block, bits 0 and 9 the nearest strips of the blocks beside it.
  let strips = 2 << s;
  if (result & LEAVES_LEFT) strips |= 1 << s;
  if (result & LEAVES_RIGHT) strips |= 4 << s;
  addFlags(flag, strips);
  if (result & LEAVES_UP) addFlags(flag - flagStride, strips);
  if (result & LEAVES_DOWN) addFlags(flag + flagStride, strips);
}

function addFlags(flag: usize, strips: i32): void {
  store<u8>(flag, <i32>load<u8>(flag) | (strips >> 1));
  if (strips & 1) store<u8>(flag - 1, <i32>load<u8>(flag - 1) | 0x80);
  if (strips & 0x200) store<u8>(flag + 1, <i32>load<u8>(flag + 1) | 1);
}

/** Runs the first half of a pass in one band. Returns whether anything is given. */
function decideBand(sheet: usize, band: i32, isFirstPass: bool): i32 {
  const plane = <usize>STRIP_ROWS * bufferStride;
  let any = 0;
  for (let c = 0; c < tileColumns; c++) {
    const b = <usize>(band + 1) * flagStride + c + 1;
    let working = 0;
    if (load<u8>(awake + (band / (TILE_SIZE / STRIP_ROWS)) * tileColumns + c)) {
      // A strip is unchanged if neither it nor a neighbour moved in the pass before.
      const tested = isFirstPass ? 0xff : spreadFlags(before + b, flagStride);
      working = <i32>load<u8>(before + b);
      const unknown = tested & ~working;
      const block = height + (<usize>(band * STRIP_ROWS * columns + c * BLOCK_COLUMNS) << 2);
      if (unknown) working |= steepStrips(sheet, block, pressed + (<usize>(band * STRIP_ROWS * columns + c * BLOCK_COLUMNS) << 1), stride, unknown, <i32>load<u8>(walled + b), cohesion ? 0 : <i32>load<u8>(marks + b));
    }
    const full = filled + <usize>(band % BANDS) * flagStride + c;
    const stale = <i32>load<u8>(full) & ~working;
    if (stale) clearStrips(band, c, stale);
    let gives = 0;
    let becomes = 0;
    if (working) {
      if (!hasMarks) flagPressed();
      const nearPressed = spreadFlags(marks + b, flagStride);
      while (working) {
        const s = ctz(working);
        const bit = 1 << s;
        working ^= bit;
        const at = c * BLOCK_COLUMNS + (s << 2);
        const k = <usize>(band * STRIP_ROWS * columns + at);
        const buffer = bufferOf(band) + (<usize>at << 2);
        const boundary = buffer + 3 * plane;
        const result = cohesion
          ? decideCohesiveStrip(sheet, height + (k << 2), pressed + (k << 1), cohesion + (k << 2), buffer, plane, boundary, stride, bufferStride, becomingOf(band, at))
          : nearPressed & bit
          ? decidePressedStrip(sheet, height + (k << 2), pressed + (k << 1), buffer, plane, boundary, stride, bufferStride, becomingOf(band, at))
          : decideStrip(sheet, height + (k << 2), buffer, plane, boundary, stride, bufferStride);
        if (!result) continue;
        gives |= bit;
        if (result & PRESSES) becomes |= bit;
        flagArrivals(arrivals + b, s, result);
      }
    }
    // A strip that was decided and gives nothing is zero.
    store<u8>(full, gives);
    store<u8>(now + b, gives);
    store<u8>(spreads + b, becomes);
    any |= gives;
  }
  return any;
}

function becomingOf(band: i32, column: i32): usize { return becoming + (<usize>((band * columns + column) >> 2) << 3); }

/** Runs the second half of a pass in a band, for strips that give or receive. The bands before and after have decided. */
function moveBand(band: i32, moved: usize, shift: i32): void {
  const plane = <usize>STRIP_ROWS * bufferStride;
  const nothing = flow + <usize>(BANDS * BAND_ROWS) * bufferStride;
  const upper = band > 0 ? bufferOf(band - 1) + 3 * plane + 3 * bufferStride : nothing;
  const lower = band < bandCount - 1 ? bufferOf(band + 1) + 3 * plane : nothing;
  for (let c = 0; c < tileColumns; c++) {
    const tile = (band / (TILE_SIZE / STRIP_ROWS)) * tileColumns + c;
    if (!load<u8>(awake + tile)) continue;
    const b = <usize>(band + 1) * flagStride + c + 1;
    let working = <i32>load<u8>(arrivals + b);
    const becomes = <i32>load<u8>(spreads + b);
    while (working) {
      const s = ctz(working);
      working ^= 1 << s;
      const at = c * BLOCK_COLUMNS + (s << 2);
      const k = <usize>(band * STRIP_ROWS * columns + at);
      const offset = <usize>at << 2;
      moveStrip(height + (k << 2), bufferOf(band) + offset, plane, upper + offset, lower + offset, stride, bufferStride);
      if ((becomes >> s) & 1)
        pressColumns(height + (k << 2), pressed + (k << 1), stride, load<u64>(becomingOf(band, at)), shift);
    }
    if (load<u8>(now + b)) store<u8>(moved + tile, 1);
    if (becomes) store<u8>(marks + b, <i32>load<u8>(marks + b) | becomes);
  }
}

export function erode(sheet: usize, passes: i32, axisFloor: i32, diagonalFloor: i32): i32 {
  columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  tileColumns = columns / TILE_SIZE;
  bandCount = rows / STRIP_ROWS;
  stride = <usize>columns << 2;
  bufferStride = stride + 64;
  height = heightOf(sheet);
  pressed = pressedOf(sheet);
  cohesion = cohesionOf(sheet);
  flow = flowOf(sheet);
  awake = awakeOf(sheet);
  const moved = movedOf(sheet);
  const shift = pressedShiftOf(sheet);
  memory.fill(moved, 0, <usize>(tileColumns * (rows / TILE_SIZE)));
  raiseThresholds(sheet, axisFloor, diagonalFloor);
  const axisMin = minAxisThreshold(sheet);
  const diagonalMin = minDiagonalThreshold(sheet);
  if (axisMin == NEVER && diagonalMin == NEVER) return 0;
  writeConstants(sheet, axisMin, diagonalMin);

  flagStride = <usize>tileColumns + 2;
  const flagBytes = flagStride * <usize>(bandCount + 2);
  marks = scratchOf(sheet) + (<usize>(columns * rows) << 3);
  now = marks + flagBytes;
  before = now + flagBytes;
  spreads = before + flagBytes;
  walled = spreads + flagBytes;
  arrivals = walled + flagBytes;
  filled = arrivals + flagBytes;
  becoming = (filled + flagStride * <usize>BANDS + 15) & ~15;
  memory.fill(marks, 0, becoming - marks);
  hasMarks = false;
  const wallCount = raiseWalls(sheet, walled);

  let movingPasses = 0;
  while (movingPasses < passes) {
    memory.fill(arrivals, 0, flagBytes);
    let any = 0;
    for (let band = 0; band <= bandCount; band++) {
      if (band < bandCount) any |= decideBand(sheet, band, movingPasses == 0);
      if (band > 0) moveBand(band - 1, moved, shift);
    }
    if (!any) break;
    movingPasses++;
    const swap = before;
    before = now;
    now = swap;
  }

  for (let band = 0; band < BANDS; band++) {
    for (let c = 0; c < tileColumns; c++) {
      const strips = <i32>load<u8>(filled + <usize>band * flagStride + c);
      if (strips) clearStrips(band, c, strips);
    }
  }
  lowerWalls(sheet, wallCount);
  return movingPasses;
}

export function isSteeper(sheet: usize, axisFloor: i32, diagonalFloor: i32): i32 {
  columns = columnsOf(sheet);
  tileColumns = columns / TILE_SIZE;
  bandCount = rowsOf(sheet) / STRIP_ROWS;
  stride = <usize>columns << 2;
  height = heightOf(sheet);
  pressed = pressedOf(sheet);
  cohesion = cohesionOf(sheet);
  awake = awakeOf(sheet);
  raiseThresholds(sheet, axisFloor, diagonalFloor);
  const axisMin = minAxisThreshold(sheet);
  const diagonalMin = minDiagonalThreshold(sheet);
  if (axisMin == NEVER && diagonalMin == NEVER) return 0;
  writeConstants(sheet, axisMin, diagonalMin);
  flagStride = <usize>tileColumns + 2;
  const flagBytes = flagStride * <usize>(bandCount + 2);
  walled = scratchOf(sheet) + (<usize>(columns * rowsOf(sheet)) << 3);
  memory.fill(walled, 0, flagBytes);
  const wallCount = raiseWalls(sheet, walled);
  const found = findSteeper(sheet);
  lowerWalls(sheet, wallCount);
  return i32(found);
}

/** Returns whether any pair is steeper than its threshold. */
function findSteeper(sheet: usize): bool {
  for (let r = 0; r < bandCount; r++) {
    for (let c = 0; c < tileColumns; c++) {
      if (!load<u8>(awake + (r / (TILE_SIZE / STRIP_ROWS)) * tileColumns + c)) continue;
      const b = <usize>(r + 1) * flagStride + c + 1;
      const k = <usize>(r * STRIP_ROWS * columns + c * BLOCK_COLUMNS);
      const block = height + (k << 2);
      const marked = pressed + (k << 1);
      if (!steepStrips(sheet, block, marked, stride, 0xff, <i32>load<u8>(walled + b), 0)) continue;
      if (cohesion ? isCohesiveBlockSteeper(sheet, block, marked, cohesion + (k << 2), stride) : isBlockSteeper(sheet, block, marked, stride))
        return true;
    }
  }
  return false;
}
