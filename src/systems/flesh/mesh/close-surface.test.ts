import { describe, expect, test } from 'vitest';
import type { ClosedSurface } from '../../../motion/tet-mesh.ts';
import { createBox, createCylinder, createSphere } from '../testing/closed-surfaces.ts';
import { closeSurface, measureSurface } from './close-surface.ts';

const nowhere = () => false;
const close = (
  { positions, triangles }: ClosedSurface,
  goesOn: (a: number, b: number) => boolean = nowhere,
) => closeSurface(positions, triangles, goesOn, 'systems[0]');

/** Checks that the triangles traverse every edge equally often in both directions. */
function expectClosed({ triangles }: ClosedSurface): void {
  const balance = new Map<string, number>();
  triangles.forEach((a, k) => {
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    balance.set(key, (balance.get(key) ?? 0) + (a < b ? 1 : -1));
  });
  expect([...balance.values()].filter((sum) => sum !== 0)).toEqual([]);
}

const box = createBox([0, 0, 0], [1, 2, 3]);
const without = (surface: ClosedSurface, ...gone: number[]): ClosedSurface => ({
  positions: surface.positions,
  triangles: surface.triangles.filter((_, k) => !gone.includes(Math.floor(k / 3))),
});
const join = (...surfaces: ClosedSurface[]): ClosedSurface => {
  let start = 0;
  const triangles = surfaces.flatMap((surface) => {
    const own = Array.from(surface.triangles, (vertex) => vertex + start);
    start += surface.positions.length / 3;
    return own;
  });
  return {
    positions: Float64Array.from(surfaces.flatMap(({ positions }) => [...positions])),
    triangles: Uint32Array.from(triangles),
  };
};
const flipped = ({ positions, triangles }: ClosedSurface): ClosedSurface => ({
  positions,
  triangles: triangles.map((_, k) => triangles[k % 3 === 0 ? k : k % 3 === 1 ? k + 1 : k - 1]),
});

test('a closed surface does not change', () => {
  const { surface, volume, isCut, cutEdges, warnings } = close(box);
  expect(surface).toEqual(box);
  expect(volume).toBeCloseTo(6, 12);
  expect([...isCut, ...cutEdges]).toEqual(new Array(12).fill(0));
  expect(warnings).toEqual([]);
});

test('a hole is closed and reported with its position and size', () => {
  // The removed triangles are the face at x = 1.
  const { surface, volume, isCut, warnings } = close(without(box, 2, 3));
  expectClosed(surface);
  expect(volume).toBeCloseTo(6, 12);
  expect(isCut.includes(1)).toBe(false);
  expect(warnings).toEqual([
    'the surface has 1 hole, it 3 m across at (1, 1, 1.5) m in mesh space; it was closed with a flat cap',
  ]);
});

test('several holes: each is closed, the largest is reported', () => {
  const { surface, volume, warnings } = close(without(box, 2, 3, 4));
  expectClosed(surface);
  expect(volume).toBeCloseTo(6, 12);
  expect(warnings[0]).toMatch(/^the surface has 1 hole, it 3 m across/);
  const cylinder = createCylinder(0.5, 2, 32);
  const open = cylinder.triangles.filter((_, k) => {
    const t = 3 * Math.floor(k / 3);
    const heights = [0, 1, 2].map((c) => cylinder.positions[3 * cylinder.triangles[t + c] + 2]);
    return Math.max(...heights) > Math.min(...heights);
  });
  const pipe = close({ positions: cylinder.positions, triangles: open });
  expectClosed(pipe.surface);
  expect(pipe.volume).toBeCloseTo(measureSurface(cylinder).volume, 10);
  expect(pipe.warnings[0]).toMatch(/^the surface has 2 holes, the largest 1 m across/);
});

test('a loop where the body continues is a cut: closed without a warning, marked, its edges listed', () => {
  const { surface, isCut, cutEdges, warnings } = close(without(box, 2, 3), () => true);
  expectClosed(surface);
  expect(isCut.reduce((sum, value) => sum + value, 0)).toBe(2);
  expect(cutEdges.length).toBe(8);
  expect(warnings).toEqual([]);
});

test('triangles that face against their neighbours are flipped', () => {
  const triangles = box.triangles.slice();
  for (const t of [1, 4, 5])
    [triangles[3 * t], triangles[3 * t + 1]] = [triangles[3 * t + 1], triangles[3 * t]];
  const { surface, volume, warnings } = close({ positions: box.positions, triangles });
  expectClosed(surface);
  expect(volume).toBeCloseTo(6, 12);
  expect(warnings).toEqual(['3 triangles faced against their neighbours and were flipped']);
});

