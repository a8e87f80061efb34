import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { sumGround } from '../flow/ledger.ts';
import { createGroundKernel } from '../load-kernel.ts';
import type { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { groundSystem } from '../system.ts';
import { makeGround } from '../testing/grounds.ts';
import { hashGround, loadGround, saveGround } from '../tiles/save.ts';
import { phases } from './clods.ts';
import { createPlate, roll } from './testing/bodies.ts';
import { makeSprayScene } from './testing/scenes.ts';

const steps = 40;
const clodParams = { clodSize: 0.02, clodFraction: 0.6 };

function run(seed: number, each: (state: GroundState, n: number) => GroundState = (state) => state) {
  const scene = makeSprayScene(seed);
  let state = makeGround({ ...scene.params, ...clodParams }, undefined, seed);
  for (let n = 1; n <= steps; n++) {
    scene.advance(n);
    stepGround(state, seed % 2 ? scene.colliders : [...scene.colliders].reverse());
    state = each(state, n);
  }
  return state;
}

test('random scenes: exact ledger, whole volumes, finite motion, and the same bytes if saved and loaded on the way', () => {
  let thrown = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
      const whole = run(seed, (state, n) => {
        if (n % 8 === 0) expect(sumGround(state).ledger.error).toBe(0n);
        return state;
      });
      const { list, nextId } = whole.spray!.clods!;
      thrown += nextId;
      list.forEach(({ id, units, position, velocity, rotation, spin }, k) => {
        if (k > 0) expect(id).toBeGreaterThan(list[k - 1].id);
        expect(Number.isInteger(units) && units > 0).toBe(true);
        for (const values of [position, velocity, rotation, spin])
          expect(values.every(Number.isFinite)).toBe(true);
      });
      const mended = run(seed, (state, n) =>
        n % 7 === 0 ? loadGround(() => state.settings, createGroundKernel(), saveGround(state)) : state,
      );
      expect(hashGround(mended)).toBe(hashGround(whole));
    }),
    { numRuns: 3, seed: 3 },
  );
  expect(thrown).toBeGreaterThan(20);
});

/** Tears a plate out of mud, and runs the ground until everything has landed. */
function tearPlate() {
  const params = {
    material: 'mud',
    spray: true,
    spraySpeed: 1,
    noiseAmplitude: 0,
    cell: 0.01,
    clodSize: 0.03,
  } as const;
  const state = makeGround({ ...params, rate: 120, clodFraction: 0.8 }, undefined, 5);
  const plate = createPlate(0.3, 6, 'plate');
  const heights = [0.05, -0.02, -0.02, 0.01, 0.04, 0.07, 0.1, 0.13, 0.16];
  roll(plate, [0, 0.05, 0], 0, 1 / 120);
  for (const y of heights) {
    roll(plate, [y, y, 0], 0, 1 / 120);
    stepGround(state, [plate]);
  }
  for (let n = 0; n < 150; n++) stepGround(state, []);
  return { state, plate };
}

test('clods come to rest on the surface, their volume is that of the ledger, and they are trodden into the ground', () => {
  const { state, plate } = tearPlate();
  const { clods } = state.spray!;
  const { ledger } = sumGround(state);
  expect(clods!.list.length).toBeGreaterThan(5);
  expect(clods!.list.every(({ phase }) => phase === phases.rests)).toBe(true);
  expect(ledger).toMatchObject({ error: 0n, airborne: 0n, clods: clods!.units });
  const outputs = groundSystem.outputs(state);
  const shown = outputs[2] as Extract<(typeof outputs)[number], { kind: 'points' }>;
  expect(shown).toMatchObject({ kind: 'points', name: 'clods', look: 'clod', count: clods!.list.length });
  const { size, position } = clods!.list[0];
  expect([...shown.positions.subarray(0, 3)]).toEqual([...Float32Array.from(position)]);
  expect(shown.sizes[0]).toBeCloseTo(size, 6);
  const volume = clods!.list.reduce((sum, clod) => sum + clod.size ** 3, 0);
  expect(volume).toBeCloseTo(Number(clods!.units) * state.settings.spray!.unitVolume, 9);
  expect(Math.max(...clods!.list.map((clod) => clod.size))).toBeLessThan(0.0301);
  // A step on all of them.
  const before = clods!.nextId;
  const [middleX, , middleZ] = clods!.list[0].position;
  const listUnder = () =>
    clods!.list.filter(({ id, position: [x, , z] }) => {
      return id < before && Math.max(Math.abs(x - middleX), Math.abs(z - middleZ)) < 0.13;
    });
  expect(listUnder().length).toBeGreaterThan(0);
  for (const y of [0.05, 0.01, -0.03]) {
    roll(plate, [middleX, y, middleZ], 0, 1 / 120);
    stepGround(state, [plate]);
  }
  expect(listUnder()).toEqual([]);
  expect(sumGround(state).ledger.error).toBe(0n);
});

test('saved clods are refused by a ground that throws none', () => {
  const { state } = tearPlate();
  const bytes = saveGround(state);
  const without = { ...state.settings, spray: { ...state.settings.spray!, clods: null } };
  expect(() => loadGround(() => without, createGroundKernel(), bytes)).toThrow(InputError);
});

test('smaller clods are more frequent than large ones', () => {
  const { state } = tearPlate();
  const { clods } = state.spray!;
  const { unitVolume } = state.settings.spray!;
  const sizes = Array.from({ length: 2000 }, (_, k) => Math.cbrt(clods!.drawUnits(7, k) * unitVolume)).sort(
    (a, b) => a - b,
  );
  expect(sizes[0]).toBeGreaterThan(0.0074);
  // N(> d) of the power law between a quarter of the size and the size.
  expect(sizes[1000]).toBeCloseTo(0.03 * (32 - 15.5) ** -0.4, 3);
});
