import { describe, expect, test } from 'vitest';
import type { ColumnRectangle } from '../../systems/outputs/heightfield.ts';
import { chooseHeightTiles, HeightChanges, type HeightTile, maxTiles } from './height-tiles.ts';

const frameCount = 100;
const bounds = { margin: 25, firstFrame: 0, lastFrame: frameCount - 1 };

/**
 * Creates a track of 20 columns width from corner to corner of a square of `size` columns. It is walked in 80 frames, beginning at the
 * tenth frame.
 */
function makeTrack(size: number): { changes: HeightChanges; steps: (ColumnRectangle & { frame: number })[] } {
  const changes = new HeightChanges();
  const steps = Array.from({ length: 80 }, (_, k) => {
    const at = Math.floor((k * (size - 20)) / 79);
    return { frame: 10 + k, i0: at, j0: at, columns: 20, rows: 20 };
  });
  for (const { frame, ...rectangle } of steps) changes.add(frame, rectangle);
  return { changes, steps };
}

function holds(tile: HeightTile, i: number, j: number): boolean {
  return i >= tile.i0 && i < tile.i0 + tile.columns && j >= tile.j0 && j < tile.j0 + tile.rows;
}

describe('tiles of height maps', () => {
  const square = { i0: 0, j0: 0, columns: 3000, rows: 3000 };
  const { changes, steps } = makeTrack(3000);
  const tiles = chooseHeightTiles(changes, square, bounds)!;

  test('a narrow track across a large square needs a small fraction of the samples', () => {
    const samples = tiles.reduce(
      (sum, tile) => sum + tile.columns * tile.rows * (tile.lastFrame - tile.firstFrame + 1),
      0,
    );
    expect(samples).toBeLessThan(0.03 * square.columns * square.rows * frameCount);
    expect(tiles.length).toBeLessThanOrEqual(maxTiles);
  });

  test('every changing column is in a tile on every frame on which it changes, and is untouched on the first frame', () => {
    for (const { frame, i0, j0, columns, rows } of steps) {
      for (const [i, j] of [
        [i0, j0],
        [i0 + columns - 1, j0],
        [i0, j0 + rows - 1],
        [i0 + columns - 1, j0 + rows - 1],
      ]) {
        const holding = tiles.filter((tile) => holds(tile, i, j));
        expect(holding.length).toBeGreaterThan(0);
        for (const tile of holding) {
          expect(tile.firstFrame).toBeLessThan(frame);
          expect(tile.lastFrame).toBeGreaterThanOrEqual(frame);
        }
      }
    }
  });

  test('neighbours share one line of columns, and the last tiles end at the boundary', () => {
    const byPosition = new Map(tiles.map((tile) => [`${tile.column} ${tile.row}`, tile]));
    for (const tile of tiles) {
      expect(Math.min(tile.columns, tile.rows)).toBeGreaterThanOrEqual(2);
      const right = byPosition.get(`${tile.column + 1} ${tile.row}`);
      if (right) expect(right.i0).toBe(tile.i0 + tile.columns - 1);
      const below = byPosition.get(`${tile.column} ${tile.row + 1}`);
      if (below) expect(below.j0).toBe(tile.j0 + tile.rows - 1);
      expect(tile.i0 + tile.columns).toBeLessThanOrEqual(square.columns);
    }
    const end = tiles.at(-1)!;
    expect(end.i0 + end.columns).toBe(square.columns);
  });

  test('a small sequence, and one that changes everywhere, stay one rectangle', () => {
    const small = makeTrack(300);
    expect(chooseHeightTiles(small.changes, { ...square, columns: 300, rows: 300 }, bounds)).toBeNull();
    const full = new HeightChanges();
    for (const frame of [0, frameCount - 1]) full.add(frame, square);
    expect(chooseHeightTiles(full, square, bounds)).toBeNull();
    expect(chooseHeightTiles(new HeightChanges(), square, bounds)).toBeNull();
  });

  test('a tile that only changes before the first written frame has one frame', () => {
    const earlier = new HeightChanges();
    for (const { frame, ...rectangle } of steps) earlier.add(Math.max(frame, 85), rectangle);
    const later = chooseHeightTiles(earlier, square, { ...bounds, firstFrame: 85 })!;
    expect(later[0]).toMatchObject({ firstFrame: 85, lastFrame: 85 });
  });
});
