import { STRIP_ROWS } from './block';
import { pressedWord } from './sheet';

/** The second half of a pass, in place: adds to a strip what arrives in its columns, and takes what they gave. */
export function moveStrip(strip: usize, flow: usize, plane: usize, rims: usize, stride: usize): void {
  const plane2 = plane + plane;
  // Gifts across the strip's upper and lower edge lie in the rims of the strips above and below.
  const above = rims - 3 * stride;
  const below = rims + 6 * stride;
  const last = strip + <usize>(STRIP_ROWS - 1) * stride;
  addRim(strip, above, stride);
  addRim(last, below, stride);
  for (let row = 0; row < STRIP_ROWS; row++) {
    const sides = i32x4.add(v128.load(flow + plane, 4), v128.load(flow + plane2 - 4));
    v128.store(strip, i32x4.add(v128.load(strip), i32x4.add(v128.load(flow), sides)));
    strip += stride;
    flow += stride;
  }
}

// @ts-ignore
@inline function addRim(p: usize, rim: usize, stride: usize): void {
  const sides = i32x4.add(v128.load(rim + stride, 4), v128.load(rim + stride + stride - 4));
  v128.store(p, i32x4.add(v128.load(p), i32x4.add(v128.load(rim), sides)));
}

/** Presses the columns of a strip whose bits (row · 4 + column) are set, at the height they have now. */
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
