import { linearOfSrgb } from '../../math/srgb.ts';
import type { KeyParams } from './params.ts';

/** Converts an sRGB colour (red, green, blue from 0 to 1) to linear light. */
export function lightOfColor(color: readonly number[]): [number, number, number] {
  return [linearOfSrgb(color[0]), linearOfSrgb(color[1]), linearOfSrgb(color[2])];
}

/**
 * Returns the effective parameters of a key. The literal mode (`paper`) replaces law, assignment, sampling and refinement. Each step
 * has an r of its own, and paths are judged in every step.
 */
export function resolveKey(key: KeyParams): KeyParams {
  if (!key.paper) return key;
  return {
    ...key,
    law: 'constant',
    assign: 'random',
    sampling: 'random',
    randomPer: 'step',
    judgeEvery: 1,
    refine: key.refine === 'never' ? 'never' : 'own',
  };
}

/** Purposes of random numbers: the second argument of `hashBits`. A change of a value changes all golden hashes. */
export const randomUses = {
  birthPosition: 0x101,
  birthOrder: 0x102,
  jitter: 0x103,
  life: 0x104,
  size: 0x105,
  spin: 0x106,
  color: 0x107,
  orientation: 0x108,
  burst: 0x301,
  rest: 0x302,
  choice: 0x201,
  goals: 0x202,
  assignment: 0x203,
  arrival: 0x204,
  weight: 0x205,
} as const;
