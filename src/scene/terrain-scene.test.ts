import { describe, expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { decodeExr } from '../files/exr-read.ts';
import { encodeExr } from '../files/exr-write.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { encodePng8, encodePng16 } from '../files/png.ts';
import { decodePng, decodePng16 } from '../files/png-read.ts';
import { writeTiff } from '../files/terrain/testing/write-tiff.ts';
import { tiffTags } from '../files/terrain/tiff/tiff-directory.ts';
import { InputError } from '../input-error.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

/** Writes a GeoTIFF of floats with the given sample spacing, metres. */
const writeGeoTiff = (
  columns: number,
  rows: number,
  values: Float32Array,
  [x, z]: readonly [number, number],
  noData?: string,
) =>
  writeTiff({
    columns,
    rows,
    samples: [values],
    doubles: { [tiffTags.modelPixelScale]: [x, z, 0], [tiffTags.modelTiepoint]: [0, 0, 0, 0, 0, 0] },
    shorts: { [tiffTags.geoKeyDirectory]: [1, 1, 0, 1, 1024, 0, 1, 1] },
    text: noData === undefined ? {} : { [tiffTags.gdalNoData]: noData },
  });

type Files = Readonly<Record<string, Uint8Array>>;

/** A tetrahedron with its lowest vertex at the origin. */
const spike = new TextEncoder().encode(
  'v 0 0 0\nv 0.1 0.3 -0.1\nv 0.1 0.3 0.1\nv -0.15 0.3 0\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
);

/** Returns the keys of a body at (x, z) that moves from height `high` down to `low` and up again. */
const keysAt = (x: number, z: number, low: number, high: number) =>
  new TextEncoder().encode(
    JSON.stringify([
      { time: 0, position: [x, high, z] },
      { time: 0.2, position: [x, low, z] },
      { time: 0.4, position: [x, high, z] },
    ]),
  );

const open = (ground: Record<string, unknown>, files: Files, extra: Record<string, unknown> = {}) =>
  openScene(
    parseScene({
      version: 1,
      time: { start: 0, end: 0.5, fps: 10 },
      actors: files['spike.json'] ? [{ name: 'spike', file: 'spike.obj', keys: 'spike.json' }] : [],
      systems: [{ system: 'ground', name: 'land', material: 'snow', cell: 0.05, ...ground }],
      outputs: ['heightPng', 'heightExr', 'groundMesh'],
      meshPart: 'whole',
      ...extra,
    }),
    { read: (path) => ({ 'spike.obj': spike, ...files })[path] },
  );

async function bake(ground: Record<string, unknown>, files: Files) {
  const written = new Map<string, Uint8Array>();
  const report = await bakeScene(await open(ground, files), {
    write: (name, bytes) => void written.set(name, bytes),
  });
  const last = (ending: string) =>
    [...written].filter(([name]) => name.endsWith(ending)).sort(([a], [b]) => (a < b ? 1 : -1))[0][1];
  return { report, png: last('.png'), exr: last('.exr'), mesh: last('.glb') };
}

async function showGround(ground: Record<string, unknown>, files: Files): Promise<HeightfieldOutput> {
  const plan = await open(ground, files);
  const simulation = new Simulation({ systems: plan.systems, actors: [], seed: 1, start: plan.times.start });
  return simulation.outputs('land')[0] as HeightfieldOutput;
}

const readAll = (output: HeightfieldOutput) => {
  const { columns, rows } = output.extent!;
  const heights = new Int32Array(columns * rows);
  output.readInitial(heights, output.extent!);
  return { columns, rows, metres: [...heights].map((units) => output.datum + units * output.heightUnit) };
};

/** Heights without symmetry. Adjacent samples have different values. */
const levelAt = (i: number, j: number) => (i * 1777 + j * 977 + ((i * i + 3 * j) % 17) * 211) % 60000;
const levels = (columns: number, rows: number) =>
  Uint16Array.from({ length: columns * rows }, (_, k) => levelAt(k % columns, Math.floor(k / columns)));

describe('16-bit levels are preserved', () => {
  test('256 and 255 are read big-endian, and written unchanged', async () => {
    const file = encodePng16(new Uint16Array([0x0100, 0x00ff, 0, 65535]), 2, 2);
    const ground = { terrain: 'a.png', terrainMax: 65.535, terrainSpacing: [0.05, 0.05] };
    const { metres } = readAll(await showGround(ground, { 'a.png': file }));
    expect(metres.map((value) => Number(value.toFixed(5)))).toEqual([0.256, 0.255, 0, 65.535]);
    const { png } = await bake(ground, { 'a.png': file });
    expect([...decodePng16(png).samples]).toEqual([0x0100, 0x00ff, 0, 65535]);
  });

  test('an 8-bit picture is accepted, and the report names its step in metres', async () => {
    const file = encodePng8(new Uint8Array([0, 51, 102, 255]), 2, 2, 1);
    const { report } = await bake(
      { terrain: 'a.png', terrainMax: 25.5, terrainSpacing: [0.05, 0.05] },
      { 'a.png': file },
    );
    expect(JSON.stringify(report.systems[0].warnings)).toMatch(/256 levels, steps of 0\.1 m/);
  });
});

describe('rows and columns have the same direction in input and output', () => {
  test('row 0 is the far (−Z) edge, column 0 is −X, and non-square samples keep their lengths', async () => {
    const samples = [0, 0, 9, 0, 0, 0];
    const file = writeGeoTiff(3, 2, Float32Array.from(samples), [0.1, 0.2]);
    const land = await showGround({ terrain: 'a.tif' }, { 'a.tif': file });
    const { i0, j0, columns, rows } = land.extent!;
    // Both sides are 0.2 m long (two steps of 0.1 m, one step of 0.2 m), and cells are 0.05 m wide.
    expect([columns, rows]).toEqual([5, 5]);
    const { metres } = readAll(land);
    const high = metres.indexOf(9);
    const [i, j] = [i0 + (high % columns), j0 + Math.floor(high / columns)];
    // The high sample is in the top right corner of the picture, which is at +X and −Z.
    expect([i * land.cell, j * land.cell].map((value) => Number(value.toFixed(9)))).toEqual([0.1, -0.1]);
  });

  test('map → ground → one track → map: untouched pixels do not change', async () => {
    const [columns, rows] = [40, 24];
    const samples = levels(columns, rows);
    const file = encodePng16(samples, columns, rows);
    // The spike enters the ground away from the position of the high sample.
    const [x, z] = [0.4, -0.2];
    const top = 3 * (60000 / 65535);
    const { png, report } = await bake(
      { terrain: 'a.png', terrainMax: 3, terrainSpacing: [0.05, 0.05] },
      { 'a.png': file, 'spike.json': keysAt(x, z, 0.2, top + 0.5) },
    );
    const out = decodePng16(png);
    expect([out.width, out.height]).toEqual([columns, rows]);
    const changed = [...out.samples.keys()].filter((k) => out.samples[k] !== samples[k]);
    expect(changed.length).toBe(report.systems[0].columnsChanged);
    expect(changed.length).toBeGreaterThan(3);
    // Sample (0, 0) is on a column, half the size of the terrain to the left of the origin and to the far side.
    const [i0, j0] = [columns, rows].map((count) => Math.round(-(count - 1) / 2));
    for (const k of changed) {
      expect(Math.abs((i0 + (k % columns)) * 0.05 - x)).toBeLessThan(0.2);
      expect(Math.abs((j0 + Math.floor(k / columns)) * 0.05 - z)).toBeLessThan(0.2);
    }
  });

  test('a height map from a bake gives the same ground at the same cell, exactly', async () => {
    const samples = levels(30, 20);
    const first = await bake(
      { terrain: 'a.png', terrainMax: 2, terrainSpacing: [0.05, 0.05], center: [3, -2], datum: 0.125 },
      { 'a.png': encodePng16(samples, 30, 20), 'spike.json': keysAt(3.2, -1.9, 0.4, 3) },
    );
    for (const kind of ['png', 'exr'] as const) {
      const second = await bake({ terrain: `b.${kind}` }, { [`b.${kind}`]: first[kind] });
      expect(second[kind].length).toBeGreaterThan(100);
      if (kind === 'png') expect(decodePng16(second.png).samples).toEqual(decodePng16(first.png).samples);
      else expect(decodeExr(second.exr).channels).toEqual(decodeExr(first.exr).channels);
      const { maxMetres: _, ...position } = first.report.systems[0].heights as { maxMetres: number };
      expect(second.report.systems[0].heights).toMatchObject(position);
    }
  });

  test('tiles with a shared boundary form one ground', async () => {
    const whole = levels(9, 5);
    const cut = (first: number, count: number) =>
      Uint16Array.from(
        { length: count * 5 },
        (_, k) => whole[Math.floor(k / count) * 9 + first + (k % count)],
      );
    const facts = { terrainMax: 3, terrainSpacing: [0.1, 0.1] };
    const tiled = readAll(
      await showGround(
        { terrain: 'a-{column}-{row}.png', terrainTiles: [2, 1], ...facts },
        { 'a-1-1.png': encodePng16(cut(0, 5), 5, 5), 'a-2-1.png': encodePng16(cut(4, 5), 5, 5) },
      ),
    );
    const single = readAll(
      await showGround({ terrain: 'a.png', ...facts }, { 'a.png': encodePng16(whole, 9, 5) }),
    );
    expect(tiled).toEqual(single);
  });
});

describe('unknown samples are excluded from the ground', () => {
  const values = Float32Array.from({ length: 16 }, (_, k) => 1 + (k % 5) / 10);
  const holes = [0, 10];
  const withHoles = (hole: number) => values.map((value, k) => (holes.includes(k) ? hole : value));
  const sources = [
    ['a GeoTIFF with a no-data tag', 'a.tif', writeGeoTiff(4, 4, withHoles(-9999), [0.05, 0.05], '-9999')],
    ['a GeoTIFF with NaN and no tag', 'a.tif', writeGeoTiff(4, 4, withHoles(Number.NaN), [0.05, 0.05])],
    ['an EXR', 'a.exr', encodeExr(withHoles(Number.NaN), 4, 4)],
  ] as const;

  test.each(sources)(
    '%s: no contact, no vertex below the min height, the mask is written back and counted',
    async (_, name, file) => {
      // A plate that covers everything is lowered to 0.5 m.
      const plate = new TextEncoder().encode('v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 1 3 2\nf 1 4 3\n');
      const { report, png, exr, mesh } = await bake(
        { terrain: name, terrainSpacing: [0.05, 0.05], displacedFraction: 1 },
        { [name]: file, 'spike.obj': plate, 'spike.json': keysAt(0, 0, 0.5, 3) },
      );
      const ground = report.systems[0] as unknown as {
        ledger: Record<string, string>;
        columnsChanged: number;
        terrain: { masked: number };
        warnings: string[];
      };
      expect(ground.terrain.masked).toBe(2);
      expect(JSON.stringify(ground.warnings)).toMatch(/nothing is known of 2 of 16 samples/);
      expect(ground.columnsChanged).toBe(14);
      expect(ground.ledger.error).toBe('0');
      const heights = decodeExr(exr).channels[0].values;
      expect([...heights.keys()].filter((k) => Number.isNaN(heights[k]))).toEqual(holes);
      const { data, transparency } = decodePng(png);
      expect([...data.keys()].filter((k) => data[k] === transparency![0])).toEqual(holes);
      // Moving tiles have the same vertices along their common borders.
      const { surfaces } = await readGltf(mesh, { name: 'land.glb' });
      const columns = surfaces.flatMap(({ positions }) =>
        Array.from({ length: positions.length / 3 }, (_, k) => `${positions[3 * k]} ${positions[3 * k + 2]}`),
      );
      expect(new Set(columns).size).toBe(14);
    },
  );

  test('on untouched ground, neither mesh nor maps go below the min known height', async () => {
    const { mesh, exr } = await bake({ terrain: 'a.tif' }, { 'a.tif': sources[0][2] });
    const heights = decodeExr(exr).channels[0].values;
    expect(Math.min(...[...heights].filter((height) => !Number.isNaN(height)))).toBe(1);
    const text = new TextDecoder().decode(mesh.subarray(20));
    expect(Number(/"min":\[[^,\]]+,([^,\]]+),/.exec(text)![1])).toBeGreaterThanOrEqual(1);
  });

  test('volume that is pushed into a hole is counted as outside', async () => {
    const file = writeGeoTiff(
      21,
      21,
      Float32Array.from({ length: 441 }, (_, k) => (k % 21 > 10 ? Number.NaN : 1)),
      [0.05, 0.05],
    );
    const { report } = await bake(
      { terrain: 'a.tif', displacedFraction: 1, material: 'mud' },
      { 'a.tif': file, 'spike.json': keysAt(-0.05, 0, 0.8, 2) },
    );
    const { ledger } = report.systems[0] as unknown as { ledger: Record<string, string> };
    expect(BigInt(ledger.outside)).toBeGreaterThan(0n);
    expect(ledger.error).toBe('0');
  });
});

