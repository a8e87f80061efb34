import { expect, test } from 'vitest';
import { regroup } from '../flow/regroup.ts';
import type { MaterialName } from '../rules/materials.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { stepGround } from '../step.ts';
import { makeGround, pressDown, readHeights, readUnits, settleGround } from '../testing/grounds.ts';
import { createPost, createShoe, moveTo } from '../testing/shapes.ts';

const region = { i0: -96, j0: -96, columns: 192, rows: 192 };

/** Maximum slope between neighbours that both satisfy `keep`, rad. */
function steepest(heights: Float64Array, cell: number, keep: (i: number, j: number) => boolean): number {
  let tangent = 0;
  const { columns, rows, i0, j0 } = region;
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column + 1 < columns; column++) {
      const k = row * columns + column;
      if (!keep(column + i0, row + j0)) continue;
      for (const [other, distance] of [
        [k - 1, cell],
        [k - columns, cell],
        [k - columns - 1, cell * Math.SQRT2],
        [k - columns + 1, cell * Math.SQRT2],
      ]) {
        tangent = Math.max(tangent, Math.abs(heights[k] - heights[other]) / distance);
      }
    }
  }
  return Math.atan(tangent);
}

/** A ground with a cylinder of material on it, awake and before it flows. */
function pourColumn(material: MaterialName, cell: number, radius: number, height: number) {
  const state = makeGround({ material, cell });
  for (let j = -2; j < 2; j++) for (let i = -2; i < 2; i++) state.wake(i, j);
  for (const tile of [...state.tiles.awake]) {
    for (let k = 0; k < 1024; k++) {
      const x = tile.tileI * 32 + (k % 32);
      const z = tile.tileJ * 32 + Math.floor(k / 32);
      if (x * x + z * z <= radius * radius) tile.heights![k] = height * unitsPerMetre;
    }
    tile.active = true;
    state.wakeRing(tile);
  }
  regroup(state, false);
  return state;
}

test.each([
  ['sand', 0.436],
  ['mud', 1.1],
] as const)('a settled pile of %s has the slope θ_out', (material, slope) => {
  const state = pourColumn(material, 0.01, 12, 0.12);
  settleGround(state);
  const found = steepest(readHeights(state, region), 0.01, () => true);
  expect(found).toBeLessThanOrEqual(slope);
  expect(found).toBeGreaterThanOrEqual(slope - 0.01);
});

test('walls of snow do not change', () => {
  const state = makeGround({ material: 'snow', noiseAmplitude: 0.004 });
  pressDown(state, createShoe(), 0.06, 6);
  const pressed = readUnits(state, region);
  settleGround(state);
  for (let step = 0; step < 60; step++) stepGround(state, []);
  expect(readUnits(state, region)).toEqual(pressed);
});

test.each([
  [0.005, 0.1, 0.2],
  [0.01, 0.1, 0.2],
  [0.02, 0.2, 0.4],
])('inner walls in sand have slopes near θ_in at cells of %d m', (cell, depth, radius) => {
  const state = makeGround({ material: 'sand', cell });
  const post = createPost(radius, 1);
  pressDown(state, post, depth, 10);
  for (let step = 0; step < 12; step++) {
    moveTo(post, 0, -depth + (step * depth) / 10, 0);
    stepGround(state, [post]);
  }
  settleGround(state);

  // Mean height by distance from the middle, and its slope from a fifth above the floor to a sixth below the surface.
  const heights = readHeights(state, region);
  const sum = new Float64Array(200);
  const count = new Float64Array(200);
  for (let k = 0; k < heights.length; k++) {
    const x = (k % region.columns) + region.i0;
    const z = Math.floor(k / region.columns) + region.j0;
    const ring = Math.round(Math.sqrt(x * x + z * z));
    sum[ring] += heights[k];
    count[ring]++;
  }
  const profile = sum.map((value, ring) => value / count[ring]);
  const slopes: number[] = [];
  for (let ring = 1; ring < 64; ring++) {
    const [low, high] = [profile[ring - 1], profile[ring]];
    if (low > -0.8 * depth && high < -0.15 * depth) slopes.push(Math.atan((high - low) / cell));
  }
  const mean = slopes.reduce((total, slope) => total + slope, 0) / slopes.length;
  expect(slopes.length).toBeGreaterThan(4);
  expect(mean).toBeGreaterThanOrEqual(0.73);
  expect(mean).toBeLessThanOrEqual(0.78);
});

test('a larger θ_stop lets material flow out over several steps, a smaller one settles it at once', () => {
  const flowTime = (liquidity: number) => {
    const state = makeGround({
      material: 'sand',
      insideSlope: 0.6,
      outsideSlope: 0.436,
      liquidity,
      cell: 0.02,
    });
    pressDown(state, createPost(0.24, 1), 0.2, 1);
    return settleGround(state);
  };
  const slow = flowTime(1.57);
  const quick = flowTime(0.45);
  expect(quick).toBeLessThan(slow / 3);
  expect(slow).toBeGreaterThan(10);
});

test('with the rule as printed, a print relaxes to θ_out once the foot is gone', () => {
  const state = makeGround({ material: 'sand', insideSlopeRule: 'contact', contactRule: 'moved' });
  pressDown(state, createPost(0.2, 1), 0.1, 10);
  settleGround(state);
  const found = steepest(readHeights(state, region), 0.01, () => true);
  expect(found).toBeLessThanOrEqual(0.436);
  expect(found).toBeGreaterThan(0.42);
});
