import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { encodeExr } from '../files/exr-write.ts';
import { Simulation } from '../simulation/simulation.ts';
import { readEarlierGround } from '../systems/ground/surface/earlier-ground.ts';
import { createEarlierSurface } from '../systems/ground/surface/earlier-surface.ts';
import { createOriginSurface } from '../systems/ground/terrain/ground-origin.ts';
import type { LiveHeightfield } from '../systems/outputs/heightfield.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

type Files = Readonly<Record<string, Uint8Array>>;

const encode = (value: string) => new TextEncoder().encode(value);

/** A block, 20 × 12 cm, that is off the origin, so that no rotation or reflection of its print is another one. */
const block = encode(
  'v -0.1 0 -0.06\nv 0.1 0 -0.06\nv 0.1 0.02 0.06\nv -0.1 0 0.06\nv 0 0.3 0\nf 1 2 3\nf 1 3 4\nf 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n',
);

/** Keys that press it down to −`depth` at (x, z) about `time`. */
const press = (time: number, x: number, z: number, depth: number) => [
  { time, position: [x, 0.3, z] },
  { time: time + 0.1, position: [x, -depth, z] },
  { time: time + 0.2, position: [x, 0.3, z] },
];

const toKeys = (list: object[]) => encode(JSON.stringify(list));
const two = toKeys([...press(0, 0.07, 0.13, 0.05), ...press(1.2, 0.17, 0.2, 0.06)]);

const flat = { noiseAmplitude: 0 };
const wavy = { noiseAmplitude: 0.004, noiseWavelength: 0.3 };

const plan = (time: readonly [number, number], ground: object, files: Files) =>
  openScene(
    parseScene({
      version: 1,
      time: { start: time[0], end: time[1], fps: 10 },
      actors: [{ name: 'block', file: 'block.obj', keys: 'keys.json' }],
      systems: [{ system: 'ground', name: 'land', cell: 0.02, ...ground }],
      outputs: ['groundState'],
    }),
    { read: (path) => ({ 'block.obj': block, 'keys.json': two, ...files })[path] },
  );

interface StampReport {
  readonly columns: number;
  readonly leftOut: number;
  readonly raised: string;
  readonly lowered: string;
}

async function bake(time: readonly [number, number], ground: object, files: Files = {}) {
  let state = new Uint8Array(0);
  const report = await bakeScene(await plan(time, ground, files), {
    write: (name, bytes) => {
      if (name === 'land.ground') state = new Uint8Array(bytes);
    },
  });
  const system = report.systems[0] as unknown as {
    ledger: Record<string, string>;
    stamps?: readonly StampReport[];
  };
  return { state, ...system, warnings: report.warnings };
}

const side = 96;
const range = [-48, -48, side, side] as const;

/** Reads the square of `side` columns about the origin of a saved ground. */
function read(state: Uint8Array) {
  const ground = readEarlierGround(state, 'a');
  const origin = createOriginSurface(ground.origin);
  const surface = createEarlierSurface(ground, origin);
  const below = new Int32Array(side * side);
  const heights = new Int32Array(side * side);
  const pressed = new Uint16Array(side * side);
  origin.fill(below, ...range);
  surface.fill(heights, ...range);
  surface.fillPressed!(pressed, ...range);
  const at = (i: number, j: number) => (j + 48) * side + i + 48;
  return {
    at,
    below,
    heights,
    rise: (i: number, j: number) => heights[at(i, j)] - below[at(i, j)],
    isPressed: (i: number, j: number) => pressed[at(i, j)] !== 0,
  };
}

/** Volume of a saved ground above its undisturbed ground, units times columns. */
function volumeOf(state: Uint8Array): bigint {
  const { heights, below } = read(state);
  return heights.reduce((sum, height, k) => sum + BigInt(height - below[k]), 0n);
}

/** Nothing touches the ground in this time. */
const idle = [0.3, 0.4] as const;

