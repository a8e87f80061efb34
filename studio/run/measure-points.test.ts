import { expect, test } from 'vitest';
import { openScene, parseScene } from '../../src/index.ts';
import { measurePoints } from './measure-points.ts';

const scene = {
  version: 1,
  seed: 2,
  time: { start: 0, end: 2, fps: 30 },
  systems: [
    {
      system: 'particles',
      name: 'word',
      size: 0.02,
      shapes: [
        { shape: 'ball', name: 'ball', radius: 0.2, position: [-1, 1, 0] },
        { shape: 'box', name: 'bar', size: [0.5, 3, 0], position: [1, 1.5, 0] },
      ],
      sources: [{ from: 'ball', count: 600 }],
      // One in ten particles flies far away.
      forces: [{ force: 'gravity', acceleration: [300, 0, 0] }],
      keys: [{ to: ['bar'], start: 0, end: 1.01, hold: 0.1, fraction: 0.9 }],
    },
  ],
};

const open = (given: object) => openScene(parseScene(given), { read: () => undefined }, { name: 'test' });

test('the bounds contain the start and the targets of keys, without outliers', async () => {
  const extent = measurePoints(await open(scene))!;
  const { min, max } = extent;
  expect(min[0]).toBeLessThan(-1.15);
  expect(min[1]).toBeLessThan(0.05);
  expect(max[1]).toBeGreaterThan(2.95);
  // By then, those particles that have no key are hundreds of metres away.
  expect(max[0]).toBeGreaterThan(1.2);
  expect(max[0]).toBeLessThan(1.25 + 0.3 * 3.1);
  expect(min[2]).toBeGreaterThan(-1.2);
  expect(measurePoints(await open(scene))).toEqual(extent);
});

test('without particles there are no bounds; with a patience of 0 the bounds are those of the start and the targets', async () => {
  expect(measurePoints(await open({ ...scene, systems: [{ system: 'ground', name: 'sand' }] }))).toBe(null);
  const { min, max } = measurePoints(await open(scene), { patience: 0 })!;
  expect(min[0]).toBeLessThan(-1.15);
  expect(max[0]).toBeCloseTo(1.25, 6);
  expect(max[1]).toBeCloseTo(3, 6);
});
