import { linearOfSrgb } from '../../math/srgb.ts';
import type { KeyParams } from './params.ts';

/** Red, green, blue in linear light of a colour as people write it. */
export function lightOfColor(color: readonly number[]): [number, number, number] {
  return [linearOfSrgb(color[0]), linearOfSrgb(color[1]), linearOfSrgb(color[2])];
}

/** A key with what the literal mode stands for in its place. */
export function resolveKey(key: KeyParams): KeyParams {
  if (!key.paper) return key;
  return {
    ...key,
    law: 'constant',
    assign: 'random',
    sampling: 'random',
    refine: key.refine === 'never' ? 'never' : 'own',
  };
}

/** What random numbers are for: the second argument of `hashBits`. Values are part of every golden hash. */
export const randomUses = {
  birthPosition: 0x101,
  birthOrder: 0x102,
  jitter: 0x103,
  life: 0x104,
  size: 0x105,
  spin: 0x106,
  choice: 0x201,
  goals: 0x202,
  assignment: 0x203,
  arrival: 0x204,
  weight: 0x205,
} as const;