describe('one saved ground, laid where it was', () => {
  test.each([
    ['level ground', flat],
    ['noise', wavy],
    ['mud that remembers', { material: 'mud', looseDepth: 0.03 }],
    ['sand whose displaced material is compacted', { displacedMaterial: 'compacted', ...wavy }],
  ])('%s: the run is the same as one that continues it', async (_, ground) => {
    const first = await bake([0, 1], ground);
    const files = { 'first.ground': first.state };
    const continued = await bake([1, 2], { ...ground, terrain: 'first.ground' }, files);
    const stamped = await bake([1, 2], { ...ground, stamps: [{ file: 'first.ground' }] }, files);
    expect(stamped.state).toEqual(continued.state);
    expect(stamped.ledger).toEqual(continued.ledger);
    expect(stamped.ledger.error).toBe('0');
  });

  test('on a terrain', async () => {
    const heights = Float32Array.from({ length: 3600 }, (_, k) => 0.02 * Math.sin((k % 60) / 4));
    const terrain = { terrain: 'hill.exr', terrainSpacing: [0.05, 0.05] };
    const files = { 'hill.exr': encodeExr(heights, 60, 60) };
    const first = await bake([0, 1], terrain, files);
    const all = { ...files, 'first.ground': first.state };
    const continued = await bake([1, 2], { terrain: 'first.ground' }, all);
    const stamped = await bake([1, 2], { ...terrain, stamps: [{ file: 'first.ground' }] }, all);
    expect(stamped.state).toEqual(continued.state);
  });
});

describe('a saved ground at another position', () => {
  const turnOf = (i: number, j: number, turns: number): readonly [number, number] =>
    turns === 0 ? [i, j] : turnOf(j, -i, turns - 1);

  test.each(
    [0, 1, 2, 3].flatMap((quarterTurns) => [false, true].map((mirrored) => ({ quarterTurns, mirrored }))),
  )('$quarterTurns quarter turns, mirrored: $mirrored: every column is moved', async (placement) => {
    const { state } = await bake([0, 0.3], flat);
    const stamp = { file: 'a.ground', position: [0.101, -0.239], ...placement };
    const stamped = await bake(idle, { ...flat, stamps: [stamp] }, { 'a.ground': state });
    const [from, to] = [read(state), read(stamped.state)];
    let changed = 0;
    for (let j = -20; j <= 20; j++) {
      for (let i = -20; i <= 20; i++) {
        const [x, z] = turnOf(placement.mirrored ? -i : i, j, placement.quarterTurns);
        expect(to.rise(x + 5, z - 12)).toBe(from.rise(i, j));
        expect(to.isPressed(x + 5, z - 12)).toBe(from.isPressed(i, j));
        if (from.rise(i, j) !== 0) changed++;
      }
    }
    expect(changed).toBeGreaterThan(50);
    expect(volumeOf(stamped.state)).toBe(volumeOf(state));
  });

  test('the rotation is that of a heading: it moves +Z to +X', async () => {
    const { state } = await bake([0, 0.3], flat);
    const ahead = { 'a.ground': state };
    const stamp = { file: 'a.ground', quarterTurns: 1 };
    const { rise } = read((await bake(idle, { ...flat, stamps: [stamp] }, ahead)).state);
    // The print lies about (0.07, 0.13), that is column (3, 6).
    expect(read(state).rise(3, 6)).toBeLessThan(-30000);
    expect(rise(6, -3)).toBe(read(state).rise(3, 6));
  });

  test('on noise it leaves the same changes as on level ground', async () => {
    const { state } = await bake([0, 0.3], flat);
    const stamp = { file: 'a.ground', position: [0.2, 0.1] };
    const stamped = await bake(idle, { ...wavy, stamps: [stamp] }, { 'a.ground': state });
    const [from, to] = [read(state), read(stamped.state)];
    for (let j = -15; j < 15; j++) {
      for (let i = -15; i < 15; i++) expect(to.rise(i + 10, j + 5)).toBe(from.rise(i, j));
    }
    expect(to.below.some((height) => height !== 0)).toBe(true);
  });
});

