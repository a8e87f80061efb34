import { hashUnit } from '../../math/random.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';

/** The data on the columns of a ground that its shading needs. A `HeightfieldOutput` has it. */
export type CoverSource = Pick<HeightfieldOutput, 'readWetness' | 'readStones'>;

/** Number of lowest bits of a texel that do not hold the height if a ground has cover: pressed, stone, four of wetness. */
export const coverBits = 63;
const stoneBit = 2;
const wetShift = 2;
const wettest = 15;

/** Writes the cover of columns into out [columns · rows], as bits of a texel. */
export type ReadCover = (out: Uint8Array, rectangle: ColumnRectangle) => void;

/**
 * Null if everything is dry and there are no stones. Wetness is dithered: it is rounded up or down at random, with the same
 * result at each position, so that its few levels show no steps.
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
