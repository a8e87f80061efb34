import { expect, test } from 'vitest';
import type { ColumnGrid } from './column-grid.ts';
import { addBorder, smoothWalls } from './smooth-walls.ts';

const [columns, rows, step] = [80, 60, 0.01];

/** Returns a grid with the given change, pressed where it is negative. */
function makeGrid(heightAt: (i: number, j: number) => number): ColumnGrid {
  const change = Float32Array.from({ length: columns * rows }, (_, k) =>
    heightAt(k % columns, Math.floor(k / columns)),
  );
  return {
    ...{ columns, rows, factor: 1, x: 0, z: 0, step, change },
    initial: new Float32Array(columns * rows),
    pressed: change.map((height) => (height < 0 ? 1 : 0)),
  };
}

const depth = 0.05;
const hole = (isInside: (i: number, j: number) => boolean) =>
  makeGrid((i, j) => (isInside(i, j) ? -depth : 0));

/** Returns the rows at which the columns of a range cross half of the depth, linear between samples. */
function findOutline({ change }: ColumnGrid, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => {
    const at = (j: number) => change[j * columns + from + n];
    let j = 0;
    while (at(j + 1) > -depth / 2) j++;
    return j + (at(j) + depth / 2) / (at(j) - at(j + 1));
  });
}

/** Returns the largest deviation of values from a straight line. */
const deviation = (values: readonly number[], slope: number) => {
  const offsets = values.map((value, n) => value - slope * n);
  return (Math.max(...offsets) - Math.min(...offsets)) / 2;
};

test('the outline of a wall that is askew to the grid becomes straight, and the wall stays steep', () => {
  // The largest deviation of the outline in samples: about half a sample before.
  const largest = { 0.12: 0.26, 0.2: 0.1, 0.35: 0.18, 0.7: 0.16 };
  for (const slope of [0.12, 0.2, 0.35, 0.7] as const) {
    const grid = hole((i, j) => j > 10 + slope * i && j < 56);
    const smooth = smoothWalls(grid);
    const [before, after] = [grid, smooth].map((one) => deviation(findOutline(one, 12, 55), slope));
    expect(before).toBeGreaterThan(0.3);
    expect(after).toBeLessThan(largest[slope]);
    // From a tenth to nine tenths of the depth in at most two and a half columns.
    const middle = Array.from({ length: rows }, (_, j) => smooth.change[j * columns + 30]).slice(0, 50);
    expect(middle.filter((height) => height < -0.1 * depth && height > -0.9 * depth).length).toBeLessThan(3);
  }
});

test('a round print stays round and keeps its volume', () => {
  const radius = 9.4;
  const grid = hole((i, j) => Math.hypot(i - 40.3, j - 30.2) < radius);
  const smooth = smoothWalls(grid);
  const sum = ({ change }: ColumnGrid) => change.reduce((total, height) => total + height, 0);
  expect(Math.abs(sum(smooth) / sum(grid) - 1)).toBeLessThan(0.02);
  const reaches = findOutline(smooth, 36, 45).map((j, n) => Math.hypot(36 + n - 40.3, j - 30.2));
  expect(Math.max(...reaches) - Math.min(...reaches)).toBeLessThan(0.45);
});

test('ground without walls is returned as it is, and far from a wall nothing changes', () => {
  const gentle = makeGrid((i, j) => 0.004 * Math.sin(i / 3) + 0.003 * Math.cos(j / 4));
  expect(smoothWalls(gentle)).toBe(gentle);
  const grid = makeGrid((i, j) => (i < 30 ? -depth : 0) + 0.0005 * ((i * 7 + j * 3) % 5));
  const smooth = smoothWalls(grid);
  for (let k = 0; k < columns * rows; k++) {
    if (Math.abs((k % columns) - 30) > 6) expect(smooth.change[k]).toBe(grid.change[k]);
  }
});

test('a print at the boundary of a grid is smooth too, with a border around it', () => {
  const whole = hole((i, j) => j > 12 + 0.2 * i && j < 40 + 0.2 * i && i > 8 && i < 70);
  const cut = (first: number) => {
    const part = { ...whole, rows: rows - first, z: first * step };
    const rest = (layer: Float32Array<ArrayBuffer>) => layer.slice(first * columns);
    return {
      ...part,
      initial: rest(whole.initial),
      change: rest(whole.change),
      pressed: rest(whole.pressed),
    };
  };
  // The first pressed row is row 14.
  const bordered = addBorder(cut(14), 8);
  expect(bordered.x).toBeCloseTo(-8 * step, 9);
  expect(bordered.z).toBeCloseTo(6 * step, 9);
  const smooth = smoothWalls(bordered);
  const expected = smoothWalls(whole);
  for (let j = 14; j < 50; j++) {
    for (let i = 8; i < 72; i++) {
      const value = smooth.change[(j - 6) * bordered.columns + i + 8];
      expect(Math.abs(value - expected.change[j * columns + i])).toBeLessThan(1e-6);
    }
  }
});
