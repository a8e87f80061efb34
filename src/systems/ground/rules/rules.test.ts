import { expect, test } from 'vitest';
import { defaultParams } from '../../params.ts';
import { sumGround } from '../flow/ledger.ts';
import { pressedBit, touchedBit } from '../flow/sheet.ts';
import { type GroundParams, groundParams } from '../params.ts';
import { stepGround } from '../step.ts';
import {
  around,
  makeGround,
  pressDown,
  raisedFraction,
  readHeights,
  readUnits,
  settleGround,
} from '../testing/grounds.ts';
import { type Bench, makeBench, sand, settle } from '../testing/kernel-scenes.ts';
import { createPost, createShoe, createTyre, moveTo, placeAt } from '../testing/shapes.ts';
import { chooseRules } from './rules.ts';
import { unitsPerMetre } from './units.ts';

// For each rule as printed in the papers: its fault, and that the rule which replaces it does not have this fault.

test('`paper` overrides the single rules, and its two versions differ in where the inside slope applies', () => {
  const all = { ...(defaultParams(groundParams) as GroundParams), limitFlow: true };
  const late = chooseRules({ ...all, paper: '1999' });
  expect(late).toMatchObject({
    contourRule: 1,
    limitFlow: false,
    equalShares: true,
    touches: false,
    hasWalls: false,
    keepsPressed: false,
    onlyLowerCounts: false,
    sweeps: false,
    passesPerSecond: 120,
  });
  expect(chooseRules({ ...all, paper: '1998' })).toEqual({ ...late, onlyLowerCounts: true });
});

/** Volume compacted under a shoe that is pressed 5 cm deep in many steps, divided by the volume of its shape below ground level. */
function compactedFraction(overrides: Partial<GroundParams>): number {
  const compacted = (more: Partial<GroundParams>, steps: number) => {
    const state = makeGround({ ...overrides, ...more });
    pressDown(state, createShoe(), 0.05, steps);
    return Number(sumGround(state).ledger.compacted);
  };
  return compacted({}, 64) / compacted({ displacedFraction: 0 }, 1);
}

test('columns that yield under a collider lose volume: a slow press compacts more than the volume of the foot', () => {
  expect(compactedFraction({ contactColumns: 'yielding', displacedMaterial: 'compacted' })).toBeGreaterThan(
    1.2,
  );
  expect(compactedFraction({ paper: '1999' })).toBeGreaterThan(1.4);
  expect(compactedFraction({})).toBeLessThan(0.75);
});

/** Ratio of the compacted volumes after and before a shoe rests, or jitters by 2 µm, for 3 s. */
function pumped(overrides: Partial<GroundParams>, jitter: number): number {
  const state = makeGround(overrides);
  const shoe = createShoe();
  pressDown(state, shoe, 0.04, 12);
  const before = Number(sumGround(state).ledger.compacted);
  for (let n = 0; n < 360; n++) {
    moveTo(shoe, 0, -0.04 + (n % 2 === 0 ? jitter : -jitter), 0);
    stepGround(state, [shoe]);
  }
  return Number(sumGround(state).ledger.compacted) / before;
}

test.each([0, 2e-6])(
  'contact only for columns that moved displaces more and more sand under a foot that jitters by %f m',
  (jitter) => {
    expect(pumped({ contactRule: 'moved', displacedMaterial: 'compacted' }, jitter)).toBeGreaterThan(1.2);
    expect(pumped({ paper: '1999' }, jitter)).toBeGreaterThan(2);
    expect(pumped({}, jitter)).toBeLessThan(1.001);
  },
);

/** Maximum height of the displaced material divided by its mean height. */
function spike(contour: GroundParams['contour']): number {
  const state = makeGround({ contour, cell: 0.0025, outsideSlope: 1.57, insideSlope: 1.57 });
  pressDown(state, createShoe(), 0.03, 1);
  const ring = [...readUnits(state, around(0, 0, 90))].filter((height) => height > 0);
  return Math.max(...ring) / (ring.reduce((sum, height) => sum + height, 0) / ring.length);
}

