import { BLOCK_COLUMNS, BLOCK_ROWS } from './block';
import { decideBlock, decidePressedBlock } from './decide';
import { moveBlock } from './move';
import {
  axisInsideOf, axisOutsideOf, axisStopOf, awakeOf, columnsOf, diagonalInsideOf, diagonalOutsideOf, diagonalStopOf,
  flowOf, heightOf, movedOf, pressedOf, rowsOf, scratchOf, shiftOf, TILE,
} from './sheet';
import { isBlockSteep, isPressedBlockSteep } from './steep';
import { lowerWalls, raiseWalls } from './walls';

// Flags a block, each kind an array with a margin of one block all round, so that neighbours need no test.
// Between calls all flow words are zero; within, those of blocks that do not move are.

/** Whether the block or one of its eight neighbours has the flag. */
// @ts-ignore
@inline function hasNear(flag: usize, flagStride: usize): bool {
  const up = flag - flagStride;
  const down = flag + flagStride;
  return (
    (load<u8>(up - 1) | load<u8>(up) | load<u8>(up, 1) |
      load<u8>(flag - 1) | load<u8>(flag) | load<u8>(flag, 1) |
      load<u8>(down - 1) | load<u8>(down) | load<u8>(down, 1)) != 0
  );
}

function hasPressed(pressedBlock: usize, stride: usize): bool {
  let any = i32x4.splat(0);
  for (let row = 0; row < BLOCK_ROWS; row++) {
    any = v128.or(any, v128.or(v128.load(pressedBlock), v128.load(pressedBlock, 16)));
    any = v128.or(any, v128.or(v128.load(pressedBlock, 32), v128.load(pressedBlock, 48)));
    pressedBlock += stride >> 1;
  }
  return i16x8.bitmask(any) != 0;
}

function clearFlow(flowBlock: usize, plane: usize, stride: usize): void {
  for (let row = 0; row < BLOCK_ROWS; row++) {
    memory.fill(flowBlock, 0, BLOCK_COLUMNS << 2);
    memory.fill(flowBlock + plane, 0, BLOCK_COLUMNS << 2);
    memory.fill(flowBlock + plane + plane, 0, BLOCK_COLUMNS << 2);
    flowBlock += stride;
  }
}

