import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { createStepLaw, type StepLaw } from '../laws/step-law.ts';
import { createDensityRun, type DensityOptions, type DensityRun } from './density-run.ts';
import { limitGroup } from './group-limit.ts';

type Triple = [number, number, number];

interface Cloud {
  readonly count: number;
  readonly planes: Record<
    'x' | 'y' | 'z' | 'vx' | 'vy' | 'vz' | 'targetX' | 'targetY' | 'targetZ',
    Float64Array
  > & { cohort: Int32Array };
}

interface Journey extends Omit<DensityOptions, 'members'> {
  readonly cloud: Cloud;
  readonly goalPositions: Float64Array;
  readonly stepCount: number;
  readonly dt: number;
  readonly force?: (x: number, y: number, z: number) => Triple;
  /** Steps at which the run is saved and continued in a new one. */
  readonly resumeAt?: number;
  readonly onStep?: (run: DensityRun, step: number) => void;
}

/** Runs one density key with law L2 and forces, from its start to its end. Returns the run and the peak acceleration. */
function travel(journey: Journey): { run: DensityRun; peak: number } {
  const { cloud, stepCount, dt } = journey;
  const options = { ...journey, members: Uint32Array.from({ length: cloud.count }, (_, k) => k) };
  let run = createDensityRun(options);
  const { x, y, z, vx, vy, vz, targetX, targetY, targetZ } = cloud.planes;
  let peak = 0;
  for (let step = 0; step < stepCount; step++) {
    if (step === journey.resumeAt) {
      const saved = run.save();
      run = createDensityRun(options);
      run.load(saved);
    }
    const n = stepCount - step;
    const law = leastEffort(n, stepCount, dt);
    run.beforeStep({
      store: cloud.planes,
      goalPositions: journey.goalPositions,
      cohorts: [{ law, stepsLeft: n, stepCount, dt }],
    });
    for (let i = 0; i < cloud.count; i++) {
      const f = journey.force?.(x[i], y[i], z[i]) ?? [0, 0, 0];
      const lead = [
        law.positionGain * (targetX[i] - x[i]) + law.speedGain * vx[i],
        law.positionGain * (targetY[i] - y[i]) + law.speedGain * vy[i],
        law.positionGain * (targetZ[i] - z[i]) + law.speedGain * vz[i],
      ];
      peak = Math.max(peak, Math.hypot(...lead));
      vx[i] += dt * (law.s * f[0] + lead[0]);
      vy[i] += dt * (law.s * f[1] + lead[1]);
      vz[i] += dt * (law.s * f[2] + lead[2]);
      x[i] += dt * vx[i];
      y[i] += dt * vy[i];
      z[i] += dt * vz[i];
    }
    journey.onStep?.(run, step);
  }
  return { run, peak };
}

function leastEffort(n: number, stepCount: number, dt: number): StepLaw {
  const positionGain = 6 / ((n + 1) * (2 * n + 1) * dt * dt);
  const s = stepCount > 1 ? (n - 1) / (stepCount - 1) : 0;
  return { ...createStepLaw(), s, positionGain, speedGain: -n * dt * positionGain };
}

function makeCloud(positions: readonly Triple[], speed = 0, seed = 1): Cloud {
  const count = positions.length;
  const plane = (value: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => value(i));
  const jitter = (axis: number) => plane((i) => speed * (2 * hashUnit(seed, i, axis, 7) - 1));
  return {
    count,
    planes: {
      x: plane((i) => positions[i][0]),
      y: plane((i) => positions[i][1]),
      z: plane((i) => positions[i][2]),
      vx: jitter(0),
      vy: jitter(1),
      vz: jitter(2),
      targetX: plane(() => 0),
      targetY: plane(() => 0),
      targetZ: plane(() => 0),
      cohort: new Int32Array(count).fill(1),
    },
  };
}

/** Returns random points in a box about a centre. */
function box(count: number, middle: Triple, half: Triple, seed: number): Triple[] {
  const at = (i: number, axis: number) => middle[axis] + half[axis] * (2 * hashUnit(seed, i, axis) - 1);
  return Array.from({ length: count }, (_, i) => [at(i, 0), at(i, 1), at(i, 2)]);
}

function flatten(positions: readonly Triple[]): Float64Array {
  return Float64Array.from(positions.flat());
}

const zeros = (count: number) => new Uint16Array(count);

