import type { Clip, ClipChannel } from './rig.ts';

/** Smallest change at a STEP key that counts: as a share of the channel's largest value, or radians of turn. */
const tolerance = 1e-3;

const jumpsOfClip = new WeakMap<Clip, Float64Array>();

/** Times at which a STEP channel changes its value, rising, seconds. STEP channels that stay constant have none. */
export function findJumps(clip: Clip): Float64Array {
  let jumps = jumpsOfClip.get(clip);
  if (!jumps) {
    const times = new Set<number>();
    for (const channel of clip.channels) {
      if (channel.interpolation === 'STEP') addJumps(channel, times);
    }
    jumps = Float64Array.from(times).sort();
    jumpsOfClip.set(clip, jumps);
  }
  return jumps;
}

/** True when (t0, t1] holds a jump: the poses at t0 and t1 are then not joined by a motion. */
export function jumpsBetween(clip: Clip, t0: number, t1: number): boolean {
  const jumps = findJumps(clip);
  for (let k = 0; k < jumps.length && jumps[k] <= t1; k++) {
    if (jumps[k] > t0) return true;
  }
  return false;
}

function addJumps(channel: ClipChannel, out: Set<number>): void {
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
    if (isJump) out.add(times[key]);
  }
}