test('an inside-out body is flipped; inside another body it is a hollow', () => {
  const { volume, warnings } = close(flipped(box));
  expect(volume).toBeCloseTo(6, 12);
  expect(warnings).toEqual(['1 piece faced inward and was flipped']);
  const hollow = close(join(box, flipped(createBox([0.25, 0.25, 0.25], [0.75, 0.75, 0.75]))));
  expect(hollow.volume).toBeCloseTo(6 - 0.125, 12);
  expect(hollow.warnings).toEqual([]);
});

test('a duplicate triangle counts once; two back-to-back triangles are removed; a double-sided surface keeps one side', () => {
  const twice = {
    positions: box.positions,
    triangles: Uint32Array.of(...box.triangles, ...box.triangles.slice(0, 3)),
  };
  expect(close(twice).volume).toBeCloseTo(6, 12);
  expect(close(twice).warnings).toEqual(['1 duplicate triangle was removed']);
  const flap = join(box, {
    positions: Float64Array.of(0, 0, 0, -1, 0, 0, -1, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 1),
  });
  const flapped = close(flap);
  expect(flapped.volume).toBeCloseTo(6, 12);
  expect(flapped.warnings).toEqual(['2 duplicate triangles were removed']);
  const doubleSided = {
    positions: box.positions,
    triangles: Uint32Array.of(...box.triangles, ...flipped(box).triangles),
  };
  const single = close(doubleSided);
  expectClosed(single.surface);
  expect(single.volume).toBeCloseTo(6, 12);
});

test('a seam whose sides nearly meet is joined', () => {
  // Two halves with a gap of 1/10000 of their size.
  const low = without(createBox([0, 0, 0], [1, 2, 1.5]), 10, 11);
  const high = without(createBox([0, 0, 1.5003], [1, 2, 3]), 8, 9);
  const { surface, volume, warnings } = close(join(low, high));
  expectClosed(surface);
  expect(volume).toBeCloseTo(6, 2);
  expect(warnings).toEqual([]);
});

test('edges with four triangles are allowed: two boxes with a common edge', () => {
  const positions: number[] = [...box.positions];
  const other = createBox([1, 2, 0], [2, 4, 3]);
  const number = new Map<number, number>();
  for (let vertex = 0; vertex < 8; vertex++) {
    const point = other.positions.slice(3 * vertex, 3 * vertex + 3);
    const same = [0, 1, 2, 3, 4, 5, 6, 7].find((v) =>
      point.every((value, axis) => value === box.positions[3 * v + axis]),
    );
    number.set(vertex, same ?? positions.push(...point) / 3 - 1);
  }
  const triangles = Uint32Array.of(...box.triangles, ...other.triangles.map((v) => number.get(v)!));
  const { volume, warnings } = close({ positions: Float64Array.from(positions), triangles });
  expect(volume).toBeCloseTo(12, 12);
  expect(warnings).toEqual([]);
});

describe('surfaces that enclose no volume are refused', () => {
  test('a sheet', () => {
    const sheet = without(box, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    expect(() => close(sheet)).toThrow(
      /systems\[0\]: expected a region that encloses flesh; the surface has 1 hole, .*, but 4 m² of surface hold 0 m³: it is a sheet/,
    );
    expect(() =>
      closeSurface(sheet.positions, sheet.triangles, nowhere, 'x', { mayBeSheet: true }),
    ).not.toThrow();
  });

  test('a one-sided band is reported', () => {
    const positions: number[] = [];
    const triangles: number[] = [];
    const count = 24;
    for (let k = 0; k < count; k++) {
      const a = (2 * Math.PI * k) / count;
      for (const side of [-0.3, 0.3]) {
        const r = 1 + side * Math.cos(a / 2);
        positions.push(r * Math.cos(a), r * Math.sin(a), side * Math.sin(a / 2));
      }
      const next = k + 1 < count ? [2 * k + 2, 2 * k + 3] : [1, 0];
      triangles.push(2 * k, 2 * k + 1, next[0], next[0], 2 * k + 1, next[1]);
    }
    const band = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
    const { warnings } = closeSurface(band.positions, band.triangles, nowhere, 'x', { mayBeSheet: true });
    expect(warnings.join()).toMatch(/one-sided at 1 edge/);
  });
});

test('an irregular hole with many corners is closed too', () => {
  const sphere = createSphere(1, 40);
  const gone = new Set<number>();
  sphere.triangles.forEach((vertex, k) => {
    const [x, y, z] = sphere.positions.subarray(3 * vertex, 3 * vertex + 3);
    if (z > 0.2 + 0.2 * Math.sin(5 * x) * y) gone.add(Math.floor(k / 3));
  });
  const { surface, volume } = close(without(sphere, ...gone));
  expectClosed(surface);
  // Approximately the volume of the sphere below 0.2.
  const below = (Math.PI * (1.2 ** 2 * (3 - 1.2))) / 3;
  expect(volume / below).toBeGreaterThan(0.85);
  expect(volume / below).toBeLessThan(1.1);
});
