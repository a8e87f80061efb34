import { expect, test } from 'vitest';
import { defaultParams } from '../params.ts';
import { createTimedParams } from '../timed-params.ts';
import { type GroundInput, type GroundParams, groundParams } from './params.ts';
import { stepGround } from './step.ts';
import { createGround, groundSystem } from './system.ts';
import { around, pressDown, readHeights, settleGround } from './testing/grounds.ts';
import { createPost } from './testing/shapes.ts';
import { hashGround } from './tiles/save.ts';

const cell = 0.02;

/** Presses a post 6 cm into a ground, and lets it run for 2 s. Returns the steepest slope of the print, and the ground. */
function pressAndWait(params: GroundInput) {
  const ground = createGround({ cell, rate: 60, noiseAmplitude: 0, material: 'mud', ...params });
  pressDown(ground, createPost(0.1, 0.2), 0.06, 6);
  settleGround(ground, 24);
  for (let k = 0; k < 90; k++) stepGround(ground, []);
  const area = around(0, 0, 14);
  const heights = readHeights(ground, area);
  let steepest = 0;
  for (let row = 0; row < area.rows; row++) {
    for (let k = row * area.columns + 1; k < (row + 1) * area.columns; k++) {
      steepest = Math.max(steepest, Math.abs(heights[k] - heights[k - 1]) / cell);
    }
  }
  return { ground, angle: (Math.atan(steepest) * 180) / Math.PI };
}

const keys = (from: string, to: string) => ({
  keys: [
    { time: 0.6, value: from },
    { time: 1.4, value: to },
  ],
});

test('the walls of a print that sleeps flow again when slopes become less stable', () => {
  const steep = { insideSlope: '80deg', outsideSlope: '80deg' } as const;
  expect(pressAndWait(steep).angle).toBeGreaterThan(65);
  const melting = { insideSlope: keys('80deg', '20deg'), outsideSlope: keys('80deg', '20deg') } as const;
  const { ground, angle } = pressAndWait(melting as GroundInput);
  // Ground wakes whenever a slope has changed by a 64th of a cell over a cell.
  expect(angle).toBeLessThan(22);
  expect(angle).toBeGreaterThan(10);
  // Only the four tiles of the print were woken, with those around them.
  expect(ground.tiles.list().length).toBeLessThanOrEqual(16);
});

test('water that rises makes the walls of a print flow, and is shown', () => {
  const rising = {
    insideSlope: '80deg',
    outsideSlope: '80deg',
    wetSlope: '10deg',
    capillaryRise: 0.01,
    waterLevel: { keys: [0.6, 1.2].map((time, k) => ({ time, value: k - 0.5 })) },
  } as const;
  const { ground, angle } = pressAndWait(rising as GroundInput);
  expect(angle).toBeLessThan(15);
  const [shown] = groundSystem.outputs(ground);
  const wetness = new Uint8Array(1);
  if (shown.kind !== 'heightfield') throw new Error('a ground shows heights');
  const read = () => {
    shown.readWetness!(wetness, { i0: 40, j0: 40, columns: 1, rows: 1 });
    return wetness[0];
  };
  expect(read()).toBe(255);
  groundSystem.setTime!(ground, 0, 1 / 60);
  expect(read()).toBe(0);
});

test('slopes that become more stable change nothing that stands', () => {
  const { ground } = pressAndWait({ insideSlope: '30deg', outsideSlope: '30deg' });
  const { ground: drier } = pressAndWait({
    insideSlope: keys('30deg', '80deg'),
    outsideSlope: keys('30deg', '80deg'),
  } as GroundInput);
  expect(hashGround(drier)).toBe(hashGround(ground));
});

test('a ground whose slopes change is simulated as a whole; other keys do not matter', () => {
  const explain = (given: Partial<Record<keyof GroundParams, unknown>>) => {
    const params = { ...defaultParams(groundParams), ...given } as GroundParams;
    const timed = createTimedParams(groundParams, params);
    return groundSystem.regional!.explainWhole(timed?.valuesAt(0) ?? params, timed);
  };
  const change = { keys: [0.2, 0.4].map((value, time) => ({ time, value })) };
  expect(explain({ outsideSlope: change })).toBe('its slopes change everywhere at the same time');
  expect(explain({ displacedFraction: change, roughness: change, forwardBias: change })).toBeNull();
});
