import { expect, test } from 'vitest';
import { maxOf, minOf } from '../../../math/lists.ts';
import { PlainMemory } from '../../kernel-memory.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { defaultParams } from '../../params.ts';
import { readParams } from '../../read-params.ts';
import { checkGround } from '../check-ground.ts';
import { sumGround } from '../flow/ledger.ts';
import { showGround } from '../outputs.ts';
import { type GroundInput, type GroundParams, groundParams } from '../params.ts';
import { createReferenceKernel } from '../reference/reference-kernel.ts';
import { resolveSettings } from '../rules/resolve-settings.ts';
import { warnOfSettings } from '../rules/settings.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { readEarlierGround } from '../surface/earlier-ground.ts';
import { createNoiseSurface } from '../surface/noise-surface.ts';
import { createGround } from '../system.ts';
import { around, makeGround, pressDown, readUnits, settleGround } from '../testing/grounds.ts';
import { createPost } from '../testing/shapes.ts';
import { hashGround } from '../tiles/save.ts';
import { addCracks } from './cracked-surface.ts';

const flat = createNoiseSurface({ seed: 0, cell: 0.01, amplitude: 0, wavelength: 1, octaves: 1 });
const settings = { seed: 5, cell: 0.01, spacing: 0.25, width: 0.03, depth: 0.04 };

function read(cracks: typeof settings, { i0, j0, columns, rows }: ColumnRectangle): Int32Array {
  const out = new Int32Array(columns * rows);
  addCracks(flat, cracks).fill(out, i0, j0, columns, rows);
  return out;
}

