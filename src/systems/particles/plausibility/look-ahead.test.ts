import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { createKeyedCollider } from '../../../motion/keyed-collider.ts';
import { KernelAllocator } from '../../kernel-memory.ts';
import { CohortTable } from '../cohort-table.ts';
import { ForceField } from '../forces/force-field.ts';
import { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw, dragFactor } from '../laws/step-law.ts';
import { createParticlesKernel } from '../load-kernel.ts';
import { Obstacles } from '../obstacles/obstacles.ts';
import type { ForceParams } from '../params.ts';
import { stepParticles } from '../step-particles.ts';
import { ParticleStore } from '../store.ts';
import { boxMesh } from '../testing/box-mesh.ts';
import { choosePaths, drawWeight, type PathOptions, ratePaths } from './choose-paths.ts';
import { createKeyMeasures } from './key-measures.ts';
import { LookAhead, type LookAheadStep } from './look-ahead.ts';

const always = { from: undefined, until: undefined, sources: undefined };
const forces: ForceParams[] = [
  { force: 'gravity', acceleration: [0, -9.81, 0], ...always },
  { force: 'attractor', center: [0.5, 2, 0], acceleration: 30, radius: 1, falloff: 1, ...always },
  { force: 'turbulence', acceleration: 20, size: 0.7, octaves: 2, period: 1, ...always },
];

/** Of `count` particles, those with odd indices are controlled by a key from x = 0 to x = 3 in a second. */
function makeRun(count: number, stepCount = 60) {
  const kernel = createParticlesKernel();
  const allocator = new KernelAllocator(kernel.memory);
  const field = new ForceField(kernel, allocator, forces, { sourceNames: ['all'], seed: 3 });
  const store = new ParticleStore(kernel, count, { allocator });
  const table = new CohortTable(store, 4);
  const members = Uint32Array.from({ length: count >> 1 }, (_, k) => 2 * k + 1);
  const cohortOf = Uint16Array.from(members, (_, k) => k % 2);
  const dt = 1 / stepCount;
  const drag = dragFactor(0.2, dt);
  const arrivals = [stepCount - 5, stepCount];
  const keyLaws = arrivals.map(
    (n) =>
      new KeyLaw({
        law: 'leastEffort',
        steps: new Float64Array(n).fill(dt),
        drags: new Float64Array(n).fill(drag),
      }),
  );
  const steps: LookAheadStep[] = Array.from({ length: stepCount }, (_, step) => ({
    t: step * dt,
    dt,
    drag,
    laws: keyLaws.map((law) => {
      if (step >= law.stepCount) return null;
      const out = createStepLaw();
      law.at(out, step);
      return out;
    }),
  }));
  const { x, y, z, targetX, targetY, targetZ, cohort } = store;
  for (let p = 0; p < count; p++) {
    x[p] = 0;
    y[p] = hashUnit(1, p, 1);
    z[p] = hashUnit(1, p, 2);
    targetX[p] = 3;
    targetY[p] = hashUnit(1, p, 3);
    targetZ[p] = hashUnit(1, p, 4);
    cohort[p] = 0;
  }
  members.forEach((p, k) => {
    cohort[p] = 2 + cohortOf[k];
  });
  return { store, table, field, members, cohortOf, steps, drag, obstacles: null as Obstacles | null };
}

function planesOf(store: ParticleStore): Float64Array[] {
  return [store.x, store.y, store.z, store.vx, store.vy, store.vz].map((plane) => plane.slice());
}

