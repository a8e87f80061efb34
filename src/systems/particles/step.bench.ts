import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { hashUnit } from '../../math/random.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { createKeyedCollider } from '../../motion/keyed-collider.ts';
import { fillParams } from '../params.ts';
import { CohortTable } from './cohort-table.ts';
import { ForceField } from './forces/force-field.ts';
import { KeyLaw } from './laws/key-law.ts';
import { createStepLaw, dragFactor, freeLaw } from './laws/step-law.ts';
import { createParticlesKernel } from './load-kernel.ts';
import { Obstacles } from './obstacles/obstacles.ts';
import { particlesParams } from './params.ts';
import { stepParticles } from './step-particles.ts';
import { ParticleStore } from './store.ts';

const count = 20000;
const dt = 1 / 120;
const gravity = Float64Array.of(0, -9.81, 0);

function makeStore(implementation: 'wasm' | 'reference'): ParticleStore {
  const store = new ParticleStore(createParticlesKernel({ implementation }), count);
  const planes = [store.x, store.y, store.z, store.targetX, store.targetY, store.targetZ];
  planes.forEach((plane, k) => {
    for (let i = 0; i < count; i++) plane[i] = 4 * (hashUnit(k, i) - 0.5);
  });
  store.size.fill(0.02);
  return store;
}

/**
 * Returns the speed in million particle steps per second, over all steps of one key of 4 s. Law `leastEffort`, gravity and linear
 * drag. Particles are randomly divided into `cohortCount` cohorts.
 */
function timeStep(implementation: 'wasm' | 'reference', cohortCount: number): number {
  const store = makeStore(implementation);
  const table = new CohortTable(store, 1 + cohortCount);
  for (let i = 0; i < count; i++) store.cohort[i] = 1 + Math.floor(cohortCount * hashUnit(9, i));
  const stepCount = 480;
  const steps = new Float64Array(stepCount).fill(dt);
  const key = new KeyLaw({ law: 'leastEffort', steps, drags: steps.map(() => dragFactor(0.2, dt)) });
  const law = createStepLaw();
  const before = performance.now();
  for (let step = 0; step < stepCount; step++) {
    key.at(law, step);
    for (let row = 1; row <= cohortCount; row++) table.set(row, law, gravity);
    stepParticles(store, table, dt, 0, count, { forces: false, weights: false });
  }
  return (stepCount * count) / ((performance.now() - before) * 1000);
}

/** Returns the time of one octave of curl noise in nanoseconds per particle, including the preparation of each step. */
function timeTurbulence(): number {
  const store = makeStore('wasm');
  store.cohort.fill(0);
  const { forces } = fillParams(particlesParams, { forces: [{ force: 'turbulence', octaves: 1 }] });
  const field = new ForceField(store.kernel, store.allocator, forces, { sourceNames: [], seed: 1 });
  const rounds = 100;
  for (let k = 0; k < rounds; k++) field.accumulate(store, k * dt, dt, 1, 0, count);
  const before = performance.now();
  for (let k = 0; k < rounds; k++) field.accumulate(store, k * dt, dt, 1, 0, count);
  return ((performance.now() - before) * 1e6) / (rounds * count);
}

/**
 * Returns the mean time of a tick in milliseconds for a ball of 5120 triangles that rotates and moves through falling particles.
 */
function timeObstacles(): number {
  const store = makeStore('wasm');
  store.cohort.fill(0);
  const ball = createKeyedCollider('ball', makeBall(80, 32), [
    { time: 0, position: [0, 0, 0], rotation: [0, 0, 0, 1] },
    { time: 10, position: [2, 0, 0], rotation: quaternionFromAxisAngle([0, 1, 0], 3) },
  ]);
  const obstacles = new Obstacles({ restitution: 0.3, friction: 0.3 });
  const table = new CohortTable(store);
  const law = createStepLaw();
  freeLaw(law, 1, dt);
  table.set(0, law, gravity);
  let spent = 0;
  for (let tick = 0; tick < 40; tick++) {
    ball.advance(tick * dt, (tick + 1) * dt);
    stepParticles(store, table, dt, 0, count, { forces: false, weights: false });
    const before = performance.now();
    obstacles.update(ball.colliders, [], dt);
    obstacles.collide(store, table, { from: 0, to: 1, dt, uniform: gravity, forces: false }, 0, count);
    spent += performance.now() - before;
  }
  return spent / 40;
}

/** Creates a ball of radius 1. */
function makeBall(around: number, rings: number) {
  const positions: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let k = 0; k < around; k++) {
      const [a, b] = [(Math.PI * ring) / rings, (2 * Math.PI * k) / around];
      positions.push(Math.sin(a) * Math.cos(b), Math.cos(a), Math.sin(a) * Math.sin(b));
    }
  }
  const indices: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let k = 0; k < around; k++) {
      const [a, b] = [ring * around + k, ring * around + ((k + 1) % around)];
      indices.push(a, b, a + around, b, b + around, a + around);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

export const particlesStepBenchmarks: readonly Benchmark[] = [
  {
    name: 'particles.step.millionPerSecond',
    unit: '1e6/s',
    larger: true,
    run: () => timeStep('wasm', 1),
  },
  {
    name: 'particles.stepPlain.millionPerSecond',
    unit: '1e6/s',
    larger: true,
    run: () => timeStep('reference', 1),
  },
  {
    name: 'particles.stepMixed.millionPerSecond',
    unit: '1e6/s',
    larger: true,
    run: () => timeStep('wasm', 60),
  },
  { name: 'particles.turbulence.nsPerOctave', unit: 'ns', run: timeTurbulence },
  { name: 'particles.obstacles20k.ms', unit: 'ms', run: timeObstacles },
];