/** Returns the numbers of columns of the pieces of uncracked ground in a square which do not reach its boundary. */
function measurePolygons(heights: Int32Array, side: number): number[] {
  const seen = new Uint8Array(heights.length);
  const sizes: number[] = [];
  for (let start = 0; start < heights.length; start++) {
    if (seen[start] || heights[start] < 0) continue;
    const stack = [start];
    let [size, isWhole] = [0, true];
    seen[start] = 1;
    while (stack.length > 0) {
      const k = stack.pop()!;
      const [i, j] = [k % side, Math.floor(k / side)];
      size++;
      if (i === 0 || j === 0 || i === side - 1 || j === side - 1) {
        isWhole = false;
        continue;
      }
      for (const next of [k - 1, k + 1, k - side, k + side]) {
        if (seen[next] || heights[next] < 0) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
    if (isWhole) sizes.push(size);
  }
  return sizes;
}

test('polygons have the mean size that was asked for, and cracks their depth and width', () => {
  const [side, { spacing }] = [420, settings];
  const heights = read(settings, { i0: -210, j0: -210, columns: side, rows: side });
  const cracked = heights.filter((height) => height < 0).length / heights.length;
  const sizes = measurePolygons(heights, side);
  // Bends of cracks may cut off a few corners, which are not polygons.
  const polygons = sizes.filter((size) => size > 0.02 * (spacing / settings.cell) ** 2);
  expect(polygons.length).toBeGreaterThan(200);
  expect(polygons.length / sizes.length).toBeGreaterThan(0.9);
  const covered = polygons.reduce((sum, size) => sum + size, 0) / polygons.length;
  const size = Math.sqrt(covered / (1 - cracked)) * settings.cell;
  expect(Math.abs(size / spacing - 1)).toBeLessThan(0.15);
  expect(minOf(heights) / unitsPerMetre).toBeCloseTo(-settings.depth, 3);
  expect(maxOf(heights)).toBe(0);
});

test('a column does not depend on the rectangle in which it is read, anywhere', () => {
  for (const [i0, j0] of [
    [-70, 40],
    [2_000_001, -3_000_007],
  ]) {
    const whole = read(settings, { i0, j0, columns: 96, rows: 96 });
    const surface = addCracks(flat, settings);
    const part = new Int32Array(32 * 32);
    const one = new Int32Array(1);
    for (let j = 64; j >= 0; j -= 32) {
      for (let i = 0; i < 96; i += 32) {
        surface.fill(part, i0 + i, j0 + j, 32, 32);
        const same = part.every((height, k) => height === whole[(j + (k >> 5)) * 96 + i + (k & 31)]);
        expect(same).toBe(true);
        surface.fill(one, i0 + i + 7, j0 + j + 9, 1, 1);
        expect(one[0]).toBe(whole[(j + 9) * 96 + i + 7]);
      }
    }
    expect(whole.some((height) => height < 0)).toBe(true);
  }
});

const mud = {
  material: 'mud',
  crackSpacing: 0.2,
  crackWidth: 0.03,
  crackDepth: 0.04,
  displacedFraction: 1,
} as const;

test('cracks stay open beside what is pressed, and a foot closes those under it; the ledger is exact', () => {
  const state = makeGround(mud);
  const region = around(0, 0, 60);
  const before = readUnits(state, region);
  pressDown(state, createPost(0.12, 0.6), 0.045, 8);
  settleGround(state, 400);
  const after = readUnits(state, region);
  const { ledger } = sumGround(state);
  expect(ledger.error).toBe(0n);
  const [under, far] = [[] as number[], [] as number[]];
  before.forEach((height, k) => {
    if (height > -0.02 * unitsPerMetre) return;
    const radius = Math.hypot((k % 121) - 60, Math.floor(k / 121) - 60) * 0.01;
    if (radius < 0.1) under.push(after[k]);
    else if (radius > 0.3) far.push(after[k] - height);
  });
  expect(under.length).toBeGreaterThan(10);
  // The sole is 4.5 cm deep, deeper than the cracks: the ground under it is flat.
  for (const height of under) expect(height / unitsPerMetre).toBeCloseTo(-0.045, 5);
  expect(far.length).toBeGreaterThan(100);
  expect(far.every((change) => change === 0)).toBe(true);
});

test('a shallow print fills the cracks under it with what it displaces', () => {
  const state = makeGround(mud);
  const region = around(0, 0, 9);
  const before = readUnits(state, region);
  pressDown(state, createPost(0.12, 0.6), 0.02, 8);
  settleGround(state, 400);
  const after = readUnits(state, region);
  const cracked = before.map((height, k) => (height < -0.021 * unitsPerMetre ? after[k] - height : -1));
  const rises = cracked.filter((rise) => rise >= 0);
  expect(rises.length).toBeGreaterThan(5);
  expect(rises.reduce((sum, rise) => sum + rise, 0) / rises.length).toBeGreaterThan(0.004 * unitsPerMetre);
  expect(sumGround(state).ledger.error).toBe(0n);
});

test('the walls of cracks in sand stay as they are when something comes near', () => {
  const state = makeGround({ ...mud, material: 'sand' });
  for (let i = -2; i <= 2; i++) for (let j = -2; j <= 2; j++) state.wake(i, j).active = true;
  settleGround(state, 20);
  expect(sumGround(state).columnsChanged).toBe(0);
});

test('kernel and reference agree', () => {
  const [one, other] = [undefined, createReferenceKernel(new PlainMemory())].map((kernel) => {
    const state = makeGround(mud, kernel);
    pressDown(state, createPost(0.08, 0.6), 0.03, 4);
    settleGround(state, 3);
    return hashGround(state);
  });
  expect(other).toBe(one);
});

test('a saved ground has its cracks, also where nothing touched it', () => {
  const state = makeGround(mud);
  pressDown(state, createPost(0.08, 0.6), 0.03, 4);
  const earlier = readEarlierGround(showGround(state).encodeState!(), 'mud.ground');
  const params = {
    ...(defaultParams(groundParams) as GroundParams),
    material: 'mud' as const,
    terrain: 'mud.ground',
  };
  const next = createGround(params, 9, undefined, { terrain: null, earlier });
  const region = around(0, 0, 50);
  expect(readUnits(next, region)).toEqual(readUnits(state, region));
});

test('unusable cracks are refused, and thin ones warned of', () => {
  const faultsOf = (given: GroundInput) => {
    try {
      readParams({ params: groundParams, check: checkGround }, given, 'ground');
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(faultsOf({ crackSpacing: 0.3 })).toBe('');
  expect(faultsOf({ crackSpacing: 0.015 })).toContain('crackSpacing: expected at least 2 cells of 0.01 m');
  expect(faultsOf({ crackSpacing: 0.1, crackWidth: 0.06 })).toContain(
    'expected at most half of the crackSpacing',
  );
  expect(faultsOf({ crackDepth: 0.1 })).toContain('crackDepth: expected a crackSpacing');
  const warnings = (crackWidth: number) =>
    warnOfSettings(
      resolveSettings({ ...(defaultParams(groundParams) as GroundParams), crackSpacing: 0.3, crackWidth }, 1),
    );
  expect(warnings(0.02)).toEqual([]);
  expect(warnings(0.01)[0]).toContain('so they have gaps');
});
