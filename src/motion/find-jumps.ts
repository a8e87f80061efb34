import type { Clip, ClipChannel } from './rig.ts';

/** Minimum change of the value at a STEP key that counts as a jump: a fraction of the channel's maximum value, or radians of rotation. */
const tolerance = 1e-3;

/** A part whose scale is below this fraction of the channel's maximum scale is invisible. */
const hiddenSize = 1e-3;

interface Jumps {
  /** `all`: all jumps. `ofCharacter`: without the jumps at which a scale only hides or shows a part of the character. */
  readonly all: Float64Array;
  readonly ofCharacter: Float64Array;
}

const jumpsOfClip = new WeakMap<Clip, Jumps>();

function collectJumps(clip: Clip): Jumps {
  let jumps = jumpsOfClip.get(clip);
  if (!jumps) {
    const [all, ofCharacter] = [new Set<number>(), new Set<number>()];
    for (const channel of clip.channels) {
      if (channel.interpolation !== 'STEP') continue;
      for (const key of jumpKeys(channel)) {
        all.add(channel.times[key]);
        if (!hides(channel, key - 1) && !hides(channel, key)) ofCharacter.add(channel.times[key]);
      }
    }
    jumps = { all: Float64Array.from(all).sort(), ofCharacter: Float64Array.from(ofCharacter).sort() };
    jumpsOfClip.set(clip, jumps);
  }
  return jumps;
}

/** Returns the times at which a STEP channel changes its value, ascending, seconds. STEP channels that stay constant have none. */
export function findJumps(clip: Clip): Float64Array {
  return collectJumps(clip).all;
}

/**
 * Returns the times of `findJumps` without those at which a part is scaled to 0 or reappears, since the rest of the character continues to
 * move.
 */
export function findCharacterJumps(clip: Clip): Float64Array {
  return collectJumps(clip).ofCharacter;
}

/** Returns true if (t0, t1] contains one of the times in `jumps`. Then no motion connects the poses at t0 and t1. */
export function hasJumpBetween(jumps: Float64Array, t0: number, t1: number): boolean {
  for (let k = 0; k < jumps.length && jumps[k] <= t1; k++) {
    if (jumps[k] > t0) return true;
  }
  return false;
}

/** Returns the result of `hasJumpBetween` for all jumps of a clip. */
export function jumpsBetween(clip: Clip, t0: number, t1: number): boolean {
  return hasJumpBetween(findJumps(clip), t0, t1);
}

/** Returns whether a channel scales its node to 0 at a key. */
function hides({ path, values }: ClipChannel, key: number): boolean {
  if (path !== 'scale') return false;
  let max = 0;
  for (const value of values) max = Math.max(max, Math.abs(value));
  return [0, 1, 2].every((axis) => Math.abs(values[3 * key + axis]) <= hiddenSize * max);
}

/** Returns the keys of a STEP channel at which its value changes. */
function jumpKeys(channel: ClipChannel): number[] {
  const keys: number[] = [];
  const { times, values, width, path } = channel;
  let max = 0;
  for (const value of values) max = Math.max(max, Math.abs(value));
  for (let key = 1; key < times.length; key++) {
    let dot = 0;
    let change = 0;
    for (let c = 0; c < width; c++) {
      const before = values[(key - 1) * width + c];
      const after = values[key * width + c];
      dot += before * after;
      change = Math.max(change, Math.abs(after - before));
    }
    // q and −q are the same rotation. |dot| is the cosine of half the angle between unit quaternions.
    const isJump =
      path === 'rotation' ? Math.abs(dot) < 1 - (tolerance * tolerance) / 8 : change > tolerance * max;
    if (isJump) keys.push(key);
  }
  return keys;
}
