import { pressedBit, tileSize } from '../flow/sheet.ts';
import { BitReader, BitWriter, RiceState, unzigzag, zigzag } from './bits.ts';
import type { DisplacedAmounts } from './tile.ts';

/** Columns of a tile. */
export const tileColumns = tileSize * tileSize;

/**
 * Packs a sleeping tile. It is exact, and equal contents give equal bytes.
 *
 * A column is *touched* if its height differs from the initial one, if it is pressed, or if its lowest height is not
 * the expected one. The string holds alternating run lengths of
 * untouched and touched columns (Elias gamma). Each touched column has the difference between height − initial and its prediction
 * (adaptive Rice) and one bit for pressed. A pressed column has its height above the reference (one bit for 0, otherwise Rice) in
 * steps of 2^shift units. If compaction is stored, a pressed column also has the amount that was pressed out of it, minus the height
 * that it lacks (adaptive Rice). If displaced material is stored, each touched column has its lowest height: one bit if it is as
 * expected, otherwise the difference from the prediction (adaptive Rice), in steps of 2^shift units. The prediction is the median of left, upper, and left + upper − upper left, as in JPEG-LS. A touched
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
  displaced?: DisplacedAmounts | null,
): Uint8Array | null {
  const isTouched = (k: number) =>
    heights[k] !== initial[k] ||
    (pressed !== null && pressed[k] >= pressedBit) ||
    (displaced ? displaced[k] !== 0 : false);
  const writer = sharedWriter;
  writer.reset();
  const heightRice = new RiceState(firstHeightShift);
  const pressedRice = new RiceState(firstPressedShift);
  const outRice = new RiceState(firstOutShift);
  const lowestRice = new RiceState(firstLowestShift);
  const rise = (k: number) => heights[k] - initial[k];
  let anyTouched = false;
  for (let k = 0, touched = false; k < tileColumns; touched = !touched) {
    let end = k;
    while (end < tileColumns && isTouched(end) === touched) end++;
    writer.writeGamma(end - k + 1);
    if (touched) {
      anyTouched = true;
      for (; k < end; k++) {
        const error = (heights[k] - initial[k] - predict(rise, k)) | 0;
        writer.writeRice(zigzag(error), heightRice);
        const word = pressed === null ? 0 : pressed[k];
        writer.write(word >>> 15, 1);
        let buried = 0;
        if (word >= pressedBit) {
          buried = ((heights[k] >> shift) - word) & referenceMask;
          writer.write(buried === 0 ? 0 : 1, 1);
          if (buried > 0) writer.writeRice(buried - 1, pressedRice);
          if (pressedOut)
            writer.writeRice(zigzag(pressedOut[k] - guessPressedOut(initial, heights, k)), outRice);
        }
        if (!displaced) continue;
        const asExpected = displaced[k] === expectDisplaced(heights[k], initial[k], buried, shift);
        writer.write(asExpected ? 0 : 1, 1);
        if (asExpected) continue;
        // One step more than the column has stands for none.
        const lowest = displaced[k] === 0 ? (heights[k] >> shift) + 1 : (heights[k] - displaced[k]) >> shift;
        writer.writeRice(zigzag(lowest - predictLowest(heights, displaced, initial, shift, k)), lowestRice);
      }
    }
    k = end;
  }
  return anyTouched ? writer.bytes() : null;
}

/**
 * Unpacks the result of `packTile`, with the same initial heights and shift. Writes heights, pressed words and, if the tile was packed
 * with them, the amounts pressed out and the displaced material, [tileColumns] each. Returns whether any column is pressed.
 */
export function unpackTile(
  bytes: Uint8Array,
  heights: Int32Array,
  initial: Int32Array,
  pressed: Uint16Array,
  shift: number,
  pressedOut?: Int32Array | null,
  displaced?: Int32Array | null,
): boolean {
  const reader = new BitReader(bytes);
  const heightRice = new RiceState(firstHeightShift);
  const pressedRice = new RiceState(firstPressedShift);
  const outRice = new RiceState(firstOutShift);
  const lowestRice = new RiceState(firstLowestShift);
  const rise = (k: number) => heights[k] - initial[k];
  let anyPressed = false;
  heights.set(initial);
  pressed.fill(0);
  pressedOut?.fill(0);
  displaced?.fill(0);
  for (let k = 0, touched = false; k < tileColumns; touched = !touched) {
    const end = Math.min(tileColumns, k + reader.readGamma() - 1);
    if (touched) {
      for (; k < end; k++) {
        const error = unzigzag(reader.readRice(heightRice));
        heights[k] = initial[k] + predict(rise, k) + error;
        let buried = 0;
        if (reader.read(1) !== 0) {
          buried = reader.read(1) === 0 ? 0 : reader.readRice(pressedRice) + 1;
          pressed[k] = pressedBit | (((heights[k] >> shift) - buried) & referenceMask);
          anyPressed = true;
          if (pressedOut)
            pressedOut[k] = guessPressedOut(initial, heights, k) + unzigzag(reader.readRice(outRice));
        }
        if (!displaced) continue;
        if (reader.read(1) === 0) {
          displaced[k] = expectDisplaced(heights[k], initial[k], buried, shift);
        } else {
          const guess = predictLowest(heights, displaced, initial, shift, k);
          const lowest = guess + unzigzag(reader.readRice(lowestRice));
          displaced[k] = Math.max(0, heights[k] - (lowest << shift));
        }
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
const firstLowestShift = 3;
const referenceMask = pressedBit - 1;

/** Predicts the amount pressed out of a column: the height that it lacks. */
function guessPressedOut(initial: Int32Array, heights: Int32Array, k: number): number {
  return Math.max(0, initial[k] - heights[k]);
}

/**
 * Returns the expected displaced material on a column. `keepLowest` rounds the lowest height below such material down to steps, so
 * for a column that was pressed it is the reference height, and for another one the initial height.
 */
function expectDisplaced(height: number, initial: number, buried: number, shift: number): number {
  if (buried > 0) return height - (((height >> shift) - buried) << shift);
  return height > initial ? height - ((initial >> shift) << shift) : 0;
}

/** Predicts the lowest height of column k, in steps, from the columns before it. */
function predictLowest(
  heights: Int32Array,
  displaced: DisplacedAmounts,
  initial: Int32Array,
  shift: number,
  k: number,
): number {
  const below = (n: number) => ((heights[n] - displaced[n]) >> shift) - (initial[n] >> shift);
  return (initial[k] >> shift) + predict(below, k);
}

/** Predicts the value of column k from those of the columns before it. */
function predict(valueAt: (column: number) => number, k: number): number {
  const hasLeft = k % tileSize !== 0;
  const hasUpper = k >= tileSize;
  const left = hasLeft ? valueAt(k - 1) : 0;
  if (!hasUpper) return left;
  const upper = valueAt(k - tileSize);
  if (!hasLeft) return upper;
  const corner = valueAt(k - tileSize - 1);
  if (corner >= Math.max(left, upper)) return Math.min(left, upper);
  if (corner <= Math.min(left, upper)) return Math.max(left, upper);
  return left + upper - corner;
}
