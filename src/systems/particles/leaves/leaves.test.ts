import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { createKeyedCollider } from '../../../motion/keyed-collider.ts';
import { casesOf, times } from '../../../testing/long.ts';
import { GroundSurface } from '../../ground-surface.ts';
import { checkParticles } from '../check-params.ts';
import { boxMesh } from '../testing/box-mesh.ts';
import { MovingGround } from '../testing/moving-ground.ts';
import { fillParticles, ParticleRun } from '../testing/particle-run.ts';
import { restStates } from './ground-rest.ts';
import { terminalSpeed } from './leaf-flight.ts';

const gravity = { force: 'gravity' };

/** Leaves, or balls, over an area of 1 m² at a height. */
const over = (count: number, values: object = {}, source: object = {}) => ({
  flight: 'leaf',
  settle: true,
  size: 0.06,
  shapes: [{ shape: 'box', name: 'area', size: [1, 0.2, 1], position: [0, 0.3, 0] }],
  sources: [{ from: 'area', count, sizeSpread: 0.5, ...source }],
  forces: [gravity],
  ...values,
});

const openOn = (ground: MovingGround, values: object) =>
  ParticleRun.open(values as Record<string, unknown>, { inputs: { heightfields: [ground] } });

const hills = (x: number, z: number) =>
  0.04 * Math.sin(5 * x) * Math.cos(6 * z) + 0.01 * Math.sin(40 * x + 30 * z);

/** Lets a leaf face upward and stops its rotation. */
function lieFlat({ state }: ParticleRun): void {
  for (let i = 0; i < state.prepared.births.count; i++) {
    state.orientations!.set([-Math.SQRT1_2, 0, 0, Math.SQRT1_2], 4 * i);
    state.spins!.fill(0, 3 * i, 3 * i + 3);
  }
}

function listHeights(run: ParticleRun, ground: MovingGround): number[] {
  const { store, prepared } = run.state;
  const surface = new GroundSurface(ground);
  surface.begin();
  return Array.from({ length: prepared.births.count }, (_, i) => {
    surface.look(store.x[i], store.z[i]);
    return store.y[i] - surface.height;
  });
}

const positionsOf = ({ state: { store } }: ParticleRun) =>
  [store.x, store.y, store.z].map((plane) => plane.slice());

describe('flight', () => {
  test.each([
    [0.02, 30],
    [0.08, 120],
    [1, 480],
  ])(
    'a leaf of %s kg/m² that falls flat reaches its terminal speed at %s steps a second',
    async (arealMass, rate) => {
      const run = await ParticleRun.open({ ...over(1, { arealMass, rate }), settle: false, collide: false });
      // Falling flat is not stable: rounding grows to a flutter.
      run.runTo(4, () => lieFlat(run));
      // The closed form: weight = ½ ρ C v², with 1.2 kg/m³ and C = 1.2.
      const speed = Math.sqrt((2 * arealMass * 9.81) / (1.2 * 1.2));
      expect(terminalSpeed(arealMass, 9.81)).toBeCloseTo(speed, 12);
      expect(-run.state.store.vy[0] / speed).toBeCloseTo(1, 5);
      expect(run.state.store.vx[0]).toBeCloseTo(0, 9);
    },
  );

  test('leaves flutter: they swing to both sides, and fall more slowly than edge on', async () => {
    const run = await ParticleRun.open({ ...over(20, {}, { spin: 3 }), settle: false });
    let turns = 0;
    const before = run.state.store.vx.slice();
    for (let k = 1; k <= 60; k++) {
      run.runTo(k / 10);
      run.state.store.vx.forEach((speed, i) => {
        if (speed * before[i] < 0) turns++;
        before[i] = speed;
      });
    }
    expect(turns / 20).toBeGreaterThan(3);
    const fallen = 0.3 - run.state.store.y.reduce((sum, y) => sum + y, 0) / 20;
    expect(fallen / 6).toBeGreaterThan(0.3);
    expect(fallen / 6).toBeLessThan(1.5);
  });

  test('no wind makes them unstable, at any rate', async () => {
    const wind = { force: 'wind', velocity: [80, 0, 0], gusts: 1 };
    const run = await ParticleRun.open({
      ...over(50, { forces: [gravity, wind], rate: 10, arealMass: 0.01, size: 0.01 }, { spin: 50 }),
      settle: false,
    });
    run.runTo(10);
    for (const plane of [run.state.store.vx, run.state.store.vy, run.state.store.vz]) {
      for (const speed of plane) expect(Math.abs(speed)).toBeLessThan(250);
    }
  });
});