/** A force away from (4, 0, 0), as in figure 6 of the paper. */
const blowApart = (x: number, y: number, z: number): Triple => [30 * (x - 4), 30 * y, 30 * z];

function scatter(refine: DensityOptions['refine'], more: Partial<Journey> = {}) {
  const count = 300;
  const cloud = makeCloud(box(count, [0, 0, 0], [0.5, 0.5, 0.5], 3));
  const goals = box(count, [8, 1, 0], [0.3, 0.2, 0.1], 4);
  const result = travel({
    cloud,
    goalPositions: flatten(goals),
    refine,
    sourceOf: zeros(count),
    shapeOf: zeros(count),
    cohortOf: zeros(count),
    stepCount: 120,
    dt: 1 / 120,
    force: blowApart,
    ...more,
  });
  const { x, y, z } = cloud.planes;
  let inside = 0;
  let farthest = 0;
  for (let i = 0; i < count; i++) {
    if (Math.abs(x[i] - 8) <= 0.3 && Math.abs(y[i] - 1) <= 0.2 && Math.abs(z[i]) <= 0.1) inside++;
    farthest = Math.max(farthest, Math.hypot(x[i] - 8, y[i] - 1, z[i]));
  }
  return { ...result, cloud, goals, count, inside, farthest };
}

describe('groups', () => {
  test('without forces one group keeps its form, and its centre arrives at the centre of the goals', () => {
    const positions = box(64, [0, 0, 0], [1, 1, 1], 1);
    const cloud = makeCloud(positions);
    const goals = box(64, [5, 2, 1], [2, 0.1, 1], 2);
    travel({
      cloud,
      goalPositions: flatten(goals),
      refine: 'never',
      sourceOf: zeros(64),
      shapeOf: zeros(64),
      cohortOf: zeros(64),
      stepCount: 60,
      dt: 1 / 60,
    });
    const shift = [0, 1, 2].map(
      (axis) => (goals.reduce((a, p) => a + p[axis], 0) - positions.reduce((a, p) => a + p[axis], 0)) / 64,
    );
    for (let i = 0; i < 64; i++) {
      expect(cloud.planes.x[i]).toBeCloseTo(positions[i][0] + shift[0], 12);
      expect(cloud.planes.y[i]).toBeCloseTo(positions[i][1] + shift[1], 12);
      expect(cloud.planes.z[i]).toBeCloseTo(positions[i][2] + shift[2], 12);
    }
  });

  test('under dispersing forces one group misses, and paired groups all arrive at different goals', () => {
    const never = scatter('never');
    expect(never.inside).toBeLessThan(0.5 * never.count);
    expect(never.farthest).toBeGreaterThan(1);
    const paired = scatter('paired');
    expect(paired.inside).toBe(paired.count);
    expect(new Set(paired.run.goals).size).toBe(paired.count);
    for (let k = 0; k < paired.count; k++) {
      const goal = paired.goals[paired.run.goals[k]];
      const { x, y, z } = paired.cloud.planes;
      expect(Math.hypot(x[k] - goal[0], y[k] - goal[1], z[k] - goal[2])).toBeLessThan(1e-12);
    }
  });

  test('as printed, with one centre for all groups, they collapse to a point', () => {
    const own = scatter('own');
    const { x } = own.cloud.planes;
    const middle = own.goals.reduce((sum, goal) => sum + goal[0], 0) / own.count;
    for (let k = 0; k < own.count; k++) expect(Math.abs(x[k] - middle)).toBeLessThan(1e-12);
  });

  test('splitting groups as time runs out needs a much lower peak acceleration than splitting in the last step', () => {
    const inTime = scatter('paired').peak;
    // The acceleration with which the farthest particle of one group would reach the shape in a single step.
    const lastStep = (scatter('never').farthest - Math.hypot(0.3, 0.2, 0.1)) * 120 * 120;
    expect(inTime).toBeLessThan(lastStep / 20);
  });

  test('the depth grows linearly, and particles are single when a third of the steps is left', () => {
    const depths: number[] = [];
    scatter('paired', { onStep: (run) => depths.push(Math.log2(run.groupCount)) });
    expect(depths[0]).toBe(0);
    expect(depths[80]).toBe(Math.log2(300));
    expect(depths[78]).toBeLessThan(Math.log2(300));
    for (let step = 0; step < 80; step++) expect(Math.abs(depths[step] - (9 * step) / 80)).toBeLessThan(1.5);
  });

  test.each([1, 2, 3])('of %i steps, the last two control each particle alone', (stepCount) => {
    const result = scatter('paired', { stepCount, force: undefined });
    expect(result.inside).toBe(result.count);
    expect(limitGroup(1000, 1, 1)).toBe(1);
    expect(limitGroup(1000, 2, 2)).toBe(1);
    expect(limitGroup(1000, 480, 480)).toBe(1000);
  });

  test('a dispersing group is split earlier if `watch` is given, and arrives', () => {
    const counts: number[] = [];
    const plain: number[] = [];
    scatter('paired', { onStep: (run) => plain.push(run.groupCount) });
    const watched = scatter('paired', {
      watch: { spread: 0.05, lookAhead: 10 },
      onStep: (run) => counts.push(run.groupCount),
    });
    expect(watched.inside).toBe(watched.count);
    expect(counts.every((count, step) => count >= plain[step])).toBe(true);
    expect(counts[10]).toBeGreaterThan(plain[10]);
    const calm: number[] = [];
    scatter('paired', {
      watch: { spread: 0.05, lookAhead: 10 },
      force: () => [0, 0, 0],
      onStep: (run) => calm.push(run.groupCount),
    });
    expect(calm.slice(0, 5)).toEqual(plain.slice(0, 5));
  });
});

