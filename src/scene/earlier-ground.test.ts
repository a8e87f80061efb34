import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { encodeExr } from '../files/exr-write.ts';
import { InputError } from '../input-error.ts';
import { Hasher } from '../math/hash.ts';
import { Simulation } from '../simulation/simulation.ts';
import { readEarlierGround } from '../systems/ground/surface/earlier-ground.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import { inspectGroundState } from './inspect-ground-state.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

type Files = Readonly<Record<string, Uint8Array>>;

/** A block, 20 cm wide, that ends in a point at the top. */
const block = new TextEncoder().encode(
  'v -0.1 0 -0.1\nv 0.1 0 -0.1\nv 0.1 0 0.1\nv -0.1 0 0.1\nv 0 0.3 0\nf 1 2 3\nf 1 3 4\nf 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n',
);

/** Keys for two prints beside each other; the second overlaps the raised edge of the first. Nothing moves from 0.6 s on. */
const keys = new TextEncoder().encode(
  JSON.stringify([
    { time: 0, position: [0, 0.3, 0] },
    { time: 0.1, position: [0, -0.05, 0] },
    { time: 0.2, position: [0, 0.3, 0] },
    { time: 1.2, position: [0.22, 0.3, 0.03] },
    { time: 1.3, position: [0.22, -0.06, 0.03] },
    { time: 1.4, position: [0.22, 0.3, 0.03] },
    { time: 2.4, position: [0.22, 0.3, 0.03] },
  ]),
);

const plan = (time: readonly [number, number], ground: Record<string, unknown>, files: Files) =>
  openScene(
    parseScene({
      version: 1,
      time: { start: time[0], end: time[1], fps: 10 },
      actors: [{ name: 'block', file: 'block.obj', keys: 'block.json' }],
      systems: [{ system: 'ground', name: 'land', cell: 0.02, ...ground }],
      outputs: ['groundState'],
    }),
    { read: (path) => ({ 'block.obj': block, 'block.json': keys, ...files })[path] },
  );

async function bake(time: readonly [number, number], ground: Record<string, unknown>, files: Files = {}) {
  let state = new Uint8Array(0);
  const report = await bakeScene(await plan(time, ground, files), {
    write: (name, bytes) => {
      if (name === 'land.ground') state = new Uint8Array(bytes);
    },
  });
  return {
    state,
    figures: report.systems[0] as unknown as { ledger: Record<string, string>; columnsChanged: number },
  };
}

const hill = encodeExr(
  Float32Array.from({ length: 40 * 40 }, (_, k) => 0.02 * Math.sin((k % 40) / 4) + ((k % 7) / 7) * 0.001),
  40,
  40,
);
const holes = encodeExr(
  Float32Array.from({ length: 40 * 40 }, (_, k) => (k % 40 < 6 ? Number.NaN : 0.02)),
  40,
  40,
);

describe.each([
  ['level ground', { noiseAmplitude: 0 }, {}],
  ['noise', { noiseAmplitude: 0.004, noiseWavelength: 0.3 }, {}],
  ['mud that remembers', { material: 'mud', looseDepth: 0.03 }, {}],
  ['a terrain', { terrain: 'a.exr', terrainSpacing: [0.05, 0.07] }, { 'a.exr': hill }],
  [
    'a terrain with noise',
    { terrain: 'a.exr', terrainSpacing: [0.05, 0.05], terrainNoise: true },
    { 'a.exr': hill },
  ],
  ['a terrain with holes', { terrain: 'a.exr', terrainSpacing: [0.04, 0.04] }, { 'a.exr': holes }],
  ['stones', { stones: [{ position: [0.1, 0.15], radius: 0.08 }], noiseAmplitude: 0.002 }, {}],
])('what a run left on %s', (_, ground, files: Files) => {
  test('a later scene continues from it: the same ground as in one run', { timeout: 30000 }, async () => {
    const whole = await bake([0, 2], ground, files);
    const first = await bake([0, 1], ground, files);
    const {
      terrain: _terrain,
      terrainSpacing: _spacing,
      terrainNoise: _noise,
      ...rest
    } = ground as Record<string, unknown>;
    const second = await bake([1, 2], { ...rest, terrain: 'first.ground' }, { 'first.ground': first.state });
    expect(inspectGroundState(first.state, 'a').changed).toBeGreaterThan(50);
    expect(inspectGroundState(second.state, 'a').changed).toBeGreaterThan(
      inspectGroundState(first.state, 'a').changed,
    );
    expect(second.state).toEqual(whole.state);
    expect(second.figures.ledger.error).toBe('0');
    // The volume balance of the second bake begins with the final values of the first.
    expect(second.figures.columnsChanged).toBeLessThan(whole.figures.columnsChanged);
  });
});

test('tiles without changes are not saved: a state that begins with such tiles can be read', async () => {
  const { state } = await bake([0, 0.1], { cell: 0.01 });
  const untouched = await bake([0, 0.05], { cell: 0.01 });
  expect(inspectGroundState(untouched.state, 'a')).toMatchObject({ tiles: 0, changed: 0, low: null });
  const { tiles, changed } = inspectGroundState(state, 'a');
  expect(changed).toBeGreaterThan(300);
  // The print of 20 cm about the origin and its raised edge lie in four tiles of 32 cm.
  expect(tiles).toBe(4);
});

