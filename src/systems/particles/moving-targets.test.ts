import { expect, test } from 'vitest';
import { placeOnSkin } from './keys/skin-positions.ts';
import { movingSurface } from './testing/moving-surface.ts';
import { ParticleRun } from './testing/particle-run.ts';

const shapes = [
  { shape: 'ball', name: 'ball', radius: 0.3, position: [0, 1, 0] },
  { shape: 'box', name: 'box', position: [2, 2, 0] },
];

test('moving targets are reached where they will be, and held particles move with them', async () => {
  const { surface, shape, advance } = movingSurface();
  for (const law of ['leastEffort', 'velocity']) {
    const run = await ParticleRun.open(
      {
        shapes,
        sources: [{ from: 'ball', count: 40, jitter: 1 }],
        forces: [{ force: 'gravity' }],
        keys: [{ to: ['moving'], start: 0.1, end: 0.8123, stagger: 0.3, hold: 0.4, law }],
        collide: false,
      },
      { shapes: [shape], surfaces: [surface] },
    );
    run.runTo(1, advance);
    const [{ results, goals, members }] = run.state.runs;
    expect(results.arrived).toBe(40);
    expect(results.maxPositionError).toBeLessThan(1e-12);
    if (law === 'velocity') expect(results.maxSpeedError).toBeLessThan(1e-9);
    const corner = (k: number) => surface.end.subarray(3 * k, 3 * k + 3);
    const { weights } = shape.points!.anchors!;
    for (const [k, particle] of members.entries()) {
      const [u, v] = weights.subarray(2 * goals[k]);
      const [x, z] = [0, 2].map(
        (axis) => u * corner(0)[axis] + v * corner(1)[axis] + (1 - u - v) * corner(2)[axis],
      );
      expect(Math.hypot(run.state.store.x[particle] - x, run.state.store.z[particle] - z)).toBeLessThan(
        0.1001,
      );
    }
    expect(run.state.store.vx.every((value) => Math.abs(value - 3) < 3)).toBe(true);
  }
});

test('a surface whose future is not known is followed, and reached in the last step', async () => {
  const { surface, shape, advance } = movingSurface();
  const live = { ...surface, positionsAt: null };
  for (const kind of ['fill', 'density']) {
    const run = await ParticleRun.open(
      {
        shapes,
        sources: [{ from: 'ball', count: 40, jitter: 1 }],
        forces: [{ force: 'gravity' }],
        keys: [{ to: ['moving'], start: 0.1, end: 0.8, hold: 0.2, kind }],
        collide: false,
      },
      { shapes: [shape], surfaces: [live] },
    );
    run.runTo(0.8, advance);
    const [{ results, members }] = run.state.runs;
    expect(results.arrived).toBe(40);
    expect(results.maxPositionError).toBeLessThan(1e-12);
    run.runTo(0.9, advance);
    const at = new Float64Array(3);
    const { x, y, z } = run.state.store;
    for (const [k, particle] of members.entries()) {
      placeOnSkin(at, live, shape.points!.anchors!, run.state.runs[0].goalOf(k), 1);
      expect(Math.hypot(x[particle] - at[0], y[particle] - at[1], z[particle] - at[2])).toBeLessThan(1e-12);
    }
  }
});

test('particles that are late catch up with a moving surface within the bound, and then move with it', async () => {
  const { surface, shape, advance } = movingSurface();
  for (const given of [surface, { ...surface, positionsAt: null }]) {
    const run = await ParticleRun.open(
      {
        shapes,
        sources: [{ from: 'ball', count: 40, jitter: 1 }],
        keys: [{ to: ['moving'], start: 0.1, end: 0.6, hold: 3, arrive: 'bounded' }],
        collide: false,
        maxAcceleration: 9,
      },
      { shapes: [shape], surfaces: [given] },
    );
    run.runTo(0.6, advance);
    const [{ results, members }] = run.state.runs;
    expect(results.arrived).toBeLessThan(30);
    run.runTo(3.2, advance);
    expect(results.arrived + results.late).toBe(40);
    expect(results.peakAcceleration).toBeLessThanOrEqual(9.001);
    const at = new Float64Array(3);
    const { x, y, z } = run.state.store;
    for (const [k, particle] of members.entries()) {
      placeOnSkin(at, given, shape.points!.anchors!, run.state.runs[0].goalOf(k), 1);
      expect(Math.hypot(x[particle] - at[0], y[particle] - at[1], z[particle] - at[2])).toBeLessThan(1e-12);
    }
  }
});

test('particles are born on a moving surface at its position at that time', async () => {
  const { surface, shape, advance } = movingSurface();
  const run = await ParticleRun.open(
    { shapes, sources: [{ from: 'moving', count: 40, start: 0.1, duration: 0.5 }], collide: false, drag: 0 },
    { shapes: [shape], surfaces: [surface] },
  );
  run.runTo(0.7, advance);
  const at = new Float64Array(3);
  const moment = { ...surface, start: new Float64Array(9), end: new Float64Array(9) };
  const { births } = run.prepared;
  const { x, y, z } = run.state.store;
  for (let particle = 0; particle < 40; particle++) {
    surface.positionsAt!(moment.end, births.times[particle]);
    const place = births.anchored[0]!.anchorOf[particle];
    placeOnSkin(at, moment, births.anchored[0]!.anchors, place, 1);
    // Linear interpolation differs from the exact curve by the sagitta of a step.
    expect(Math.hypot(x[particle] - at[0], y[particle] - at[1], z[particle] - at[2])).toBeLessThan(1e-4);
  }
});