describe('several sources and targets', () => {
  const counts = [7, 60, 33];
  const middles: Triple[] = [
    [4, 0, 0],
    [0, 5, 1],
    [-3, -3, 0],
  ];

  function spread(seed: number, resumeAt?: number) {
    const count = 100;
    const sourceOf = Uint16Array.from({ length: count }, (_, k) => (hashUnit(seed, k, 9) < 0.4 ? 0 : 1));
    const cloud = makeCloud(
      Array.from({ length: count }, (_, k) => box(1, [sourceOf[k] ? 2 : -2, 0, 0], [1, 1, 1], seed + k)[0]),
      3,
      seed,
    );
    // Particles are assigned to shapes at random, in the given numbers.
    const shapes = counts.flatMap((many, shape) => Array<number>(many).fill(shape));
    const shuffled = shapes
      .map((shape, i) => ({ shape, by: hashUnit(seed, i, 5) }))
      .sort((a, b) => a.by - b.by);
    const shapeOf = Uint16Array.from(shuffled, ({ shape }) => shape);
    const goals = Array.from(shapeOf, (shape, k) => box(1, middles[shape], [0.5, 0.5, 0.5], 1000 + k)[0]);
    const { run } = travel({
      cloud,
      goalPositions: flatten(goals),
      refine: 'paired',
      sourceOf,
      shapeOf,
      cohortOf: zeros(count),
      stepCount: 30,
      dt: 1 / 30,
      force: (x, y, z) => [20 * y, -30 * x + 5, 10 * z],
      resumeAt,
    });
    return { cloud, run, shapeOf };
  }

  test('counts are exact over 100 seeds, and every particle is inside its own region', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { cloud, shapeOf } = spread(seed);
      const { x, y, z } = cloud.planes;
      const arrived = [0, 0, 0];
      for (let k = 0; k < cloud.count; k++) {
        const at = middles.findIndex(
          (m) => Math.abs(x[k] - m[0]) <= 0.5 && Math.abs(y[k] - m[1]) <= 0.5 && Math.abs(z[k] - m[2]) <= 0.5,
        );
        if (at !== shapeOf[k]) throw new Error(`seed ${seed}: particle ${k} is in region ${at}`);
        arrived[at]++;
      }
      expect(arrived, `seed ${seed}`).toEqual(counts);
    }
  });

  test.each([0, 1, 11, 12, 20, 29])(
    'a run that is saved and continued at step %i is bit-identical',
    (resumeAt) => {
      const whole = spread(5);
      const resumed = spread(5, resumeAt);
      expect(resumed.cloud.planes).toEqual(whole.cloud.planes);
      expect(resumed.run.goals).toEqual(whole.run.goals);
    },
  );
});

test('bytes of another run are refused', () => {
  const options: DensityOptions = {
    refine: 'paired',
    members: Uint32Array.of(3, 8, 9),
    sourceOf: [0, 0, 0],
    shapeOf: [0, 0, 0],
    cohortOf: [0, 0, 0],
  };
  const saved = createDensityRun(options).save();
  const run = createDensityRun(options);
  run.load(saved);
  expect(run.groupCount).toBe(1);
  const twice = saved.slice();
  twice[0] = twice[4];
  for (const bytes of [
    saved.subarray(1),
    saved.subarray(0, 24),
    new Uint8Array(28),
    twice,
    new Uint8Array(0),
  ])
    expect(() => createDensityRun(options).load(bytes)).toThrow('saved groups');
  const none = createDensityRun({ ...options, members: new Uint32Array(0) });
  none.load(none.save());
  expect(none.groupCount).toBe(0);
});

