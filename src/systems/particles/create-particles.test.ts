import { expect, test } from 'vitest';
import { createParticles } from './create-particles.ts';

const params = {
  shapes: [
    { shape: 'ball', name: 'ball' },
    { shape: 'box', name: 'box', position: [2, 1, 0] },
  ],
  sources: [{ from: 'ball', count: 100, jitter: 1 }],
  forces: [{ force: 'gravity' }],
  keys: [{ to: ['box'], start: 0.25, end: 1.5, hold: 0.5 }],
} as const;

test('createParticles runs particles, and seek gives the same result as advance', async () => {
  const particles = await createParticles({ params });
  expect(particles.points.count).toBe(100);
  for (let frame = 0; frame < 100; frame++) particles.advance(1 / 60);
  expect(particles.time).toBeCloseTo(100 / 60, 12);
  const there = [...particles.points.positions.subarray(0, 300)];
  for (let k = 0; k < 300; k += 3) expect(Math.abs(there[k] - 2)).toBeLessThan(0.5 + 1e-6);
  const hash = particles.hash();
  particles.seek(0.3);
  particles.seek(3);
  particles.seek(0.1);
  particles.seek(100 / 60);
  expect(particles.hash()).toBe(hash);
  expect([...particles.points.positions.subarray(0, 300)]).toEqual(there);
});

test('custom forces, scaling and control weight are used, and the key is reached', async () => {
  const plain = await createParticles({ params });
  let calls = 0;
  const own = await createParticles({
    params,
    forces: [
      (store, first, end) => {
        calls++;
        for (let k = first; k < end; k++) store.ax[k] += 20;
      },
    ],
    scaling: (left) => left * left,
    leadWeight: (left) => 1 - left * left,
  });
  for (const particles of [plain, own]) particles.advance(1);
  expect(calls).toBeGreaterThan(100);
  expect([...own.points.positions]).not.toEqual([...plain.points.positions]);
  own.advance(0.6);
  const { keys } = own.report() as { keys: { maxPositionError: number; arrived: number }[] };
  expect(keys[0].arrived).toBe(100);
  expect(keys[0].maxPositionError).toBeLessThan(1e-11);
});

test('contradictory parameters, and files without readers, are refused', async () => {
  await expect(createParticles({ params: { ...params, keys: [{ to: ['bxo'] }] } })).rejects.toThrow(
    'keys[0].to[0]: expected the name of a shape, got "bxo": did you mean "box"?',
  );
  const shapes = [{ shape: 'picture', name: 'ball', file: 'cow.png' }] as const;
  await expect(createParticles({ params: { shapes, sources: [{ from: 'ball' }] } })).rejects.toThrow(
    'cow.png',
  );
});
