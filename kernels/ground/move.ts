import { STRIP_ROWS } from './block';
import { pressedWord } from './sheet';


/**
 * The second half of a pass, in place: adds to a strip what arrives in its columns, less what they gave. What crosses its
 * upper and lower edge lies in `upper`, the lower rims of the strip above, and `lower`, the upper rims of the one below.
 */
export function moveStrip(strip: usize, room: usize, plane: usize, upper: usize, lower: usize, stride: usize, roomStride: usize): void {
  const plane2 = plane + plane;
  addRim(strip, upper, roomStride);
  addRim(strip + <usize>(STRIP_ROWS - 1) * stride, lower, roomStride);
  for (let row = 0; row < STRIP_ROWS; row++) {
    const sides = i32x4.add(v128.load(room + plane, 4), v128.load(room + plane2 - 4));
    v128.store(strip, i32x4.add(v128.load(strip), i32x4.add(v128.load(room), sides)));
    strip += stride;
    room += roomStride;
  }
}

function addRim(p: usize, rim: usize, roomStride: usize): void {
  const sides = i32x4.add(v128.load(rim + roomStride, 4), v128.load(rim + roomStride + roomStride - 4));
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
