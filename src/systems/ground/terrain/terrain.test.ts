import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import type { Terrain } from '../../../motion/terrain.ts';
import { defaultParams } from '../../params.ts';
import { sumGround } from '../flow/ledger.ts';
import { createGroundKernel } from '../load-kernel.ts';
import { showGround } from '../outputs.ts';
import { type GroundParams, groundParams } from '../params.ts';
import { createFloor, type GroundPrepared } from '../prepare.ts';
import { resolveSettings } from '../rules/resolve-settings.ts';
import { warnOfSettings } from '../rules/settings.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { createGround } from '../system.ts';
import { createPost, moveTo, placeAt } from '../testing/shapes.ts';
import { hashGround, loadGround, saveGround } from '../tiles/save.ts';
import { placeTerrain } from './place-terrain.ts';
import { boundTerrain, sampleTerrain, sampleTerrainAt, type TerrainGrid } from './terrain-grid.ts';

/** A terrain whose heights are a function of the sample. */
function makeTerrain(
  columns: number,
  rows: number,
  height: (i: number, j: number) => number,
  isMasked: (i: number, j: number) => boolean = () => false,
): Terrain {
  const at = <Value>(value: (i: number, j: number) => Value) =>
    Array.from({ length: columns * rows }, (_, k) => value(k % columns, Math.floor(k / columns)));
  const heights = Float64Array.from(at(height));
  const mask = Uint8Array.from(at((i, j) => Number(isMasked(i, j))));
  return {
    columns,
    rows,
    heights,
    mask: mask.includes(1) ? mask : null,
    spacing: null,
    origin: null,
    min: Math.min(...heights),
    max: Math.max(...heights),
    warnings: [],
  };
}

function prepare(
  terrain: Terrain,
  spacing: readonly [number, number],
  overrides: Partial<GroundParams> = {},
) {
  const params: GroundParams = {
    ...(defaultParams(groundParams) as GroundParams),
    cell: 0.02,
    terrain: 'a.tif',
    ...overrides,
  };
  const prepared: GroundPrepared = { terrain: placeTerrain(terrain, spacing, params, 0, 'systems[0]') };
  return { params, prepared };
}

const hills = (i: number, j: number) =>
  0.05 * Math.sin(i / 3) + 0.04 * Math.cos(j / 4 + i / 9) + ((i * j) % 5) / 1000;

describe('heights between samples', () => {
  const { prepared } = prepare(makeTerrain(30, 20, hills), [0.1, 0.06]);
  const { grid, extent } = prepared.terrain!;

  test('equal the samples at their columns, and do not depend on the requested rectangle', () => {
    const whole = new Float64Array(extent.columns * extent.rows);
    sampleTerrain(whole, extent.i0, extent.j0, extent.columns, extent.rows, grid);
    expect([extent.columns, extent.rows]).toEqual([146, 58]);
    for (let j = 0; j < 20; j++) {
      for (let i = 0; i < 30; i++) expect(whole[3 * j * 146 + 5 * i]).toBe(grid.samples[j * 30 + i]);
    }
    const one = new Float64Array(1);
    for (let k = 0; k < whole.length; k += 37) {
      const [i, j] = [extent.i0 + (k % 146), extent.j0 + Math.floor(k / 146)];
      sampleTerrain(one, i, j, 1, 1, grid);
      expect(one[0]).toBe(whole[k]);
      expect(Math.abs(sampleTerrainAt(i * 0.02, j * 0.02, grid) - whole[k])).toBeLessThan(1e-3);
    }
  });

  test('are within the range of the samples, and within the bounds of any rectangle', () => {
    const rectangle = new Float64Array(25 * 25);
    for (let k = 0; k < 40; k++) {
      const [i0, j0] = [extent.i0 - 10 + 4 * k, extent.j0 - 10 + ((7 * k) % 60)];
      sampleTerrain(rectangle, i0, j0, 25, 25, grid);
      expect(Math.max(...rectangle)).toBeLessThanOrEqual(boundTerrain(i0, j0, 25, 25, grid));
      expect(Math.max(...rectangle)).toBeLessThanOrEqual(grid.max);
      expect(Math.min(...rectangle)).toBeGreaterThanOrEqual(grid.min);
    }
  });

  test('a plane remains a plane, up to its edge', () => {
    const plane = prepare(
      makeTerrain(9, 7, (i, j) => 0.25 * i - 0.125 * j),
      [0.5, 0.25],
    ).prepared.terrain!;
    const { i0, j0, columns, rows } = plane.extent;
    const heights = new Float64Array(columns * rows);
    sampleTerrain(heights, i0, j0, columns, rows, plane.grid);
    heights.forEach((height, k) => {
      const expected = 0.25 * ((k % columns) / 25) - 0.125 * (Math.floor(k / columns) / 12.5);
      expect(Math.abs(height + plane.datum - expected * unitsPerMetre)).toBeLessThan(2);
    });
  });

  test('one row, one column and one sample are terrains too', () => {
    for (const [columns, rows] of [
      [1, 1],
      [4, 1],
      [1, 4],
      [2, 2],
    ]) {
      const { extent: own, grid: small } = prepare(
        makeTerrain(columns, rows, (i, j) => i + j),
        [0.02, 0.02],
      ).prepared.terrain!;
      const heights = new Float64Array(own.columns * own.rows);
      sampleTerrain(heights, own.i0, own.j0, own.columns, own.rows, small);
      expect([...heights]).toEqual([...small.samples]);
    }
  });
});

