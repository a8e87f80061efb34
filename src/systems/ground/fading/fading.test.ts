import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { times } from '../../../testing/long.ts';
import { sumGround } from '../flow/ledger.ts';
import { createGroundKernel } from '../load-kernel.ts';
import type { GroundInput, GroundParams } from '../params.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { createGround } from '../system.ts';
import { around, makeGround, pressDown, readHeights, readUnits, settleGround } from '../testing/grounds.ts';
import { makeScene } from '../testing/scenes.ts';
import { createBall, createPost, moveTo, placeAt } from '../testing/shapes.ts';
import { hashGround, loadGround, saveGround } from '../tiles/save.ts';

const flat = { material: 'snow', rate: 120 } as const satisfies Partial<GroundParams>;

/** A post that leaves a print of a depth and is lifted. */
function press(overrides: Partial<GroundParams>, depth = 0.03, radius = 0.05) {
  const state = makeGround({ ...flat, ...overrides });
  pressDown(state, createPost(radius, 1, 64), depth, 1);
  return state;
}

function pass(state: GroundState, seconds: number): void {
  const { rate } = state.settings;
  for (let n = 0; n < Math.round(seconds * rate); n++) stepGround(state, []);
}

const lowestOf = (state: GroundState, reach = 40) => Math.min(...readHeights(state, around(0, 0, reach)));

describe('snowfall', () => {
  test('raises the bottom of a print by what falls, in the ledger too, and leaves untouched ground in the end', () => {
    const state = press({ snowfall: 0.01, snowDrift: 0 });
    const before = lowestOf(state);
    pass(state, 1);
    // Stored in steps of 1/64 cell at most.
    expect(lowestOf(state) - before).toBeGreaterThan(0.01 - 0.0002);
    expect(lowestOf(state) - before).toBeLessThan(0.01 + 0.0002);
    const { ledger } = sumGround(state);
    expect(ledger.error).toBe(0n);
    expect(ledger.fallen).toBeGreaterThan(0n);
    pass(state, 2.2);
    const { ledger: end, columnsTouched } = sumGround(state);
    expect(end.error).toBe(0n);
    expect(end.fallen).toBe(end.compacted);
    expect(columnsTouched).toBe(0);
    expect(state.tiles.list().filter(([i, j]) => state.tiles.packAt(i, j))).toEqual([]);
  });

  test('small rates add up: an hour at 1 mm/h fills 1 mm', () => {
    const state = press({ snowfall: 0.001 / 3600, snowDrift: 0, rate: 24 }, 0.02);
    const before = lowestOf(state);
    pass(state, 3600);
    expect(lowestOf(state) - before).toBeGreaterThan(0.001 - 0.0002);
    expect(lowestOf(state) - before).toBeLessThan(0.001 + 0.0002);
  }, 60000);

  test('does not fall below a foot that stands', () => {
    const still = makeGround({ ...flat, snowfall: 0.05 });
    const post = createPost(0.1, 1);
    pressDown(still, post, 0.03, 1);
    moveTo(post, 0, -0.03, 0);
    for (let n = 0; n < 120; n++) stepGround(still, [post]);
    expect(sumGround(still).ledger.error).toBe(0n);
    expect(readHeights(still, around(0, 0, 0))[0]).toBeCloseTo(-0.03, 5);
  });

  test('a second foot compacts fallen snow and raises no rim of it', () => {
    const state = press({ snowfall: 0.01, snowDrift: 0 });
    pass(state, 2);
    pressDown(state, createPost(0.1, 1), 0.03, 1);
    expect(Math.max(...readHeights(state, around(0, 0, 40)))).toBeLessThan(0.0005);
    expect(sumGround(state).ledger.error).toBe(0n);
  });
});

describe('wind', () => {
  test('smooths a print without loss, and comes to an end', () => {
    const state = press({ windSmoothing: 0.005, material: 'sand' }, 0.02, 0.04);
    settleGround(state);
    const { ledger: before } = sumGround(state);
    const depth = -lowestOf(state);
    pass(state, 0.5);
    expect(-lowestOf(state)).toBeLessThan(0.5 * depth);
    const { ledger } = sumGround(state);
    expect(ledger.error).toBe(0n);
    expect(ledger.heights - ledger.initial).toBe(before.heights - before.initial);
    pass(state, 5);
    const heights = readUnits(state, around(0, 0, 60));
    pass(state, 2);
    expect(readUnits(state, around(0, 0, 60))).toEqual(heights);
    expect(state.tiles.dozing.size).toBe(0);
    expect(sumGround(state).ledger.error).toBe(0n);
  });

  test('rounds edges over √(2 D t), independent of the cell', () => {
    const widths = [0.005, 0.01, 0.02].map((cell) => {
      const state = press({ windSmoothing: 0.0005, cell }, 0.05, 0.05);
      pass(state, 1);
      // The middle of the print against the solution of the heat equation for a disc of radius 5 cm: 1 − exp(−r² / 4Dt).
      return -readHeights(state, around(0, 0, 0))[0] / 0.05;
    });
    const exact = 1 - Math.exp(-(0.05 ** 2) / (4 * 0.0005));
    for (const width of widths) expect(Math.abs(width / exact - 1)).toBeLessThan(0.12);
  });
});

