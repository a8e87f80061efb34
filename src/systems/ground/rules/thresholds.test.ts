import { expect, test } from 'vitest';
import { never } from '../records.generated.ts';
import { mud, sand, snow } from '../testing/kernel-scenes.ts';
import { scalePressed, slopeToUnits, tabulateErosion } from './thresholds.ts';

test('a threshold is the maximum stable difference', () => {
  for (const angle of [0.05, 0.2, 0.436, 0.8, 1.1, 1.5]) {
    for (const cell of [0.0025, 0.01, 0.02, 1]) {
      const units = slopeToUnits(angle, cell);
      expect(Math.atan(units / 2 ** 20 / cell)).toBeLessThanOrEqual(angle + 1e-12);
      expect(Math.atan((units + 1) / 2 ** 20 / cell)).toBeGreaterThan(angle);
    }
  }
});

test('from 1.57 on slopes never move, and no threshold is below 128 units', () => {
  for (const angle of [1.57, Math.PI / 2, 2]) expect(slopeToUnits(angle, 0.01)).toBe(never);
  expect(slopeToUnits(1.5, 1e9)).toBe(never);
  expect(slopeToUnits(1.569, 0.01)).toBeLessThan(never);
  expect(slopeToUnits(0, 0.01)).toBe(128);
  expect(slopeToUnits(-1, 0.01)).toBe(128);
  expect(slopeToUnits(0.01, 0.0025)).toBe(128);
});

test('the tables of the materials', () => {
  const table = tabulateErosion(sand, 0.01);
  expect(table.fraction).toEqual([0, 13107, 3276, 1456, 819, 524, 364, 267, 204]);
  expect(table.axisOutside).toBe(Math.floor(Math.tan(0.436) * 10485.76));
  expect(table.diagonalInside).toBe(Math.floor(Math.tan(0.8) * 10485.76 * Math.SQRT2));
  expect(table.stopFloors).toEqual({ axis: table.axisInside, diagonal: table.diagonalInside });
  expect(table.topplingFloors.axis).toBe(Math.floor(Math.tan(1) * 10485.76));
  expect(tabulateErosion(mud, 0.01).axisInside).toBe(never);
  const still = tabulateErosion(snow, 0.01);
  expect(Object.values(still).filter((value) => value === never).length).toBe(4);
  expect([still.stopFloors, still.topplingFloors].flatMap(Object.values)).toEqual([
    never,
    never,
    never,
    never,
  ]);
});

test('smooth caps the fraction at 1/(9n)', () => {
  const { fraction } = tabulateErosion({ ...sand, limitFlow: true }, 0.01);
  expect(fraction).toEqual([0, 7281, 3276, 1456, 819, 524, 364, 267, 204]);
  const rough = tabulateErosion({ ...sand, roughness: 0.49, limitFlow: true }, 0.01);
  for (let n = 1; n <= 8; n++) expect(rough.fraction[n] * 9 * n).toBeLessThanOrEqual(65536);
});

test('a pressed reference has at least 64 steps a cell and wraps after 256 cells at the earliest', () => {
  for (const cell of [1e-5, 0.0025, 0.005, 0.01, 0.02, 0.3]) {
    const { shift, buriedLimit } = scalePressed(cell);
    const steps = (cell * 2 ** 20) / 2 ** shift;
    expect(buriedLimit).toBe(Math.floor(steps));
    expect(steps).toBeLessThan(128);
    if (cell > 1e-4) expect(steps).toBeGreaterThanOrEqual(64);
  }
});
