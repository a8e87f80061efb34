import {
  BLOCK_COLUMNS, spreadFlags, STRIP_ROWS, writeConstants,
} from './block';
import { decidePressedStrip, decideStrip } from './decide';
import { moveStrip, pressColumns } from './move';
import {
  awakeOf, axisInsideOf, axisOutsideOf, axisStopOf, columnsOf, diagonalInsideOf, diagonalOutsideOf, diagonalStopOf, flowOf,
  heightOf, movedOf, NEVER, pressedOf, rowsOf, scratchOf, shiftOf, TILE,
} from './sheet';
import { isBlockSteeper, steepStrips } from './steep';
import { lowerWalls, raiseWalls } from './walls';

// Between calls, and within one for strips that give nothing, all flow words and rims are zero.

/** Bit s: strip s of the block holds a pressed column. */
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

/** Flags the strips that hold a pressed column. */
function flagPressed(sheet: usize, marks: usize, flagStride: usize): void {
  const columns = columnsOf(sheet);
  const stride = <usize>columns << 2;
  const blockRows = rowsOf(sheet) / STRIP_ROWS;
  for (let r = 0; r < blockRows; r++) {
    for (let c = 0; c < columns / BLOCK_COLUMNS; c++) {
      const k = <usize>(r * STRIP_ROWS * columns + c * BLOCK_COLUMNS);
      store<u8>(marks + <usize>(r + 1) * flagStride + c + 1, pressedStrips(pressedOf(sheet) + (k << 1), stride));
    }
  }
}

function clearFlow(flow: usize, plane: usize, rims: usize, stride: usize): void {
  const zero = i32x4.splat(0);
  for (let rim: usize = 0; rim < 6; rim++) v128.store(rims + rim * stride, zero);
  for (let row = 0; row < STRIP_ROWS; row++) {
    v128.store(flow, zero);
    v128.store(flow + plane, zero);
    v128.store(flow + plane + plane, zero);
    flow += stride;
  }
}

