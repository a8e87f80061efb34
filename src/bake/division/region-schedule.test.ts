import { expect, test } from 'vitest';
import { RegionSchedule, type RegionTask } from './region-schedule.ts';
import type { RegionPartResult } from './simulate-part.ts';
import type { TileRectangle } from './tile-rectangles.ts';

const at = (i: number, j = 0): TileRectangle => ({ i0: i, j0: j, i1: i, j1: j });
const result = (changes: Partial<RegionPartResult> = {}): RegionPartResult => ({
  frames: new Map(),
  stepSeconds: [0],
  tiles: [],
  active: [],
  record: null,
  hints: null,
  ...changes,
});
const create = (outlines: (TileRectangle | null)[][], active = [] as { i: number; j: number }[]) =>
  new RegionSchedule(
    outlines[0].length,
    outlines,
    active,
    () => null,
    () => [],
    8,
  );
const names = (task: RegionTask | null) => task && `${task.actors.join('+')} at ${task.interval}`;

/** A runner, and a rider who is far away until interval 5, when he crosses the place where the runner is in interval 3. */
const crossing = () => [
  Array.from({ length: 8 }, (_, k) => at(20 * k)),
  Array.from({ length: 8 }, (_, k) => at(60, k === 5 ? 0 : 200)),
];

test('a rider who crosses a print that the runner has not yet made waits for it, and only for it', () => {
  const schedule = create(crossing());
  const runner = schedule.start()!;
  expect(names(runner)).toBe('0 at 0');
  // The rider goes on alone until he comes to the track.
  for (let k = 0; k < 5; k++) {
    const rider = schedule.start()!;
    expect(names(rider)).toBe(`1 at ${k}`);
    schedule.finish(rider, result());
  }
  expect(schedule.start()).toBeNull();
  schedule.finish(runner, result());
  for (let k = 1; k <= 3; k++) {
    const task = schedule.start()!;
    expect(names(task)).toBe(`0 at ${k}`);
    // While the runner is there, the rider still waits.
    expect(schedule.start()).toBeNull();
    schedule.finish(task, result({ tiles: [{ i: 20 * k, j: 0, bytes: Uint8Array.of(k) }] }));
  }
  const [next, rider] = [schedule.start()!, schedule.start()!];
  expect([names(next), names(rider)].sort()).toEqual(['0 at 4', '1 at 5']);
  expect(schedule.readTiles(names(next) === '1 at 5' ? next : rider)).toEqual([
    { i: 60, j: 0, bytes: Uint8Array.of(3) },
  ]);
});

test('actors whose regions overlap are simulated together, also because of material that still moves', () => {
  const near = create([
    [at(0), at(0)],
    [at(4), at(40)],
  ]);
  expect(names(near.start())).toBe('0+1 at 0');
  const apart = create([
    [at(0), at(0)],
    [at(40), at(40)],
  ]);
  const [first, second] = [apart.start()!, apart.start()!];
  expect([names(first), names(second)]).toEqual(['0 at 0', '1 at 0']);
  // Sand of the first actor has flowed to the second one.
  apart.finish(first, result({ active: [{ i: 38, j: 0 }] }));
  expect(apart.start()).toBeNull();
  apart.finish(second, result());
  expect(names(apart.start())).toBe('0+1 at 1');
});

/** Two actors that are far apart. The part of the second has ended when that of the first leaves its region. */
function leaveAt(i: number) {
  const schedule = create([
    [at(0), at(0)],
    [at(40), at(40)],
  ]);
  const [first, second] = [schedule.start()!, schedule.start()!];
  schedule.finish(second, result());
  schedule.leave(first, { i, j: 0 });
  return { schedule, first };
}

test('a part that leaves its region is repeated alone in a larger one', () => {
  const { schedule, first } = leaveAt(30);
  expect(schedule.discarded).toBe(0);
  const again = schedule.start()!;
  expect(names(again)).toBe('0 at 0');
  expect(again.region!.some(({ i0, i1 }) => i0 <= 30 && i1 >= 30)).toBe(true);
  // The result of the discarded task is not used.
  schedule.finish(first, result());
  expect(schedule.isNextComplete).toBe(false);
  schedule.finish(again, result());
  expect(schedule.isNextComplete).toBe(true);
});

test('what was simulated meanwhile in the larger region is discarded', () => {
  const { schedule, first } = leaveAt(39);
  expect(schedule.discarded).toBe(1);
  const both = schedule.start()!;
  expect(names(both)).toBe('0+1 at 0');
  schedule.finish(first, result());
  expect(schedule.isNextComplete).toBe(false);
  schedule.finish(both, result());
  expect(schedule.isNextComplete).toBe(true);
});

test('a later part that runs in the larger region is discarded too', () => {
  const schedule = create(crossing().map((outlines, k) => (k === 0 ? outlines.map(() => at(0)) : outlines)));
  const runner = schedule.start()!;
  for (let k = 0; k < 5; k++) schedule.finish(schedule.start()!, result());
  const rider = schedule.start()!;
  expect(names(rider)).toBe('1 at 5');
  schedule.leave(runner, { i: 58, j: 0 });
  schedule.finish(rider, result({ tiles: [{ i: 60, j: 0, bytes: Uint8Array.of(1) }] }));
  const again = schedule.start()!;
  expect(names(again)).toBe('0 at 0');
  expect(schedule.readTiles({ ...again, region: [at(60)] })).toEqual([]);
  for (let k = 0; k < 5; k++) {
    const task = schedule.start()!;
    expect(names(task)).toBe(`1 at ${k}`);
    schedule.finish(task, result());
  }
  // The rider now waits for the runner.
  expect(schedule.start()).toBeNull();
});

test('an interval whose parts leave their regions again and again is simulated as a whole', () => {
  const schedule = create([[at(0)], [at(400)]]);
  for (let count = 0; ; count++) {
    const task = schedule.start()!;
    if (!task.region) {
      expect(task.actors).toEqual([0, 1]);
      expect(count).toBeGreaterThan(5);
      return;
    }
    schedule.leave(task, { i: -100 - count, j: 0 });
  }
});
