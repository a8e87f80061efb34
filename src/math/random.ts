/**
 * Random numbers as hashes of identifying numbers (seed, a, b, c). There is no state, so any random number can be computed again at any
 * time, in any order, on any thread. The mixer is the 32-bit finaliser of MurmurHash3, applied once for each word.
 */

function mix(h: number): number {
  let x = h;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Returns 32 random bits that depend only on (seed, a, b, c). Every argument is taken modulo 2³². */
export function hashBits(seed: number, a = 0, b = 0, c = 0): number {
  let h = mix(seed ^ 0x9e3779b9);
  h = mix(h ^ Math.imul(a, 0xcc9e2d51));
  h = mix(h ^ Math.imul(b, 0x1b873593) ^ 0x68e31da4);
  return mix(h ^ Math.imul(c, 0xb5297a4d) ^ 0x1b56c4e9);
}

/** Returns a random number in [0, 1) that depends only on (seed, a, b, c), in steps of 2⁻³². */
export function hashUnit(seed: number, a = 0, b = 0, c = 0): number {
  return hashBits(seed, a, b, c) / 4294967296;
}
