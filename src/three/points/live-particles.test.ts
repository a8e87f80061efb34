import { BoxGeometry, Mesh } from 'three';
import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { colliderFrom } from '../live/collider-from.ts';
import { LiveParticles, type LiveParticlesOptions } from './live-particles.ts';

const cloud: LiveParticlesOptions = {
  params: {
    shapes: [
      { shape: 'ball', name: 'cloud', position: [0, 1, 0], radius: 0.3 },
      { shape: 'box', name: 'box', position: [1, 1, 0] },
    ],
    sources: [{ from: 'cloud', count: 200 }],
    forces: [{ force: 'turbulence' }],
    keys: [{ to: ['box'], start: 0.1, end: 0.5, hold: 0.2 }],
  },
};

test('the steps do not depend on frames: at the end of a key all particles are at their targets', async () => {
  const runs: Float32Array[] = [];
  for (const frames of [6, 24, 75]) {
    const live = await LiveParticles.create(cloud);
    for (let frame = 0; frame < frames; frame++) live.update(0.5 / frames);
    expect(live.time).toBeCloseTo(0.5, 9);
    expect(live.droppedSteps).toBe(0);
    const { positions, count } = live.particles.points;
    for (let k = 0; k < 3 * count; k++) {
      expect(Math.abs(positions[k] - [1, 1, 0][k % 3])).toBeLessThanOrEqual(0.5 + 1e-6);
    }
    runs.push(positions.slice(0, 3 * count));
    expect(live.object.particleCount).toBe(200);
    live.dispose();
  }
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).toEqual(runs[0]);
});

test('a pause, a hidden tab and slow frames do not disturb particles', async () => {
  const live = await LiveParticles.create(cloud);
  live.paused = true;
  live.update(1);
  expect(live.time).toBe(0);
  live.paused = false;
  live.update(Number.NaN);
  live.update(-1);
  live.update(0);
  expect(live.time).toBe(0);
  // A gap between frames counts as one step. A slow frame simulates at most 0.1 s.
  live.update(60);
  expect(live.time).toBeCloseTo(1 / 120, 9);
  live.update(0.2);
  expect(live.time).toBeCloseTo(1 / 120 + 0.1, 9);
  expect(live.droppedSteps).toBe(12);
  live.seek(0);
  expect(live.time).toBe(0);
  live.dispose();
});

test('they bounce off added colliders, and not off removed ones', async () => {
  const heights: number[] = [];
  for (const isThere of [true, false]) {
    const live = await LiveParticles.create({
      params: {
        shapes: [{ shape: 'ball', name: 'drop', position: [0, 0.5, 0], radius: 0.2 }],
        sources: [{ from: 'drop', count: 50 }],
        forces: [{ force: 'gravity' }],
      },
    });
    const table = new Mesh(new BoxGeometry(2, 0.2, 2));
    table.position.y = -0.1;
    const collider = colliderFrom(table);
    live.add(collider);
    live.add(collider);
    if (!isThere) live.remove(collider);
    for (let frame = 0; frame < 60; frame++) {
      table.position.x += 0.001;
      live.update(1 / 60);
    }
    heights.push(live.object.bounds.min.y);
    live.dispose();
  }
  expect(heights[0]).toBeGreaterThan(-0.03);
  expect(heights[1]).toBeLessThan(-3);
});

test('faults are reported before anything is created', async () => {
  const made = LiveParticles.create({ params: { sources: [{ from: 'nowhere' }] } });
  await expect(made).rejects.toThrow(InputError);
  await expect(made).rejects.toThrow('nowhere');
});
