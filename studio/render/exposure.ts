import { linearOfSrgb, srgbOfLinear } from '../../src/math/index.ts';

/** Number of entries of the table that encodes light. In the darkest tones, two entries differ by a tenth of a byte. */
const tableSize = 1 << 15;

const decoded = Float32Array.from({ length: 256 }, (_, byte) => linearOfSrgb(byte / 255));
let encoded: Uint8Array | null = null;

/** Averages pictures of equal size in linear light, as film does while the shutter is open. */
export class Exposure {
  private light: Float32Array | null = null;
  private count = 0;

  /** Adds a picture. pixels: sRGB bytes. The pixels are not kept. */
  add(pixels: Uint8Array): void {
    this.light ??= new Float32Array(pixels.length);
    for (let k = 0; k < pixels.length; k++) this.light[k] += decoded[pixels[k]];
    this.count++;
  }

  /** Returns the mean of the pictures as sRGB bytes. If they are equal, it equals them. Opacity is treated as a colour. */
  develop(): Uint8Array {
    const { light, count } = this;
    if (!light) throw new Error('no picture was added');
    encoded ??= Uint8Array.from({ length: tableSize + 1 }, (_, k) =>
      Math.round(255 * srgbOfLinear(k / tableSize)),
    );
    const scale = tableSize / count;
    const out = new Uint8Array(light.length);
    for (let k = 0; k < out.length; k++) out[k] = encoded[Math.round(light[k] * scale)];
    return out;
  }
}
