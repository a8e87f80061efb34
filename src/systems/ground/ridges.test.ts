import { expect, test } from 'vitest';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { sumGround } from './flow/ledger.ts';
import type { GroundParams } from './params.ts';
import type { GroundState } from './state.ts';
import { stepGround } from './step.ts';
import { makeGround, pressDown, raisedFraction, readHeights } from './testing/grounds.ts';
import { createShoe, createTyre, moveTo, placeAt } from './testing/shapes.ts';

type Scene = (overrides: Partial<GroundParams>) => GroundState;

/** A shoe that is pressed 3 cm deep in 0.1 s and then dragged 30 cm along x in 0.3 s, toes first. Its origin ends at x = 0. */
const drag: Scene = (overrides) => {
  const state = makeGround(overrides);
  const { rate } = state.settings;
  const shoe = createShoe(48, 16);
  placeAt(shoe, -0.3, 0, 0);
  for (let n = 1; n <= 0.4 * rate; n++) {
    const t = n / rate;
    moveTo(shoe, -0.3 + Math.max(0, t - 0.1), -0.03 * Math.min(1, t / 0.1), 0);
    stepGround(state, [shoe]);
  }
  return state;
};

/** A wheel that rolls 90 cm along x, 4 cm deep. */
const roll: Scene = (overrides) => {
  const state = makeGround(overrides);
  const { rate } = state.settings;
  const tyre = createTyre(0.3, 0.16);
  const rollTo = (t: number) => {
    const x = -0.6 + 1.5 * t;
    moveTo(tyre, x, 0.26, 0);
    tyre.end.rotation.set(quaternionFromAxisAngle([0, 0, 1], -x / 0.3));
  };
  rollTo(0);
  rollTo(0);
  for (let n = 1; n <= 0.6 * rate; n++) {
    rollTo(n / rate);
    stepGround(state, [tyre]);
  }
  return state;
};

/** A shoe that is pressed 4 cm deep in 0.2 s. */
const press: Scene = (overrides) => {
  const state = makeGround(overrides);
  pressDown(state, createShoe(48, 16), 0.04, 0.2 * state.settings.rate);
  return state;
};

/** Returns the raised fraction of a whole ground, whose ledger must be exact. */
function raisedBy(state: GroundState): number {
  expect(sumGround(state).ledger.error).toBe(0n);
  const reach = Math.ceil(1.2 / state.settings.cell);
  const side = 2 * reach + 1;
  return raisedFraction(readHeights(state, { i0: -reach, j0: -reach, columns: side, rows: side }));
}

const scenes: readonly (readonly [string, Scene])[] = [
  ['a sole that is dragged', drag],
  ['a wheel that rolls', roll],
  ['a sole that is pressed', press],
];
const variants = [{ rate: 30 }, { rate: 480 }, { cell: 0.005 }, { cell: 0.02 }];

test.each(scenes)('%s raises the fraction α of its hole, at any rate and cell', (_, scene) => {
  // Walls that stand: nothing flows back into the hole.
  const standing = { insideSlope: 1.57, displacedFraction: 0.3 };
  for (const variant of [{}, ...variants]) {
    const fraction = raisedBy(scene({ ...standing, ...variant }));
    expect(fraction, JSON.stringify(variant)).toBeGreaterThan(0.27);
    expect(fraction, JSON.stringify(variant)).toBeLessThanOrEqual(0.3001);
  }
});

test.each(scenes)('%s leaves the same volume around it at 30 to 480 steps per second', (_, scene) => {
  const fraction = raisedBy(scene({}));
  expect(fraction).toBeGreaterThan(0.15);
  for (const rate of [30, 480]) {
    expect(Math.abs(raisedBy(scene({ rate })) / fraction - 1), `${rate} Hz`).toBeLessThan(0.1);
  }
  expect(Math.abs(raisedBy(scene({ cell: 0.005 })) / fraction - 1)).toBeLessThan(0.1);
  // Walls of three cells collapse in larger pieces.
  expect(Math.abs(raisedBy(scene({ cell: 0.02 })) / fraction - 1)).toBeLessThan(0.15);
});

test('if ridges are compacted again, as printed in the paper, they vanish as steps get shorter', () => {
  const printed = { displacedMaterial: 'compacted' } as const;
  const [slow, fast] = [30, 480].map((rate) => raisedBy(drag({ ...printed, rate })));
  expect(fast).toBeLessThan(0.6 * slow);
  expect(fast).toBeLessThan(0.05);
});

/** Volume raised in front of the shoe, cm³, and the maximum height there, mm. */
function inFront(overrides: Partial<GroundParams>): { volume: number; height: number } {
  const heights = readHeights(drag(overrides), { i0: 11, j0: -10, columns: 30, rows: 21 });
  const volume = heights.reduce((sum, height) => sum + Math.max(0, height), 0);
  return { volume: volume * 100, height: 1000 * Math.max(...heights) };
}

test('a berm lies in front of what slides, and with forwardBias more of it', () => {
  const [plain, biased] = [inFront({}), inFront({ forwardBias: 1 })];
  const printed = inFront({ displacedMaterial: 'compacted' });
  expect(plain.height).toBeGreaterThan(10);
  expect(plain.volume).toBeGreaterThan(2.5 * printed.volume);
  expect(biased.volume).toBeGreaterThan(1.3 * plain.volume);
});

test('material that fell into a print is pushed out again, and only what is below it is compacted', () => {
  const state = makeGround({ displacedFraction: 0.3 });
  const shoe = createShoe();
  pressDown(state, shoe, 0.04, 8);
  const first = sumGround(state).ledger.compacted;
  // The walls fall in once the shoe is gone.
  for (let n = 0; n < 120; n++) stepGround(state, []);
  pressDown(state, shoe, 0.04, 8);
  const second = sumGround(state).ledger.compacted - first;
  expect(Number(second)).toBeLessThan(0.02 * Number(first));
  pressDown(state, shoe, 0.05, 8);
  expect(Number(sumGround(state).ledger.compacted - first)).toBeGreaterThan(0.15 * Number(first));
});
