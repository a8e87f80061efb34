import { expect, test } from 'vitest';
import { openScene, parseScene } from '../../src/index.ts';
import { createSceneFiles } from '../document/studio-document.ts';
import { RunSession } from '../run/run-session.ts';
import { type KeysChange, particlesFacts } from './key-state.ts';
import { recordPaths } from './record-paths.ts';

const scene = {
  version: 1,
  time: { start: 0, end: 2, fps: 30 },
  systems: [
    {
      system: 'particles',
      name: 'grains',
      maxAcceleration: 1,
      shapes: [
        { shape: 'ball', name: 'ball', radius: 0.1, position: [-1, 1, 0] },
        { shape: 'box', name: 'box', size: [0.2, 0.2, 0.2], position: [1, 1, 0] },
      ],
      sources: [{ from: 'ball', count: 700, duration: 0.3 }],
      forces: [{ force: 'turbulence' }],
      keys: [
        { name: 'over', to: ['box'], start: 0.2, end: 1, hold: 0.3, fraction: 0.5 },
        { name: 'fade', start: 1.2, end: 1.6, opacity: 0 },
      ],
    },
  ],
};
const files = createSceneFiles(new Map());

test('paths go from the start of a key to its targets, for some of its particles', async () => {
  const plan = await openScene(parseScene(scene), files, { name: 'paths' });
  const fractions: number[] = [];
  const all = await recordPaths(plan, {
    pause: async () => {},
    progress: (fraction) => fractions.push(fraction),
  });
  expect(all).toHaveLength(1);
  const [{ system, key, step, particleCount, pointCount, points }] = all;
  expect([system, key, step]).toEqual(['grains', 'over', 1 / 60]);
  expect(particleCount).toBe(175);
  expect(pointCount).toBeGreaterThan(45);
  expect(points).toHaveLength(3 * particleCount * pointCount);
  let unborn = 0;
  for (let particle = 0; particle < particleCount; particle++) {
    const first = 3 * particle * pointCount;
    const last = first + 3 * (pointCount - 1);
    if (Number.isNaN(points[first])) unborn++;
    else expect(points[first]).toBeLessThan(-0.5);
    for (let axis = 0; axis < 3; axis++) {
      expect(Math.abs(points[last + axis] - [1, 1, 0][axis])).toBeLessThan(0.1 + 1e-6);
    }
  }
  // A third of the key's particles are born after the start of the key.
  expect(unborn).toBeGreaterThan(20);
  expect(unborn).toBeLessThan(100);
  expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
});

test('a run first reports the particles that cannot arrive, then the state of keys with its ticks', async () => {
  const session = await RunSession.open({ name: 'news', scene, files, strokes: [] });
  const [{ name, count, warnings }] = particlesFacts(session.plan.systems);
  expect([name, count]).toEqual(['grains', 700]);
  expect(warnings.join()).toMatch(/key "over": \d+ of 350 particles need more than the limit of 1 m\/s²/);
  const newsAt = (tick: number) => {
    while (session.tick < tick) session.advance();
    const change = session.takeChanges().find((one): one is KeysChange => one.kind === 'keys')!;
    expect(change.name).toBe('grains');
    return change;
  };
  expect(newsAt(0).keys.map(({ phase }) => phase)).toEqual(['waiting', 'waiting']);
  expect(newsAt(30)).toMatchObject({ alive: 700, keys: [{ phase: 'leading', count: 350, arrived: 0 }, {}] });
  const [over] = newsAt(90).keys;
  expect(over).toMatchObject({ phase: 'done', count: 350, arrived: 350 });
  expect(over.maxPositionError).toBeLessThan(1e-9);
});