test('eight-way contours make spikes at small cells, four-way contours smaller ones', () => {
  const [chamfer, eight, four] = [spike('chamfer'), spike('eight-way'), spike('four-way')];
  expect(chamfer).toBeLessThan(4);
  expect(eight).toBeGreaterThan(2.5 * chamfer);
  expect(four).toBeLessThan(eight);
});

/** Ratio of the distances, along a diagonal and along an axis, at which a settled pile is below a quarter of its height. */
function pileShape(equalShares: boolean, slope: number): number {
  const bench = makeBench('wasm', 160, 160, { ...sand, outsideSlope: slope, equalShares });
  const { height } = bench.sheet.view;
  for (let k = 0; k < height.length; k++) {
    const [r, c] = [Math.floor(k / 160) - 80, (k % 160) - 80];
    if (r * r + c * c <= 14 * 14) height[k] = 1.4 * unitsPerMetre;
  }
  settle(bench);
  const level = height[80 * 160 + 80] / 4;
  const reach = (dr: number, dc: number) => {
    let n = 0;
    while (height[(80 + n * dr) * 160 + 80 + n * dc] > level) n++;
    const [inner, outer] = [n - 1, n].map((m) => height[(80 + m * dr) * 160 + 80 + m * dc]);
    return (n - 1 + (inner - level) / (inner - outer)) * Math.hypot(dr, dc);
  };
  return reach(1, 1) / reach(0, 1);
}

test('equal amounts for diagonal neighbours make square piles', () => {
  expect(pileShape(true, 0.436)).toBeGreaterThan(1.03);
  expect(Math.abs(pileShape(false, 0.436) - 1)).toBeLessThan(0.03);
});

/** Maximum height in the middle of the track of a tyre at 50 m/s, 4 cm deep, at 60 steps per second. */
function trackTop(overrides: Partial<GroundParams>): number {
  const state = makeGround({ rate: 60, displacedFraction: 0, outsideSlope: 1.57, ...overrides });
  const tyre = createTyre(0.35, 0.2);
  placeAt(tyre, 0, 0.31, 0);
  for (let n = 1; n <= 4; n++) {
    moveTo(tyre, (50 * n) / 60, 0.31, 0);
    stepGround(state, [tyre]);
  }
  return Math.max(...readHeights(state, { i0: 40, j0: 0, columns: 210, rows: 1 }));
}

test('without a sweep a fast tyre leaves untouched ground between its steps', () => {
  expect(trackTop({ sweep: false })).toBe(0);
  expect(trackTop({})).toBeLessThan(-0.03);
});

/** RMS difference of two grounds 0.1 s after a press, divided by the depth. */
function flowDifference(one: Partial<GroundParams>, other: Partial<GroundParams>): number {
  const [a, b] = [one, other].map((overrides) => {
    const state = makeGround({ material: 'mud', outsideSlope: 0.6, insideSlope: 0.6, ...overrides });
    pressDown(state, createPost(0.1, 1), 0.06, 1);
    for (let n = 1; n < 0.1 * state.settings.rate; n++) stepGround(state, []);
    return readHeights(state, around(0, 0, 40));
  });
  return Math.sqrt(a.reduce((sum, height, k) => sum + (height - b[k]) ** 2, 0) / a.length) / 0.06;
}

test('with one pass per step, as printed, the flow depends on the step rate; with passes per second it does not', () => {
  const slow = { extraPasses: 0, liquidity: 1.57 };
  const literal = flowDifference(
    { ...slow, rate: 60, passesPerSecond: 60 },
    { ...slow, rate: 480, passesPerSecond: 480 },
  );
  const ours = flowDifference({ ...slow, rate: 60 }, { ...slow, rate: 480 });
  expect(literal).toBeGreaterThan(0.02);
  expect(ours).toBeLessThan(literal / 3);
});

