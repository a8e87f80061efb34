import { pow } from './portable.ts';

/** Linear light, 0..1, of an sRGB value 0..1. The same to the bit everywhere. */
export function linearOfSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}
