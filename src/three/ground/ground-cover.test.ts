import { Object3D } from 'three';
import { expect, test } from 'vitest';
import { changeOf } from '../testing/changes.ts';
import { createClassicShading } from './classic-shading.ts';
import { coverBits, createCover } from './ground-cover.ts';
import { groundLook } from './ground-look.ts';
import { PageSet } from './page-set.ts';
import { TouchedTiles } from './touched-tiles.ts';

const everywhere =
  (value: number) =>
  (out: Uint8Array, { columns, rows }: { columns: number; rows: number }) =>
    void out.fill(value, 0, columns * rows);

test('dry ground without stones has no cover', () => {
  expect(createCover({})).toBeNull();
});

test('levels of wetness are right on average, exact for dry and soaked, and depend only on the position', () => {
  for (const wetness of [0, 1, 40, 127, 200, 254, 255]) {
    const cover = createCover({ readWetness: everywhere(wetness) })!;
    const out = new Uint8Array(100 * 100);
    cover(out, { i0: -50, j0: 7, columns: 100, rows: 100 });
    const mean = out.reduce((sum, bits) => sum + (bits >> 2), 0) / out.length;
    expect(Math.abs(mean / 15 - wetness / 255)).toBeLessThan(0.003);
    if (wetness === 0 || wetness === 255) expect(new Set(out).size).toBe(1);
    const one = new Uint8Array(1);
    cover(one, { i0: -13, j0: 30, columns: 1, rows: 1 });
    expect(one[0]).toBe(out[23 * 100 + 37]);
  }
});

test('a pressed tile keeps its cover, and its heights except for the bits of the cover', () => {
  const shading = createClassicShading(groundLook('sand'));
  const scale = { cell: 0.01, datum: 0, heightUnit: 2 ** -20, hasCover: true };
  const pages = new PageSet(
    new Object3D(),
    { quads: 32, border: 4, capacity: 16, hasHem: false },
    scale,
    shading,
  );
  const cover = createCover({ readWetness: everywhere(255), readStones: everywhere(1) });
  const tiles = new TouchedTiles(
    pages,
    (out, { columns, rows }) => out.fill(777, 0, columns * rows),
    () => {},
    cover,
  );
  tiles.apply(
    changeOf(
      3,
      4,
      5,
      6,
      () => -12345,
      () => true,
    ),
  );
  const patch = tiles.find(0, 0)!;
  const texels = patch.page.texelsOf(patch);
  const at = (i: number, j: number) => texels[(j + 4) * patch.page.layerSize + i + 4];
  expect(at(20, 20)).toBe((777 & ~coverBits) | (15 << 2) | 2);
  expect(at(4, 5)).toBe((-12345 & ~coverBits) | (15 << 2) | 2 | 1);
  expect(tiles.heightAt(4, 5)).toBe(-12345 & ~coverBits);
});