test('particles that are not born yet do not count in the centre of a group', () => {
  const cloud = makeCloud([
    [0, 0, 0],
    [2, 0, 0],
    [100, 0, 0],
    [100, 0, 0],
  ]);
  cloud.planes.cohort.fill(-1, 2);
  const run = createDensityRun({
    refine: 'never',
    members: Uint32Array.of(0, 1, 2, 3),
    sourceOf: zeros(4),
    shapeOf: zeros(4),
    cohortOf: zeros(4),
  });
  const cohort = { law: leastEffort(10, 10, 0.1), stepsLeft: 10, stepCount: 10, dt: 0.1 };
  run.beforeStep({
    store: cloud.planes,
    goalPositions: flatten([
      [4, 0, 0],
      [5, 0, 0],
      [6, 0, 0],
      [7, 0, 0],
    ]),
    cohorts: [cohort],
  });
  // The group moves from (1, 0, 0), the centre of its existing particles, to (5.5, 0, 0).
  expect(cloud.planes.targetX[0]).toBeCloseTo(4.5, 12);
  expect(cloud.planes.targetX[1]).toBeCloseTo(6.5, 12);
});

test('each cohort is controlled by its own law', () => {
  const count = 40;
  const cloud = makeCloud(box(count, [0, 0, 0], [1, 1, 1], 1));
  const goals = box(count, [5, 0, 0], [1, 1, 1], 2);
  const cohortOf = Uint16Array.from({ length: count }, (_, k) => k % 2);
  const run = createDensityRun({
    refine: 'paired',
    members: Uint32Array.from({ length: count }, (_, k) => k),
    sourceOf: zeros(count),
    shapeOf: zeros(count),
    cohortOf,
  });
  cloud.planes.targetX.fill(77);
  const cohort = { law: leastEffort(1, 10, 0.1), stepsLeft: 1, stepCount: 10, dt: 0.1 };
  run.beforeStep({ store: cloud.planes, goalPositions: flatten(goals), cohorts: [null, cohort] });
  expect(run.groupCount).toBe(1 + count / 2);
  for (let k = 0; k < count; k++) {
    expect(cloud.planes.targetX[k]).toBe(cohortOf[k] ? goals[run.goals[k]][0] : 77);
    expect(run.goals[k] % 2).toBe(k % 2);
  }
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'odd counts, equal positions, thin shapes: goals stay one-to-one (seed %i)',
  (seed) => {
    for (const count of [0, 1, 2, 3, 7, 31, 32, 33]) {
      const chance = (use: number) => (_: unknown, k: number) =>
        Math.floor(3 * hashUnit(seed, k, use, count));
      const width = seed % 3 === 0 ? 0 : 1;
      const cloud = makeCloud(box(count, [0, 0, 0], [width, seed % 2, 0], seed), seed % 4);
      const goals = box(count, [3, 0, 0], [0, width, seed % 2], seed + 1);
      const [sourceOf, shapeOf, cohortOf] = [1, 2, 3].map((use) =>
        Uint16Array.from({ length: count }, use === 3 ? () => 0 : chance(use)),
      );
      const { run } = travel({
        cloud,
        goalPositions: flatten(goals),
        refine: 'paired',
        watch: { spread: 0.01, lookAhead: seed % 2 ? 5 : 0 },
        sourceOf,
        shapeOf,
        cohortOf,
        stepCount: 1 + ((seed * count) % 13),
        dt: 0.1,
        force: (x, y, z) => [50 * x, 50 * y, z + 1],
      });
      expect(Array.from(run.goals).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, k) => k));
      expect(run.groupCount).toBe(count);
      const { x, y, z } = cloud.planes;
      for (let k = 0; k < count; k++) {
        const goal = run.goals[k];
        expect([shapeOf[goal], sourceOf[goal]]).toEqual([shapeOf[k], sourceOf[k]]);
        const at = goals[goal];
        expect(Math.hypot(x[k] - at[0], y[k] - at[1], z[k] - at[2])).toBeLessThan(1e-11);
      }
    }
  },
);
