import { expect, test } from 'vitest';
import { defaultParams } from '../../params.ts';
import { checkGround } from '../check-ground.ts';
import { sumGround } from '../flow/ledger.ts';
import { showGround } from '../outputs.ts';
import { type GroundParams, groundParams } from '../params.ts';
import { resolveSettings } from '../rules/resolve-settings.ts';
import { stepGround } from '../step.ts';
import { around, makeGround, pressDown, readHeights, settleGround } from '../testing/grounds.ts';
import { createPost, placeAt } from '../testing/shapes.ts';
import { findDrying, findDryness } from './wetness.ts';

/** Maximum slope on a line through a settled print in the middle, rad. */
function printSlope(overrides: Partial<GroundParams>): number {
  const state = makeGround({ insideSlope: 0.436, ...overrides });
  pressAndLeave(state);
  return slopeOf(state);
}

function pressAndLeave(state: ReturnType<typeof makeGround>): void {
  const post = createPost(0.15, 1);
  pressDown(state, post, 0.08, 8);
  placeAt(post, 0, 1, 0);
  settleGround(state);
}

function slopeOf(state: ReturnType<typeof makeGround>): number {
  const profile = readHeights(state, { i0: 0, j0: 0, columns: 50, rows: 1 });
  let steepest = 0;
  for (let k = 1; k < 50; k++) steepest = Math.max(steepest, Math.abs(profile[k] - profile[k - 1]) / 0.01);
  return Math.atan(steepest);
}

test('wet sand has steeper slopes, wet mud gentler ones, up to `wetSlope`; half wet is in between', () => {
  expect(printSlope({})).toBeLessThanOrEqual(0.4361);
  const wet = printSlope({ waterLevel: 0 });
  expect(wet).toBeLessThanOrEqual(1.1);
  expect(wet).toBeGreaterThan(0.9);
  const half = printSlope({ waterLevel: -0.05, capillaryRise: 0.1 });
  expect(Math.tan(half)).toBeLessThanOrEqual((Math.tan(0.436) + Math.tan(1.1)) / 2 + 0.01);
  expect(half).toBeGreaterThan(0.6);
  const mud = { material: 'mud', insideSlope: 1.1 } as const;
  expect(printSlope({ ...mud })).toBeGreaterThan(0.9);
  expect(printSlope({ ...mud, waterLevel: 0 })).toBeLessThanOrEqual(0.5001);
});

test('steep slopes flow as they dry, although all tiles slept, and the volume is conserved', () => {
  const state = makeGround({
    insideSlope: 0.436,
    waterLevel: -0.001,
    capillaryRise: 0.1,
    dryingHalfLife: 1,
    rate: 60,
  });
  const heightsAt: number[] = [];
  const post = createPost(0.15, 1);
  pressDown(state, post, 0.08, 8);
  placeAt(post, 0, 1, 0);
  for (let n = 0; n < 40; n++) stepGround(state, []);
  heightsAt.push(slopeOf(state));
  const before = sumGround(state).ledger;
  for (let n = 0; n < 600; n++) stepGround(state, []);
  heightsAt.push(slopeOf(state));
  expect(heightsAt[0]).toBeGreaterThan(0.7);
  expect(heightsAt[1]).toBeLessThanOrEqual(0.4361);
  expect(sumGround(state).ledger).toEqual({ ...before, heights: before.heights });
  expect(state.tiles.awake.size).toBe(0);
});

test('only tiles whose wetness changes dry in a step, and none once all is dry', () => {
  const settings = { level: 0, rise: 1, map: null, halfLife: 20 };
  const tiles = Array.from({ length: 40 }, (_, k) => [k % 7, 3 * k] as const);
  let dried = 0;
  for (let steps = 1; steps < 2400; steps++) {
    const dries = findDrying(settings, 10, steps);
    for (const [i, j] of tiles) {
      const changes = findDryness(settings, 10, steps, i, j) !== findDryness(settings, 10, steps - 1, i, j);
      if ((dries?.(i, j) ?? false) !== changes) expect.unreachable();
      if (changes) dried++;
    }
  }
  expect(dried).toBe(tiles.length * findDryness(settings, 10, 2400, 0, 0));
  expect(findDrying(settings, 10, 2400)).toBeNull();
});

test('`readWetness`: constant 255 in water, above it less and drying', () => {
  const state = makeGround({
    noiseAmplitude: 0.02,
    waterLevel: 0,
    capillaryRise: 0.01,
    dryingHalfLife: 2,
    rate: 50,
  });
  const region = around(0, 0, 40);
  const output = showGround(state);
  const read = () => {
    const out = new Uint8Array(region.columns * region.rows);
    output.readWetness!(out, region);
    return out;
  };
  const initial = readHeights(state, region);
  const before = read();
  for (let n = 0; n < 100; n++) stepGround(state, []);
  const after = read();
  initial.forEach((height, k) => {
    if (height <= 0) expect([before[k], after[k]]).toEqual([255, 255]);
    else if (height > 0.01) expect([before[k], after[k]]).toEqual([0, 0]);
    else expect(Math.abs(after[k] - before[k] / 2)).toBeLessThanOrEqual(1);
  });
  expect(before.some((wetness) => wetness > 0 && wetness < 255)).toBe(true);
});

test('a picture defines where it is wet: white at the far edge is wet at −Z', () => {
  const pixels = new Float32Array(4 * 2 * 2);
  for (let k = 0; k < 4; k++) pixels.set(k < 2 ? [1, 1, 1, 1] : [0, 0, 0, 1], 4 * k);
  const params = {
    ...(defaultParams(groundParams) as GroundParams),
    size: [0.4, 0.4],
    wetnessMap: 'wet.png',
  } as GroundParams;
  const settings = resolveSettings(params, 1, {
    terrain: null,
    pictures: { wetnessMap: { width: 2, height: 2, pixels } },
  });
  expect(settings.beyond.wetness!.map!.values).toEqual(Uint8Array.of(255, 255, 0, 0));
  expect(settings.beyond.extras.hasCohesion).toBe(true);
});

test('invalid combinations are refused before anything is prepared', () => {
  const params = (overrides: object) =>
    ({ ...(defaultParams(groundParams) as GroundParams), ...overrides }) as GroundParams;
  const paths = (overrides: object) => checkGround(params(overrides)).map(({ path }) => path);
  expect(paths({ wetnessMap: 'a.png' })).toEqual(['wetnessMap']);
  expect(paths({ stoneMap: 'a.png' })).toEqual(['stoneMap']);
  expect(paths({ looseDepth: 0.1, paper: '1999' })).toEqual(['looseDepth']);
  expect(paths({ looseDepth: 0.1, insideSlopeRule: 'contact' })).toEqual(['looseDepth']);
  expect(paths({ compactedSlope: 1 })).toEqual(['compactedSlope']);
  expect(paths({ stonesPerSquareMetre: 1000, stoneRadius: [1, 0.5] })).toEqual(['stonesPerSquareMetre']);
  expect(paths({ noiseAmplitude: 330, stones: [{ position: [0, 0], radius: 100, height: 100 }] })).toEqual(
    [],
  );
  expect(paths({ noiseAmplitude: 345, stones: [{ position: [0, 0], radius: 100, height: 100 }] })).toEqual([
    'stones',
  ]);
  expect(paths({ looseDepth: 0.1, compactedSlope: 1, waterLevel: 3, forwardBias: 1 })).toEqual([]);
});
