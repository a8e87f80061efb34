import { expect, test } from 'vitest';
import type { RigidCollider } from '../../motion/collider.ts';
import { sumGround } from './flow/ledger.ts';
import { unitsPerMetre } from './rules/units.ts';
import { stepGround } from './step.ts';
import { around, makeGround, pressDown, readHeights, readUnits, settleGround } from './testing/grounds.ts';
import { createShoe, createSkin, createTyre, moveTo, placeAt } from './testing/shapes.ts';

/** Volume that one press of the shoe removes from level ground, m³. */
function removedVolume(cell: number, offset: number, turn: number): number {
  const state = makeGround({ cell, displacedFraction: 0 });
  const shoe = createShoe(96, 32);
  placeAt(shoe, 0.013 + offset, -0.02, 0.007 - offset / 2, turn);
  shoe.cut = true;
  stepGround(state, [shoe]);
  return (Number(sumGround(state).ledger.compacted) / unitsPerMetre) * cell * cell;
}

test('figure 4: a print removes the same volume at 20, 10, 5 and 2.5 mm, over 16 offsets and rotations', () => {
  const mean = (cell: number) => {
    let sum = 0;
    for (let k = 0; k < 16; k++)
      sum += removedVolume(cell, ((k % 4) * cell) / 4, (Math.floor(k / 4) * Math.PI) / 7);
    return sum / 16;
  };
  const finest = mean(0.0025);
  expect(finest).toBeGreaterThan(0.0001);
  for (const [cell, bar] of [
    [0.005, 0.03],
    [0.01, 0.03],
    [0.02, 0.08],
  ]) {
    expect(Math.abs(mean(cell) / finest - 1)).toBeLessThanOrEqual(bar);
  }
});

/**
 * Returns the height in metres of a foot's sole at t seconds: it moves down by 3 cm in 0.1 s, does not move for `rest` seconds, then
 * moves up at 0.6 m/s.
 */
function stance(t: number, rest: number): number {
  if (t < 0.1) return -0.03 * (t / 0.1);
  return t < 0.1 + rest ? -0.03 : -0.03 + 0.6 * (t - 0.1 - rest);
}

function stepFoot(rate: number, rest = 0.1) {
  const state = makeGround({ rate, noiseAmplitude: 0.002 });
  const shoe = createShoe();
  placeAt(shoe, 0, 0, 0);
  for (let n = 1; n <= Math.round((0.3 + rest) * rate); n++) {
    moveTo(shoe, 0, stance(n / rate, rest), 0);
    stepGround(state, [shoe]);
  }
  settleGround(state);
  return state;
}

test('internal rates of 60 to 480 Hz settle to the same surface within 2 % of the depth', () => {
  const region = around(0, 0, 40);
  const reference = readHeights(stepFoot(120), region);
  const depth = -reference.reduce((min, height) => Math.min(min, height), 0);
  for (const rate of [60, 240, 480]) {
    const heights = readHeights(stepFoot(rate), region);
    const square = heights.reduce((sum, height, k) => sum + (height - reference[k]) ** 2, 0);
    expect(Math.sqrt(square / heights.length) / depth).toBeLessThanOrEqual(0.02);
  }
});

test('a foot at rest changes nothing between 0.05 and 3 s', () => {
  const state = makeGround({ noiseAmplitude: 0.002 });
  const shoe = createShoe();
  pressDown(state, shoe, 0.03, 12);
  const region = around(0, 0, 48);
  const rest = () => {
    moveTo(shoe, 0, -0.03, 0);
    stepGround(state, [shoe]);
  };
  // The ridge flows out first.
  let settled = 0;
  while ([...state.tiles.awake].some((tile) => tile.moved) && settled < 600) {
    rest();
    settled++;
  }
  const before = readUnits(state, region);
  const compacted = sumGround(state).ledger.compacted;
  for (let n = 6; n <= 360; n++) rest();
  expect(readUnits(state, region)).toEqual(before);
  expect(sumGround(state).ledger.compacted).toBe(compacted);
});

test('the duration of a stance does not change the print', () => {
  const region = around(0, 0, 40);
  const short = readHeights(stepFoot(120, 0.5), region);
  const long = readHeights(stepFoot(120, 3), region);
  expect(long).toEqual(short);
});

test('a resting shoe that jitters by 2 µm displaces nothing more', () => {
  const compacted = (jitter: number) => {
    const state = makeGround();
    const shoe = createShoe();
    pressDown(state, shoe, 0.04, 12);
    for (let n = 0; n < 360; n++) {
      moveTo(shoe, 0, -0.04 + (n % 2 === 0 ? jitter : -jitter), 0);
      stepGround(state, [shoe]);
    }
    return Number(sumGround(state).ledger.compacted);
  };
  expect(compacted(2e-6) / compacted(0)).toBeLessThan(1.01);
});

/** Heights along the middle of the track of a tyre of 0.35 m that rolls at 50 m/s, 4 cm deep. */
function rollTyre(rate: number): Float64Array {
  const state = makeGround({ rate, displacedFraction: 0, outsideSlope: 1.57 });
  const tyre = createTyre(0.35, 0.2);
  const at = (t: number) => roll(tyre, 50 * t);
  at(0);
  at(0);
  for (let n = 1; n <= Math.round(rate * 0.05); n++) {
    at(n / rate);
    stepGround(state, [tyre]);
  }
  return readHeights(state, { i0: 20, j0: 0, columns: 210, rows: 1 });
}

function roll(tyre: RigidCollider, x: number): void {
  moveTo(tyre, x, 0.31, 0);
  const half = x / 0.35 / 2;
  tyre.end.rotation.set([0, 0, -Math.sin(half), Math.cos(half)]);
}

test('a tyre at 50 m/s leaves an unbroken track at 1/60 s, as deep as at 1/960 s within a cell', () => {
  const coarse = rollTyre(60);
  const fine = rollTyre(960);
  expect(Math.max(...coarse)).toBeLessThan(-0.03);
  coarse.forEach((height, k) => {
    expect(Math.abs(height - fine[k])).toBeLessThanOrEqual(0.01);
  });
});

test('a skin and the equal rigid body leave the same print', () => {
  const shoe = createShoe();
  const states = [makeGround(), makeGround()];
  placeAt(shoe, 0, 0, 0);
  for (let n = 1; n <= 8; n++) {
    moveTo(shoe, 0.011 * n, -0.004 * n, 0.002 * n);
    stepGround(states[0], [shoe]);
    stepGround(states[1], [createSkin(shoe)]);
  }
  const [rigid, skin] = states.map((state) => readUnits(state, around(0, 0, 48)));
  const maxDifference = rigid.reduce((max, height, k) => Math.max(max, Math.abs(height - skin[k])), 0);
  // The points of the rigid shoe and of the skin are rounded slightly differently.
  expect(maxDifference).toBeLessThan(0.002 * unitsPerMetre);
  expect(rigid.some((height) => height < -0.02 * unitsPerMetre)).toBe(true);
});
