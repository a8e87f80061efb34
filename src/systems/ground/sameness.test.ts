import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveHeightfield } from '../outputs/heightfield.ts';
import type { SystemInputs } from '../system.ts';
import { sumGround } from './flow/ledger.ts';
import type { GroundKernel } from './kernel.ts';
import { createGroundKernel } from './load-kernel.ts';
import { showGround } from './outputs.ts';
import { stepGround } from './step.ts';
import { groundSystem } from './system.ts';
import { around, makeGround, pressDown, readUnits, settleGround } from './testing/grounds.ts';
import { goldenScenes, makeScene, runScene } from './testing/scenes.ts';
import { createPost, createShoe, moveTo, placeAt } from './testing/shapes.ts';
import { hashGround, loadGround, saveGround } from './tiles/save.ts';
import { findHighest } from './tiles/tile.ts';

const reference = () => createGroundKernel({ implementation: 'reference' });
const reload = (state: ReturnType<typeof makeGround>) =>
  loadGround(() => state.settings, createGroundKernel(), saveGround(state));

test('random scenes: exact ledger, finite heights, the same hash when repeated and with the reference implementation', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
      const state = runScene(seed, 18);
      const { ledger } = sumGround(state);
      expect(ledger.error).toBe(0n);
      const rectangle = showGround(state).changed();
      if (rectangle) {
        const heights = readUnits(state, rectangle);
        expect(heights.every((height) => Math.abs(height) < 2 ** 20)).toBe(true);
      }
      const hash = hashGround(state);
      expect(hashGround(runScene(seed, 18))).toBe(hash);
      expect(hashGround(runScene(seed, 5, reference()))).toBe(hashGround(runScene(seed, 5)));
    }),
    { numRuns: 12, seed: 4 },
  );
});

test.each(Object.keys(goldenScenes))('the reference implementation gives the same bytes: %s', (name) => {
  expect(hashGround(goldenScenes[name](reference()))).toBe(hashGround(goldenScenes[name]()));
});

test('the order of colliders does not matter', () => {
  for (let seed = 0; seed < 12; seed++) {
    const scene = makeScene(seed);
    if (scene.bodies.length < 2) continue;
    const forward = runScene(seed, 16);
    const backward = runScene(seed, 16, undefined, (bodies) => bodies.reverse());
    expect(hashGround(backward)).toBe(hashGround(forward));
  }
});

test('another division into patches in the middle of a step changes nothing', () => {
  const drag = (divides: boolean) => {
    const plain = createGroundKernel();
    const erode: GroundKernel['erode'] = (...given) => {
      const passes = plain.erode(...given);
      // All patches are created again, from the arrays of their tiles.
      for (const tile of state.tiles.awake) tile.patch = null;
      state.patchesAreStale = true;
      return passes;
    };
    const kernel = divides ? { ...plain, erode } : plain;
    const state = makeGround(
      { material: 'sand', cell: 0.02, noiseAmplitude: 0.01, liquidity: 0.1 },
      kernel,
      7,
    );
    const shoe = createShoe();
    for (let n = 0; n < 40; n++) {
      moveTo(shoe, 0.02 * n, -0.02 + 0.01 * (n % 3), 0.02 * (n % 5));
      stepGround(state, [shoe]);
    }
    return hashGround(state);
  };
  expect(drag(true)).toBe(drag(false));
});

test('saving and loading at any step does not change later results', () => {
  for (const seed of [2, 3, 5, 8]) {
    const whole = runScene(seed, 30);
    const scene = makeScene(seed);
    let state = makeGround(scene.params, undefined, seed);
    for (let n = 1; n <= 30; n++) {
      scene.advance(n);
      stepGround(state, [...scene.bodies]);
      if (n % 7 === 0) {
        const hash = hashGround(state);
        state = reload(state);
        expect(hashGround(state)).toBe(hash);
      }
    }
    expect(hashGround(state)).toBe(hashGround(whole));
    expect(state.totals).toEqual(whole.totals);
  }
});

