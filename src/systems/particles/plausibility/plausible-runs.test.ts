import { describe, expect, test } from 'vitest';
import { createKeyedCollider, type RigidKey } from '../../../motion/keyed-collider.ts';
import { casesOf, isLong } from '../../../testing/long.ts';
import type { HeightfieldOutput } from '../../outputs/heightfield.ts';
import { appearAndGo } from '../appear.ts';
import { createParticlesKernel } from '../load-kernel.ts';
import { ParticlesState } from '../state.ts';
import { particlesSystem } from '../system.ts';
import { boxMesh } from '../testing/box-mesh.ts';
import { ParticleRun } from '../testing/particle-run.ts';

type Box = readonly [size: [number, number, number], position: [number, number, number]];

interface Course {
  readonly boxes: readonly Box[];
  readonly forces: readonly Record<string, unknown>[];
  readonly count?: number;
  /** Height of a ridge of the ground at x = 2, m. */
  readonly ridge?: number;
  /** By how much the boxes rise between 0.3 and 0.6 s, m. */
  readonly rise?: number;
  readonly key?: Record<string, unknown>;
}

const lift = (acceleration: number) => ({ force: 'gravity', acceleration: [0, acceleration, 0] });
const turbulence = { force: 'turbulence', acceleration: 12, size: 1 };

/** Obstacles between a ball at x = 0 and one at x = 4. Forces carry particles over them, or into them. */
const courses: Record<string, Course> = {
  'a bar below which particles stay if forces are weak': {
    boxes: [
      [
        [0.4, 1.2, 3],
        [2, 0.7, 0],
      ],
    ],
    forces: [lift(10)],
  },
  'a thin bar': {
    boxes: [
      [
        [0.02, 1.2, 3],
        [2, 0.7, 0],
      ],
    ],
    forces: [lift(10)],
    key: { law: 'velocity' },
  },
  'a bar above, which particles touch if forces are strong': {
    boxes: [
      [
        [0.4, 1.2, 3],
        [2, 2.4, 0],
      ],
    ],
    forces: [lift(10)],
  },
  'a gap between two walls': {
    boxes: [
      [
        [0.2, 2, 3],
        [2, -0.3, 0],
      ],
      [
        [0.2, 2, 3],
        [2, 3, 0],
      ],
    ],
    forces: [lift(9)],
    key: { stagger: 0.3 },
  },
  'a block in turbulence': {
    boxes: [
      [
        [0.5, 1.2, 1.2],
        [2, 1, 0],
      ],
    ],
    forces: [turbulence, lift(6)],
    count: 24,
  },
  'a ridge of the ground': { boxes: [], ridge: 1.2, forces: [lift(10)] },
  'a wall that nothing can pass': {
    boxes: [
      [
        [0.2, 6, 6],
        [2, 1, 0],
      ],
    ],
    forces: [lift(8)],
    count: 2,
  },
  'a bar that rises after the paths were chosen': {
    boxes: [
      [
        [0.4, 1.2, 3],
        [2, 0.2, 0],
      ],
    ],
    forces: [lift(10)],
    rise: 0.6,
  },
};

/** A ground at y = 0 with a ridge 0.6 m wide at x = 2. */
function ridgeGround(height: number): HeightfieldOutput {
  return {
    kind: 'heightfield',
    name: 'ground',
    cell: 0.05,
    datum: 0,
    heightUnit: 2 ** -20,
    extent: null,
    changed: () => null,
    read(out, { i0, columns, rows }) {
      for (let k = 0; k < columns * rows; k++) {
        const away = Math.abs(0.05 * (i0 + (k % columns)) - 2) / 0.3;
        out[k] = Math.round(Math.max(0, 1 - away) * height * 2 ** 20);
      }
    },
    readInitial() {},
    readPressed() {},
    material: 'sand',
  };
}

async function open({ boxes, forces, count = 80, rise = 0, ridge, key }: Course, seed: number, more: object) {
  const rotation: RigidKey['rotation'] = [0, 0, 0, 1];
  const drivers = boxes.map(([size, position], k) => {
    const [x, y, z] = position;
    return createKeyedCollider(`box${k}`, boxMesh(size), [
      { time: 0.3, position, rotation },
      { time: 0.6, position: [x, y + rise, z], rotation },
    ]);
  });
  const run = await ParticleRun.open(
    {
      shapes: [
        { shape: 'ball', name: 'from', radius: 0.4, position: [0, 1, 0] },
        { shape: 'ball', name: 'to', radius: 0.4, position: [4, 1, 0] },
      ],
      sources: [{ from: 'from', count }],
      forces,
      keys: [{ to: ['to'], start: 0.1037, end: 2, randomness: 1, ...key, ...more }],
    },
    {
      seed,
      inputs: {
        colliders: drivers.flatMap(({ colliders }) => colliders),
        heightfields: ridge === undefined ? [] : [ridgeGround(ridge)],
      },
    },
  );
  const advance = (tick: number) => {
    for (const driver of drivers) driver.advance(tick / 120, (tick + 1) / 120);
  };
  return { run, advance };
}

