import { InvalidArgumentError } from 'commander';

/** Description of the ranges that `parseFrameRange` accepts. */
export const frameRangeHelp =
  'counted from 0, or from firstFrame if the scene sets it: 10:20, 10:, :20, or a single frame, 10';

/**
 * Reads a range of frames: `10:20`, `10:`, `:20`, `:` or `10` alone. Returns the first and the last frame, both included; null for an
 * open end.
 *
 * Throws commander's InvalidArgumentError for anything else. Whether the scene has these frames is checked later.
 */
export function parseFrameRange(text: string): [number | null, number | null] {
  const match = /^(\d{0,9})(:?)(\d{0,9})$/.exec(text);
  if (!match || text === '') {
    throw new InvalidArgumentError(`expected a range such as 10:20, got "${text}".`);
  }
  const first = match[1] === '' ? null : Number(match[1]);
  const last = match[3] === '' ? null : Number(match[3]);
  return [first, match[2] === '' ? first : last];
}