test('saved data that are truncated, of another format or of another ground are refused', () => {
  const state = runScene(3, 5);
  const bytes = saveGround(state);
  const load = (data: Uint8Array) => () => loadGround(() => state.settings, reference(), data);
  expect(load(bytes.map((byte, k) => (k === 12 ? 1 : byte)))).toThrow(/damaged/);
  const other = { ...state.settings, cell: 0.5 };
  expect(() => loadGround(() => other, reference(), bytes)).toThrow(
    `other parameters: cell: expected 0.5, got ${state.settings.cell}`,
  );
  const swells = { ...state.settings, noise: { ...state.settings.noise, octaves: 7 }, datum: 5 };
  expect(() => loadGround(() => swells, reference(), bytes)).toThrow(
    /other parameters: datum: expected 5, got 0; noise.octaves: expected 7, got \d$/,
  );
});

test.each([
  ['at a few passes per step', 2 ** -4],
  ['at so many passes per step that tiles wake during the step', 2 ** -8],
])('a print over the corner of four tiles is bit-identical to one in the middle of a tile, %s', (_, cell) => {
  const printAt = (i: number, j: number) => {
    const state = makeGround({ cell, liquidity: 0.5, insideSlope: 0.6 });
    // Cells and positions are powers of two, so the shoe's points have exactly the same offsets from the columns.
    const shoe = createShoe();
    const scale = cell === 2 ** -4 ? 8 : 0.5;
    for (let k = 0; k < shoe.positions.length; k++) {
      shoe.positions[k] = (scale * Math.round(shoe.positions[k] * 4096)) / 4096;
    }
    pressDown(state, shoe, 8 * cell, 4, [i * cell, j * cell]);
    settleGround(state);
    return readUnits(state, around(i, j, 48));
  };
  const middle = printAt(16, 16);
  expect(middle.some((height) => height > 0)).toBe(true);
  for (const [i, j] of [
    [0, 0],
    [32, 16],
    [-37, 71],
    [2 ** 20, -(2 ** 20)],
  ]) {
    expect(printAt(i, j)).toEqual(middle);
  }
});

test('reading or saving frames during a run changes nothing, and frames agree at common times', () => {
  const run = (framesEvery: number) => {
    const scene = makeScene(2);
    const state = makeGround({ ...scene.params, rate: 120 }, undefined, 2);
    const output = showGround(state);
    const frames = new Map<number, Int32Array>();
    for (let n = 1; n <= 24; n++) {
      scene.advance(n);
      stepGround(state, [...scene.bodies]);
      if (n % framesEvery !== 0) continue;
      output.changed();
      output.takeChanges?.();
      frames.set(n, readUnits(state, around(0, 0, 64)));
    }
    return { frames, hash: hashGround(state) };
  };
  const at24 = run(5);
  const at60 = run(2);
  expect(at60.hash).toBe(at24.hash);
  for (const n of [10, 20]) expect(at60.frames.get(n)).toEqual(at24.frames.get(n));
});

test('a print is the same beside another one on the same patch and far from it on a separate patch', () => {
  const cell = 2 ** -7;
  const shoes = [createShoe(), createShoe()];
  const press = (gap: number) => {
    const state = makeGround({ cell, liquidity: 0.5, insideSlope: 0.6 });
    let maxPatches = 0;
    for (let n = 0; n < 8; n++) {
      shoes.forEach((shoe, k) => {
        if (n === 0) placeAt(shoe, k * gap, 0, 0);
        // The second press is deeper, so it still flows when the first has settled.
        moveTo(shoe, k * gap, -0.004 * n * (1 + k), 0);
      });
      stepGround(state, shoes);
      maxPatches = Math.max(maxPatches, state.patches.length);
    }
    settleGround(state);
    return { maxPatches, prints: [0, gap / cell].map((i) => readUnits(state, around(i, 0, 30))) };
  };
  const beside = press(96 * cell);
  const apart = press(1024 * cell);
  expect([beside.maxPatches, apart.maxPatches]).toEqual([1, 2]);
  expect(apart.prints).toEqual(beside.prints);
});

