import { expect, test } from 'vitest';
import { type LongWork, workInTurns, workThrough } from './long-work.ts';

function* countTo(end: number, seen: number[] = []): LongWork<number> {
  let sum = 0;
  for (let k = 1; k <= end; k++) {
    yield;
    seen.push(k);
    sum += k;
  }
  return sum;
}

/** Runs work in which every piece takes the maximum time between two rests. */
function* slowly(pieces: number): LongWork<void> {
  for (let k = 0; k < pieces; k++) {
    const end = performance.now() + 60;
    while (performance.now() < end);
    yield;
  }
}

test('work that rests gives what work at once gives', async () => {
  expect(workThrough(countTo(100))).toBe(5050);
  expect(await workInTurns(countTo(100), {})).toBe(5050);
});

test('work that takes long lets events in, by a pause of the caller or of its own', async () => {
  let pauses = 0;
  await workInTurns(slowly(3), { pause: async () => void pauses++ });
  expect(pauses).toBe(3);
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await workInTurns(slowly(3), {});
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(0);
});

test('an abort between two pieces ends the work with its reason', async () => {
  const controller = new AbortController();
  const pause = async () => controller.abort(new Error('enough'));
  await expect(workInTurns(slowly(1000), { pause, signal: controller.signal })).rejects.toThrow('enough');
  const seen: number[] = [];
  await expect(
    workInTurns(countTo(3, seen), { signal: AbortSignal.abort(new Error('at once')) }),
  ).rejects.toThrow('at once');
  expect(seen).toEqual([]);
});