describe('saved grounds that overlap', () => {
  const deep = toKeys(press(0, 0.07, 0.13, 0.08));
  const shallow = toKeys(press(0, 0.07, 0.13, 0.04));
  const printOf = async (keys: Uint8Array) => (await bake([0, 0.3], flat, { 'keys.json': keys })).state;

  test('the later one presses down what the earlier one raised, and adds what it raised itself', async () => {
    const files = { 'a.ground': await printOf(deep), 'b.ground': await printOf(shallow) };
    const stamps = [{ file: 'a.ground' }, { file: 'b.ground', position: [0.14, 0.06] }];
    const both = read((await bake(idle, { ...flat, stamps }, files)).state);
    const reversed = read((await bake(idle, { ...flat, stamps: [...stamps].reverse() }, files)).state);
    const [a, b] = [read(files['a.ground']), read(files['b.ground'])];
    const seen = { pressed: 0, raised: 0, kept: 0, order: 0 };
    for (let j = -10; j < 25; j++) {
      for (let i = -10; i < 25; i++) {
        const [first, second] = [a.rise(i, j), b.rise(i - 7, j - 3)];
        const found = both.rise(i, j);
        expect(found).toBe(second > 0 ? first + second : Math.min(first, second || first));
        if (second < 0 && first > 0) seen.pressed++;
        if (second > 0 && first !== 0) seen.raised++;
        if (second < 0 && first < second) seen.kept++;
        if (found !== reversed.rise(i, j)) seen.order++;
      }
    }
    // All cases occur.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(3);
  });

  test('the ledger is exact: what the stamps added and removed is the change of the ground', async () => {
    const files = { 'a.ground': await printOf(deep), 'b.ground': await printOf(shallow) };
    const stamps = Array.from({ length: 9 }, (_, k) => ({
      file: k % 3 === 0 ? 'a.ground' : 'b.ground',
      position: [0.06 * (k - 4), 0.05 * ((k * 5) % 7) - 0.3],
      quarterTurns: k % 4,
      mirrored: k % 2 === 1,
    }));
    const result = await bake([1, 2], { ...wavy, stamps }, { ...files, 'keys.json': two });
    expect(result.ledger.error).toBe('0');
    const still = await bake(idle, { ...wavy, stamps }, files);
    const sum = still.stamps!.reduce(
      (total, { raised, lowered }) => total + BigInt(raised) - BigInt(lowered),
      0n,
    );
    expect(sum).toBe(volumeOf(still.state));
    expect(sum).not.toBe(0n);
    expect(still.stamps).toEqual(result.stamps);
  });

  test('two saved grounds that do not meet: their order is without effect', async () => {
    const files = { 'a.ground': await printOf(deep), 'b.ground': await printOf(shallow) };
    const stamps = [
      { file: 'a.ground', position: [-0.5, 0] },
      { file: 'b.ground', position: [0.3, 0] },
    ];
    const [one, other] = await Promise.all(
      [stamps, [...stamps].reverse()].map((list) => bake(idle, { ...flat, stamps: list }, files)),
    );
    expect(one.state).toEqual(other.state);
  });

  test('a state that was baked on stamps contains them, and can be laid again', async () => {
    const files = { 'a.ground': await printOf(deep), 'b.ground': await printOf(shallow) };
    const stamps = [{ file: 'a.ground' }, { file: 'b.ground', position: [0.14, 0.06] }];
    const both = await bake(idle, { ...flat, stamps }, files);
    const again = await bake(idle, { ...flat, stamps: [{ file: 'c.ground' }] }, { 'c.ground': both.state });
    expect(again.state).toEqual(both.state);
    const above = { terrain: 'a.ground', stamps: [stamps[1]] };
    expect((await bake(idle, above, files)).state).toEqual(both.state);
  });
});

test('a new print on stamped ground: a character presses what the stamps left', async () => {
  const { state } = await bake([0, 0.3], flat);
  const files = { 'a.ground': state };
  const { systems, actors, times } = await plan([1.1, 1.5], { stamps: [{ file: 'a.ground' }] }, files);
  const make = () => {
    const own = actors.map(({ colliders }) => colliders);
    return new Simulation({ systems, actors: own, seed: 1, start: times.start });
  };
  const straight = make();
  const land = straight.outputs('land')[0] as LiveHeightfield;
  // Outputs show stamps as changes of the undisturbed ground.
  const stamped = land.changed()!;
  expect(stamped).toEqual(readEarlierGround(state, 'a').changed);
  const shown = land.takeChanges();
  expect(shown.length).toBe(readEarlierGround(state, 'a').tileCount);
  const [now, before, pressed] = [new Int32Array(1), new Int32Array(1), new Uint8Array(1)];
  const column = { i0: 3, j0: 6, columns: 1, rows: 1 };
  land.read(now, column);
  land.readInitial(before, column);
  land.readPressed(pressed, column);
  expect(now[0] - before[0]).toBe(read(state).rise(3, 6));
  expect(pressed[0]).toBe(1);
  straight.advanceTo(times.time(times.count - 1));
  expect(land.changed()!.columns).toBeGreaterThan(stamped.columns);
  const cut = make();
  cut.advanceTo(times.time(2));
  const resumed = make();
  resumed.load(cut.save('a'));
  resumed.advanceTo(times.time(times.count - 1));
  expect(resumed.hash('land')).toBe(straight.hash('land'));
});