describe('rest', () => {
  test.each(['leaf', 'ball'])(
    'every %s comes to rest on hills, above the ground, and then does not move',
    async (flight) => {
      const ground = new MovingGround(hills);
      const run = await openOn(ground, over(times({ short: 50, long: 300 }), { flight, grip: 5 }));
      let lowest = Infinity;
      for (let k = 1; k <= 80; k++) {
        run.runTo(k / 20);
        for (const height of listHeights(run, ground)) lowest = Math.min(lowest, height);
      }
      expect(lowest).toBeGreaterThan(-1e-5);
      expect(run.state.rest!.states.every((state) => state === restStates.lying)).toBe(true);
      run.runTo(6);
      const before = positionsOf(run);
      run.runTo(7);
      positionsOf(run).forEach((plane, axis) => {
        plane.forEach((value, i) => {
          expect(Math.abs(value - before[axis][i])).toBeLessThan(1e-6);
        });
      });
    },
  );

  test('they move up and down with the ground, and nowhere else', async () => {
    const ground = new MovingGround(hills);
    const run = await openOn(ground, over(20, { grip: 5 }));
    run.runTo(5);
    const [x, y, z] = positionsOf(run);
    ground.height = (u, w) => hills(u, w) - 0.07;
    run.runTo(5.1);
    ground.height = (u, w) => hills(u, w) + 0.05;
    run.runTo(6);
    const [newX, newY, newZ] = positionsOf(run);
    expect(newX).toEqual(x);
    expect(newZ).toEqual(z);
    newY.forEach((height, i) => {
      expect(height - y[i]).toBeCloseTo(0.05, 5);
    });
  });

  test('they slide on slopes that are steeper than their grip, and stay on others', async () => {
    const slope = new MovingGround((x) => 0.5 * x);
    for (const [grip, stays] of [
      [0.6, true],
      [0.4, false],
    ] as const) {
      const run = await openOn(slope, over(20, { grip }, { onGround: true }));
      const [x] = positionsOf(run);
      run.runTo(1);
      const [newX] = positionsOf(run);
      newX.forEach((value, i) => {
        if (stays) expect(value).toBe(x[i]);
        else expect(value).toBeLessThan(x[i] - 0.03);
      });
    }
  });

  test('ground that becomes steep lets them slide again', async () => {
    const ground = new MovingGround(() => 0);
    const run = await openOn(ground, over(20, {}, { onGround: true }));
    run.runTo(1);
    const [x] = positionsOf(run);
    ground.height = (u) => u + 0.6;
    run.runTo(1.5);
    positionsOf(run)[0].forEach((value, i) => {
      expect(value).toBeLessThan(x[i]);
    });
  });

  test('wind lifts them if it is fast enough', async () => {
    const ground = new MovingGround(() => 0);
    const start = async (speed: number) => {
      const wind = { force: 'wind', velocity: [speed, 0, 0], gusts: 0 };
      const run = await openOn(
        ground,
        over(40, { forces: [gravity, wind], liftWind: 2 }, { onGround: true }),
      );
      const [x] = positionsOf(run);
      run.runTo(2);
      return positionsOf(run)[0].filter((value, i) => value > x[i] + 0.05).length;
    };
    expect(await start(1.4)).toBe(0);
    const some = await start(2);
    expect(some).toBeGreaterThan(5);
    expect(some).toBeLessThan(35);
    expect(await start(4)).toBe(40);
  });

  test('what is on the ground from the start lies there in the first frame', async () => {
    const ground = new MovingGround(hills);
    const run = await openOn(ground, over(50, {}, { onGround: true }));
    for (const height of listHeights(run, ground)) {
      expect(height).toBeGreaterThanOrEqual(0);
      expect(height).toBeLessThan(0.05);
    }
    expect(run.state.rest!.states.every((state) => state === restStates.lying)).toBe(true);
  });

  test('embers lie on the ground until they have faded', async () => {
    const ground = new MovingGround(() => 0);
    const values = over(
      30,
      { flight: 'ball', look: 'ember', size: 0.01 },
      { life: 3, lifeSpread: 0, fade: 1 },
    );
    const run = await openOn(ground, values);
    run.runTo(2.5);
    const { output, rest } = run.state;
    output.refresh(run.state);
    expect(output.count).toBe(30);
    expect(rest!.states.every((state) => state === restStates.lying)).toBe(true);
    for (let k = 0; k < 30; k++) expect(output.colors[4 * k + 3]).toBeCloseTo(0.5, 2);
    run.runTo(3.1);
    output.refresh(run.state);
    expect(output.count).toBe(0);
  });
});

