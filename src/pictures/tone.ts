import { exp, log, pow } from '../math/portable.ts';

/** Linear red, green, blue. */
export type Light = readonly [number, number, number];

const tableScale = 4096;
const tableSize = 4 * tableScale;

/** Returns the sRGB byte of a linear value in [0, 1]. */
export function encodeSrgb(linear: number): number {
  const c = linear <= 0 ? 0 : Math.min(linear, 1);
  const encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
  return Math.round(255 * encoded);
}

/** Returns the linear value of an sRGB byte. */
export function decodeSrgb(byte: number): number {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/** Returns the linear values of a colour that is given as sRGB bytes. */
export function lightOf(red: number, green: number, blue: number): Light {
  return [decodeSrgb(red), decodeSrgb(green), decodeSrgb(blue)];
}

const shoulder = 0.5;

/**
 * Maps light to displayable values with a tone curve: linear up to half of white, then a shoulder that approaches white without clipping.
 * Input and result are linear and ≥ 0. The curve and its slope are continuous.
 */
export function compressHighlights(x: number): number {
  if (x <= shoulder) return x;
  const rest = 1 - shoulder;
  return shoulder + rest * (1 - exp((shoulder - x) / rest));
}

const table = new Uint8Array(tableSize + 1);
for (let k = 0, byte = 0, next = lightAbove(0); k <= tableSize; k++) {
  while (k / tableScale >= next && byte < 255) next = lightAbove(++byte);
  table[k] = byte;
}

/** Returns the linear value above which the display byte is rounded up to the next byte. */
function lightAbove(byte: number): number {
  const shown = decodeSrgb(byte + 0.5);
  const rest = 1 - shoulder;
  return shown <= shoulder ? shown : shown < 1 ? shoulder - rest * log((1 - shown) / rest) : Infinity;
}

/** Returns the display byte of a linear value, from a table. NaN gives 0. */
export function displayByte(linear: number): number {
  const k = linear * tableScale + 0.5;
  return k >= tableSize ? table[tableSize] : k > 0 ? table[k | 0] : 0;
}

const exposed = new Float32Array(tableSize + 1);
for (let k = 0; k <= tableSize; k++) exposed[k] = compressHighlights(k / tableScale);

/** Returns the result of `compressHighlights` from a table, for samples that are averaged before display. NaN gives 0. */
export function exposeLight(linear: number): number {
  const k = linear * tableScale + 0.5;
  return k >= tableSize ? exposed[tableSize] : k > 0 ? exposed[k | 0] : 0;
}

const srgb = new Uint8Array(tableScale + 1);
for (let k = 0; k <= tableScale; k++) srgb[k] = encodeSrgb(k / tableScale);

/** Returns the result of `encodeSrgb` from a table. In the darkest tones, the error is at most one byte. */
export function srgbByte(linear: number): number {
  const k = linear * tableScale + 0.5;
  return k >= tableScale ? srgb[tableScale] : k > 0 ? srgb[k | 0] : 0;
}
