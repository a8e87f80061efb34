import { InvalidArgumentError } from 'commander';

/** Words for what `parseFrameRange` reads. */
export const frameRangeWords =
  "counted from 0, or from the first frame's number where the scene gives it one: 10:20, 10:, :20, or 10 alone";

/**
 * Reads a range of frames: `10:20`, `10:`, `:20`, `:` or `10` alone. First and last frame, both included, null where open.
 *
 * Throws commander's InvalidArgumentError for anything else; whether the scene has these frames is found out later.
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
