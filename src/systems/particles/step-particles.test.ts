import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { fillParams } from '../params.ts';
import { CohortTable } from './cohort-table.ts';
import { ForceField } from './forces/force-field.ts';
import { KeyLaw, type LawName } from './laws/key-law.ts';
import { createStepLaw, dragFactor, freeLaw } from './laws/step-law.ts';
import { createParticlesKernel } from './load-kernel.ts';
import { particlesParams } from './params.ts';
import { stepParticles } from './step-particles.ts';
import { ParticleStore } from './store.ts';

const { forces } = fillParams(particlesParams, {
  forces: [
    { force: 'gravity' },
    { force: 'wind', gusts: 0.5 },
    { force: 'turbulence', acceleration: 30 },
    { force: 'vortex', acceleration: 20, inward: 10 },
    { force: 'attractor', acceleration: 100, radius: 0.3 },
    { force: 'drag', coefficient: 0.5 },
    { force: 'buoyancy' },
  ],
});

const count = 200;
const cohortCount = 5;

/** Runs particles that arrive cohort after cohort, in steps of different lengths, under all forces. */
function run(implementation: 'wasm' | 'reference', law: LawName, drag: number) {
  const store = new ParticleStore(createParticlesKernel({ implementation }), count, { targetVelocity: true });
  const field = new ForceField(store.kernel, store.allocator, forces, { sourceNames: [], seed: 3 });
  const table = new CohortTable(store, cohortCount + 1);
  const planes = [
    store.x,
    store.y,
    store.z,
    store.vx,
    store.vy,
    store.vz,
    store.targetX,
    store.targetY,
    store.targetZ,
  ];
  planes.push(store.targetVx, store.targetVy, store.targetVz, store.weight);
  planes.forEach((plane, k) => {
    for (let i = 0; i < count; i++) plane[i] = k === 12 ? hashUnit(k, i) : 4 * (hashUnit(k, i) - 0.5);
  });
  // One in six particles is free.
  for (let i = 0; i < count; i++) store.cohort[i] = i % (cohortCount + 1);
  const total = 60;
  const steps = Float64Array.from({ length: total }, (_, k) => (0.1 + hashUnit(1, k)) / 60);
  const drags = steps.map((dt) => dragFactor(drag, dt));
  const ends = Array.from({ length: cohortCount }, (_, k) => total - 7 * k);
  const laws = ends.map(
    (end) => new KeyLaw({ law, steps: steps.subarray(0, end), drags: drags.subarray(0, end) }),
  );
  const out = createStepLaw();
  const uniform = new Float64Array(3);
  let [miss, speedMiss, t] = [0, 0, 0];
  for (let step = 0; step < total; step++) {
    const dt = steps[step];
    field.uniform(uniform, t, dt, drags[step]);
    freeLaw(out, drags[step], dt);
    table.set(0, out, uniform);
    laws.forEach((key, k) => {
      if (step < key.stepCount) key.at(out, step);
      else freeLaw(out, drags[step], dt);
      table.set(k + 1, out, uniform);
    });
    const hasForces = field.accumulate(store, t, dt, drags[step], 0, count);
    stepParticles(store, table, dt, 0, count, { forces: hasForces, weights: true });
    t += dt;
    for (let i = 0; i < count; i++) {
      const row = store.cohort[i];
      if (row === 0 || ends[row - 1] !== step + 1) continue;
      const away = [
        store.x[i] - store.targetX[i],
        store.y[i] - store.targetY[i],
        store.z[i] - store.targetZ[i],
      ];
      const change = [
        store.vx[i] - store.targetVx[i],
        store.vy[i] - store.targetVy[i],
        store.vz[i] - store.targetVz[i],
      ];
      miss = Math.max(miss, ...away.map(Math.abs));
      speedMiss = Math.max(speedMiss, ...change.map(Math.abs));
    }
  }
  return { miss, speedMiss, end: [...store.x, ...store.vy] };
}

describe.each(['constant', 'leastEffort', 'velocity'] as const)(
  'all arrive under all forces at once: %s',
  (law) => {
    test.each([0, 0.2, 20])('drag %f', (drag) => {
      const wasm = run('wasm', law, drag);
      // Paths are metres long.
      expect(wasm.miss).toBeLessThan(1e-12);
      if (law === 'velocity') expect(wasm.speedMiss).toBeLessThan(1e-10);
      expect(run('reference', law, drag).end).toEqual(wasm.end);
    });
  },
);
