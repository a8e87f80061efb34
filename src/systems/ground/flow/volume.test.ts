import { expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { reportGround } from '../report.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { stepGround } from '../step.ts';
import { makeGround, pressDown, readUnits, settleGround } from '../testing/grounds.ts';
import { createBall, createPost, createShoe, moveTo, placeAt } from '../testing/shapes.ts';
import { sumGround } from './ledger.ts';

test('the ledger is exact after 100 000 steps', () => {
  const state = makeGround({ cell: 0.05, size: [1.6, 1.6], noiseAmplitude: 0.01 });
  const ball = createBall(0.2, 6, 'lugged');
  ball.cut = true;
  const random = (step: number, what: number) => hashUnit(3, step, what);
  for (let step = 0; step < 100_000; step++) {
    // Occasional presses, some over the edge. The ground sleeps between them.
    const presses = step % 250 === 0;
    const at = [2 * random(step, 0) - 1, 0.2 - 0.03 * random(step, 1), 2 * random(step, 2) - 1];
    placeAt(ball, at[0], at[1] - step / 4e6, at[2]);
    stepGround(state, presses ? [ball] : []);
  }
  const { ledger } = sumGround(state);
  expect(ledger.error).toBe(0n);
  expect(ledger.compacted).not.toBe(0n);
  expect(ledger.outside).not.toBe(0n);
  expect(ledger.heights).not.toBe(ledger.initial);
});

test('the fraction α of the pressed volume is pushed aside, within half a unit per ring column', () => {
  for (const displacedFraction of [0, 0.3, 0.41, 1]) {
    const state = makeGround({ displacedFraction, outsideSlope: 1.57, insideSlope: 1.57 });
    pressDown(state, createShoe(), 0.02, 1);
    const { ledger } = sumGround(state);
    const units = readUnits(state, { i0: -40, j0: -40, columns: 80, rows: 80 });
    const removed = units.reduce((sum, height) => sum - Math.min(0, height), 0);
    const ring = units.reduce((count, height) => count + (height > 0 ? 1 : 0), 0);
    const pushed = units.reduce((sum, height) => sum + Math.max(0, height), 0);
    expect(Number(ledger.compacted)).toBe(removed - pushed);
    expect(Math.abs(pushed - displacedFraction * removed)).toBeLessThanOrEqual(0.5 * ring + 0.2);
  }
});

test.each([
  ['post', 1],
  ['post', 4],
  ['post', 16],
  ['post', 64],
  ['shoe', 1],
  ['shoe', 4],
  ['shoe', 16],
  ['shoe', 64],
])('a press of 5 cm of a %s in %i steps pushes at least a quarter aside at α = 0.3', (name, steps) => {
  const state = makeGround({ material: 'sand' });
  pressDown(state, name === 'post' ? createPost(0.12, 0.3) : createShoe(), 0.05, steps);
  const { ledger } = sumGround(state);
  const units = readUnits(state, { i0: -64, j0: -64, columns: 128, rows: 128 });
  const hole = units.reduce((sum, height) => sum - Math.min(0, height), 0);
  const displacedFraction = 1 - Number(ledger.compacted) / hole;
  expect(displacedFraction).toBeGreaterThanOrEqual(0.25);
  expect(displacedFraction).toBeLessThanOrEqual(0.301);
});

test.each([
  ['within a tile', 0.4],
  ['between tiles', 0.64],
])(
  'material pushed over the edge of the ground, %s, is counted, and nothing beyond the edge changes',
  (_, size) => {
    const state = makeGround({ size: [size, size] });
    const edge = Math.round(size / 0.02);
    pressDown(state, createPost(0.1, 0.3), 0.04, 3, [size / 2, 0]);
    settleGround(state);
    const { ledger } = sumGround(state);
    expect(ledger.error).toBe(0n);
    expect(ledger.outside > BigInt(unitsPerMetre) / 100n).toBe(true);
    const beyond = readUnits(state, { i0: edge + 1, j0: -64, columns: 64, rows: 128 });
    expect(beyond.every((height) => height === 0)).toBe(true);
    const inside = readUnits(state, { i0: -edge, j0: -edge, columns: 2 * edge + 1, rows: 2 * edge + 1 });
    // At the edge it is as deep as elsewhere under the post.
    expect(inside[edge * (2 * edge + 1) + 2 * edge]).toBe(Math.floor(-0.04 * unitsPerMetre + 0.5));
  },
);

test('a 200 m ground keeps the first print of a walk out and back, and something too small is reported', () => {
  const state = makeGround({ size: [200, 200], noiseAmplitude: 0.004 });
  const shoe = createShoe();
  const print = { i0: -9990, j0: -32, columns: 64, rows: 64 };
  pressDown(state, shoe, 0.03, 2, [-99.6, 0]);
  settleGround(state);
  const first = readUnits(state, print);
  for (let step = 1; step < 100; step++) {
    const x = -99.6 + 3 * Math.min(step, 100 - step);
    shoe.cut = true;
    placeAt(shoe, x, -0.03, 0);
    stepGround(state, [shoe]);
    shoe.cut = false;
  }
  settleGround(state);
  expect(readUnits(state, print)).toEqual(first);
  expect(sumGround(state).columnsChanged).toBeGreaterThan(50 * 200);
  expect(reportGround(state).smallContacts).toBe(0);

  // A 4 mm pin between columns: no ray meets it.
  const pin = createPost(0.002, 0.2, 8);
  placeAt(pin, 0.005, 0.05, 50.005);
  moveTo(pin, 0.005, -0.03, 50.005);
  stepGround(state, [pin]);
  const report = reportGround(state);
  expect(report.smallContacts).toBe(1);
  expect(report.warnings).toEqual([
    expect.stringMatching(/smaller than a cell \(0\.01 m\).*use a smaller cell/),
  ]);
});
