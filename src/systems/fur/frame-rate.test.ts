import { expect, test } from 'vitest';
import { FurRun } from './testing/fur-run.ts';
import { createTailActor } from './testing/tail-actor.ts';

const length = 0.06;
const values = { length, frequency: 3, damping: 6, gravity: 0, airDrag: 0 };
/** A skin that moves by 1 m in 0.2 s at constant velocity, and stops. */
const shove = createTailActor({ position: (t) => [Math.min(Math.max(5 * (t - 0.25), 0), 1), 0, 0] });
const seconds = 3;

/** Returns a strand perpendicular to the motion. */
function findStrand(run: FurRun): number {
  const { restNormals, vertexCount } = run.state.output;
  for (let v = 0; v < vertexCount; v++) if (restNormals[3 * v + 1] > 0.9) return v;
  throw new Error('no strand is perpendicular to the motion');
}

type Position = readonly number[];

/** Returns the tip minus the root of this strand at each time, m. */
async function watch(times: readonly number[]): Promise<{ path: Position[]; hash: string }> {
  const run = await FurRun.open(values, { actor: shove });
  const strand = findStrand(run);
  const path: Position[] = [];
  for (const time of times) {
    run.runTo(time);
    run.show(Math.max(0, time - run.time));
    path.push([...run.state.output.offsets.subarray(3 * strand, 3 * strand + 3)]);
  }
  return { path, hash: run.hash() };
}

const apart = (a: Position, b: Position) => Math.hypot(...a.map((c, axis) => c - b[axis]));

const at = (fps: number) => Array.from({ length: seconds * fps + 1 }, (_, k) => k / fps);

/** Returns times with irregular steps of 4 to 34 ms, as on a busy machine. */
function uneven(): number[] {
  const times = [0];
  let seed = 1;
  for (let t = 0; t < seconds - 0.04; ) {
    seed = (seed * 16807) % 2147483647;
    t += 0.004 + 0.03 * (seed / 2147483647);
    times.push(t);
  }
  return [...times, seconds];
}

/** Returns the position on the path at a time, interpolated linearly between samples. */
function between(times: readonly number[], path: readonly Position[], t: number): Position {
  let k = 0;
  while (k + 2 < times.length && times[k + 1] < t) k++;
  const s = (t - times[k]) / (times[k + 1] - times[k]);
  return path[k].map((c, axis) => c + s * (path[k + 1][axis] - c));
}

/** Returns the time after which a strand stays near its final position: within 2 % of its length. */
function settlingTime(times: readonly number[], path: readonly Position[]): number {
  const end = path[path.length - 1];
  for (let k = times.length - 1; k > 0; k--) if (apart(path[k], end) > 0.02 * length) return times[k];
  return 0;
}

test('the motion does not depend on the frame rate: 15 to 240 Hz and irregular steps show one path', {
  timeout: 60_000,
}, async () => {
  const fine = at(720);
  const { path: finePath, hash } = await watch(fine);
  const max = Math.max(...finePath.map((position) => apart(position, [0, length, 0])));
  expect(max).toBeGreaterThan(0.3 * length);
  const settled = settlingTime(fine, finePath);
  expect(settled).toBeGreaterThan(0.6);
  for (const times of [...[15, 24, 30, 60, 144, 240].map(at), uneven()]) {
    const seen = await watch(times);
    times.forEach((time, k) => {
      expect(apart(seen.path[k], between(fine, finePath, time))).toBeLessThan(0.02 * length);
    });
    // The state does not depend on the number of shown frames.
    expect(seen.hash).toBe(hash);
    const here = times.filter((time) => time <= settled).length;
    expect(
      Math.abs(
        settlingTime(
          fine,
          fine.map((t) => between(times, seen.path, t)),
        ) - settled,
      ),
    ).toBeLessThan(0.02 * settled + times[here] - times[here - 1]);
  }
});