/** Flags the blocks that hold a pressed column. */
function flagPressed(sheet: usize, flags: usize, flagStride: usize): void {
  const columns = columnsOf(sheet);
  const blockRows = rowsOf(sheet) / BLOCK_ROWS;
  const tileColumns = columns / TILE;
  const stride = <usize>columns << 2;
  for (let r = 0; r < blockRows; r++) {
    for (let c = 0; c < tileColumns; c++) {
      const k = <usize>(r * BLOCK_ROWS * columns + c * BLOCK_COLUMNS);
      if (hasPressed(pressedOf(sheet) + (k << 1), stride)) store<u8>(flags + <usize>(r + 1) * flagStride + c + 1, 1);
    }
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
  const awake = awakeOf(sheet);
  const moved = movedOf(sheet);
  const shift = shiftOf(sheet);
  const axisOutside = axisOutsideOf(sheet);
  const axisInside = axisInsideOf(sheet);
  const diagonalOutside = diagonalOutsideOf(sheet);
  const diagonalInside = diagonalInsideOf(sheet);
  const axisLeast = min(axisOutside, axisInside);
  const diagonalLeast = min(diagonalOutside, diagonalInside);
  const tileColumns = columns / TILE;
  const blockRows = rows / BLOCK_ROWS;

  const flagStride = <usize>tileColumns + 2;
  const flagBytes = flagStride * <usize>(blockRows + 2);
  const pressedFlags = scratchOf(sheet) + (count << 3);
  let now = pressedFlags + flagBytes;
  let before = now + flagBytes;
  const filled = before + flagBytes;
  memory.fill(pressedFlags, 0, flagBytes << 2);
  memory.fill(moved, 0, <usize>(tileColumns * (rows / TILE)));
  const wallCount = raiseWalls(sheet);
  flagPressed(sheet, pressedFlags, flagStride);

  let movingPasses = 0;
  for (let pass = 0; pass < passes; pass++) {
    let any = 0;
    for (let r = 0; r < blockRows; r++) {
      for (let c = 0; c < tileColumns; c++) {
        if (!load<u8>(awake + (r >> 1) * tileColumns + c)) continue;
        const b = <usize>(r + 1) * flagStride + c + 1;
        const k = <usize>(r * BLOCK_ROWS * columns + c * BLOCK_COLUMNS);
        const block = height + (k << 2);
        const flowBlock = flow + (k << 2);
        let gives = 0;
        // What did not move, and has no neighbour that did, is as it was in the pass before.
        if (pass == 0 || hasNear(before + b, flagStride)) {
          const wasMoving = load<u8>(before + b) != 0;
          if (hasNear(pressedFlags + b, flagStride)) {
            if (wasMoving || isBlockSteep(block, stride, axisLeast, diagonalLeast)) {
              gives = decidePressedBlock(
                block, pressed + (k << 1), flowBlock, plane, stride,
                axisOutside, axisInside, diagonalOutside, diagonalInside, sheet,
              );
              store<u8>(filled + b, 1);
            }
          } else if (wasMoving || isBlockSteep(block, stride, axisOutside, diagonalOutside)) {
            gives = decideBlock(block, flowBlock, plane, stride, axisOutside, diagonalOutside, sheet);
            store<u8>(filled + b, 1);
          }
        }
        if (!gives && load<u8>(filled + b)) {
          clearFlow(flowBlock, plane, stride);
          store<u8>(filled + b, 0);
        }
        store<u8>(now + b, gives);
        any |= gives;
      }
    }
    if (!any) break;
    movingPasses++;
    for (let r = 0; r < blockRows; r++) {
      for (let c = 0; c < tileColumns; c++) {
        const tile = (r >> 1) * tileColumns + c;
        const b = <usize>(r + 1) * flagStride + c + 1;
        if (!load<u8>(awake + tile) || !hasNear(now + b, flagStride)) continue;
        const gives = load<u8>(now + b);
        const k = <usize>(r * BLOCK_ROWS * columns + c * BLOCK_COLUMNS);
        moveBlock(height + (k << 2), pressed + (k << 1), flow + (k << 2), plane, stride, (gives & 2) != 0, shift);
        if (gives) store<u8>(moved + tile, 1);
        if (gives & 2) store<u8>(pressedFlags + b, 1);
      }
    }
    const swap = before;
    before = now;
    now = swap;
  }

  for (let r = 0; r < blockRows; r++) {
    for (let c = 0; c < tileColumns; c++) {
      if (!load<u8>(filled + <usize>(r + 1) * flagStride + c + 1)) continue;
      clearFlow(flow + (<usize>(r * BLOCK_ROWS * columns + c * BLOCK_COLUMNS) << 2), plane, stride);
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
  const axisOutside = axisOutsideOf(sheet);
  const axisInside = axisInsideOf(sheet);
  const diagonalOutside = diagonalOutsideOf(sheet);
  const diagonalInside = diagonalInsideOf(sheet);
  const axisLeast = max(axisStop, min(axisOutside, axisInside));
  const diagonalLeast = max(diagonalStop, min(diagonalOutside, diagonalInside));
  const tileColumns = columns / TILE;
  const blockRows = rowsOf(sheet) / BLOCK_ROWS;
  const wallCount = raiseWalls(sheet);
  let isSteep = 0;
  for (let r = 0; r < blockRows && !isSteep; r++) {
    for (let c = 0; c < tileColumns; c++) {
      if (!load<u8>(awake + (r >> 1) * tileColumns + c)) continue;
      const k = <usize>(r * BLOCK_ROWS * columns + c * BLOCK_COLUMNS);
      const block = height + (k << 2);
      if (!isBlockSteep(block, stride, axisLeast, diagonalLeast)) continue;
      if (!isPressedBlockSteep(
        block, pressed + (k << 1), stride,
        axisOutside, axisInside, axisStop, diagonalOutside, diagonalInside, diagonalStop,
      )) continue;
      isSteep = 1;
      break;
    }
  }
  lowerWalls(sheet, wallCount);
  return isSteep;
}
