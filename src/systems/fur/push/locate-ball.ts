import type { ForceOf } from '../wind/air-field.ts';

/** Where the ball of a push is, m, and how fast it goes, m/s. */
export interface PushBall {
  readonly center: readonly number[];
  readonly velocity: readonly number[];
}

const still = [0, 0, 0];

/**
 * The ball at time t, s. It follows `path` (time, x, y, z, and so on, times rising), straight from place to place; null before
 * the first of its times and after the last. Else it goes from `center` to `to` where `from` and `until` say when, or stays.
 * What a path gains at its end changes nothing before: how fast the ball is at a time, the way to it says.
 */
export function locateBall({ center, to, from, until, path }: ForceOf<'push'>, t: number): PushBall | null {
  if (path && path.length >= 4) {
    const last = 4 * Math.floor(path.length / 4) - 4;
    if (!(t >= path[0] && t <= path[last])) return null;
    if (t === path[0]) return { center: path.slice(1, 4), velocity: still };
    let k = 0;
    while (path[k + 4] < t) k += 4;
    return between(path.slice(k + 1, k + 4), path.slice(k + 5, k + 8), path[k], path[k + 4], t);
  }
  if (!to || from === undefined || until === undefined || until <= from) return { center, velocity: still };
  return between(center, to, from, until, t);
}

function between(a: readonly number[], b: readonly number[], t0: number, t1: number, t: number): PushBall {
  const fraction = Math.min(1, Math.max(0, (t - t0) / (t1 - t0)));
  return {
    center: a.map((c, axis) => c + fraction * (b[axis] - c)),
    velocity: a.map((c, axis) => (b[axis] - c) / (t1 - t0)),
  };
}
