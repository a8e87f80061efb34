/** A picture with 8 bits per channel, top row first. RGB unless stated otherwise. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

export interface PictureDifference {
  /** Mean difference over all pixels and channels, 0..255. */
  readonly mean: number;
  /** Fraction of pixels that differ by more than `visible` in a channel, 0 to 1. */
  readonly visibleFraction: number;
  /** The maximum mean over a square of 8 × 8 pixels, and its position. */
  readonly worstSquare: { readonly mean: number; readonly x: number; readonly y: number };
}

const visible = 24;
const squareSize = 8;

/**
 * Returns the RGB means over squares of `factor` × `factor` pixels. This blurs text, so that fonts of other machines have little effect.
 */
export function shrinkPicture({ width, height, data }: Picture, channels: number, factor: number): Picture {
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const out = new Uint8Array(3 * columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let y = row * factor; y < (row + 1) * factor; y++) {
          for (let x = column * factor; x < (column + 1) * factor; x++)
            sum += data[channels * (y * width + x) + channel];
        }
        out[3 * (row * columns + column) + channel] = Math.round(sum / (factor * factor));
      }
    }
  }
  return { width: columns, height: rows, data: out };
}

/** Returns the part of an RGB picture from column `left` and row `top` to `right` and `bottom`. */
export function cropPicture(
  { width, data }: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): Picture {
  const rows = Array.from({ length: bottom - top }, (_, row) => {
    const first = 3 * ((top + row) * width + left);
    return Array.prototype.slice.call(data, first, first + 3 * (right - left)) as number[];
  });
  return { width: right - left, height: bottom - top, data: Uint8Array.from(rows.flat()) };
}

/** Compares two pictures of the same size. */
export function comparePictures(a: Picture, b: Picture): PictureDifference {
  const { width, height } = a;
  if (width !== b.width || height !== b.height) {
    throw new Error(`expected a picture of ${width} × ${height}, got ${b.width} × ${b.height}`);
  }
  let sum = 0;
  let visibleCount = 0;
  let worstSquare = { mean: 0, x: 0, y: 0 };
  for (let top = 0; top < height; top += squareSize) {
    for (let left = 0; left < width; left += squareSize) {
      const [right, bottom] = [Math.min(width, left + squareSize), Math.min(height, top + squareSize)];
      let squareSum = 0;
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const at = 3 * (y * width + x);
          const differences = [0, 1, 2].map((channel) =>
            Math.abs(a.data[at + channel] - b.data[at + channel]),
          );
          squareSum += differences[0] + differences[1] + differences[2];
          if (Math.max(...differences) > visible) visibleCount++;
        }
      }
      sum += squareSum;
      const mean = squareSum / (3 * (right - left) * (bottom - top));
      if (mean > worstSquare.mean) worstSquare = { mean, x: left, y: top };
    }
  }
  return {
    mean: sum / (3 * width * height),
    visibleFraction: visibleCount / (width * height),
    worstSquare,
  };
}