describe('feet', () => {
  /** A box that steps down at random positions, into a ground that it presses down. */
  function stepAt(seed: number) {
    const keys = [{ time: 0, position: [0, 0.3, 0], rotation: [0, 0, 0, 1] }];
    const prints: { time: number; x: number; z: number; depth: number }[] = [];
    for (let k = 0; k < 6; k++) {
      const [x, z] = [0.7 * (hashUnit(seed, k, 1) - 0.5), 0.7 * (hashUnit(seed, k, 2) - 0.5)];
      const [time, depth] = [0.3 + 0.4 * k, 0.04 * hashUnit(seed, k, 3)];
      prints.push({ time: time + 0.05, x, z, depth });
      for (const [after, y] of [
        [0, 0.2],
        [0.05, -depth],
        [0.15, -depth],
        [0.22, 0.2],
      ]) {
        keys.push({ time: time + after, position: [x, y + 0.03, z], rotation: [0, 0, 0, 1] });
      }
    }
    return { foot: createKeyedCollider('foot', boxMesh([0.24, 0.06, 0.1]), keys as never), prints };
  }

  async function walk(seed: number, values: object) {
    const ground = new MovingGround(hills);
    const { foot, prints } = stepAt(seed);
    const inputs = { heightfields: [ground], colliders: foot.colliders };
    const run = await ParticleRun.open(over(60, values, { onGround: true }) as Record<string, unknown>, {
      inputs,
    });
    const before = (tick: number) => {
      foot.advance(tick / 120, (tick + 1) / 120);
      const now = (tick + 1) / 120;
      ground.height = (x, z) => {
        let height = hills(x, z);
        for (const print of prints) {
          const isUnder = Math.abs(x - print.x) < 0.12 && Math.abs(z - print.z) < 0.05;
          if (isUnder && now >= print.time) height = Math.min(height, -print.depth);
        }
        return height;
      };
    };
    return { run, ground, before };
  }

  test.each(casesOf([1, 2, 3, 4, 5, 6], (seed) => seed === 1))(
    'nothing is pressed deeper than its thickness, whatever steps on it (%s)',
    async (seed) => {
      const { run, ground, before } = await walk(seed, { thickness: 0.003 });
      let lowest = Infinity;
      for (let tick = 1; tick <= 340; tick++) {
        run.runTo(tick / 120, before);
        for (const height of listHeights(run, ground)) lowest = Math.min(lowest, height);
      }
      expect(lowest).toBeGreaterThan(-0.003);
      const { states, pressed } = run.state.rest!;
      expect(pressed.some((depth) => depth > 0)).toBe(true);
      // What was kicked lies again.
      run.runTo(6, before);
      expect(states.every((state) => state === restStates.lying)).toBe(true);
    },
  );

  test('a saved run continues with the same bytes', async () => {
    const { run, before } = await walk(4, {});
    run.runTo(0.9, before);
    const bytes = run.save();
    run.runTo(2, before);
    const other = await walk(4, {});
    const resumed = other.run.reopen(bytes);
    // Surfaces move from where they were.
    for (let tick = 0; tick < 108; tick++) other.before(tick);
    resumed.runTo(2, other.before);
    expect(resumed.hash()).toBe(run.hash());
  });
});

test('parameters that contradict each other are refused', () => {
  const messagesOf = (values: object) =>
    checkParticles(fillParticles({ ...over(1), ...values } as Record<string, unknown>)).map(
      ({ path, message }) => `${path}: ${message}`,
    );
  expect(messagesOf({})).toEqual([]);
  expect(messagesOf({ settle: false, sources: [{ from: 'area', onGround: true }] })).toEqual([
    'sources[0].onGround: expected settle true for particles on the ground, got false',
  ]);
  expect(messagesOf({ keys: [{ to: ['area'], start: 1, end: 2 }] })[0]).toBe(
    'keys: expected no keys in a system with flight "leaf" and settle true, got 1: use two systems',
  );
  expect(messagesOf({ drag: 3 })[0]).toMatch(/^drag: expected flight "ball"/);
  expect(messagesOf({ collide: false })[0]).toMatch(/^settle: expected collide true/);
});
