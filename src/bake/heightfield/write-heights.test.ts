import { expect, test } from 'vitest';
import { decodeExr } from '../../files/exr-read.ts';
import { decodePng16 } from '../../files/png-read.ts';
import type { SimulationSystem } from '../../simulation/simulation.ts';
import { containsColumn } from '../../systems/column-rectangle.ts';
import type { ColumnRectangle, LiveHeightfield } from '../../systems/outputs/heightfield.ts';
import { BakeSink } from '../bake-sink.ts';
import { frameKey } from '../frame-store.ts';
import { type Bake, outputsOfKind } from '../output-definition.ts';
import { makeFunctionGround } from '../testing/function-ground.ts';
import { planBase } from '../testing/plan-base.ts';
import { createTestWorkers } from '../testing/test-workers.ts';
import { chooseHeightTiles, HeightChanges } from './height-tiles.ts';
import { HeightfieldReplay, packChanges } from './heightfield-frame.ts';
import { findChanges, findHeightRegion, type HeightRegion, writeHeights } from './write-heights.ts';

const frameCount = 20;
const rectangle = { i0: -20, j0: -30, columns: 1000, rows: 1000 };
const initial = (i: number, j: number) => ((i * 7919 + j * 104729) % 997) - 400;
/** The square that is pressed in a frame: 20 columns wide, about the k-th point of a diagonal in frame k. */
const squareOf = (frame: number): ColumnRectangle => ({
  i0: 40 * frame,
  j0: 40 * frame,
  columns: 20,
  rows: 20,
});

/** Returns the state of the ground after a frame. */
function groundAt(frame: number): LiveHeightfield {
  const ground = makeFunctionGround({
    extent: null,
    initial,
    current: (i, j) => {
      const k = Math.floor(i / 40);
      return k >= 0 && k <= frame && containsColumn(squareOf(k), i, j) ? -5000 : initial(i, j);
    },
    changed: { i0: 0, j0: 0, columns: 40 * frame + 20, rows: 40 * frame + 20 },
  });
  // In this frame the ground lists earlier columns again, as after an interruption. They must be compared with the previous state.
  return { ...ground, takeChanges: () => (frame === 7 ? [squareOf(2), squareOf(7)] : [squareOf(frame)]) };
}

const frames = Array.from({ length: frameCount }, (_, frame) => packChanges(groundAt(frame)));
const last = groundAt(frameCount - 1);
const plan = {
  ...planBase({ name: 'walk', fps: 10, end: (frameCount - 1) / 10, outputs: ['heightExr', 'heightPng'] }),
  actors: [],
  systems: [{ name: 'beach' } as SimulationSystem],
};
const bake: Bake = {
  plan,
  simulation: { outputs: () => [last] },
  frames: { get: (key) => frames[Number(key.slice(frameKey('beach', 0, 0).length - 1))] },
};
const makeReplay = () => new HeightfieldReplay(last, 0, (frame) => frames[frame]);

async function write(region: HeightRegion, threads = 1) {
  const files = new Map<string, Uint8Array>();
  let work = 0;
  const write = (file: string, bytes: Uint8Array) => void files.set(file, bytes);
  const next = () => {
    work++;
  };
  const workers = threads > 1 ? createTestWorkers(bake, threads, write) : undefined;
  const sink = BakeSink.create(bake, { write, next, workers });
  const [shown] = outputsOfKind(bake, 'heightfield');
  const facts = await writeHeights(bake, shown, region, sink);
  return { files, facts, work, listed: sink.files().map(({ file }) => file) };
}

const nameOf = (number: number) => `height.${String(number).padStart(4, '0')}`;

test('tiles have the same pixels on every frame as one rectangle', async () => {
  const region = findHeightRegion(plan, rectangle, () => findChanges(plan, makeReplay()), 5);
  expect(region.tiles!.length).toBeGreaterThan(5);
  const whole = await write({ rectangle, tiles: null });
  const tiled = await write(region);
  expect(whole.facts.tiles).toBeUndefined();
  const { tiles, ...common } = tiled.facts;
  expect(common).toEqual(whole.facts);
  let bytes = 0;
  for (const file of tiled.files.values()) bytes += file.length;
  for (const file of whole.files.values()) bytes -= 0.25 * file.length;
  expect(bytes).toBeLessThan(0);

  for (const frame of [1, 2, 10, 11, frameCount]) {
    const exr = decodeExr(whole.files.get(`beach-exr/${nameOf(frame)}.exr`)!).channels[0].values;
    const png = decodePng16(whole.files.get(`beach-png/${nameOf(frame)}.png`)!).samples;
    const seen = new Uint8Array(exr.length);
    for (const tile of tiles!) {
      const shown = Math.min(Math.max(frame, tile.firstFrame), tile.lastFrame);
      const location = `${tile.folder}/${nameOf(shown)}`;
      const tileExr = decodeExr(tiled.files.get(`beach-exr/${location}.exr`)!).channels[0].values;
      const tilePng = decodePng16(tiled.files.get(`beach-png/${location}.png`)!).samples;
      const i = Math.round((tile.firstColumnMetres - common.firstColumnMetres) / common.cellMetres);
      const j = Math.round((tile.firstRowMetres - common.firstRowMetres) / common.cellMetres);
      for (let row = 0; row < tile.rows; row++) {
        const at = (j + row) * rectangle.columns + i;
        const part = [row * tile.columns, (row + 1) * tile.columns] as const;
        expect(tileExr.subarray(...part)).toEqual(exr.subarray(at, at + tile.columns));
        expect(tilePng.subarray(...part)).toEqual(png.subarray(at, at + tile.columns));
        seen.fill(1, at, at + tile.columns);
      }
    }
    // Columns that belong to no tile are untouched.
    const outside = Array.from({ length: Math.ceil(seen.length / 13) }, (_, n) => 13 * n).filter(
      (k) => !seen[k],
    );
    expect(outside.map((k) => exr[k])).toEqual(
      outside.map((k) => initial((k % 1000) - 20, Math.floor(k / 1000) - 30) * 2 ** -20),
    );
  }
});

test('several threads write the same files, list them in the same order and count the same work', async () => {
  const tiled = findHeightRegion(plan, rectangle, () => findChanges(plan, makeReplay()), 5);
  for (const region of [tiled, { rectangle: { ...rectangle, columns: 300, rows: 200 }, tiles: null }]) {
    const alone = await write(region);
    expect(alone.work).toBe(2 * frameCount);
    for (const threads of [2, 5]) {
      const { files, ...rest } = await write(region, threads);
      expect(rest).toEqual({ facts: alone.facts, work: alone.work, listed: alone.listed });
      for (const [file, bytes] of alone.files) expect(files.get(file), file).toEqual(bytes);
      expect(files.size).toBe(alone.files.size);
    }
  }
});

test('columns that are listed again without a change do not extend the sequence of a tile', () => {
  const changes = new HeightChanges();
  const replay = makeReplay();
  replay.watchAll(frameCount - 1, (frame, changed) => changes.add(frame, changed));
  const bounds = { margin: 0, firstFrame: 0, lastFrame: frameCount - 1 };
  const tiles = chooseHeightTiles(changes, rectangle, bounds)!;
  // The square of the third frame is in the first tile. In the eighth frame nothing changes in this tile.
  expect(tiles[0].lastFrame).toBeLessThan(7);
});

test('one rectangle is written if the scene requests it', () => {
  const region = findHeightRegion(
    { ...plan, heightTiles: 'never' },
    rectangle,
    () => findChanges(plan, makeReplay()),
    5,
  );
  expect(region.tiles).toBeNull();
});
