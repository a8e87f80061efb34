import { afterEach, expect, test, vi } from 'vitest';
import type { BakeReport } from '../bake/bake-report.ts';
import { describeActor, reportLines, showReport } from './show-report.ts';

afterEach(() => vi.restoreAllMocks());

const key = {
  name: 'word',
  count: 90,
  arrived: 90,
  end: 2.3,
  phase: 'done',
  maxPathLength: 1,
  maxPositionError: 0,
};

function linesOf(keys: unknown, more: Record<string, unknown> = {}): string[] {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const system = { system: 'particles', name: 'smoke', steps: 1, stepSeconds: 0, stateHash: '', bytes: 0 };
  const report = {
    frames: { count: 1, fps: 30 },
    actors: [],
    systems: [{ ...system, keys, ...more }],
    warnings: ['a warning'],
    outputs: [{ file: 'a.glb', kind: 'pointsGlb', bytes: 10 }],
    wallSeconds: 1,
  } as unknown as BakeReport;
  showReport(report, 'out/a');
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  return lines.slice(0, lines.indexOf('note: a warning'));
}

test('the number of arrived particles is printed for each key', () => {
  expect(linesOf([key])).toEqual(['smoke: key "word": 90 of 90 arrived at 2.3 s']);
  // At the end of the scene the particles of the key are still held.
  expect(linesOf([{ ...key, phase: 'leading' }])).toHaveLength(1);
  expect(linesOf([{ ...key, arrived: 3, maxPositionError: 0.0024 }])).toEqual([
    'smoke: key "word": 3 of 90 arrived at 2.3 s, the furthest is 0.24 cm away',
  ]);
});

test('nothing is printed for keys without particles, for keys that have not ended, and for other systems', () => {
  expect(linesOf([{ ...key, arrived: 0, maxPathLength: 0 }])).toEqual([]);
  expect(linesOf([{ ...key, arrived: 0, phase: 'leading' }])).toEqual([]);
  expect(linesOf([{ ...key, arrived: 0, phase: 'waiting' }])).toEqual([]);
  expect(linesOf(undefined)).toEqual([]);
});

test('actors and warnings with the same text share a line', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const actors = names.map((name) => ({
    name,
    height: name === 'f' ? 1 : 0.6,
    scale: 1,
    travel: null,
    joints: 0,
  }));
  const warnings = ['general: one', ...names.slice(0, 2).map((name) => `${name}: falls`), 'smoke: rises'];
  const report = {
    frames: { count: 1, fps: 30 },
    actors,
    systems: [{ system: 'particles', name: 'smoke' }],
    warnings,
    outputs: [{ file: 'a.glb', kind: 'pointsGlb', bytes: 10 }],
    wallSeconds: 1,
  } as unknown as BakeReport;
  expect(reportLines(report, 'out/a').slice(0, 5)).toEqual([
    'a, b, c and 2 more: 60 cm tall, follows keys',
    'f: 1 m tall, follows keys',
    'note: general: one',
    'note: a, b: falls',
    'note: smoke: rises',
  ]);
});

test('a wheel reports how far it rolls', () => {
  const wheel = { height: 0.6, scale: 1, travel: null, joints: 0 };
  const roll = { radius: 0.3, axle: [1, 0, 0], turns: -2.34567 } as const;
  expect(describeActor({ ...wheel, roll })).toBe('60 cm tall, rolls -2.35 rotations on a radius of 30 cm');
  expect(describeActor(wheel)).toBe('60 cm tall, follows keys');
  expect(describeActor({ ...wheel, isSimulated: true })).toBe('60 cm tall, is simulated');
});

test('vertices at one position that were not joined are listed, with the reason', () => {
  const copies = { joined: 200, moveDifferently: 81, otherSurface: 0 };
  expect(linesOf(undefined, { copies })).toEqual([
    'smoke: 200 duplicate vertices were joined; not joined, although at the same position: 81 that follow other joints',
  ]);
  expect(linesOf(undefined, { copies: { ...copies, otherSurface: 4 } })[0]).toMatch(
    /81 that follow other joints, 4 of another surface or of the back of a sheet$/,
  );
  expect(linesOf(undefined, { copies: { ...copies, moveDifferently: 0 } })).toEqual([]);
  const selection = { bone: 'hip', areaFraction: 0.5, surfaces: [] };
  const parts = [
    { name: 'smoke', selection },
    { name: 'smoke-part-2', selection, copies },
  ];
  expect(linesOf(undefined, { parts })).toEqual([
    'smoke: 2 separate bodies, a part of flesh for each',
    'smoke: carried by "hip", it moves 50 % of the surface of the character:',
    'smoke-part-2: carried by "hip", it moves 50 % of the surface of the character:',
    expect.stringMatching(/^smoke-part-2: 200 duplicate vertices were joined/),
  ]);
});