describe('where a terrain is firm', () => {
  const firmOf = (terrain: Terrain, overrides: Partial<GroundParams> = {}) => {
    const { params, prepared } = prepare(terrain, [0.1, 0.1], overrides);
    const settings = resolveSettings(params, 1, prepared);
    return { settings, prepared, isFirm: settings.firmSurface !== null };
  };
  /** A slope along the diagonal of both axes. */
  const diagonal = (slope: number) => makeTerrain(20, 20, (i, j) => 0.1 * slope * (i + j));

  test('a slope that is steep only along a diagonal counts, and is reported with its actual value', () => {
    // The limit of sand is 0.466. Along an axis the slope is less, along the diagonal it is more.
    const { settings, prepared, isFirm } = firmOf(diagonal(0.4));
    expect(isFirm).toBe(true);
    expect(prepared.terrain!.steepest).toBeCloseTo(0.4 * Math.SQRT2, 5);
    expect(warnOfSettings(settings)).toEqual([expect.stringMatching(/up to 29° steep/)]);
    expect(firmOf(diagonal(0.1)).isFirm).toBe(false);
  });

  test('noise on top counts, and is not reported if all ground is firm', () => {
    const noise = { terrainNoise: true, noiseAmplitude: 0.1, noiseWavelength: 0.4 };
    const { settings, isFirm } = firmOf(diagonal(0.01), noise);
    expect(isFirm).toBe(true);
    expect(warnOfSettings(settings)).toEqual([]);
    const loose = firmOf(diagonal(0.01), { ...noise, terrainStable: false });
    expect(warnOfSettings(loose.settings)).toEqual([expect.stringMatching(/lower noiseAmplitude/)]);
  });

  test.each([1, 2, 3, 4, 5, 6])('no pair of columns of rough ground %d is steeper than its bound', (seed) => {
    const terrain = makeTerrain(12, 12, (i, j) => 0.05 * hashUnit(seed, i, j));
    const { settings, prepared } = firmOf(terrain);
    const { extent, slopeBound } = prepared.terrain!;
    const heights = new Int32Array(extent.columns * extent.rows);
    settings.surface.fill(heights, extent.i0, extent.j0, extent.columns, extent.rows);
    let maxSlope = 0;
    for (let k = extent.columns + 1; k < heights.length; k++) {
      if (k % extent.columns === 0) continue;
      for (const [other, distance] of [
        [k - 1, 1],
        [k - extent.columns, 1],
        [k - extent.columns - 1, Math.SQRT2],
      ])
        maxSlope = Math.max(
          maxSlope,
          (Math.abs(heights[k] - heights[other]) - 4) / unitsPerMetre / 0.02 / distance,
        );
    }
    expect(maxSlope).toBeLessThanOrEqual(slopeBound);
    expect(maxSlope).toBeGreaterThan(slopeBound / 4);
  });
});

