import { pow } from './portable.ts';

/** Linear light, 0..1, of an sRGB value 0..1. The same to the bit everywhere. */
export function linearOfSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/** sRGB value, 0..1, of linear light 0..1: the inverse. */
export function srgbOfLinear(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055;
}