describe('water', () => {
  test('halves what it covers in the half-life, and leaves the rest', () => {
    const state = makeGround({ ...flat, waterLevel: -0.02, washHalfLife: 1, noiseAmplitude: 0 });
    const post = createPost(0.1, 1);
    pressDown(state, post, 0.04, 1, [0, 0]);
    pressDown(state, post, 0.01, 1, [0.5, 0]);
    pass(state, 1);
    const heights = readHeights(state, around(0, 0, 60));
    const at = (i: number) => heights[60 * 121 + 60 + i];
    expect(at(0)).toBeGreaterThan(-0.022);
    expect(at(0)).toBeLessThan(-0.018);
    expect(at(50)).toBeCloseTo(-0.01, 5);
    const { ledger } = sumGround(state);
    expect(ledger.error).toBe(0n);
    expect(ledger.washed).toBeLessThan(0n);
  });

  test('a tide that comes and goes leaves a line', () => {
    const waterLevel = {
      keys: [
        { time: 0, value: -0.5 },
        { time: 1, value: 0.5 },
      ],
    };
    const state = createGround({ ...flat, noiseAmplitude: 0, waterLevel, washHalfLife: 0.05 });
    pressDown(state, createPost(0.1, 1), 0.04, 1);
    pass(state, 0.3);
    expect(lowestOf(state)).toBeLessThan(-0.039);
    pass(state, 1);
    expect(lowestOf(state)).toBe(0);
    expect(sumGround(state).ledger.error).toBe(0n);
  });
});

/** Options in random combinations, with and without other effects that depend on what was pressed. */
function randomFading(seed: number): GroundInput {
  const random = (what: number) => hashUnit(seed, 77, what);
  return {
    insideSlopeRule: 'pressed',
    snowfall: random(1) < 0.6 ? 0.2 * random(2) : 0,
    ...(random(3) < 0.4 && { windSmoothing: 0.004 * random(4) }),
    ...(random(5) < 0.5 && { waterLevel: 0.01 - 0.06 * random(6), washHalfLife: 0.02 + 0.2 * random(7) }),
    ...(random(8) < 0.4 && { looseDepth: 0.02 }),
    ...(random(9) < 0.3 && { stonesPerSquareMetre: 12, stoneRadius: [0.03, 0.1] }),
    ...(random(10) < 0.3 && { spray: true }),
    ...(random(11) < 0.3 && { size: [0.9, 0.7] }),
    ...(random(12) < 0.3 && { displacedMaterial: 'compacted' as const }),
  };
}

describe('random grounds', () => {
  const run = (seed: number, mode: 'whole' | 'reloaded' | 'reference', steps = 40): GroundState => {
    const scene = makeScene(seed);
    const params = { ...scene.params, ...randomFading(seed) } as GroundInput;
    const kernel = () =>
      createGroundKernel(mode === 'reference' ? { implementation: 'reference' } : undefined);
    let state = createGround(params, seed, kernel());
    for (let n = 1; n <= steps; n++) {
      scene.advance(n);
      stepGround(state, n > 24 ? [] : [...scene.bodies]);
      if (mode === 'reloaded' && n % 7 === 0)
        state = loadGround(() => state.settings, kernel(), saveGround(state));
    }
    expect(sumGround(state).ledger.error).toBe(0n);
    return state;
  };

  test.each(Array.from({ length: times({ short: 1, long: 60 }) }, (_, k) => k + 1))(
    '%s: exact ledger, and the same bytes with the reference kernel and after saving',
    (seed) => {
      const hash = hashGround(run(seed, 'whole'));
      expect(hashGround(run(seed, 'reloaded'))).toBe(hash);
      expect(hashGround(run(seed, 'reference'))).toBe(hash);
    },
  );
});

test('two bodies far apart give the same ground as one alone', () => {
  const run = (positions: readonly number[]) => {
    const state = makeGround({ ...flat, material: 'sand', snowfall: 0.02, windSmoothing: 0.0005 });
    const balls = positions.map((x) => {
      const ball = createBall(0.1);
      placeAt(ball, x, 0.1, 0);
      return ball;
    });
    for (let n = 0; n < 60; n++) {
      for (const [k, ball] of balls.entries())
        moveTo(ball, positions[k] + 0.01 * n, 0.1 - 0.002 * Math.min(n, 20), 0);
      stepGround(state, n < 40 ? balls : []);
    }
    return readUnits(state, around(20, 0, 60));
  };
  const [both, alone] = [run([0, 8]), run([0])];
  expect(both.every((height, k) => height === alone[k])).toBe(true);
});

test('without snowfall, wind and water nothing of it is stored', () => {
  const state = press({});
  expect(state.settings.fading).toBeNull();
  expect(sumGround(state).ledger.fallen).toBeUndefined();
  expect(unitsPerMetre).toBe(2 ** 20);
});