test('pressed columns are pressed from the start, and shown as pressed', async () => {
  const { state } = await bake([0, 1], {});
  const { systems, times } = await plan([1, 2], { terrain: 'a.ground' }, { 'a.ground': state });
  const simulation = new Simulation({ systems, actors: [], seed: 1, start: times.start });
  const land = simulation.outputs('land')[0] as HeightfieldOutput;
  const rectangle = { i0: -10, j0: -10, columns: 20, rows: 20 };
  const pressed = new Uint8Array(400);
  land.readPressed(pressed, rectangle);
  expect(pressed.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(60);
  expect(land.changed()).toBeNull();
});

test('a run that starts from it can be saved and loaded', async () => {
  const { state } = await bake([0, 1], {});
  const files = { 'a.ground': state };
  const { systems, actors, times } = await plan([1, 2], { terrain: 'a.ground' }, files);
  const make = () =>
    new Simulation({
      systems,
      actors: actors.map(({ colliders }) => colliders),
      seed: 5,
      start: times.start,
    });
  const straight = make();
  straight.advanceTo(times.time(times.count - 1));
  const cut = make();
  cut.advanceTo(times.time(4));
  const resumed = make();
  resumed.load(cut.save('a'));
  resumed.advanceTo(times.time(times.count - 1));
  expect(resumed.hash('land')).toBe(straight.hash('land'));
});

describe('a damaged file is refused, with its name', () => {
  test('truncated, changed, or another file', async () => {
    const { state } = await bake([0, 0.3], {});
    const changed = state.slice();
    changed[state.length >> 1] ^= 4;
    for (const bytes of [
      changed,
      state.subarray(0, state.length - 5),
      state.subarray(0, 6),
      new Uint8Array(0),
      block,
    ]) {
      const read = () => readEarlierGround(bytes, 'old.ground');
      expect(read).toThrow(InputError);
      expect(read).toThrow(/^old\.ground: expected the state of a ground that a bake wrote, got /);
    }
  });

  test('numbers that are no numbers, although the checksum is right', async () => {
    const { state } = await bake([0, 0.1], { noiseAmplitude: 0.01, noiseWavelength: 0.75 });
    const end = state.length - 16;
    const body = new TextDecoder('latin1').decode(state.subarray(0, end));
    // The new texts are as long as the old ones, so that the rest of the file stays where it is.
    for (const [number, other] of [
      ['"cell":0.02', '"cell":true'],
      ['"wavelength":0.75', '"wavelength":true'],
      ['"amplitude":0.01', '"amplitude":null'],
    ]) {
      expect(body).toContain(number);
      const damaged = Uint8Array.from(body.replace(number, other), (letter) => letter.charCodeAt(0));
      const bytes = new Uint8Array([
        ...damaged,
        ...new TextEncoder().encode(new Hasher().bytes(damaged).digest()),
      ]);
      expect(() => readEarlierGround(bytes, 'old.ground')).toThrow(/^old\.ground: .*makes no sense/);
    }
  });

  test('parameters of a terrain are refused beside it, each by its name', async () => {
    const { state } = await bake([0, 0.1], {});
    const hints = {
      terrainTiles: [1, 1],
      terrainMin: 0,
      terrainMax: 1,
      terrainScale: 1,
      terrainSpacing: [1, 1],
      terrainChannel: 'red',
      terrainUp: 'z',
      terrainPoint: [0, 1],
      terrainNoise: true,
    };
    for (const [name, value] of Object.entries(hints)) {
      const opening = async () => plan([0, 1], { terrain: 'a.ground', [name]: value }, { 'a.ground': state });
      await expect(opening()).rejects.toThrow(
        new RegExp(`^systems\\[0\\]\\.${name}: expected nothing of the kind .*a\\.ground`),
      );
    }
  });

  test('the report names the earlier ground, with a warning if its material differs', async () => {
    const { state } = await bake([0, 0.3], { material: 'snow' });
    const files = { 'a.ground': state };
    const reportOf = async (material: string) =>
      bakeScene(await plan([0.3, 0.4], { terrain: 'a.ground', material }, files), { write: () => {} });
    const message = /the earlier ground was snow, and this is sand/;
    const [same, other] = [await reportOf('snow'), await reportOf('sand')];
    expect(same.systems[0]).toMatchObject({
      earlier: {
        material: 'snow',
        datum: 0,
        hasTerrain: false,
        state: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    });
    expect(same.warnings.some((warning) => message.test(warning))).toBe(false);
    expect(other.warnings.some((warning) => message.test(warning))).toBe(true);
  });

  test('stones that would be too far above it are refused before the simulation', async () => {
    const { state } = await bake([0, 0.1], { noiseAmplitude: 350, noiseWavelength: 5000 });
    const stones = [{ position: [0, 0], radius: 100, height: 100 }];
    await expect(plan([0, 1], { terrain: 'a.ground', stones }, { 'a.ground': state })).rejects.toThrow(
      /^systems\[0\]\.stones: expected stones within 1023 m of the datum of a\.ground/,
    );
  });

  test('a different cell is reported', async () => {
    const { state } = await bake([0, 0.3], {});
    await expect(plan([0, 1], { terrain: 'a.ground', cell: 0.01 }, { 'a.ground': state })).rejects.toThrow(
      /^systems\[0\]\.cell: expected 0\.02 m, as in a\.ground, got 0\.01/,
    );
  });
});
