import { describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { checkTerrain } from '../../systems/ground/terrain/terrain-params.ts';
import { readTerrain } from './read-terrain.ts';

type Height = (i: number, j: number) => number;

/** Smooth heights in metres that vary along all borders. */
const land: Height = (i, j) =>
  900 +
  120 * Math.sin(i / 37 + 0.4) * Math.cos(j / 29) +
  60 * Math.sin((i + 2 * j) / 61) +
  0.8 * i -
  0.3 * j +
  9 * Math.cos(i / 7 + j / 11);

interface Cut {
  readonly files: { name: string; bytes: Uint8Array }[];
  /** Heights of the levels 0 and 65535, metres, [tiles]. */
  readonly ranges: (readonly [number, number])[];
  readonly columns: number;
  readonly rows: number;
}

/** Cuts a terrain into square tiles of raw 16-bit levels. Each tile is normalised separately to 0 … 65535. */
function cut(height: Height, across: number, down: number, side: number, overlap: number): Cut {
  const ranges: [number, number][] = [];
  const files = Array.from({ length: across * down }, (_, t) => {
    const [i0, j0] = [(t % across) * (side - overlap), Math.floor(t / across) * (side - overlap)];
    const heights = Float64Array.from({ length: side * side }, (_height, k) =>
      height(i0 + (k % side), j0 + Math.floor(k / side)),
    );
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    ranges.push([low, high]);
    const bytes = new Uint8Array(2 * heights.length);
    const view = new DataView(bytes.buffer);
    heights.forEach((value, k) => {
      view.setUint16(2 * k, Math.round((65535 * (value - low)) / (high - low)), true);
    });
    return { name: `tile_${t % across}_${Math.floor(t / across)}.r16`, bytes };
  });
  const span = (count: number) => count * (side - overlap) + overlap;
  return { files, ranges, columns: span(across), rows: span(down) };
}

/** Reads tiles and fits them together; one tile is the reference. Returns the terrain and its largest error, metres. */
async function fitCut(
  { files, ranges, columns, rows }: Cut,
  height: Height,
  tiles: readonly [number, number],
  fitTo: readonly [number, number],
) {
  const [low, high] = ranges[fitTo[1] * tiles[0] + fitTo[0]];
  const terrain = await readTerrain(files, { tiles, fitTo, low, high, spacing: [1, 1] });
  expect([terrain.columns, terrain.rows]).toEqual([columns, rows]);
  let worst = 0;
  for (let k = 0; k < terrain.heights.length; k++) {
    const truth = height(k % columns, Math.floor(k / columns));
    worst = Math.max(worst, Math.abs(terrain.heights[k] - truth));
  }
  const step = Math.max(...ranges.map(([min, max]) => (max - min) / 65535));
  return { terrain, worst, step };
}

describe('tiles that were normalised separately are fitted at their boundaries', () => {
  test.each([
    [3, 2, [0, 0]],
    [3, 2, [1, 1]],
    [5, 4, [4, 0]],
    [1, 3, [0, 1]],
  ] as const)(
    '%i × %i with shared borders come back within quantisation, from tile %j',
    async (across, down, fitTo) => {
      const { terrain, worst, step } = await fitCut(
        cut(land, across, down, 65, 1),
        land,
        [across, down],
        fitTo,
      );
      // Rounding to levels causes an error of half a step. The remaining error is that of the fit.
      expect(worst).toBeLessThan(1.5 * step);
      expect(worst).toBeLessThan(step / 2 + terrain.fit!.uncertainty);
      expect(terrain.fit!.uncertainty).toBeLessThan(2.5 * step);
      expect(terrain.fit!.greatest).toBeLessThan(1.5 * step);
      expect(terrain.fit!.reference).toEqual(fitTo);
      expect(terrain.warnings.join()).toContain('share their borders');
      expect(terrain.warnings.join()).toMatch(
        /fitted to tile_\d_\d\.r16 at their borders, by factors of .*three standard errors/,
      );
      expect(terrain.warnings.join()).not.toContain('normalised');
    },
  );

  test('without common boundary samples each side is extrapolated: no cliff remains, and the uncertainty is reported', async () => {
    const plain = cut(land, 3, 2, 64, 0);
    const { terrain, worst } = await fitCut(plain, land, [3, 2], [0, 0]);
    expect(terrain.warnings.join()).toContain('adjacent and share no border');
    // The curvature between the tiles is unknown, which causes an error of 1 % of the relief. Without the fit it exceeds 50 %.
    expect(worst).toBeLessThan(0.01 * (Math.max(...terrain.heights) - Math.min(...terrain.heights)));
    expect(worst).toBeLessThan(2 * terrain.fit!.uncertainty + terrain.fit!.greatest);
  });

  test('tiles of one range are not changed, including the factor', async () => {
    const bounded: Height = (i, j) => Math.min(1000, Math.max(800, land(i, j)));
    const { worst, step } = await fitCut(cut(bounded, 2, 2, 65, 1), bounded, [2, 2], [0, 0]);
    expect(worst).toBeLessThan(1.5 * step);
  });

  test('without the option tiles are not fitted, and a warning names the option', async () => {
    const { files } = cut(land, 3, 2, 65, 1);
    const terrain = await readTerrain(files, { tiles: [3, 2], low: 0, high: 100 });
    expect(terrain.fit).toBeUndefined();
    expect(terrain.warnings.join()).toContain('set terrainFitTo, for example to [0, 0]');
  });

  test('tiles with flat boundaries are refused by name', async () => {
    const islands: Height = (i, j) => (i % 64 === 0 || j % 64 === 0 ? 0 : land(i, j));
    const { files } = cut(islands, 2, 2, 65, 1);
    const read = readTerrain(files, { tiles: [2, 2], fitTo: [0, 0], low: 0, high: 100 });
    await expect(read).rejects.toThrow(InputError);
    await expect(read).rejects.toThrow(/^tile_1_0\.r16: expected a tile with relief along its borders/);
  });

  test('tiles in a wrong order are refused', async () => {
    const { files } = cut(land, 3, 2, 65, 1);
    const wrong = [files[4], files[2], files[0], files[1], files[5], files[3]];
    const read = readTerrain(wrong, { tiles: [3, 2], fitTo: [0, 0], low: 0, high: 100 });
    await expect(read).rejects.toThrow(
      /expected tiles that fit together at their borders, but .*check their order/,
    );
  });

  test('a missing tile is refused before any file is read', () => {
    const faults = (more: object) =>
      checkTerrain({ terrain: 't_{column}_{row}.r16', ...more } as Parameters<typeof checkTerrain>[0]);
    expect(faults({ terrainTiles: [3, 2], terrainFitTo: [2, 1] })).toEqual([]);
    for (const terrainFitTo of [
      [3, 0],
      [0, 2],
      [0.5, 0],
    ]) {
      expect(faults({ terrainTiles: [3, 2], terrainFitTo })).toMatchObject([{ path: 'terrainFitTo' }]);
    }
    expect(faults({ terrain: 't.r16', terrainFitTo: [0, 0] })).toMatchObject([{ path: 'terrainFitTo' }]);
  });
});
