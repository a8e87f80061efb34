import { STRIP_ROWS } from './block';
import { pressedWord } from './sheet';


/**
 * Runs the second half of a pass in a strip, in place: adds what its columns receive minus what they give. Flows across its upper
 * edge are in `upper`, the lower boundary rows of the strip above. Those across its lower edge are in `lower`.
 */
export function moveStrip(strip: usize, buffer: usize, plane: usize, upper: usize, lower: usize, stride: usize, bufferStride: usize): void {
  const plane2 = plane + plane;
  addBoundaryRow(strip, upper, bufferStride);
  addBoundaryRow(strip + <usize>(STRIP_ROWS - 1) * stride, lower, bufferStride);
  for (let row = 0; row < STRIP_ROWS; row++) {
    const sides = i32x4.add(v128.load(buffer + plane, 4), v128.load(buffer + plane2 - 4));
    v128.store(strip, i32x4.add(v128.load(strip), i32x4.add(v128.load(buffer), sides)));
    strip += stride;
    buffer += bufferStride;
  }
}

function addBoundaryRow(p: usize, boundary: usize, bufferStride: usize): void {
  const sides = i32x4.add(v128.load(boundary + bufferStride, 4), v128.load(boundary + bufferStride + bufferStride - 4));
  v128.store(p, i32x4.add(v128.load(p), i32x4.add(v128.load(boundary), sides)));
}

/** Marks the columns of a strip whose bits (row · 4 + column) are set as pressed, with their current height as reference. */
export function pressColumns(strip: usize, pressedStrip: usize, stride: usize, columns: u64, shift: i32): void {
  while (columns) {
    const bit = <usize>ctz(columns);
    columns &= columns - 1;
    const row = bit >> 2;
    const column = bit & 3;
    const height = load<i32>(strip + row * stride + (column << 2));
    store<u16>(pressedStrip + row * (stride >> 1) + (column << 1), pressedWord(height, shift));
  }
}
