import fc from 'fast-check';
import { Object3D } from 'three';
import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { changeOf } from '../testing/changes.ts';
import { chooseStep } from './choose-step.ts';
import { createClassicShading } from './classic-shading.ts';
import { createPatchArrays } from './create-patch-arrays.ts';
import { groundLook } from './ground-look.ts';
import { LayerPage, type Patch } from './layer-page.ts';
import { PageSet } from './page-set.ts';
import { Surroundings, sampleByReading } from './surroundings.ts';
import { createCoverage, type GroundArea, isInArea } from './tile-areas.ts';
import { type ReadInitial, TouchedTiles, tileSize } from './touched-tiles.ts';

const scale = { cell: 0.01, datum: 0, heightUnit: 2 ** -20 };
const shading = createClassicShading(groundLook('sand'));
const tilePages = () =>
  new PageSet(new Object3D(), { quads: 32, border: 4, capacity: 16, hasHem: false }, scale, shading);
const initialAt = (i: number, j: number) => Math.floor(1000 * hashUnit(7, i, j)) * 2;
const readInitial: ReadInitial = (out, { i0, j0, columns, rows }) => {
  for (let k = 0; k < columns * rows; k++)
    out[k] = initialAt(i0 + (k % columns), j0 + Math.floor(k / columns));
};

test('every texel of every tile, including its padding, has the last sent value (seed 3)', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          i0: fc.integer({ min: -70, max: 70 }),
          j0: fc.integer({ min: -70, max: 70 }),
          columns: fc.integer({ min: 1, max: 50 }),
          rows: fc.integer({ min: 1, max: 50 }),
          value: fc.integer({ min: -5000, max: 5000 }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      (changes) => {
        const tiles = new TouchedTiles(tilePages(), readInitial, () => {});
        const sent = new Map<string, number>();
        for (const { i0, j0, columns, rows, value } of changes) {
          tiles.apply(
            changeOf(
              i0,
              j0,
              columns,
              rows,
              () => value * 2,
              () => value % 3 === 0,
            ),
          );
          for (let j = j0; j < j0 + rows; j++)
            for (let i = i0; i < i0 + columns; i++)
              sent.set(`${i} ${j}`, value * 2 + (value % 3 === 0 ? 1 : 0));
        }
        let seen = 0;
        for (const patch of tiles.all()) {
          const size = patch.page.layerSize;
          patch.page.texelsOf(patch).forEach((texel, k) => {
            const i = patch.i0 - 4 + (k % size);
            const j = patch.j0 - 4 + Math.floor(k / size);
            if (texel !== (sent.get(`${i} ${j}`) ?? initialAt(i, j))) throw new Error(`column ${i} ${j}`);
            seen++;
          });
        }
        expect(seen).toBeGreaterThan(0);
      },
    ),
    { seed: 3, numRuns: 40 },
  );
});

/** Returns a set of tiles `I J` in the form that `Surroundings` needs. */
const setOf = (touched: ReadonlySet<string>) => ({
  has: (i: number, j: number) => touched.has(`${i} ${j}`),
  hasAny: (firstI: number, firstJ: number, lastI: number, lastJ: number) =>
    [...touched].some((key) => {
      const [i, j] = key.split(' ').map(Number);
      return i >= firstI && i <= lastI && j >= firstJ && j <= lastJ;
    }),
});