describe('what cannot be laid', () => {
  test('is refused with its path', async () => {
    const { state } = await bake([0, 0.3], flat);
    const stony = await bake([0, 0.1], { stones: [{ position: [0, 0], radius: 0.08 }] });
    const files = { 'a.ground': state, 'stony.ground': stony.state, 'no.ground': block };
    const refusal = async (ground: object) => {
      try {
        await plan(idle, ground, files);
        return 'accepted';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await refusal({ stamps: [{ file: 'a.ground' }], cell: 0.01 })).toMatch(
      /^systems\[0\]\.stamps\[0\]\.file: expected a saved ground with cells of 0\.01 m, as this ground has, got 0\.02 m in a\.ground/,
    );
    expect(await refusal({ stamps: [{ file: 'a.ground' }, { file: 'stony.ground' }] })).toMatch(
      /^systems\[0\]\.stamps\[1\]\.file: expected a saved ground without stones, got stony\.ground/,
    );
    expect(await refusal({ stamps: [{ file: 'no.ground' }] })).toMatch(
      /^no\.ground: expected the state of a ground/,
    );
    expect(await refusal({ stamps: [{}] })).toMatch(/^systems\[0\]\.stamps\[0\]\.file: expected /);
    expect(await refusal({ stamps: [{ file: 'a.ground', quarterTurns: 4 }] })).toMatch(
      /^systems\[0\]\.stamps\[0\]\.quarterTurns: expected a whole number ≤ 3, got 4/,
    );
    expect(await refusal({ stamps: [{ file: 'a.ground', angle: 1 }] })).toMatch(/stamps\[0\].*angle/);
  });

  test('columns outside of the ground and other materials are reported', async () => {
    const { state } = await bake([0, 0.3], { ...flat, material: 'snow' });
    const files = { 'a.ground': state };
    const half = { ...flat, size: [2, 0.26], stamps: [{ file: 'a.ground' }] };
    const { stamps, warnings } = await bake(idle, half, files);
    expect(stamps![0].leftOut).toBeGreaterThan(10);
    expect(stamps![0].leftOut).toBeLessThan(stamps![0].columns);
    expect(
      warnings.some((text) => /^.*stamps\[0\]: \d+ of the \d+ changed columns of a\.ground/.test(text)),
    ).toBe(true);
    expect(warnings.some((text) => /a\.ground was snow, and this is sand/.test(text))).toBe(true);
  });
});

test('the estimated size counts the columns of stamps', async () => {
  const { state } = await bake([0, 1], flat);
  const files = { 'a.ground': state };
  const stamps = [0, 1, 2, 3].flatMap((i) =>
    [0, 1, 2, 3].map((j) => ({ file: 'a.ground', position: [1 + i, 1 + j] })),
  );
  const opened = await plan([1.5, 1.6], { ...flat, stamps }, files);
  let estimated = 0;
  const report = await bakeScene(
    { ...opened, outputs: ['groundState', 'groundMesh'] },
    {
      write: () => {},
      progress: ({ estimate }) => {
        estimated = estimate?.bytes ?? estimated;
      },
    },
  );
  const written = report.outputs
    .filter(({ kind }) => kind === 'groundState' || kind === 'groundMesh')
    .reduce((sum, { bytes }) => sum + bytes, 0);
  expect(estimated / written).toBeGreaterThan(0.4);
  expect(estimated / written).toBeLessThan(2.5);
});
