import { pow } from './portable.ts';

/** Converts an sRGB value, 0..1, to linear light, 0..1. Bit-identical on every machine. */
export function linearOfSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/** Converts linear light, 0..1, to an sRGB value, 0..1. */
export function srgbOfLinear(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055;
}