describe('a look-ahead', () => {
  test('simulates exactly the path of the run, and does not change the state', () => {
    const run = makeRun(64);
    const before = planesOf(run.store);
    const lookAhead = new LookAhead(run);
    const weights = Float64Array.from(run.members, (p) => drawWeight(1, p, 0, 0.8));
    const seen = lookAhead.begin();
    for (let ahead = 0; ahead < 60; ahead++) lookAhead.advance(ahead, weights);
    const foreseen = planesOf(seen);
    expect(planesOf(run.store)).toEqual(before);

    const { store, table, field, members, steps } = run;
    const uniform = new Float64Array(3);
    members.forEach((p, k) => {
      store.weight[p] = weights[k];
    });
    for (const { t, dt, drag, laws } of steps) {
      field.uniform(uniform, t, dt, drag);
      const free = { ...createStepLaw(), keep: drag, force: drag * dt };
      for (const [row, law] of [free, free, ...laws].entries()) table.set(row, law ?? free, uniform);
      const isLocal = field.accumulate(store, t, dt, drag, 0, store.capacity);
      stepParticles(store, table, dt, 0, store.capacity, { forces: isLocal, weights: true });
    }
    const gone = planesOf(store);
    for (let plane = 0; plane < 6; plane++) {
      for (let k = 0; k < members.length; k++) expect(foreseen[plane][k]).toBe(gone[plane][members[k]]);
    }
  });

  test('can be started again, and does not move particles that are not born yet', () => {
    const run = makeRun(20);
    run.store.cohort[run.members[3]] = -1;
    const lookAhead = new LookAhead(run);
    const ones = new Float64Array(10).fill(1);
    lookAhead.begin();
    lookAhead.advance(0, ones);
    const once = planesOf(lookAhead.begin());
    lookAhead.advance(0, ones);
    const again = planesOf(lookAhead.begin());
    expect(again).toEqual(once);
    lookAhead.advance(0, ones);
    const { x } = lookAhead.begin();
    for (let ahead = 0; ahead < 30; ahead++) lookAhead.advance(ahead, ones);
    expect(x[3]).toBe(0);
    expect(x[2]).toBeGreaterThan(0.1);
  });

  test('frees its memory', () => {
    const run = makeRun(1000);
    new LookAhead(run).release();
    const bytes = run.store.allocator.byteLength;
    for (let i = 0; i < 5; i++) new LookAhead(run).release();
    expect(run.store.allocator.byteLength).toBe(bytes);
  });

  test('finds paths that avoid an obstacle through which the first paths go', () => {
    const run = makeRun(400);
    const { members, store, cohortOf } = run;
    const from = new Float64Array(600);
    const goals = new Float64Array(600);
    members.forEach((p, k) => {
      from.set([store.x[p], store.y[p], store.z[p]], 3 * k);
      goals.set([store.targetX[p], store.targetY[p], store.targetZ[p]], 3 * k);
    });
    const box = createKeyedCollider('box', boxMesh([0.6, 0.6, 0.6]), [
      { time: 0, position: [1.2, 1.3, 0.5], rotation: [0, 0, 0, 1] },
    ]);
    box.advance(0, 1 / 60);
    const obstacles = new Obstacles({ restitution: 0.3, friction: 0.3 });
    obstacles.update(box.colliders, [], 1 / 60);
    const choose = (attempts: number) => {
      const lookAhead = new LookAhead({ ...run, obstacles });
      const options: PathOptions = {
        members,
        seed: 9,
        randomness: 1,
        firstStep: null,
        attempts,
        firstPath: 1,
        level: 1,
        acceptance: 1,
        byChance: false,
        isBoolean: false,
        steps: run.steps.length,
        measures: createKeyMeasures({
          distanceSpread: 0.3,
          sharpness: 10,
          smoothness: 1,
          from,
          goals,
          shapes: [{ bounds: { min: Float64Array.of(3, 0, 0), max: Float64Array.of(3, 1, 1) } }],
          shapeOf: cohortOf.map(() => 0),
          duration: 1,
          positionAt: null,
        }),
        paths: lookAhead,
      };
      const chosen = new Uint32Array(members.length);
      const now = {
        ratings: new Float64Array(members.length),
        touches: new Uint32Array(members.length),
      };
      ratePaths(options, chosen, now);
      const choice = choosePaths(options, chosen, now);
      lookAhead.release();
      return choice;
    };
    const first = choose(1);
    const best = choose(8);
    expect(first.blocked).toBeGreaterThan(10);
    expect(best.blocked).toBeLessThan(0.5 * first.blocked);
    expect(best.rating).toBeGreaterThan(best.firstRating);
  });
});