test('the system definition makes the same steps, and shows and reports its state', () => {
  const params = { ...makeParams(), size: [4, 2] as const };
  const inputs: SystemInputs = {
    colliders: [createShoe()],
    heightfields: [],
    drives: [],
    surfaces: [],
    startTime: 0,
  };
  const state = groundSystem.create(params, inputs, 3);
  const shoe = inputs.colliders[0] as ReturnType<typeof createShoe>;
  placeAt(shoe, 0.5, 0, 0.25);
  for (let n = 0; n < 5; n++) {
    moveTo(shoe, 0.5, -0.005 * n, 0.25);
    groundSystem.step(state, inputs, n / 120, 1 / 120);
  }
  const [output] = groundSystem.outputs(state) as LiveHeightfield[];
  expect(output).toMatchObject({ kind: 'heightfield', cell: 0.01, material: 'sand', datum: 0 });
  expect(output.extent).toEqual({ i0: -200, j0: -100, columns: 401, rows: 201 });
  const changed = output.changed()!;
  expect(changed.i0).toBeGreaterThan(50 - 20);
  expect(changed.i0 + changed.columns).toBeLessThan(50 + 20);
  const count = changed.columns * changed.rows;
  const [heights, initial, pressed] = [new Int32Array(count), new Int32Array(count), new Uint8Array(count)];
  output.read(heights, changed);
  output.readInitial(initial, changed);
  output.readPressed(pressed, changed);
  // Columns clearly below the untouched ground were pressed.
  heights.forEach((height, k) => {
    if (height < initial[k] - 5000) expect(pressed[k]).toBe(1);
  });
  expect(pressed.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(100);
  const report = groundSystem.report(state);
  expect(report).toMatchObject({ ledger: { error: '0', attached: '0', airborne: '0' }, kernel: 'wasm' });
  expect(report.columnsAwakePeak).toBeGreaterThan(0);
  const loaded = groundSystem.load(params, groundSystem.save(state));
  expect(groundSystem.hash(loaded)).toBe(groundSystem.hash(state));
});

function makeParams() {
  return Object.fromEntries(
    Object.entries(groundSystem.params).map(([name, spec]) => [name, spec.default]),
  ) as unknown as Parameters<typeof groundSystem.create>[0];
}

test('the number of poses of a fast body does not depend on earlier heights after a save and a load', () => {
  const state = makeGround({ size: [6, 6] });
  const shoe = createShoe();
  // A high ridge is pressed flat, then all tiles sleep. Its former height must not affect the sweep.
  pressDown(state, shoe, 0.08, 1, [-1, -1]);
  for (let n = 0; n < 3; n++) stepGround(state, []);
  pressDown(state, createPost(0.5, 0.2), 0.1, 2, [-1, -1]);
  settleGround(state);
  for (let n = 0; n < 40; n++) stepGround(state, []);
  const states = [state, reload(state)];
  for (const each of states) {
    const fast = createShoe();
    placeAt(fast, 0, 0.02, 1);
    for (let n = 1; n < 12; n++) {
      moveTo(fast, 0.07 * n, 0.02 - 0.005 * n, 1 + 0.03 * n, 0.1 * n);
      stepGround(each, [fast]);
    }
  }
  expect(hashGround(states[1])).toBe(hashGround(states[0]));
});

test('every awake tile has the correct maximum height', () => {
  for (let seed = 0; seed < 6; seed++) {
    const scene = makeScene(seed);
    const state = makeGround(scene.params, undefined, seed);
    for (let n = 1; n < 24; n++) {
      scene.advance(n);
      stepGround(state, [...scene.bodies]);
      state.flush();
      for (const tile of state.tiles.awake) expect(tile.top).toBe(findHighest(tile.heights));
    }
  }
});
