/** `aftermotion/math`: small numeric helpers that the page shares with the library. */
export { clamp } from './clamp.ts';
export { equalBytes } from './equal-bytes.ts';
export { append, maxOf, minOf } from './lists.ts';
export { linearOfSrgb, srgbOfLinear } from './srgb.ts';
