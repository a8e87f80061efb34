import type { ForceOf } from '../wind/air-field.ts';

/** Centre of the sphere of a push, m, and its velocity, m/s. */
export interface PushBall {
  readonly center: readonly number[];
  readonly velocity: readonly number[];
}

const still = [0, 0, 0];

/**
 * Returns the sphere of a push at time t, s. With a `path` (time, x, y, z, time, x, y, z …, ascending times), its position is interpolated
 * linearly, and the result is null before the first and after the last time. Without a path, the sphere moves from `center` to `to` between
 * `from` and `until`, or does not move. At a point of a path, the velocity is the velocity of the segment before the point. Points that are
 * appended later therefore do not change earlier results.
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
