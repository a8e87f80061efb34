import { expect, test } from 'vitest';
import { ParticleRun } from './testing/particle-run.ts';

const ball = { shape: 'ball', name: 'ball', radius: 0.3, position: [0, 1, 0] };
const box = { shape: 'box', name: 'box', position: [2, 2, 0] };
const gravity = { force: 'gravity' };

test('free particles fall as gravity has it', async () => {
  const run = await ParticleRun.open({
    shapes: [ball],
    sources: [{ from: 'ball', count: 50 }],
    forces: [gravity],
    drag: 0,
    collide: false,
  });
  const { store } = run.state;
  const before = store.y.slice();
  run.runTo(1);
  const n = 120;
  for (let k = 0; k < 50; k++) {
    expect(store.y[k] - before[k]).toBeCloseTo((-9.81 * n * (n + 1)) / (2 * n * n), 10);
    expect(store.vy[k]).toBeCloseTo(-9.81, 10);
  }
});

test('a key is met to the last digits while forces blow', async () => {
  const run = await ParticleRun.open({
    shapes: [ball, box],
    sources: [{ from: 'ball', count: 200, jitter: 1 }],
    forces: [gravity, { force: 'wind', velocity: [3, 0, 1] }, { force: 'turbulence' }],
    keys: [{ to: ['box'], start: 0.2, end: 1.2345, hold: 0.5 }],
    collide: false,
  });
  run.runTo(1.5);
  const [{ figures, phase }] = run.state.runs;
  expect(phase).toBe('leading');
  expect(figures.arrived).toBe(200);
  expect(figures.largestMiss / figures.longestWay).toBeLessThan(1e-12);
  expect(run.state.output.count).toBe(0);
  run.runTo(2);
  expect(phase === run.state.runs[0].phase).toBe(false);
});
