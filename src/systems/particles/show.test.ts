import { expect, test } from 'vitest';
import { particlesSystem } from './system.ts';
import { ParticleRun } from './testing/particle-run.ts';

const scene = {
  shapes: [
    { shape: 'ball', name: 'ball', radius: 0.3, position: [0, 1, 0] },
    { shape: 'box', name: 'box', position: [2, 2, 0] },
  ],
  sources: [
    { from: 'ball', count: 60, jitter: 1, spin: 3 },
    { from: 'ball', name: 'jet', count: 100, duration: 1, velocity: [0, 2, 0], life: 0.5 },
  ],
  forces: [{ force: 'gravity' }],
  keys: [
    {
      to: ['box'],
      sources: ['ball'],
      start: 0.201,
      end: 0.5037,
      color: [1, 0, 0],
      size: 0.5,
      orientation: [0, 1, 0, 1],
    },
    {
      name: 'later',
      to: ['box'],
      sources: ['ball'],
      start: 0.7,
      end: 1,
      stagger: 0.2,
      selection: 'nearest',
      fraction: 0.5,
    },
  ],
  collide: false,
};

test('between two ticks the state does not change, and the display is interpolated', async () => {
  const run = await ParticleRun.open(scene);
  const dt = 1 / 120;
  for (const time of [0, 0.2, 0.5, 0.7, 0.8]) {
    run.runTo(time);
    const before = run.hash();
    const shown: number[][] = [];
    for (let k = 0; k <= 8; k++) {
      particlesSystem.interpolate!(run.state, run.inputs, (k / 8) * dt * 0.999999999, dt);
      shown.push([...run.state.output.positions.subarray(0, 180)]);
      expect(run.hash()).toBe(before);
    }
    for (let k = 1; k <= 8; k++) {
      const largest = Math.max(...shown[k].map((value, i) => Math.abs(value - shown[k - 1][i])));
      expect(largest).toBeLessThan(0.05);
      expect(largest).toBeGreaterThan(0);
    }
  }
});

test('the display is exactly at the goal at the end of a key between two ticks', async () => {
  const run = await ParticleRun.open(scene);
  const dt = 1 / 120;
  run.runTo(0.5037);
  particlesSystem.interpolate!(run.state, run.inputs, 0.5037 - run.time, dt);
  const { output, prepared } = run.state;
  const [{ goals, members }] = run.state.runs;
  expect(run.state.runs[0].phase).toBe('leading');
  const positions = prepared.keys[0].goals!.positions;
  for (const [k, particle] of members.entries()) {
    const at = output.ids.indexOf(particle);
    for (let axis = 0; axis < 3; axis++) {
      expect(output.positions[3 * at + axis]).toBeCloseTo(positions[3 * goals[k] + axis], 6);
    }
    expect([...output.colors.subarray(4 * at, 4 * at + 3)]).toEqual([1, 0, 0]);
    expect(output.sizes[at]).toBe(0.5);
    expect(output.orientations![4 * at + 1]).toBeCloseTo(Math.SQRT1_2, 6);
  }
});

test('particles are shown from their birth to their death, also between two ticks', async () => {
  const run = await ParticleRun.open(scene);
  run.runTo(0.6);
  const { births } = run.prepared;
  for (const fraction of [0.1, 0.5, 0.9]) {
    const now = run.time + fraction / 120;
    particlesSystem.interpolate!(run.state, run.inputs, fraction / 120, 1 / 120);
    const there = [...births.times.keys()].filter((k) => births.times[k] <= now && births.deaths[k] > now);
    expect([...run.state.output.ids.subarray(0, run.state.output.count)]).toEqual(there);
  }
});
