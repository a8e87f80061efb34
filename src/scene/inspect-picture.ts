import { describeFileKind } from '../files/file-kind.ts';
import { readPicture } from '../files/picture.ts';

/** Contents of a picture. */
export interface PictureInspection {
  readonly file: string;
  readonly format: 'PNG' | 'JPEG';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Fraction of the pixels that are fully transparent, and fraction of those that are partly transparent. */
  readonly clear: number;
  readonly sheer: number;
  /** Mean brightness of the visible pixels, linear light, 0 to 1. 0 if none are visible. */
  readonly brightness: number;
  readonly problems: readonly string[];
}

/** Inspects a picture that particles would form. Throws InputError if the picture cannot be read. */
export function inspectPicture(bytes: Uint8Array, file: string): PictureInspection {
  const { width, height, pixels } = readPicture(bytes, file);
  const count = width * height;
  let [clear, sheer, shown, light] = [0, 0, 0, 0];
  for (let k = 0; k < pixels.length; k += 4) {
    const alpha = pixels[k + 3];
    if (alpha === 0) clear++;
    else if (alpha < 1) sheer++;
    shown += alpha;
    light += alpha * (0.2126 * pixels[k] + 0.7152 * pixels[k + 1] + 0.0722 * pixels[k + 2]);
  }
  const problems =
    clear === count
      ? ['all of its pixels are transparent']
      : clear + sheer === 0
        ? [
            'it has no transparent pixels: particles fill the whole rectangle, unless "by" is brightness or darkness',
          ]
        : [];
  return {
    file,
    format: describeFileKind(bytes) === 'a PNG picture' ? 'PNG' : 'JPEG',
    width,
    height,
    clear: clear / count,
    sheer: sheer / count,
    brightness: shown > 0 ? light / shown : 0,
    problems,
  };
}
