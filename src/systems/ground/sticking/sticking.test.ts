import { expect, test } from 'vitest';
import { times } from '../../../testing/long.ts';
import { sumGround } from '../flow/ledger.ts';
import { createGroundKernel } from '../load-kernel.ts';
import { showGround } from '../outputs.ts';
import type { GroundInput } from '../params.ts';
import type { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { createGround } from '../system.ts';
import { around, makeGround, pressDown, readUnits } from '../testing/grounds.ts';
import { makeScene } from '../testing/scenes.ts';
import { createPost, moveTo } from '../testing/shapes.ts';
import { hashGround, loadGround, saveGround } from '../tiles/save.ts';

const mud = { material: 'mud', noiseAmplitude: 0, stickingDepth: 0.002 } as const;
/** Mud that does not flow, so that its surface stays level. */
const stiff = { ...mud, displacedFraction: 0, insideSlope: 1.57, outsideSlope: 1.57 } as const;

/** What sticks to the only body of a ground. */
function coverOf(state: GroundState): Uint8Array {
  const covers = showGround(state).readCovers!();
  expect(covers).toHaveLength(1);
  return covers[0].amounts;
}

test('covers what was below the surface, and nothing above it', () => {
  const state = makeGround(stiff);
  const post = createPost(0.05, 0.3, 24);
  pressDown(state, post, 0.06, 4);
  const cover = coverOf(state);
  for (let vertex = 0; vertex < post.vertexCount; vertex++)
    expect(cover[vertex]).toBe(post.positions[3 * vertex + 1] < 0.05 ? 255 : 0);
});

test('takes the volume of a layer from the ground, once, and counts it', () => {
  const state = makeGround(stiff);
  const post = createPost(0.05, 0.3, 96);
  pressDown(state, post, 0.03, 1);
  const { ledger } = sumGround(state);
  expect(ledger.error).toBe(0n);
  // The vertices of the base stand for the base and a part of the sides.
  const litres = (Number(ledger.stuck) / 2 ** 20) * 0.01 * 0.01 * 1000;
  expect(litres).toBeGreaterThan(Math.PI * 0.05 ** 2 * 0.002 * 1000 * 0.9);
  moveTo(post, 0, -0.03, 0);
  for (let n = 0; n < 10; n++) stepGround(state, [post]);
  expect(sumGround(state).ledger.stuck).toBe(ledger.stuck);
});

test('dry ground does not stick, and ground that is half wet sticks half', () => {
  const run = (waterLevel: number) => {
    const state = makeGround({ ...stiff, waterLevel, capillaryRise: 0.1 });
    pressDown(state, createPost(0.05, 0.3, 24), 0.03, 2);
    return showGround(state).readCovers!();
  };
  expect(run(-0.2).every(({ amounts }) => amounts.every((amount) => amount === 0))).toBe(true);
  expect(Math.max(...run(-0.05)[0].amounts)).toBe(127);
  expect(Math.max(...run(0.1)[0].amounts)).toBe(255);
});

const seeds = Array.from({ length: times({ short: 1, long: 40 }) }, (_, k) => k + 1);
test.each(seeds)(
  'random ground %s: exact ledger, same bytes with the reference kernel, after saving, and in any order',
  (seed) => {
    const run = (mode: 'whole' | 'reloaded' | 'reference' | 'reversed'): string => {
      const scene = makeScene(seed);
      const params = {
        ...scene.params,
        stickingDepth: 0.003,
        ...(seed % 2 === 0 && { spray: true, snowfall: 0.02 }),
        ...(seed % 3 !== 0 && { stickingHalfLife: 0.3 }),
      } as GroundInput;
      const kernel = () =>
        createGroundKernel(mode === 'reference' ? { implementation: 'reference' } : undefined);
      let state = createGround(params, seed, kernel());
      for (let n = 1; n <= 24; n++) {
        scene.advance(n);
        stepGround(state, mode === 'reversed' ? [...scene.bodies].reverse() : [...scene.bodies]);
        if (mode === 'reloaded' && n % 5 === 0)
          state = loadGround(() => state.settings, kernel(), saveGround(state));
      }
      const { ledger } = sumGround(state);
      expect(ledger.error).toBe(0n);
      expect(ledger.stuck).toBeGreaterThan(0n);
      return hashGround(state);
    };
    const hash = run('whole');
    expect(run('reloaded')).toBe(hash);
    expect(run('reference')).toBe(hash);
    // Bodies with equal names are told apart by their order.
    if (new Set(makeScene(seed).bodies.map(({ name }) => name)).size === makeScene(seed).bodies.length)
      expect(run('reversed')).toBe(hash);
  },
);

test('what sticks falls off by half in its half-life, to the ground under it, and not in the ground', () => {
  const state = makeGround({ ...stiff, stickingHalfLife: 1, rate: 120 });
  const post = createPost(0.05, 0.3, 24);
  pressDown(state, post, 0.03, 1);
  const { stuck } = sumGround(state).ledger;
  for (let n = 0; n < 120; n++) {
    moveTo(post, 0, -0.03, 0);
    stepGround(state, [post]);
  }
  expect(sumGround(state).ledger.stuck).toBe(stuck);
  for (let n = 0; n < 120; n++) {
    moveTo(post, 1, 0.5, 0);
    stepGround(state, [post]);
  }
  const half = sumGround(state).ledger;
  expect(half.error).toBe(0n);
  expect(Number(half.stuck) / Number(stuck)).toBeGreaterThan(0.49);
  expect(Number(half.stuck) / Number(stuck)).toBeLessThan(0.54);
  const amounts = coverOf(state);
  expect(Math.max(...amounts)).toBeGreaterThan(125);
  expect(Math.max(...amounts)).toBeLessThan(137);
  const landed = readUnits(state, around(100, 0, 8)).reduce((sum, units) => sum + units, 0);
  expect(BigInt(landed)).toBe(stuck! - half.stuck!);
});

test('a ground to which nothing sticks has no covers', () => {
  const state = makeGround({ material: 'mud' });
  expect(showGround(state).readCovers).toBeUndefined();
  expect(sumGround(state).ledger.stuck).toBeUndefined();
});
