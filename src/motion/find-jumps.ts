import type { Clip, ClipChannel } from './rig.ts';

/** Smallest change at a STEP key that counts: as a share of the channel's largest value, or radians of turn. */
const tolerance = 1e-3;

/** What is scaled below this share of a channel's largest scale is hidden by it. */
const hiddenSize = 1e-3;

interface Jumps {
  /** All of them, and those that move a figure as a whole: without those that hide a part of it by its scale, or show it again. */
  readonly all: Float64Array;
  readonly ofFigure: Float64Array;
}

const jumpsOfClip = new WeakMap<Clip, Jumps>();

function collectJumps(clip: Clip): Jumps {
  let jumps = jumpsOfClip.get(clip);
  if (!jumps) {
    const [all, ofFigure] = [new Set<number>(), new Set<number>()];
    for (const channel of clip.channels) {
      if (channel.interpolation !== 'STEP') continue;
      for (const key of jumpKeys(channel)) {
        all.add(channel.times[key]);
        if (!hides(channel, key - 1) && !hides(channel, key)) ofFigure.add(channel.times[key]);
      }
    }
    jumps = { all: Float64Array.from(all).sort(), ofFigure: Float64Array.from(ofFigure).sort() };
    jumpsOfClip.set(clip, jumps);
  }
  return jumps;
}

/** Times at which a STEP channel changes its value, rising, seconds. STEP channels that stay constant have none. */
export function findJumps(clip: Clip): Float64Array {
  return collectJumps(clip).all;
}

/** The same without those at which a part is scaled to nothing or comes back: the rest of the figure moves on through them. */
export function findFigureJumps(clip: Clip): Float64Array {
  return collectJumps(clip).ofFigure;
}

/** True when (t0, t1] holds one of some jumps: the poses at t0 and t1 are then not joined by a motion. */
export function hasJumpBetween(jumps: Float64Array, t0: number, t1: number): boolean {
  for (let k = 0; k < jumps.length && jumps[k] <= t1; k++) {
    if (jumps[k] > t0) return true;
  }
  return false;
}

/** `hasJumpBetween` of all jumps of a clip. */
export function jumpsBetween(clip: Clip, t0: number, t1: number): boolean {
  return hasJumpBetween(findJumps(clip), t0, t1);
}

/** Whether a channel scales its node to nothing at a key. */
function hides({ path, values }: ClipChannel, key: number): boolean {
  if (path !== 'scale') return false;
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return [0, 1, 2].every((axis) => Math.abs(values[3 * key + axis]) <= hiddenSize * largest);
}

/** Keys of a STEP channel at which its value changes. */
function jumpKeys(channel: ClipChannel): number[] {
  const keys: number[] = [];
  const { times, values, width, path } = channel;
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  for (let key = 1; key < times.length; key++) {
    let dot = 0;
    let change = 0;
    for (let c = 0; c < width; c++) {
      const before = values[(key - 1) * width + c];
      const after = values[key * width + c];
      dot += before * after;
      change = Math.max(change, Math.abs(after - before));
    }
    // q and −q are one turn; half the angle between unit quaternions has the cosine |dot|.
    const isJump =
      path === 'rotation' ? Math.abs(dot) < 1 - (tolerance * tolerance) / 8 : change > tolerance * largest;
    if (isJump) keys.push(key);
  }
  return keys;
}