test('`terrainPoint` without effect, since the terrain has its own position, is reported', () => {
  const terrain = { ...makeTerrain(5, 5, () => 0), origin: [3, 4] as const };
  const prepareWith = (overrides: Partial<GroundParams>) =>
    prepare(terrain, [1, 1], overrides).prepared.terrain!;
  const words = [expect.stringMatching(/terrainPoint has no effect: add a center/)];
  expect(prepareWith({ terrainPoint: [1, 0] })).toMatchObject({
    warnings: words,
    extent: { i0: 150, j0: 200 },
  });
  expect(prepareWith({}).warnings).toEqual([]);
  expect(prepareWith({ terrainPoint: [1, 0], size: [1, 1] }).warnings).toEqual([]);
  expect(prepareWith({ terrainPoint: [1, 0], center: [0, 0] }).warnings).toEqual([]);
});

test('the floor is the untouched ground, and continues level beyond the edge', () => {
  const { params, prepared } = prepare(makeTerrain(30, 20, hills), [0.1, 0.06], { datum: 2 });
  const floor = createFloor(params, prepared).heightAt;
  const state = createGround(params, 1, undefined, prepared);
  const { extent, datum } = state.settings;
  const height = new Int32Array(1);
  for (const [i, j] of [
    [0, 0],
    [-40, 11],
    [extent!.i0, extent!.j0],
  ]) {
    state.settings.surface.fill(height, i, j, 1, 1);
    expect(Math.abs(floor(i * 0.02, j * 0.02) - (datum + height[0]) / unitsPerMetre)).toBeLessThan(1e-6);
  }
  expect(floor(-1e9, 0)).toBe(floor(extent!.i0 * 0.02, 0));
  expect(floor(1e300, -1e300)).toBeGreaterThan(1.8);
  const level = createFloor({ ...params, terrain: undefined, datum: 0.5, size: [4, 2] }, null);
  expect(level.isLevel).toBe(true);
  expect(level.heightAt(7, 7)).toBe(0.5);
  expect(level.extent!.min).toEqual([-2, -1]);
});

/** Presses two posts into a terrain: over a corner of tiles, and over the edge of the known samples. */
function run(order: readonly [number, number], steps = 40, state = makeState()): GroundState {
  const posts = [createPost(0.05, 0.3), createPost(0.07, 0.3)];
  placeAt(posts[0], 0.02, 0.4, -0.01);
  placeAt(posts[1], 0.32, 0.4, 0.05);
  for (let k = state.steps + 1; k <= steps; k++) {
    const depth = 0.3 - 0.45 * Math.min(1, k / 20) + 0.5 * Math.max(0, (k - 25) / 15);
    const last = 0.3 - 0.45 * Math.min(1, (k - 1) / 20) + 0.5 * Math.max(0, (k - 1 - 25) / 15);
    placeAt(posts[0], 0.02, last, -0.01);
    placeAt(posts[1], 0.32, last, 0.05);
    moveTo(posts[0], 0.02, depth, -0.01);
    moveTo(posts[1], 0.32, depth, 0.05);
    stepGround(
      state,
      order.map((which) => posts[which]),
    );
  }
  return state;
}

const pitted = prepare(
  makeTerrain(
    40,
    40,
    (i, j) => 0.3 * hills(i, j),
    (i, j) => i > 26 && j > 12,
  ),
  [0.05, 0.05],
);
const makeState = () => createGround(pitted.params, 3, undefined, pitted.prepared);