describe('the position of a terrain', () => {
  const flat = encodeExr(
    Float32Array.from({ length: 11 * 21 }, (_, k) => k % 11),
    11,
    21,
  );
  const spacing = [1, 0.5];
  const rectangleOf = async (ground: Record<string, unknown>) => {
    const { extent, cell } = await showGround(
      { terrain: 'a.exr', terrainSpacing: spacing, cell: 0.5, ...ground },
      { 'a.exr': flat },
    );
    const { i0, j0, columns, rows } = extent!;
    return [i0, i0 + columns - 1, j0, j0 + rows - 1].map((index) => index * cell);
  };

  test('about the origin, or a center; one of its points may be placed there', async () => {
    expect(await rectangleOf({})).toEqual([-5, 5, -5, 5]);
    expect(await rectangleOf({ center: [10, 20] })).toEqual([5, 15, 15, 25]);
    expect(await rectangleOf({ terrainPoint: [-5, 2] })).toEqual([0, 10, -7, 3]);
  });

  test('a size crops it about the center, with the same heights', async () => {
    expect(await rectangleOf({ size: [4, 2] })).toEqual([-2, 2, -1, 1]);
    expect(await rectangleOf({ size: [4, 2], terrainPoint: [-5, 0] })).toEqual([0, 2, -1, 1]);
    const part = await showGround(
      { terrain: 'a.exr', terrainSpacing: spacing, cell: 0.5, size: [4, 2] },
      { 'a.exr': flat },
    );
    expect(readAll(part).metres.slice(0, 3)).toEqual([3, 3.5, 4]);
  });

  test('stones need room above it: the datum moves, or the scene is refused', async () => {
    const stones = [{ position: [0, 0], radius: 100, height: 100 }];
    const ramp = (high: number) =>
      encodeExr(
        Float32Array.from({ length: 64 }, (_, k) => (high * (k % 32)) / 31),
        32,
        2,
      );
    const ground = { terrain: 'a.exr', terrainSpacing: [1, 1], cell: 0.5 };
    expect((await showGround(ground, { 'a.exr': ramp(1000) })).datum).toBe(0);
    expect((await showGround({ ...ground, stones }, { 'a.exr': ramp(1000) })).datum).toBe(500);
    await expect(open({ ...ground, stones }, { 'a.exr': ramp(2000) })).rejects.toThrow(
      /^systems\[0\]\.terrain: expected heights within/,
    );
  });

  test('a range of heights that is too large is refused with its value, a smaller part of the terrain is accepted', async () => {
    const ramp = encodeExr(
      Float32Array.from({ length: 32 }, (_, k) => 100 * (k % 16) + 2000 * (k % 2)),
      16,
      2,
    );
    const ground = { terrain: 'a.exr', terrainSpacing: [1, 1], cell: 0.5 };
    const error = await open(ground, { 'a.exr': ramp }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(
      /^systems\[0\]\.terrain: expected heights within 2045 m of each other, got 0 to 3500 m: cut out a part with size/,
    );
    const gentle = encodeExr(
      Float32Array.from({ length: 64 }, (_, k) => 100 * (k % 32)),
      32,
      2,
    );
    await expect(open(ground, { 'a.exr': gentle })).rejects.toThrow(/got 0 to 3100 m/);
    const part = readAll(await showGround({ ...ground, size: [4, 4] }, { 'a.exr': gentle }));
    expect(Math.min(...part.metres)).toBe(1350);
  });
});

describe('invalid values are refused with their path', () => {
  const png = encodePng16(levels(4, 4), 4, 4);
  test.each([
    [{ terrain: 'b.png' }, /^systems\[0\]\.terrain: no file "b\.png"/],
    [{ terrain: 'a.png', terrainSpacing: [1, 1] }, /terrainMax/],
    [
      { terrain: 'a.png', terrainMax: 1 },
      /^systems\[0\]\.terrainSpacing: expected metres between the 4 × 4 samples of a\.png/,
    ],
    [
      { terrain: 'a.png', terrainMax: 1, terrainMin: 2 },
      /^systems\[0\]\.terrainMax: expected a height above terrainMin/,
    ],
    [{ terrainMax: 1 }, /^systems\[0\]\.terrainMax: expected a terrain beside it/],
    [{ terrain: 'a-{row}.png' }, /^systems\[0\]\.terrainTiles: expected how many tiles/],
    [{ terrain: 'a.png', terrainTiles: [2, 1] }, /^systems\[0\]\.terrain: expected \{column\} in the name/],
    [
      { terrain: 'a-{column}.png', terrainTiles: [1.5, 1] },
      /^systems\[0\]\.terrainTiles: expected whole numbers/,
    ],
    [
      {
        terrain: 'a.png',
        terrainMax: 1,
        terrainSpacing: [1, 1],
        size: [1, 1],
        center: [0, 0],
        terrainPoint: [90, 0],
      },
      /^systems\[0\]\.size: expected a part of the terrain/,
    ],
    [
      { terrain: 'a.png', terrainMax: 1, terrainSpacing: [1e6, 1e6], cell: 0.001 },
      /^systems\[0\]\.terrain: expected an edge within 2³⁰ cells/,
    ],
    [{ terrain: 'a.txt', terrainSpacing: [1, 1] }, /a\.txt/],
  ])('%j', async (ground, message) => {
    const files = { 'a.png': png, 'a.txt': new TextEncoder().encode('hello') };
    const error = await (async () => open(ground, files))().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(message);
  });
});
