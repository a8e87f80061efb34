import { expect, test } from 'vitest';
import { soils } from '../../systems/ground/bearing/soils.ts';
import { BodyResponse, bodyRate } from './body-response.ts';
import { elasticRatio } from './footprint.ts';
import type { PosedTriangles } from './lower-envelope.ts';
import { PressedGround } from './pressed-ground.ts';
import { gravity, sinkageModulus } from './soil.ts';

/** A square plate of 0.4 × 0.4 m at a height above the untouched ground. */
function plate(x: number, height: number): PosedTriangles {
  const [low, high] = [x - 0.2, x + 0.2];
  return {
    positions: Float64Array.from([
      low,
      height,
      -0.2,
      high,
      height,
      -0.2,
      high,
      height,
      0.2,
      low,
      height,
      0.2,
    ]),
    indices: [0, 1, 2, 0, 2, 3],
  };
}

interface Press {
  readonly mass: number;
  /** The plate lies on the ground from this time to the next, s. */
  readonly from: number;
  readonly to: number;
  readonly x?: number;
  readonly amount?: number;
}

const soil = { ...soils.sand, layerDepth: 1e6 };

/** Plates below others at a height of 4 m, so that their limit does not matter. */
function pressAll(presses: readonly Press[]) {
  const pressed = new PressedGround(0, 4);
  return presses.map(({ mass, from, to, x = 0, amount }, k) => {
    return new BodyResponse({
      soil,
      mass,
      amount,
      floor: () => 0,
      startTime: 0,
      memory: { pressed, isSource: true },
      surfacesAt: (t) => {
        // Otherwise it lies where nobody else comes.
        const at = t >= from && t <= to ? x : 10 * (k + 1);
        return [plate(at, 0), plate(at, 4)];
      },
    });
  });
}

/** Returns how deep a plate lies in the middle of its time. */
function depthOf(response: BodyResponse, { from, to }: Press): number {
  return response.sampleAt(Math.round(((from + to) / 2) * bodyRate)).displacement;
}

const stressOf = (mass: number) => (mass * gravity) / 0.16;

test('on the print of a heavier plate, a second one sinks to that print less the rebound, and a third one that is heavier goes on', () => {
  const presses = [
    { mass: 2000, from: 0, to: 0.8 },
    { mass: 500, from: 1, to: 1.8 },
    { mass: 2000, from: 2, to: 2.8 },
    { mass: 4000, from: 3, to: 3.8 },
  ];
  const plates = pressAll(presses);
  const [first, second, third, fourth] = plates.map((one, k) => depthOf(one, presses[k]));
  const modulus = sinkageModulus(soil, 0.4);
  const virgin = (mass: number) => (stressOf(mass) / modulus) ** (1 / soil.sinkageExponent);
  expect(first / virgin(2000)).toBeCloseTo(1, 1);
  // The pressure of a column falls by `elasticRatio` times the modulus for each metre of its rebound.
  const rebound = (stressOf(2000) - stressOf(500)) / (elasticRatio * modulus);
  expect(rebound).toBeGreaterThan(1e-4);
  expect(Math.abs(second - (first - rebound))).toBeLessThan(0.1 * rebound);
  expect(Math.abs(third - first)).toBeLessThan(0.1 * rebound);
  expect(fourth / virgin(4000)).toBeCloseTo(1, 1);
});

test('what is beside a print is not firmer, half of a response leaves half of a print, and nothing is known before it happens', () => {
  const heavy = { mass: 2000, from: 1, to: 1.8 };
  const presses = [heavy, { mass: 500, from: 2, to: 2.8 }, { mass: 500, from: 2, to: 2.8, x: 1 }];
  const alone = depthOf(pressAll([{ mass: 500, from: 2, to: 2.8 }])[0], presses[1]);
  const [first, , beside] = pressAll(presses);
  expect(depthOf(beside, presses[2])).toBe(alone);
  const half = pressAll([
    { ...heavy, amount: 0.5 },
    { mass: 20, from: 2, to: 2.8 },
  ]);
  const light = depthOf(half[1], { mass: 20, from: 2, to: 2.8 });
  expect(light / (0.5 * depthOf(first, heavy))).toBeCloseTo(1, 1);
  const early = { mass: 500, from: 0, to: 0.8 };
  const [, before] = pressAll([heavy, early]);
  expect(depthOf(before, early)).toBe(alone);
});

test('depths do not depend on the order in which plates are created and asked, even if each presses where the other was', () => {
  const presses: Press[] = [
    { mass: 900, from: 0, to: 0.5 },
    { mass: 300, from: 0.7, to: 1.2, x: 0.1 },
    { mass: 700, from: 1, to: 2, x: 0.2 },
    { mass: 1100, from: 1.5, to: 2.5, x: -0.1 },
  ];
  const depths = (order: readonly number[]) => {
    const plates = pressAll(order.map((k) => presses[k]));
    const found = new Map(order.map((k, at) => [k, plates[at].sampleAt(160).displacement]));
    return presses.map((press, k) => [found.get(k), depthOf(plates[order.indexOf(k)], press)]);
  };
  const given = depths([0, 1, 2, 3]);
  expect(depths([3, 2, 1, 0])).toEqual(given);
  expect(depths([2, 0, 3, 1])).toEqual(given);
});