async function touchesOf(course: Course, seed: number, more: object): Promise<number> {
  const { run, advance } = await open(course, seed, more);
  run.runTo(2, advance);
  const [{ results, key }] = run.state.runs;
  expect(results.arrived).toBe(key.memberCount);
  return run.state.totals.touches;
}

/** The courses that take longest. */
const slow = [
  'a bar above, which particles touch if forces are strong',
  'a gap between two walls',
  'a block in turbulence',
  'a wall that nothing can pass',
];

describe.each(casesOf(Object.entries(courses), ([name]) => !slow.includes(name)))('%s', (_, course) => {
  test('more attempts never touch more', { timeout: 120_000 }, async () => {
    let first = 0;
    let last = 0;
    for (const seed of isLong ? [1, 2] : [2]) {
      const touches: number[] = [];
      for (const attempts of [1, 8, 64]) touches.push(await touchesOf(course, seed, { attempts }));
      expect(touches[1]).toBeLessThanOrEqual(touches[0]);
      expect(touches[2]).toBeLessThanOrEqual(touches[1]);
      first += touches[0];
      last += touches[2];
    }
    expect(first).toBeGreaterThan(10);
    // With a count there may be no path without contacts.
    if (course.count === undefined) expect(last).toBe(0);
    else if (course.count > 2) expect(last).toBeLessThan(0.25 * first);
  });
});

const bar = courses['a bar that rises after the paths were chosen'];

test('a path by chance never touches more than the first one, and a level saves attempts', async () => {
  const first = await touchesOf(bar, 4, { attempts: 1 });
  for (const more of [{ accept: 'chance' }, { level: 1e-12 }, { randomPer: 'step' }, { lookAhead: 3 }]) {
    expect(await touchesOf(bar, 4, { attempts: 8, ...more })).toBeLessThanOrEqual(first);
  }
});

test('paths are rated again along the way, since the bar rises after they were chosen', async () => {
  const once = await touchesOf(bar, 1, { attempts: 16, judgeEvery: 100_000 });
  const often = await touchesOf(bar, 1, { attempts: 16, judgeEvery: 5 });
  expect(once).toBeGreaterThan(100);
  expect(often).toBeLessThan(0.25 * once);
});

test('the literal mode compares paths in every step, with an r for each step', async () => {
  const { run, advance } = await open({ ...bar, count: 5 }, 1, { paper: true, attempts: 3 });
  const weights = new Set<number>();
  run.runTo(1.5, (tick) => {
    advance(tick);
    weights.add(run.state.store.weight[2]);
  });
  const [{ results, key }] = run.state.runs;
  expect(results.paths!.judgings).toBe(Math.ceil(run.state.tick - key.start));
  expect(weights.size).toBeGreaterThan(160);
});

test.each([
  ['path', 'ratio'],
  ['step', 'chance'],
])(
  'runs with an r for each %s and accepted by %s do not depend on snapshots, outputs or the kernel',
  async (randomPer, accept) => {
    const more = { attempts: 4, randomPer, accept, stagger: 0.2 };
    const { run, advance } = await open({ ...bar, count: 40 }, 7, more);
    const snapshots: Uint8Array[] = [];
    run.runTo(2.2, (tick) => {
      if (tick % 37 === 4) snapshots.push(run.save());
      advance(tick);
    });
    expect(run.state.runs[0].results.paths!.replaced).toBeGreaterThan(20);
    for (const bytes of snapshots) {
      const other = await open({ ...bar, count: 40 }, 7, more);
      other.run.state = particlesSystem.load(other.run.params, bytes, other.run.prepared);
      other.run.runTo(2.2, (tick) => {
        other.advance(tick);
        if (tick % 5 === 0) particlesSystem.interpolate!(other.run.state, other.run.inputs, 0.003, 1 / 120);
      });
      expect(other.run.hash()).toBe(run.hash());
    }
    const plain = await open({ ...bar, count: 40 }, 7, more);
    plain.run.state = new ParticlesState(plain.run.params, plain.run.prepared, {
      kernel: createParticlesKernel({ implementation: 'reference' }),
    });
    appearAndGo(plain.run.state, []);
    plain.run.runTo(2.2, plain.advance);
    expect(plain.run.state.store.kernel.implementation).toBe('reference');
    expect(plain.run.hash()).toBe(run.hash());
  },
);