test('removed tiles are untouched again, also in the padding of the remaining ones (seed 5)', () => {
  const changesOf = fc.array(
    fc.record({
      i0: fc.integer({ min: -70, max: 70 }),
      j0: fc.integer({ min: -70, max: 70 }),
      columns: fc.integer({ min: 1, max: 40 }),
      rows: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const position = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
  fc.assert(
    fc.property(changesOf, fc.array(position, { minLength: 1, maxLength: 12 }), (changes, removed) => {
      const tiles = new TouchedTiles(tilePages(), readInitial, () => {});
      const sent = new Map<string, number>();
      for (const { i0, j0, columns, rows } of changes) {
        tiles.apply(
          changeOf(
            i0,
            j0,
            columns,
            rows,
            () => -4000,
            () => false,
          ),
        );
        for (let j = j0; j < j0 + rows; j++)
          for (let i = i0; i < i0 + columns; i++) sent.set(`${i} ${j}`, -4000);
      }
      for (const [tileI, tileJ] of removed) {
        tiles.remove(tileI, tileJ, (a, b) => expect(tiles.find(a, b)).toBeUndefined());
        for (let j = 0; j < tileSize; j++)
          for (let i = 0; i < tileSize; i++) sent.delete(`${tileI * tileSize + i} ${tileJ * tileSize + j}`);
      }
      for (const [tileI, tileJ] of removed) expect(tiles.find(tileI, tileJ)).toBeUndefined();
      for (const patch of tiles.all()) {
        const size = patch.page.layerSize;
        patch.page.texelsOf(patch).forEach((texel, k) => {
          const i = patch.i0 - 4 + (k % size);
          const j = patch.j0 - 4 + Math.floor(k / size);
          if (texel !== (sent.get(`${i} ${j}`) ?? initialAt(i, j))) throw new Error(`column ${i} ${j}`);
        });
      }
    }),
    { seed: 5, numRuns: 60 },
  );
});

test('surroundings that cover tiles again are as if those had never been touched (seed 9)', () => {
  const surroundingsOf = (touched: Set<string>) => {
    const shape = { quads: 8, border: 1, capacity: 256, hasHem: true };
    const pages = new PageSet(new Object3D(), shape, scale, shading);
    const surroundings = new Surroundings(pages, sampleByReading(readInitial), setOf(touched));
    surroundings.layAround(0, 0);
    const list = () =>
      (pages as unknown as { pages: LayerPage[] }).pages
        .flatMap((page) => page.patches)
        .map((patch) => {
          const texels = patch.page.texelsOf(patch);
          return `${patch.i0} ${patch.j0} ${patch.stride} ${texels[0]} ${texels[60]}`;
        })
        .sort();
    return { surroundings, list };
  };
  const near = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 }));
  const far = fc.tuple(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 }));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(near, far), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      (positions, choice) => {
        const touched = new Set<string>();
        const { surroundings, list } = surroundingsOf(touched);
        for (const [i, j] of positions) {
          touched.add(`${i} ${j}`);
          surroundings.refineAt(i, j);
        }
        const kept = positions.filter((_, k) => (choice >> k) & 1);
        for (const [i, j] of positions) {
          if (kept.some((one) => one[0] === i && one[1] === j) || !touched.delete(`${i} ${j}`)) continue;
          surroundings.coverAt(i, j);
        }
        const fresh = new Set<string>();
        const other = surroundingsOf(fresh);
        for (const [i, j] of kept) {
          fresh.add(`${i} ${j}`);
          other.surroundings.refineAt(i, j);
        }
        expect(list()).toEqual(other.list());
      },
    ),
    { seed: 9, numRuns: 12 },
  );
});

test('surroundings and tiles cover the ground once, out to the horizon', () => {
  const pages = new PageSet(
    new Object3D(),
    { quads: 8, border: 1, capacity: 256, hasHem: true },
    scale,
    shading,
  );
  const touched = new Set<string>();
  const surroundings = new Surroundings(pages, sampleByReading(readInitial), setOf(touched));
  surroundings.layAround(0, 0);
  for (const [i, j] of [
    [0, 0],
    [1, 0],
    [5, -3],
    [40, 17],
    [-200, 3],
    [-200, 4],
  ]) {
    touched.add(`${i} ${j}`);
    surroundings.refineAt(i, j);
  }
  // Patches contain the initial heights, both where `sampleByReading` reads whole rows and where it reads single columns.
  for (const patch of (pages as unknown as { pages: LayerPage[] }).pages.flatMap((page) => page.patches)) {
    const texels = patch.page.texelsOf(patch);
    expect(texels[11 * 10 + 3]).toBe(initialAt(patch.i0 + 2 * patch.stride, patch.j0 + 9 * patch.stride));
  }
  const squares: { i: number; j: number; size: number }[] = [];
  const seen = new Set<Patch>();
  const patches = (pages as unknown as { pages: LayerPage[] }).pages.flatMap((page) => page.patches);
  for (const patch of patches) {
    expect(seen.has(patch)).toBe(false);
    seen.add(patch);
    squares.push({ i: patch.i0 / tileSize, j: patch.j0 / tileSize, size: (8 * patch.stride) / tileSize });
  }
  const area = squares.reduce((sum, { size }) => sum + size * size, 0);
  expect(area + touched.size).toBe(4 * 2 ** 26);
  const covers = (i: number, j: number) =>
    squares.filter(
      (square) => i >= square.i && i < square.i + square.size && j >= square.j && j < square.j + square.size,
    );
  for (let n = 0; n < 2000; n++) {
    const range = 2 ** (1 + (n % 12));
    const i = Math.floor(range * (2 * hashUnit(1, n) - 1));
    const j = Math.floor(range * (2 * hashUnit(2, n) - 1));
    expect(covers(i, j)).toHaveLength(touched.has(`${i} ${j}`) ? 0 : 1);
  }
  // Squares beside a touched tile have the highest resolution.
  expect(covers(41, 17)[0].size).toBe(1);
  expect(patches.length).toBeLessThan(1200);
});

