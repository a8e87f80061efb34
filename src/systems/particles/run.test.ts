import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import { createKeyedCollider } from '../../motion/keyed-collider.ts';
import { particlesSystem } from './system.ts';
import { ParticleRun } from './testing/particle-run.ts';

const ball = { shape: 'ball', name: 'ball', radius: 0.3, position: [0, 1, 0] };
const box = { shape: 'box', name: 'box', position: [2, 2, 0] };
const gravity = { force: 'gravity' };

test('free particles fall under gravity', async () => {
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

test('a key is reached up to rounding under forces', async () => {
  const run = await ParticleRun.open({
    shapes: [ball, box],
    sources: [{ from: 'ball', count: 200, jitter: 1 }],
    forces: [gravity, { force: 'wind', velocity: [3, 0, 1] }, { force: 'turbulence' }],
    keys: [{ to: ['box'], start: 0.2, end: 1.2345, hold: 0.5 }],
    collide: false,
  });
  run.runTo(1.5);
  const [{ results, phase }] = run.state.runs;
  expect(phase).toBe('leading');
  expect(results.arrived).toBe(200);
  expect(results.maxPositionError / results.maxPathLength).toBeLessThan(1e-12);
  expect(run.state.output.count).toBe(0);
  run.runTo(2);
  expect(phase === run.state.runs[0].phase).toBe(false);
});

test('all particles that exist at the end of a key without a shape count as arrived', async () => {
  const run = await ParticleRun.open(
    {
      shapes: [ball],
      sources: [
        { from: 'ball', name: 'lasting', count: 50 },
        { from: 'ball', name: 'brief', count: 30, life: 0.4, lifeSpread: 0 },
      ],
      keys: [{ start: 0.2, end: 1.001, opacity: 0.25 }],
    },
    { endTime: 2 },
  );
  const { results, key } = run.state.runs[0];
  run.runTo(1);
  expect([key.memberCount, results.arrived]).toEqual([80, 0]);
  run.runTo(1.1);
  expect(results.arrived).toBe(50);
  for (let k = 0; k < 50; k++) expect(run.state.colors[4 * k + 3]).toBe(0.25);
});

test('density keys bring the exact number of particles into each shape', async () => {
  const run = await ParticleRun.open({
    shapes: [ball, box, { shape: 'cylinder', name: 'bowl', position: [-2, 1, 0] }],
    sources: [{ from: 'ball', count: 300, jitter: 1 }],
    forces: [{ force: 'turbulence', acceleration: 3 }],
    keys: [{ to: ['box', 'bowl'], kind: 'density', counts: [100, 150], start: 0.2, end: 1.5, hold: 0.2 }],
    collide: false,
  });
  run.runTo(1.5);
  const [{ results, members, goals, density }] = run.state.runs;
  expect(results.arrived).toBe(250);
  expect(results.arrivedIn).toEqual([100, 150]);
  const { x, y, z } = run.state.store;
  const shapes = run.prepared.shapes.filter(({ name }) => name !== 'ball');
  const inside = shapes.map(
    ({ distance }) => [...members].filter((p) => distance!(x[p], y[p], z[p]) < 1e-9).length,
  );
  expect(inside).toEqual([100, 150]);
  expect(new Set(Array.from(goals, (_, k) => goals[density!.goals[k]])).size).toBe(250);
});

test('confined particles never leave the intermediate shape', async () => {
  const square = { shape: 'box', name: 'square', size: [1, 1, 0] };
  const triangle = { shape: 'polygon', name: 'triangle', corners: [2, -1, 3, -1, 2.5, 0.8] };
  const run = await ParticleRun.open({
    shapes: [square, triangle],
    sources: [{ from: 'square', count: 200 }],
    forces: [{ force: 'turbulence', acceleration: 3 }],
    keys: [{ to: ['triangle'], end: 1, confinement: 'morph' }],
    collide: false,
  });
  run.runTo(1);
  expect(run.state.runs[0].results.arrived).toBe(200);
  expect(run.state.runs[0].results.maxPositionError).toBeLessThan(1e-12);
});

const busy = {
  shapes: [
    ball,
    box,
    { shape: 'disc', name: 'disc', position: [-1, 2, 0] },
    { shape: 'ball', name: 'far', position: [0, 3, 1] },
  ],
  sources: [
    { from: 'ball', count: 120, jitter: 1, life: 1.2, spin: 2, sizeSpread: 0.5 },
    {
      from: 'disc',
      name: 'jet',
      count: 90,
      start: 0.1,
      duration: 0.9,
      velocity: [0, 1, 0],
      color: [1, 0, 0],
    },
  ],
  forces: [gravity, { force: 'turbulence' }, { force: 'wind', sources: ['jet'], from: 0.3, until: 0.6 }],
  attributes: [{ name: 'heat', value: 3 }],
  keys: [
    {
      name: 'near',
      to: ['box'],
      sources: ['ball'],
      fraction: 0.4,
      selection: 'nearest',
      start: 0.1037,
      end: 0.6,
      hold: 0.1,
      law: 'velocity',
      velocity: [0, 1, 0],
    },
    {
      name: 'spread',
      to: ['far'],
      sources: ['jet'],
      fraction: 0.5,
      start: 0.2,
      end: 1.1111,
      stagger: 0.3,
      randomness: 0.5,
      color: [0, 1, 0],
      size: 0.1,
      orientation: [0, 1, 0, 1],
      spin: [0, 2, 0],
    },
    {
      name: 'counted',
      to: ['box', 'far'],
      kind: 'density',
      sources: ['ball'],
      counts: [10, 5],
      start: 0.71,
      end: 1.05,
    },
    {
      name: 'state',
      sources: ['ball'],
      start: 0.3,
      end: 0.8,
      attributes: [{ name: 'heat', value: 7 }],
      opacity: 0,
    },
  ],
  collide: false,
};

test('a run that continues from a snapshot of any tick is bit-identical', async () => {
  const run = await ParticleRun.open(busy);
  const snapshots: { tick: number; bytes: Uint8Array }[] = [];
  run.runTo(1.4, (tick) => {
    if (tick % 23 === 5) snapshots.push({ tick, bytes: run.save() });
  });
  const hash = run.hash();
  const last = run.save();
  for (const { bytes } of snapshots) {
    const other = run.reopen(bytes);
    expect(new Hasher().bytes(other.save()).digest()).toBe(new Hasher().bytes(bytes).digest());
    other.runTo(1.4);
    expect(other.hash()).toBe(hash);
  }
  expect(run.reopen(last).hash()).toBe(hash);
});

test('particles that no key controls are bit-identical to those of a run without keys', async () => {
  const run = await ParticleRun.open(busy);
  const free = await ParticleRun.open({ ...busy, keys: [] });
  const led = new Set<number>();
  run.runTo(1.4, () => {
    for (const { members, key } of run.state.runs)
      if (key.goals) for (const particle of members) led.add(particle);
  });
  free.runTo(1.4);
  const count = run.prepared.births.count;
  let compared = 0;
  for (let particle = 0; particle < count; particle++) {
    if (led.has(particle)) continue;
    compared++;
    for (const plane of ['x', 'y', 'z', 'vx', 'vy', 'vz'] as const) {
      expect(Object.is(run.state.store[plane][particle], free.state.store[plane][particle])).toBe(true);
    }
  }
  expect(compared).toBeGreaterThan(60);
});

test('a run with obstacles that continues from a snapshot is bit-identical', async () => {
  const corners = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
  const faces = [
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7,
    3,
  ];
  const mesh = { positions: Float64Array.from(corners), indices: Uint32Array.from(faces) };
  const open = async () => {
    const cube = createKeyedCollider('cube', mesh, [
      { time: 0, position: [0, -0.3, 0], rotation: [0, 0, 0, 1] },
      { time: 2, position: [0.5, -0.3, 0], rotation: [0, 0.6, 0, 0.8] },
    ]);
    const run = await ParticleRun.open(
      {
        shapes: [{ ...ball, position: [0, 1.2, 0] }, box, { shape: 'ball', name: 'inside', radius: 0.2 }],
        sources: [
          { from: 'ball', count: 150, jitter: 1, duration: 0.3 },
          { from: 'inside', count: 30 },
        ],
        forces: [gravity],
        keys: [{ to: ['box'], sources: ['ball'], fraction: 0.5, start: 0.6037, end: 1.1012, stagger: 0.1 }],
        restitution: 0.7,
      },
      { inputs: { colliders: cube.colliders } },
    );
    const advance = (tick: number) => cube.advance(tick / 120, (tick + 1) / 120);
    return { run, advance };
  };
  const { run, advance } = await open();
  const snapshots: Uint8Array[] = [];
  run.runTo(1.3, (tick) => {
    if (tick % 31 === 3) snapshots.push(run.save());
    advance(tick);
    if (tick % 5 === 0) particlesSystem.interpolate!(run.state, run.inputs, 0.003, 1 / 120);
  });
  expect(run.state.totals.touches).toBeGreaterThan(200);
  expect(run.state.runs[0].results.arrived).toBe(75);
  expect(run.state.runs[0].results.maxPositionError).toBeLessThan(1e-12);
  for (const bytes of snapshots) {
    const other = await open();
    other.run.state = particlesSystem.load(other.run.params, bytes, other.run.prepared);
    other.run.runTo(1.3, other.advance);
    expect(other.run.hash()).toBe(run.hash());
  }
});

test('bytes that are not a snapshot of these particles are refused', async () => {
  const run = await ParticleRun.open(busy);
  run.runTo(0.5);
  const bytes = run.save();
  const load = (given: Uint8Array) => particlesSystem.load(run.params, given, run.prepared);
  const other = await ParticleRun.open({ ...busy, keys: [] });
  expect(() => particlesSystem.load(other.params, bytes, other.prepared)).toThrow(
    'expected saved particles of the same scene',
  );
  // A header with one wrong character is refused, or loaded without an error of another type.
  for (let at = 8; at < 1200; at += 41) {
    const broken = bytes.slice();
    broken[at] ^= 1 + (at % 8);
    try {
      load(broken);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
    }
  }
});
