import { pressedBit, tileSize } from '../flow/sheet.ts';
import { BitReader, BitWriter, RiceState, unzigzag, zigzag } from './bits.ts';

/** Columns of a tile. */
export const tileColumns = tileSize * tileSize;

/**
 * Packs a sleeping tile. It is exact, and equal contents give equal bytes.
 *
 * A column is *touched* if its height differs from the initial one or if it is pressed. The string holds alternating run lengths of
 * untouched and touched columns (Elias gamma). Each touched column has the difference between height − initial and its prediction
 * (adaptive Rice) and one bit for pressed. A pressed column has its height above the reference (one bit for 0, otherwise Rice) in
 * steps of 2^shift units. If compaction is stored, a pressed column also has the amount that was pressed out of it, minus the height
 * that it lacks (adaptive Rice). The prediction is the median of left, upper, and left + upper − upper left, as in JPEG-LS. A touched
 * column needs about 2 bytes.
 *
 * Tried, and larger: a bitmap with 3-byte differences (3.2 to 3.8 bytes for each column, 128 bytes for a tile with one touched column).
 */
export function packTile(
  heights: Int32Array,
  initial: Int32Array,
  pressed: Uint16Array | null,
  shift: number,
  pressedOut?: Int32Array | null,
): Uint8Array | null {
  const isTouched = (k: number) =>
    heights[k] !== initial[k] || (pressed !== null && pressed[k] >= pressedBit);
  const writer = sharedWriter;
  writer.reset();
  const heightRice = new RiceState(firstHeightShift);
  const pressedRice = new RiceState(firstPressedShift);
  const outRice = new RiceState(firstOutShift);
  let anyTouched = false;
  for (let k = 0, touched = false; k < tileColumns; touched = !touched) {
    let end = k;
    while (end < tileColumns && isTouched(end) === touched) end++;
    writer.writeGamma(end - k + 1);
    if (touched) {
      anyTouched = true;
      for (; k < end; k++) {
        const error = (heights[k] - initial[k] - predict(heights, initial, k)) | 0;
        writer.writeRice(zigzag(error), heightRice);
        const word = pressed === null ? 0 : pressed[k];
        writer.write(word >>> 15, 1);
        if (word < pressedBit) continue;
        const buried = ((heights[k] >> shift) - word) & referenceMask;
        writer.write(buried === 0 ? 0 : 1, 1);
        if (buried > 0) writer.writeRice(buried - 1, pressedRice);
        if (pressedOut)
          writer.writeRice(zigzag(pressedOut[k] - guessPressedOut(initial, heights, k)), outRice);
      }
    }
    k = end;
  }
  return anyTouched ? writer.bytes() : null;
}

/**
 * Unpacks the result of `packTile`, with the same initial heights and shift. Writes heights, pressed words and, if the tile was packed
 * with them, the amounts pressed out, [tileColumns] each. Returns whether any column is pressed.
 */
export function unpackTile(
  bytes: Uint8Array,
  heights: Int32Array,
  initial: Int32Array,
  pressed: Uint16Array,
  shift: number,
  pressedOut?: Int32Array | null,
): boolean {
  const reader = new BitReader(bytes);
  const heightRice = new RiceState(firstHeightShift);
  const pressedRice = new RiceState(firstPressedShift);
  const outRice = new RiceState(firstOutShift);
  let anyPressed = false;
  heights.set(initial);
  pressed.fill(0);
  pressedOut?.fill(0);
  for (let k = 0, touched = false; k < tileColumns; touched = !touched) {
    const end = Math.min(tileColumns, k + reader.readGamma() - 1);
    if (touched) {
      for (; k < end; k++) {
        const error = unzigzag(reader.readRice(heightRice));
        heights[k] = initial[k] + predict(heights, initial, k) + error;
        if (reader.read(1) === 0) continue;
        const buried = reader.read(1) === 0 ? 0 : reader.readRice(pressedRice) + 1;
        pressed[k] = pressedBit | (((heights[k] >> shift) - buried) & referenceMask);
        anyPressed = true;
        if (pressedOut)
          pressedOut[k] = guessPressedOut(initial, heights, k) + unzigzag(reader.readRice(outRice));
      }
    }
    k = end;
  }
  return anyPressed;
}

const sharedWriter = new BitWriter();
const firstHeightShift = 9;
const firstPressedShift = 4;
const firstOutShift = 0;
const referenceMask = pressedBit - 1;

/** Predicts the amount pressed out of a column: the height that it lacks. */
function guessPressedOut(initial: Int32Array, heights: Int32Array, k: number): number {
  return Math.max(0, initial[k] - heights[k]);
}

/** Predicts height − initial of column k from the columns before it. */
function predict(heights: Int32Array, initial: Int32Array, k: number): number {
  const hasLeft = k % tileSize !== 0;
  const hasUpper = k >= tileSize;
  const left = hasLeft ? heights[k - 1] - initial[k - 1] : 0;
  if (!hasUpper) return left;
  const upper = heights[k - tileSize] - initial[k - tileSize];
  if (!hasLeft) return upper;
  const corner = heights[k - tileSize - 1] - initial[k - tileSize - 1];
  if (corner >= Math.max(left, upper)) return Math.min(left, upper);
  if (corner <= Math.min(left, upper)) return Math.max(left, upper);
  return left + upper - corner;
}