test('the ledger is 0, masked columns do not change, and material pushed there is counted', () => {
  const state = run([0, 1]);
  const { ledger, columnsChanged } = sumGround(state);
  expect(ledger.error).toBe(0n);
  expect(columnsChanged).toBeGreaterThan(60);
  const output = showGround(state);
  const { extent } = output;
  const count = extent!.columns * extent!.rows;
  const [initial, now, missing] = [new Int32Array(count), new Int32Array(count), new Uint8Array(count)];
  output.readInitial(initial, extent!);
  output.read(now, extent!);
  output.readMissing!(missing, extent!);
  expect(missing.includes(1)).toBe(true);
  for (let k = 0; k < count; k++) if (missing[k]) expect(now[k]).toBe(initial[k]);
  const [i, j] = [extent!.i0, extent!.j0];
  expect([state.isThere(i, j), state.isThere(i - 1, j)]).toEqual([true, false]);
  const hole = missing.indexOf(1);
  expect(state.isThere(i + (hole % extent!.columns), j + Math.floor(hole / extent!.columns))).toBe(false);
});

test('the order of colliders, saving and loading in between, and waking all tiles change nothing', () => {
  const plain = hashGround(run([0, 1]));
  expect(hashGround(run([1, 0]))).toBe(plain);
  const half = saveGround(run([0, 1], 17));
  const loaded = loadGround(
    (seed) => resolveSettings(pitted.params, seed, pitted.prepared),
    createGroundKernel(),
    half,
  );
  expect(hashGround(run([0, 1], 40, loaded))).toBe(plain);
  const awake = makeState();
  for (let tileJ = -3; tileJ < 3; tileJ++) for (let tileI = -3; tileI < 3; tileI++) awake.wake(tileI, tileJ);
  expect(hashGround(run([0, 1], 40, awake))).toBe(plain);
});

test('a print over the corner of tiles is bit-identical to one in the middle of a tile, on a terrain that is moved equally', () => {
  const at = (column: number, row: number) => {
    const { params, prepared } = prepare(
      makeTerrain(40, 40, (i, j) => 0.3 * hills(i, j)),
      [0.05, 0.05],
      {
        center: [column * 0.02, row * 0.02],
      },
    );
    const state = createGround(params, 1, undefined, prepared);
    const body = createPost(0.06, 0.3);
    // Powers of two, so that both positions are rounded equally.
    placeAt(body, column * 0.02, 0.2, row * 0.02);
    for (let k = 1; k <= 12; k++) {
      moveTo(body, column * 0.02, 0.2 - 0.02 * k, row * 0.02);
      stepGround(state, [body]);
    }
    const heights = new Int32Array(41 * 41);
    showGround(state).read(heights, { i0: column - 20, j0: row - 20, columns: 41, rows: 41 });
    return heights;
  };
  const middle = at(16, 16);
  expect(Math.min(...middle)).toBeLessThan(-0.03 * unitsPerMetre);
  expect(at(32, 64)).toEqual(middle);
});

test('a slope steeper than that of the material does not start to flow by itself', () => {
  const { params, prepared } = prepare(
    makeTerrain(20, 20, (i) => 0.15 * i),
    [0.1, 0.1],
  );
  const state = createGround(params, 1, undefined, prepared);
  const before = hashGround(state);
  for (let k = 0; k < 20; k++) stepGround(state, []);
  expect(state.tiles.awake.size).toBe(0);
  expect(sumGround(state).columnsChanged).toBe(0);
  expect(saveGround(state).length).toBe(saveGround(createGround(params, 1, undefined, prepared)).length + 1);
  expect(hashGround(state)).not.toBe(before);
});

test('a terrain of 100 km needs only the memory of its samples', () => {
  const grid: TerrainGrid = prepare(
    makeTerrain(200, 100, (i, j) => i + j),
    [500, 1000],
    { cell: 0.01 },
  ).prepared.terrain!.grid;
  expect(grid.samples.byteLength).toBe(4 * 200 * 100);
  expect(grid.firstColumn).toBe(-4975000);
});