export function erode(sheet: usize, passes: i32): i32 {
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet);
  const count = <usize>(columns * rows);
  const stride = <usize>columns << 2;
  const plane = (count << 2) + 64 + stride;
  const height = heightOf(sheet);
  const pressed = pressedOf(sheet);
  const flow = flowOf(sheet);
  // Behind the planes lie six rims a row of strips, with those of one row before and one after.
  const rims = flow + 3 * plane + 6 * stride;
  const awake = awakeOf(sheet);
  const moved = movedOf(sheet);
  const shift = shiftOf(sheet);
  const tileColumns = columns / TILE;
  const blockRows = rows / STRIP_ROWS;
  memory.fill(moved, 0, <usize>(tileColumns * (rows / TILE)));
  const axisLeast = min(axisOutsideOf(sheet), axisInsideOf(sheet));
  const diagonalLeast = min(diagonalOutsideOf(sheet), diagonalInsideOf(sheet));
  if (axisLeast == NEVER && diagonalLeast == NEVER) return 0;
  writeConstants(sheet, axisLeast, diagonalLeast);

  const flagStride = <usize>tileColumns + 2;
  const flagBytes = flagStride * <usize>(blockRows + 2);
  const marks = scratchOf(sheet) + (count << 3);
  let now = marks + flagBytes;
  let before = now + flagBytes;
  const spreads = before + flagBytes;
  const walled = spreads + flagBytes;
  memory.fill(marks, 0, flagBytes * 5);
  // 64 bits a strip: its columns that become pressed.
  const becoming = (walled + flagBytes + 15) & ~15;
  const wallCount = raiseWalls(sheet, walled);

  let hasMarks = false;
  let movingPasses = 0;
  for (let pass = 0; pass < passes; pass++) {
    let any = 0;
    for (let r = 0; r < blockRows; r++) {
      for (let c = 0; c < tileColumns; c++) {
        if (!load<u8>(awake + (r >> 1) * tileColumns + c)) continue;
        const b = <usize>(r + 1) * flagStride + c + 1;
        // What did not move, and has no neighbour that did, is as it was in the pass before.
        const asked = pass == 0 ? 0xff : spreadFlags(before + b, flagStride);
        let gives = 0;
        let becomes = 0;
        if (asked) {
          const k = <usize>(r * STRIP_ROWS * columns + c * BLOCK_COLUMNS);
          const block = height + (k << 2);
          const wasMoving = <i32>load<u8>(before + b);
          let working = wasMoving;
          const unknown = asked & ~wasMoving;
          if (unknown) working |= steepStrips(sheet, block, stride, unknown, <i32>load<u8>(walled + b));
          if (working && !hasMarks) {
            flagPressed(sheet, marks, flagStride);
            hasMarks = true;
          }
          const nearPressed = spreadFlags(marks + b, flagStride);
          while (working) {
            const s = ctz(working);
            const bit = 1 << s;
            working ^= bit;
            const at = k + (<usize>s << 2);
            const p = height + (at << 2);
            const f = flow + (at << 2);
            const rim = rims + <usize>(r * 6) * stride + (<usize>(c * 8 + s) << 4);
            const result = nearPressed & bit
              ? decidePressedStrip(
                  sheet, p, pressed + (at << 1), f, plane, rim, stride, becoming + (<usize>((r * tileColumns + c) * 8 + s) << 3),
                )
              : decideStrip(sheet, p, f, plane, rim, stride);
            if (result) gives |= bit;
            if (result & 2) becomes |= bit;
          }
        }
        store<u8>(now + b, gives);
        store<u8>(spreads + b, becomes);
        any |= gives;
      }
    }
    if (!any) break;
    movingPasses++;
    for (let r = 0; r < blockRows; r++) {
      for (let c = 0; c < tileColumns; c++) {
        const tile = (r >> 1) * tileColumns + c;
        if (!load<u8>(awake + tile)) continue;
        const b = <usize>(r + 1) * flagStride + c + 1;
        let working = spreadFlags(now + b, flagStride);
        if (!working) continue;
        const becomes = <i32>load<u8>(spreads + b);
        const k = <usize>(r * STRIP_ROWS * columns + c * BLOCK_COLUMNS);
        while (working) {
          const s = ctz(working);
          working ^= 1 << s;
          const at = k + (<usize>s << 2);
          const p = height + (at << 2);
          moveStrip(p, flow + (at << 2), plane, rims + <usize>(r * 6) * stride + (<usize>(c * 8 + s) << 4), stride);
          if ((becomes >> s) & 1) {
            const columns64 = load<u64>(becoming + (<usize>((r * tileColumns + c) * 8 + s) << 3));
            pressColumns(p, pressed + (at << 1), stride, columns64, shift);
          }
        }
        if (load<u8>(now + b)) store<u8>(moved + tile, 1);
        if (becomes) store<u8>(marks + b, <i32>load<u8>(marks + b) | becomes);
      }
    }
    const swap = before;
    before = now;
    now = swap;
  }

  // `before` holds what gave last: all of it zero if the last pass found nothing.
  if (movingPasses == passes) {
    for (let r = 0; r < blockRows; r++) {
      for (let c = 0; c < tileColumns; c++) {
        let working = <i32>load<u8>(before + <usize>(r + 1) * flagStride + c + 1);
        while (working) {
          const s = ctz(working);
          working ^= 1 << s;
          const k = r * STRIP_ROWS * columns + c * BLOCK_COLUMNS + (s << 2);
          clearFlow(flow + (<usize>k << 2), plane, rims + <usize>(r * 6) * stride + (<usize>(c * 8 + s) << 4), stride);
        }
      }
    }
  }
  lowerWalls(sheet, wallCount);
  return movingPasses;
}

export function steeperThanStop(sheet: usize): i32 {
  const columns = columnsOf(sheet);
  const stride = <usize>columns << 2;
  const height = heightOf(sheet);
  const pressed = pressedOf(sheet);
  const awake = awakeOf(sheet);
  const axisStop = axisStopOf(sheet);
  const diagonalStop = diagonalStopOf(sheet);
  const axisLeast = max(axisStop, min(axisOutsideOf(sheet), axisInsideOf(sheet)));
  const diagonalLeast = max(diagonalStop, min(diagonalOutsideOf(sheet), diagonalInsideOf(sheet)));
  if (axisLeast == NEVER && diagonalLeast == NEVER) return 0;
  writeConstants(sheet, axisLeast, diagonalLeast);
  const tileColumns = columns / TILE;
  const blockRows = rowsOf(sheet) / STRIP_ROWS;
  const walled = scratchOf(sheet) + (<usize>(columns * rowsOf(sheet)) << 3);
  const flagStride = <usize>tileColumns + 2;
  memory.fill(walled, 0, flagStride * <usize>(blockRows + 2));
  const wallCount = raiseWalls(sheet, walled);
  let isSteep = 0;
  for (let r = 0; r < blockRows && !isSteep; r++) {
    for (let c = 0; c < tileColumns; c++) {
      if (!load<u8>(awake + (r >> 1) * tileColumns + c)) continue;
      const k = <usize>(r * STRIP_ROWS * columns + c * BLOCK_COLUMNS);
      const block = height + (k << 2);
      const walls = <i32>load<u8>(walled + <usize>(r + 1) * flagStride + c + 1);
      if (!steepStrips(sheet, block, stride, 0xff, walls)) continue;
      if (!isBlockSteeper(sheet, block, pressed + (k << 1), stride, axisStop, diagonalStop)) continue;
      isSteep = 1;
      break;
    }
  }
  lowerWalls(sheet, wallCount);
  return isSteep;
}
