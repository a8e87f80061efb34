import { hashUnit } from '../../math/random.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';

/** The data of a ground's columns that shading needs. A `HeightfieldOutput` has it. */
export type CoverSource = Pick<HeightfieldOutput, 'readWetness' | 'readStones'>;

/**
 * If a ground has cover, this bit mask selects the lowest bits of a texel, which do not contain the height: pressed, stone, four bits of
 * wetness.
 */
export const coverBits = 63;
const stoneBit = 2;
const wetShift = 2;
const wettest = 15;

/** Writes the cover of columns into out [columns · rows], as bits of a texel. */
export type ReadCover = (out: Uint8Array, rectangle: ColumnRectangle) => void;

/**
 * Creates the function that reads the cover. Null if everything is dry and there are no stones. Wetness is dithered, so that its few levels
 * are not visible as steps: it is rounded up or down at random, always in the same way at the same position.
 */
export function createCover({ readWetness, readStones }: CoverSource): ReadCover | null {
  if (!readWetness && !readStones) return null;
  let stones = new Uint8Array(0);
  return (out, rectangle) => {
    const { i0, j0, columns, rows } = rectangle;
    const count = columns * rows;
    if (readWetness) readWetness(out, rectangle);
    else out.fill(0, 0, count);
    if (readStones) {
      if (stones.length < count) stones = new Uint8Array(count);
      readStones(stones, rectangle);
    }
    for (let k = 0; k < count; k++) {
      let bits = 0;
      if (out[k] > 0) {
        const chance = hashUnit(34, i0 + (k % columns), j0 + Math.floor(k / columns));
        bits = Math.min(wettest, Math.floor((wettest * out[k]) / 255 + chance)) << wetShift;
      }
      out[k] = readStones && stones[k] ? bits | stoneBit : bits;
    }
  };
}