test('in the extra passes of the paper all pairs flow, so that a ridge spreads farther in the same time', () => {
  const spread = (extraFlow: GroundParams['extraFlow']) => {
    const state = makeGround({ extraFlow, liquidity: 0.7 });
    pressDown(state, createPost(0.2, 1), 0.1, 4);
    // Beyond five columns from the post.
    return readHeights(state, { i0: 26, j0: -10, columns: 30, rows: 21 }).reduce(
      (sum, height) => sum + height,
      0,
    );
  };
  expect(spread('all')).toBeGreaterThan(1.2 * spread('steep'));
});

test('fewer extra passes leave more to later steps', () => {
  const settling = (extraPasses: number) => {
    const state = makeGround({ liquidity: 0.45, extraPasses });
    pressDown(state, createPost(0.2, 1), 0.1, 1);
    return settleGround(state);
  };
  expect(settling(0)).toBeGreaterThan(2 * settling(200));
});

test('1998: a column in contact above another flows at the outside slope; 1999: at the inside slope', () => {
  const standing = (onlyLowerCounts: boolean) => {
    const bench: Bench = makeBench('wasm', 32, 32, sand, 0.01, { hasCohesion: true, onlyLowerCounts });
    const { height, pressed, contact } = bench.sheet.view;
    height[16 * 32 + 16] = Math.round(0.01 * 0.7 * unitsPerMetre);
    pressed[16 * 32 + 16] = pressedBit;
    contact[16 * 32 + 16] = touchedBit;
    return bench.kernel.erode(bench.pointer, 1, 0, 0);
  };
  // 35° is between the two slopes.
  expect(standing(false)).toBe(0);
  expect(standing(true)).toBe(1);
});

test.each(['1998', '1999'] as const)('the ledger is exact and everything settles with paper %s', (paper) => {
  const state = makeGround({ paper });
  pressDown(state, createShoe(), 0.05, 8);
  expect(settleGround(state)).toBeLessThan(5000);
  expect(sumGround(state).ledger.error).toBe(0n);
});

/** Volume above the ground divided by that of the print, after a shoe has stood for 0.2 s and left. */
function rim(overrides: Partial<GroundParams>): number {
  const state = makeGround({ rate: 60, ...overrides });
  const shoe = createShoe();
  pressDown(state, shoe, 0.03, 6);
  for (let n = 0; n < 6; n++) {
    moveTo(shoe, 0, -0.03, 0);
    stepGround(state, [shoe]);
  }
  settleGround(state);
  return raisedFraction(readHeights(state, around(0, 0, 50)));
}

test('the rims of the figures of the paper need columns in contact that are walls, and an inside slope that stays', () => {
  const printed = {
    contour: 'eight-way',
    diagonalWeight: 'equal',
    contactRule: 'moved',
    contactColumns: 'yielding',
    displacedMaterial: 'compacted',
    insideSlopeRule: 'contact',
    sweep: false,
    extraFlow: 'all',
    passesPerSecond: 60,
    extraPasses: 1000,
  } as const;
  const walls = { contactColumns: 'walls', contactRule: 'touching' } as const;
  expect(rim(printed)).toBe(rim({ paper: '1999' }));
  expect(rim(printed)).toBeLessThan(0.005);
  expect(rim({ ...printed, ...walls })).toBeLessThan(0.06);
  expect(rim({ ...printed, ...walls, insideSlopeRule: 'pressed' })).toBeGreaterThan(0.08);
});

test('walls are honoured with the rule that only moved columns are in contact', () => {
  const compacted = (contactColumns: GroundParams['contactColumns']) =>
    compactedFraction({ contactColumns, contactRule: 'moved', displacedMaterial: 'compacted' });
  expect(compacted('walls')).toBeLessThan(0.9 * compacted('yielding'));
});