test('adjacent grounds leave no gap, and overlap by less than a tile', () => {
  const cell = 0.01;
  const side = tileSize * cell;
  // A ground with its own cell size, and two adjacent ones, on a ground without a boundary.
  const areas = [
    { minX: -1.1, minZ: -0.7, maxX: 0.9, maxZ: 1.3 },
    { minX: 0.9, minZ: -0.7, maxX: 2, maxZ: 1.3 },
  ];
  const lay = (own: GroundArea | null, others: readonly GroundArea[], cellSize: number) => {
    const pages = new PageSet(
      new Object3D(),
      { quads: 8, border: 1, capacity: 256, hasHem: true },
      { ...scale, cell: cellSize },
      shading,
    );
    const coverage = createCoverage(cellSize, own, others);
    const surroundings = new Surroundings(pages, sampleByReading(readInitial), setOf(new Set()), coverage);
    surroundings.layAround(0, 0);
    surroundings.refineAt(2, 2);
    const patches = (pages as unknown as { pages: LayerPage[] }).pages.flatMap((page) => page.patches);
    return (x: number, z: number) =>
      patches.filter(({ i0, j0, stride }) => {
        const [u, v] = [x / cellSize - i0, z / cellSize - j0];
        return u >= 0 && v >= 0 && u < 8 * stride && v < 8 * stride;
      }).length;
  };
  const far = lay(null, areas, cell);
  const beds = areas.map((area, k) => lay(area, [], k === 0 ? 0.02 : cell));
  const isDeepIn = ({ minX, minZ, maxX, maxZ }: GroundArea, x: number, z: number) =>
    x > minX + side && z > minZ + side && x < maxX - side && z < maxZ - side;
  for (let n = 0; n < 4000; n++) {
    const x = 8 * (hashUnit(5, n) - 0.5);
    const z = 8 * (hashUnit(6, n) - 0.5);
    const owners = areas.filter((area) => isInArea(area, x, z)).length;
    areas.forEach((area, k) => {
      if (isInArea(area, x, z)) expect(beds[k](x, z)).toBe(1);
    });
    if (owners === 0) expect(far(x, z)).toBe(1);
    if (areas.some((area) => isDeepIn(area, x, z))) expect(far(x, z)).toBe(0);
    if (Math.max(Math.abs(x), Math.abs(z)) > 3) expect(beds.map((bed) => bed(x, z))).toEqual([0, 0]);
  }
});

test('a patch’s triangles face up and cover it once, at every step; only its hem extends beyond it', () => {
  for (const [hasHem, step] of [false, true].flatMap((hem) => [1, 2, 4, 8].map((of) => [hem, of] as const))) {
    const { positions, surface, hem } = createPatchArrays(8, hasHem, step);
    let area = 0;
    for (let k = 0; k < surface.length; k += 3) {
      const [a, b, c] = [surface[k], surface[k + 1], surface[k + 2]].map((vertex) => 3 * vertex);
      const cross =
        (positions[b + 2] - positions[a + 2]) * (positions[c] - positions[a]) -
        (positions[b] - positions[a]) * (positions[c + 2] - positions[a + 2]);
      expect(cross).toBeGreaterThan(0);
      area += cross / 2;
    }
    expect(area).toBe(64);
    expect(Math.max(...positions.filter((_, k) => k % 3 === 1))).toBe(hasHem ? 1 : 0);
    expect(surface.length).toBe(3 * 2 * (8 / step) ** 2);
    expect(hem.length).toBe(hasHem ? (3 * 64) / step : 0);
  }
});

test('a smooth patch is drawn with few triangles; one with detail, pressed columns or cover with all', () => {
  const shape = { quads: 8, border: 1 };
  const spacing = 0.04 * 2 ** 20;
  const step = (heightAt: (i: number, j: number) => number, bits = 0) => {
    const texels = Int32Array.from(
      { length: 121 },
      (_, k) => Math.round(2 ** 20 * heightAt((k % 11) - 1, Math.floor(k / 11) - 1)) & ~1,
    );
    texels[60] |= bits;
    return chooseStep(texels, shape, spacing, ~1);
  };
  expect(step(() => 0.3)).toBe(8);
  expect(step((i, j) => 0.01 * i - 0.03 * j)).toBe(8);
  // Smooth noise with a wavelength of 1 m and an amplitude of 1 mm needs some triangles.
  expect([2, 4]).toContain(step((i) => 0.001 * Math.sin((2 * Math.PI * 0.04 * i) / 1)));
  expect(step((i, j) => (i === 3 && j === 5 ? 0.002 : 0))).toBe(1);
  expect(step((i) => (i > 3 ? 0.05 : 0))).toBe(1);
  expect(step(() => 0.3, 1)).toBe(1);
});

test('hems are drawn after the ground that hides them', () => {
  const page = new LayerPage({ quads: 8, border: 1, capacity: 2, hasHem: true }, scale, shading, 4);
  page.add(0, 0, 1);
  page.flush();
  expect(page.hem!.parent).toBe(page.mesh);
  expect(page.hem!.renderOrder).toBeGreaterThan(page.mesh.renderOrder);
  const { geometry } = page.hem as unknown as { geometry: { instanceCount: number } };
  expect(geometry.instanceCount).toBe(1);
  page.dispose();
});

test('layers are reused', () => {
  const page = new LayerPage({ quads: 8, border: 1, capacity: 2, hasHem: false }, scale, shading);
  const [a, b] = [page.add(0, 0, 1), page.add(8, 0, 1)];
  expect(page.isFull).toBe(true);
  page.remove(a);
  expect(page.add(16, 0, 1).layer).toBe(a.layer);
  expect(page.patches).toContain(b);
  page.dispose();
});
