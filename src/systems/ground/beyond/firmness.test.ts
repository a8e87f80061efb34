import { expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import type { Terrain } from '../../../motion/terrain.ts';
import { PlainMemory } from '../../kernel-memory.ts';
import { defaultParams } from '../../params.ts';
import { sumGround } from '../flow/ledger.ts';
import { type GroundParams, groundParams } from '../params.ts';
import { createReferenceKernel } from '../reference/reference-kernel.ts';
import { resolveSettings } from '../rules/resolve-settings.ts';
import type { GroundState } from '../state.ts';
import { createGround } from '../system.ts';
import { placeTerrain } from '../terrain/place-terrain.ts';
import { around, pressDown, readUnits, settleGround } from '../testing/grounds.ts';
import { createPost } from '../testing/shapes.ts';
import { hashGround, loadGround, saveGround } from '../tiles/save.ts';

/** Rough ground with slopes up to about 75°. */
const rough: Terrain = {
  columns: 41,
  rows: 41,
  heights: Float64Array.from({ length: 41 * 41 }, (_, k) => 0.4 * hashUnit(3, k) - 0.2),
  mask: null,
  spacing: [0.1, 0.1],
  origin: null,
  min: -0.2,
  max: 0.2,
  warnings: [],
};

const prepare = (terrainStable: boolean) => {
  const params = {
    ...(defaultParams(groundParams) as GroundParams),
    terrain: 'rough.png',
    terrainStable,
    displacedFraction: 1,
    cell: 0.02,
  };
  return {
    params,
    prepared: { terrain: placeTerrain(rough, [0.1, 0.1], params, 0, 'systems[0]'), earlier: null },
  };
};

/** Presses a post 4 cm into the lowest column near the middle. */
function press(state: GroundState): void {
  const heights = readUnits(state, around(0, 0, 4));
  pressDown(state, createPost(0.09, 0.6), 0.04, 8, [0, 0], -Math.max(...heights) / 2 ** 20);
}

test('a steep terrain is stable where something is pressed into it: only the added material flows', () => {
  for (const [isFirm, minChanged, maxChanged] of [
    [true, 0, 1500],
    [false, 4000, 41000],
  ] as const) {
    const { params, prepared } = prepare(isFirm);
    const state = createGround(params, 1, undefined, prepared);
    press(state);
    settleGround(state, 600);
    const { ledger, columnsChanged } = sumGround(state);
    expect(ledger.error).toBe(0n);
    expect(columnsChanged).toBeGreaterThan(minChanged);
    expect(columnsChanged).toBeLessThan(maxChanged);
  }
});

test('nothing moves where nothing was pressed', () => {
  const { params, prepared } = prepare(true);
  const state = createGround(params, 1, undefined, prepared);
  // A body comes near and touches nothing, so the ground is awake.
  for (let i = -64; i <= 64; i += 32)
    for (let j = -64; j <= 64; j += 32) state.wake(i >> 5, j >> 5).active = true;
  settleGround(state, 20);
  expect(sumGround(state).columnsChanged).toBe(0);
});

test('kernel and reference agree, with and without saving and loading in between', () => {
  const { params, prepared } = prepare(true);
  const [wasm, reference] = [undefined, createReferenceKernel(new PlainMemory())].map((kernel) => {
    const state = createGround(params, 1, kernel, prepared);
    press(state);
    return state;
  });
  const loaded = loadGround(
    (seed) => resolveSettings(params, seed, prepared),
    createReferenceKernel(new PlainMemory()),
    saveGround(wasm),
  );
  for (const state of [wasm, reference, loaded]) settleGround(state, 60);
  expect(hashGround(reference)).toBe(hashGround(wasm));
  expect(hashGround(loaded)).toBe(hashGround(wasm));
});

test('a terrain with gentle slopes is not changed by it', () => {
  const { params } = prepare(true);
  const gentle = { ...rough, heights: rough.heights.map((height) => height / 100) };
  const prepared = { terrain: placeTerrain(gentle, [0.1, 0.1], params, 0, 'systems[0]'), earlier: null };
  expect(resolveSettings(params, 1, prepared).firmSurface).toBeNull();
});
