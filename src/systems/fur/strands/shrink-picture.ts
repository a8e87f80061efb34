import type { Picture } from '../../../motion/picture.ts';

/** Maximum number of pixels along a side. Finer details are not visible in fur. */
const maxPixels = 1024;

/**
 * Halves a picture until neither side has more than `max` pixels. Each new pixel is the mean of four pixels. At the end of a side with an
 * odd number of pixels, it is the mean of two pixels, or a copy of one.
 */
export function shrinkPicture(picture: Picture, max = maxPixels): Picture {
  let shrunk = picture;
  while (shrunk.width > max || shrunk.height > max) shrunk = halvePicture(shrunk);
  return shrunk;
}

function halvePicture({ width, height, pixels }: Picture): Picture {
  const across = Math.ceil(width / 2);
  const down = Math.ceil(height / 2);
  const out = new Float32Array(4 * across * down);
  for (let j = 0; j < down; j++) {
    const upper = 2 * j * width;
    const lower = Math.min(2 * j + 1, height - 1) * width;
    for (let i = 0; i < across; i++) {
      const left = 2 * i;
      const right = Math.min(left + 1, width - 1);
      for (let c = 0; c < 4; c++) {
        const sum =
          pixels[4 * (upper + left) + c] +
          pixels[4 * (upper + right) + c] +
          pixels[4 * (lower + left) + c] +
          pixels[4 * (lower + right) + c];
        out[4 * (j * across + i) + c] = sum / 4;
      }
    }
  }
  return { width: across, height: down, pixels: out };
}
