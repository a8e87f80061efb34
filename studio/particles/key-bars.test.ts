import { expect, test } from 'vitest';
import howdy from '../../scenes/howdy/scene.json' with { type: 'json' };
import type { SceneData } from '../document/studio-document.ts';
import {
  axisTimes,
  type BarPart,
  changedTimes,
  keyFaults,
  listKeyBars,
  moveBar,
  setKeyValues,
  timeFrameOf,
} from './key-bars.ts';

const frame = { start: 0, end: 4, fps: 30 };
const [bar] = listKeyBars({ keys: [{ start: 0.5, end: 2.3, stagger: 0.5, hold: 0.9 }] }, frame);

test('a key is a bar with all its times, with defaults for missing ones', () => {
  expect(bar).toMatchObject({ name: 'keys[0]', start: 0.5, end: 2.3, isEnabled: true });
  expect(bar.firstEnd).toBeCloseTo(1.8, 9);
  expect(bar.release).toBeCloseTo(3.2, 9);
  const [open] = listKeyBars({ keys: [{ name: 'a', enabled: false }] }, frame);
  expect(open).toEqual({
    index: 0,
    name: 'a',
    label: 'a',
    start: 0,
    firstEnd: 4,
    end: 4,
    release: 4,
    isEnabled: false,
  });
  expect(listKeyBars({ keys: [{ to: ['S', 'T'] }] }, frame)[0]).toMatchObject({
    name: 'keys[0]',
    label: 'S, T',
  });
  const odd = listKeyBars({ keys: [{ start: 'x', end: -3, stagger: 99, hold: -1 }, 7] }, frame);
  expect(odd.map(({ start, firstEnd, end, release }) => [start, firstEnd, end, release])).toEqual([
    [0, 0, 0, 0],
    [0, 4, 4, 4],
  ]);
  expect(listKeyBars({ keys: 'none' }, frame)).toEqual([]);
});

test('moved parts snap to frames, and other parts stay', () => {
  expect(changedTimes(bar, moveBar(bar, 'start', 0.21, frame))).toEqual({ start: 0.7 });
  expect(changedTimes(bar, moveBar(bar, 'end', 0.21, frame))).toEqual({ end: 2.5 });
  expect(changedTimes(bar, moveBar(bar, 'hold', -0.31, frame))).toEqual({ hold: 0.6 });
  expect(changedTimes(bar, moveBar(bar, 'whole', 0.19, frame))).toEqual({ start: 0.7, end: 2.5 });
  const twentyFour = { ...frame, fps: 24 };
  expect(moveBar(bar, 'start', 0.02, twentyFour).start).toBe(0.5);
  expect(moveBar(bar, 'start', 0.03, twentyFour).start).toBe(0.541667);
});

test('at any drag distance, a bar keeps its order, is at least one frame long, and stays within the scene', () => {
  for (const part of ['start', 'end', 'hold', 'whole'] as BarPart[]) {
    for (const by of [-100, -1, -1e-9, 0, 1e-9, 1, 100]) {
      const { start, firstEnd, end, release } = moveBar(bar, part, by, frame);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(firstEnd - start).toBeGreaterThan(1 / 31);
      expect(end - firstEnd).toBeCloseTo(0.5, 5);
      expect(release).toBeGreaterThanOrEqual(end);
      expect(release).toBeLessThanOrEqual(4);
      if (part !== 'hold') expect(release - end).toBeCloseTo(0.9, 5);
      if (part === 'whole') expect(end - start).toBeCloseTo(1.8, 5);
    }
  }
  // A bar that already extends beyond the scene may stay there.
  const [long] = listKeyBars({ keys: [{ start: 3, end: 5, hold: 1 }] }, frame);
  expect(moveBar(long, 'whole', 3, frame)).toMatchObject({ start: 3, end: 5, release: 6 });
  expect(moveBar(long, 'whole', -3, frame)).toMatchObject({ start: 0, end: 2, release: 3 });
});

test('the time of a scene is read as it is written', () => {
  expect(timeFrameOf({})).toEqual({ start: 0, end: 3, fps: 30 });
  expect(timeFrameOf({ time: { start: 1, end: 2, fps: '30000/1001' } }).fps).toBeCloseTo(29.97, 2);
  expect(timeFrameOf({ time: { start: 5, end: 'x', fps: -1 } })).toEqual({ start: 5, end: 5, fps: 30 });
});

test('times below a timeline are round and not too many', () => {
  expect(axisTimes(frame, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(axisTimes({ start: 0.3, end: 1, fps: 30 }, 4)).toEqual([0.4, 0.6, 0.8, 1]);
  expect(axisTimes({ start: 0, end: 5000, fps: 30 }, 8).length).toBeLessThanOrEqual(10);
  expect(axisTimes({ start: 2, end: 2, fps: 30 }, 8)).toEqual([2]);
});

test('keys that control the same particles at the same time are reported with the message of the command line', () => {
  const scene = howdy as SceneData;
  expect(keyFaults(scene, 0).size).toBe(0);
  const second = { name: 'again', to: ['ball'], start: 2, end: 4 };
  const [system] = scene.systems!;
  const keys = [...(system.keys as object[]), second];
  const both = { ...scene, systems: [{ ...system, keys }] };
  expect(keyFaults(both, 0).get(2)).toMatch(/"again" \(2 s to 4 s\) and "Howdy" .* overlap/);
  const found = [{ path: 'systems[0].keys[1].counts', message: 'expected fewer' }];
  expect([...keyFaults(scene, 0, found)]).toEqual([[1, 'expected fewer']]);
  expect(keyFaults(scene, 1, found).size).toBe(0);
  expect(keyFaults(setKeyValues(both, 0, 2, { start: 3.2 }), 0).size).toBe(0);
});
