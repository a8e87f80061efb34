import { expect, test } from 'vitest';
import { defaultParams } from '../../params.ts';
import { sumGround } from '../flow/ledger.ts';
import { showGround } from '../outputs.ts';
import { type GroundParams, groundParams } from '../params.ts';
import { resolveSettings } from '../rules/resolve-settings.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { stepGround } from '../step.ts';
import { around, makeGround, pressDown, readUnits, settleGround } from '../testing/grounds.ts';
import { createPost, createShoe, moveTo, placeAt } from '../testing/shapes.ts';
import { addStones, listStones } from './stones.ts';

const region = around(0, 0, 60);
const side = region.columns;

function readStones(state: ReturnType<typeof makeGround>): Uint8Array {
  const out = new Uint8Array(side * side);
  showGround(state).readStones!(out, region);
  return out;
}

test('stones never change under pressing and flow; the ledger stays exact', () => {
  const state = makeGround({ stonesPerSquareMetre: 40, stoneRadius: [0.02, 0.08], noiseAmplitude: 0.004 });
  const before = readUnits(state, region);
  const isStone = readStones(state);
  const shoe = createShoe();
  pressDown(state, shoe, 0.05, 6, [0.02, 0.01, 0.5]);
  pressDown(state, shoe, 0.04, 6, [-0.1, 0.1, 2]);
  settleGround(state);
  const after = readUnits(state, region);
  expect(isStone.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(300);
  isStone.forEach((value, k) => {
    if (value) expect(after[k]).toBe(before[k]);
  });
  expect(after).not.toEqual(before);
  expect(sumGround(state).ledger.error).toBe(0n);
});

test('a stone is a dome on the ground with its maximum height in the middle', () => {
  const state = makeGround({ stones: [{ position: [0.1, -0.05], radius: 0.2, height: 0.08 }] });
  const units = readUnits(state, region);
  const isStone = readStones(state);
  const at = (i: number, j: number) => (j + 60) * side + i + 60;
  expect(units[at(10, -5)]).toBe(Math.floor(0.08 * unitsPerMetre));
  expect(units[at(10, -5)]).toBeGreaterThan(units[at(20, -5)]);
  expect(units[at(20, -5)] / unitsPerMetre).toBeCloseTo(0.08 * Math.sqrt(0.75), 5);
  expect([isStone[at(29, -5)], isStone[at(31, -5)], units[at(31, -5)]]).toEqual([1, 0, 0]);
});

test('displaced material goes around a stone, not onto it, and none is lost', () => {
  const depth = 0.03;
  const displacedFraction = (overrides: Partial<GroundParams>) => {
    const state = makeGround({ outsideSlope: 1.57, insideSlope: 1.57, ...overrides });
    const before = readUnits(state, region);
    pressDown(state, createPost(0.15, 0.5), depth, 1);
    const moved = readUnits(state, region).map((height, k) => height - before[k]);
    const removed = -moved.reduce((sum, units) => sum + Math.min(0, units), 0);
    return moved.reduce((sum, units) => sum + Math.max(0, units), 0) / removed;
  };
  expect(displacedFraction({})).toBeCloseTo(0.3, 4);
  // A row of stones along one side of the post, and one under it.
  const row = [-0.12, -0.04, 0.04, 0.12].map((z) => ({ position: [0.17, z] as const, radius: 0.05 }));
  expect(
    displacedFraction({ stones: [...row, { position: [-0.05, 0], radius: 0.04, height: 0.01 }] }),
  ).toBeCloseTo(0.3, 4);
});

test('ground enclosed by stones is compacted completely', () => {
  const walls = Array.from({ length: 24 }, (_, k) => ({
    position: [0.2 * Math.cos((k * Math.PI) / 12), 0.2 * Math.sin((k * Math.PI) / 12)] as const,
    radius: 0.06,
  }));
  const state = makeGround({ stones: walls });
  const post = createPost(0.17, 0.5);
  pressDown(state, post, 0.02, 1);
  const { ledger } = sumGround(state);
  expect(ledger.error).toBe(0n);
  const inside = readUnits(state, around(0, 0, 5));
  expect(inside.every((height) => height < -0.0199 * unitsPerMetre)).toBe(true);
  expect(ledger.compacted).toBe(ledger.initial - ledger.heights);
});

test('sand piles up against a stone but does not cover it', () => {
  const state = makeGround({
    stones: [{ position: [0.25, 0], radius: 0.1, height: 0.1 }],
    displacedFraction: 1,
  });
  const post = createPost(0.12, 0.5);
  for (let n = 0; n <= 12; n++) {
    if (n === 0) placeAt(post, -0.2, -0.03, 0);
    moveTo(post, -0.2 + 0.018 * n, -0.03, 0);
    stepGround(state, [post]);
  }
  settleGround(state);
  const heights = readUnits(state, { i0: 0, j0: 0, columns: 40, rows: 1 });
  expect(Math.max(...heights.slice(0, 16))).toBeGreaterThan(0.005 * unitsPerMetre);
  expect(sumGround(state).ledger.error).toBe(0n);
});

test('scattered stones do not depend on the requested rectangle, and have the requested density and sizes', () => {
  const { cell, extent, noise, beyond } = resolveSettings(
    { ...defaults(), stonesPerSquareMetre: 20, stoneRadius: [0.03, 0.05] },
    7,
  );
  expect([cell, extent, noise.amplitude]).toEqual([0.01, null, 0]);
  const flat = {
    top: 0,
    bottom: 0,
    topOf: null,
    fill: (out: Int32Array, _i: number, _j: number, columns: number, rows: number) =>
      void out.fill(0, 0, columns * rows),
    fillMissing: null,
    fillPressed: null,
    fillPressedOut: null,
    fillDisplaced: null,
    identity: {},
  };
  const { surface, fillStones } = addStones(flat, beyond.stones!, cell, null);
  const whole = new Int32Array(400 * 400);
  surface.fill(whole, -200, -200, 400, 400);
  expect(whole.reduce((max, height) => Math.max(max, height), 0)).toBeLessThanOrEqual(surface.top);
  const part = new Int32Array(50 * 30);
  surface.fill(part, -20, 31, 50, 30);
  part.forEach((height, k) => {
    expect(height).toBe(whole[(231 + Math.floor(k / 50)) * 400 + 180 + (k % 50)]);
  });
  const mask = new Uint8Array(400 * 400);
  fillStones(mask, -200, -200, 400, 400);
  expect(mask).toEqual(Uint8Array.from(whole, (height) => (height > 0 ? 1 : 0)));
  // 16 m² with 20 stones each, most of them of about 25 cm².
  const covered = mask.reduce((sum, value) => sum + value, 0) * 1e-4;
  expect(covered).toBeGreaterThan(16 * 20 * 0.0014);
  expect(covered).toBeLessThan(16 * 20 * 0.0036);
});

test('scattered stones have the requested density, sizes by a power law, irregular shapes, and lie in groups', () => {
  const strewn = { seed: 5, spacing: 0.1, minRadius: 0.01, maxRadius: 0.16 };
  const area = { i0: 0, j0: 0, columns: 1600, rows: 1600 };
  const all = [...listStones({ list: [], strewn, top: 1, map: null }, area, 0.01)].filter(
    ({ x, z }) => x >= 0 && z >= 0 && x < 16 && z < 16,
  );
  // 256 m² with 100 stones each.
  expect(Math.abs(all.length / 25600 - 1)).toBeLessThan(0.08);
  const larger = (radius: number) => all.filter((stone) => stone.radius > radius).length;
  expect(larger(0.01 - 1e-9)).toBe(all.length);
  expect(larger(0.16)).toBe(0);
  // A power law with exponent 2.5 between the two sizes.
  const power = (radius: number) => radius ** -2.5 - 0.16 ** -2.5;
  for (const radius of [0.015, 0.02, 0.03, 0.04]) {
    const expected = power(radius) / power(0.01);
    expect(Math.abs(larger(radius) / all.length / expected - 1)).toBeLessThan(0.1);
  }
  // Stones that are independent of each other would have a variance equal to their mean.
  const counts = new Float64Array(16 * 16);
  for (const { x, z } of all) counts[16 * Math.floor(z) + Math.floor(x)]++;
  const variance = counts.reduce((sum, count) => sum + (count - 100) ** 2, 0) / counts.length;
  expect(variance).toBeGreaterThan(500);
  const slenderness = all.map((stone) => ('minor' in stone ? stone.minor : 1));
  expect(Math.min(...slenderness.slice(0, 500))).toBeLessThan(0.65);
  expect(Math.max(...slenderness.slice(0, 500))).toBeGreaterThan(0.95);
});

function defaults(): GroundParams {
  return { ...(defaultParams(groundParams) as GroundParams), noiseAmplitude: 0 };
}

test('a picture defines where the ground is rock: its right half, as seen from above', () => {
  const pixels = new Float32Array(4 * 8 * 4);
  for (let k = 0; k < 32; k++) pixels.set(k % 8 < 4 ? [0, 0, 0, 1] : [1, 1, 1, 1], 4 * k);
  const params = { ...defaults(), size: [0.8, 0.4], stoneMap: 'rock.png' } as GroundParams;
  const settings = resolveSettings(params, 1, {
    terrain: null,
    pictures: { stoneMap: { width: 8, height: 4, pixels } },
  });
  const mask = new Uint8Array(80 * 40);
  settings.fillStones!(mask, -40, -20, 80, 40);
  for (let k = 0; k < mask.length; k++) {
    const i = k % 80;
    if (i < 34) expect(mask[k]).toBe(0);
    if (i >= 46) expect(mask[k]).toBe(1);
  }
});
