import { describe, expect, test } from 'vitest';
import { pressedBit, type SheetView, touchedBit, wallBit } from '../flow/sheet.ts';
import { type SlopeRules, tabulateErosion } from '../rules/thresholds.ts';
import {
  type Bench,
  Dice,
  makeBench,
  mud,
  pressStep,
  sand,
  settle,
  snow,
  sumHeights,
} from '../testing/kernel-scenes.ts';

const metre = 2 ** 20;
const cell = 0.01;
const neighbours = [-1, 0, 1]
  .flatMap((r) => [-1, 0, 1].map((c) => [r, c]))
  .filter(([r, c]) => r !== 0 || c !== 0);

/** One pass as a gather with exact integers, written for clarity. Returns the heights and pressed bits after it. */
function gatherPass(view: SheetView, rules: SlopeRules) {
  const { columns, rows } = view;
  const table = tabulateErosion(rules, cell);
  const isWall = (r: number, c: number) =>
    r <= 0 || c <= 0 || r >= rows - 1 || c >= columns - 1 || (view.contact[r * columns + c] & wallBit) !== 0;
  const at = (r: number, c: number) => BigInt(view.height[r * columns + c]);
  const isPressed = (r: number, c: number) => (view.pressed[r * columns + c] & pressedBit) !== 0;
  const isSteep = (r: number, c: number, dr: number, dc: number) => {
    if (isWall(r, c) || isWall(r + dr, c + dc)) return false;
    const isInside = isPressed(r, c) || isPressed(r + dr, c + dc);
    const isAxis = dr === 0 || dc === 0;
    const limit = isInside
      ? isAxis
        ? table.axisInside
        : table.diagonalInside
      : isAxis
        ? table.axisOutside
        : table.diagonalOutside;
    return at(r, c) - at(r + dr, c + dc) > BigInt(limit);
  };
  /** Amounts that (r, c) gives to each steep axis neighbour and to each steep diagonal neighbour. */
  const amounts = (r: number, c: number): [bigint, bigint] => {
    const takers = neighbours.filter(([dr, dc]) => isSteep(r, c, dr, dc));
    const sum = takers.reduce((total, [dr, dc]) => total + at(r, c) - at(r + dr, c + dc), 0n);
    const amount = (sum * BigInt(table.fraction[takers.length])) / 65536n;
    const axis = amount < 2n ** 23n - 1n ? amount : 2n ** 23n - 1n;
    return [axis, (axis * 181n) / 256n];
  };
  const all = Array.from({ length: rows * columns }, (_, k) => [Math.floor(k / columns), k % columns]);
  const given = all.map(([r, c]) => amounts(r, c));
  const after = all.map(([r, c], k) => {
    let height = at(r, c);
    for (const [dr, dc] of neighbours) {
      const kind = dr === 0 || dc === 0 ? 0 : 1;
      if (isSteep(r, c, dr, dc)) height -= given[k][kind];
      if (isWall(r + dr, c + dc) || isWall(r, c)) continue;
      if (isSteep(r + dr, c + dc, -dr, -dc)) height += given[(r + dr) * columns + c + dc][kind];
    }
    return Number(height);
  });
  const pressedAfter = all.map(([r, c], k) => {
    const gives = neighbours.filter(([dr, dc]) => isSteep(r, c, dr, dc));
    const amount = gives.reduce((total, [dr, dc]) => total + given[k][dr === 0 || dc === 0 ? 0 : 1], 0n);
    return isPressed(r, c) || (amount > 0n && gives.some(([dr, dc]) => isPressed(r + dr, c + dc)));
  });
  return { after, pressedAfter };
}

/** Maximum slope between neighbours that are not walls, rad. */
function steepestSlope(view: SheetView): number {
  const { columns, rows, height } = view;
  let steepest = 0;
  for (let r = 1; r < rows - 2; r++) {
    for (let c = 1; c < columns - 2; c++) {
      const k = r * columns + c;
      for (const [other, length] of [
        [k + 1, 1],
        [k + columns, 1],
        [k + columns + 1, Math.SQRT2],
        [k + columns - 1, Math.SQRT2],
      ])
        steepest = Math.max(steepest, Math.abs(height[k] - height[other]) / metre / (cell * length));
    }
  }
  return Math.atan(steepest);
}

/** A cylinder of material that collapses, by default to a pile of about 40 cells. */
function dropCylinder(bench: Bench, radius = 14, tall = 1.4): void {
  const { height, columns, rows } = bench.sheet.view;
  for (let k = 0; k < height.length; k++) {
    const [r, c] = [Math.floor(k / columns) - rows / 2, (k % columns) - columns / 2];
    if (r * r + c * c <= radius * radius) height[k] = tall * metre;
  }
}

/** Distance from the middle at which the pile is lower than `level`, along (dr, dc), in cells. */
function pileRadius(view: SheetView, level: number, dr: number, dc: number): number {
  const { columns, rows, height } = view;
  const length = Math.hypot(dr, dc);
  const sample = (s: number) => {
    const [r, c] = [rows / 2 + (dr / length) * s, columns / 2 + (dc / length) * s];
    const [r0, c0] = [Math.floor(r), Math.floor(c)];
    const k = r0 * columns + c0;
    const top = height[k] * (1 - c + c0) + height[k + 1] * (c - c0);
    const bottom = height[k + columns] * (1 - c + c0) + height[k + columns + 1] * (c - c0);
    return top * (1 - r + r0) + bottom * (r - r0);
  };
  let s = 0;
  while (sample(s) > level) s += 0.02;
  return s;
}

describe('erosion equals the simple gather', () => {
  const cases = [sand, mud, { ...sand, limitFlow: true }, { ...sand, roughness: 0.49 }];
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('random ground, seed %i', (seed) => {
    const dice = new Dice(seed);
    const rules = cases[seed % cases.length];
    const bench = makeBench(seed % 2 ? 'wasm' : 'reference', 32, 32, rules);
    const { view } = bench.sheet;
    // Up to ± 30 m, so that the product needs more than 32 bits.
    const range = dice.pick([30000, 100000, 30 * metre]);
    for (let k = 0; k < 1024; k++) {
      view.height[k] = dice.between(-range, range);
      if (dice.unit() < 0.1) view.pressed[k] = pressedBit;
      if (dice.unit() < 0.05) view.contact[k] = wallBit | touchedBit;
    }
    for (let pass = 0; pass < 3; pass++) {
      const { after, pressedAfter } = gatherPass(view, rules);
      expect(bench.kernel.erode(bench.pointer, 1, 0, 0)).toBe(1);
      expect(Array.from(view.height)).toEqual(after);
      expect(Array.from(view.pressed, (word) => (word & pressedBit) !== 0)).toEqual(pressedAfter);
    }
  });
});

describe('a settled pile', () => {
  test.each([0.2, 0.436, 0.8, 1.1])(
    'has a slope just below its threshold, and the same extent along a diagonal: θ = %f',
    (slope) => {
      const bench = makeBench('wasm', 160, 160, { ...sand, outsideSlope: slope });
      dropCylinder(bench, 14, 1.4 * Math.min(2, Math.tan(slope) / Math.tan(0.436)));
      const before = sumHeights(bench.sheet.view);
      const passes = settle(bench);
      expect(passes).toBeGreaterThan(100);
      expect(passes).toBeLessThan(20000);
      expect(settle(bench)).toBe(0);
      const { view } = bench.sheet;
      expect(sumHeights(view)).toBe(before);
      const steepest = steepestSlope(view);
      expect(steepest).toBeLessThanOrEqual(slope);
      expect(steepest).toBeGreaterThan(slope - 0.01);
      const level = Math.max(...view.height) / 4;
      const axis = pileRadius(view, level, 0, 1);
      expect(axis).toBeGreaterThan(15);
      const diagonal = pileRadius(view, level, 1, 1) / axis;
      expect(diagonal).toBeGreaterThan(0.97);
      expect(diagonal).toBeLessThan(1.03);
    },
  );

  test('with `limitFlow` it is round at 22.5° too, and steep down to its foot', () => {
    const bench = makeBench('wasm', 160, 160, { ...sand, limitFlow: true });
    dropCylinder(bench);
    settle(bench);
    const { view } = bench.sheet;
    const top = Math.max(...view.height);
    const axis = pileRadius(view, top / 4, 0, 1);
    for (const [dr, dc] of [
      [1, 1],
      [Math.tan(Math.PI / 8), 1],
    ]) {
      const ratio = pileRadius(view, top / 4, dr, dc) / axis;
      expect(ratio).toBeGreaterThan(0.97);
      expect(ratio).toBeLessThan(1.03);
    }
    const run = (axis - pileRadius(view, (3 * top) / 4, 0, 1)) * cell;
    expect(Math.atan(top / 2 / metre / run)).toBeGreaterThan(0.436 - 0.025);
  });

  test.each([0.1, 0.3, 0.49])('that starts as rough noise settles, σ = %f', (roughness) => {
    const bench = makeBench('wasm', 64, 64, { ...sand, roughness });
    const dice = new Dice(9);
    for (let k = 0; k < 4096; k++) bench.sheet.view.height[k] = dice.between(-20000, 20000);
    const before = sumHeights(bench.sheet.view);
    expect(settle(bench)).toBeLessThan(10000);
    expect(bench.kernel.erode(bench.pointer, 31, 0, 0)).toBe(0);
    expect(sumHeights(bench.sheet.view)).toBe(before);
  });
});

describe.each(['wasm', 'reference'] as const)('thresholds in the %s kernel', (implementation) => {
  test('a difference at its threshold is stable; one unit more moves, and does not move back', () => {
    const bench = makeBench(implementation, 32, 32);
    const { view } = bench.sheet;
    const { axisOutside, diagonalOutside } = tabulateErosion(sand, cell);
    view.height.fill(0);
    // The differences to the four axis neighbours are at the threshold, those to the diagonal ones well below their threshold.
    view.height[10 * 32 + 10] = axisOutside;
    expect(bench.kernel.erode(bench.pointer, 31, 0, 0)).toBe(0);
    expect(view.moved.every((flag) => flag === 0)).toBe(true);
    view.height[10 * 32 + 10] = axisOutside + 1;
    const passes = bench.kernel.erode(bench.pointer, 31, 0, 0);
    expect(passes).toBe(1);
    expect(view.moved[0]).toBe(1);
    expect(view.height[9 * 32 + 9]).toBe(0);
    expect(view.height[9 * 32 + 10]).toBeGreaterThan(0);
    expect(diagonalOutside).toBeGreaterThan(axisOutside);
  });

  test('slopes of 1.57 never move: snow walls do not change', () => {
    const bench = makeBench(implementation, 64, 64, snow);
    const dice = new Dice(3);
    for (let k = 0; k < 4096; k++) bench.sheet.view.height[k] = dice.between(-(2 ** 30), 2 ** 30);
    const before = bench.sheet.view.height.slice();
    expect(bench.kernel.erode(bench.pointer, 31, 0, 0)).toBe(0);
    const { stopFloors } = tabulateErosion(snow, cell);
    expect(bench.kernel.isSteeper(bench.pointer, stopFloors.axis, stopFloors.diagonal)).toBe(0);
    expect(bench.sheet.view.height).toEqual(before);
  });

  test('"steeper than the stop slope" means above both thresholds', () => {
    const bench = makeBench(implementation, 32, 32);
    const { view } = bench.sheet;
    const { axisOutside, axisInside, stopFloors } = tabulateErosion(sand, cell);
    const isSteeper = () => bench.kernel.isSteeper(bench.pointer, stopFloors.axis, stopFloors.diagonal);
    view.height[300] = axisOutside + 1;
    expect(isSteeper()).toBe(0);
    view.height[300] = axisInside + 1;
    expect(isSteeper()).toBe(1);
    view.contact[300] = wallBit;
    expect(isSteeper()).toBe(0);
  });

  test('the walls of a print keep the inside slope, since the pressed mark spreads up the walls', () => {
    const bench = makeBench(implementation, 96, 96);
    const { view } = bench.sheet;
    bench.kernel.clearEnvelope(bench.pointer);
    for (let k = 0; k < 96 * 96; k++) {
      const [r, c] = [Math.floor(k / 96), k % 96];
      if (r >= 36 && r < 60 && c >= 40 && c < 56) view.envelope[k] = -0.08 * metre;
    }
    pressStep(bench, 0.3);
    view.contact.fill(0);
    settle(bench);
    bench.kernel.agePressed(bench.pointer);
    // The steep part of the wall's profile, along the row through the middle, right of the print.
    const profile = Array.from({ length: 16 }, (_, k) => view.height[48 * 96 + 52 + k]);
    const steps = profile.slice(1).map((y, k) => Math.atan((y - profile[k]) / metre / cell));
    const steepest = Math.max(...steps);
    expect(steepest).toBeGreaterThan(0.7);
    expect(steepest).toBeLessThanOrEqual(0.8);
    expect(steps.filter((slope) => slope > 0.6).length).toBeGreaterThanOrEqual(4);
  });

  test('a sleeping tile neither gives nor receives, and tiles that gave are marked', () => {
    const bench = makeBench(implementation, 96, 32);
    const { view } = bench.sheet;
    view.awake.set([1, 1, 0]);
    for (let k = 0; k < view.height.length; k++) if (k % 96 >= 60) view.height[k] = (k % 7) * 30000;
    const asleep = (k: number) => k % 96 >= 64;
    const before = view.height.slice();
    expect(bench.kernel.erode(bench.pointer, 8, 0, 0)).toBe(8);
    for (let k = 0; k < view.height.length; k++) if (asleep(k)) expect(view.height[k]).toBe(before[k]);
    expect(Array.from(view.moved)).toEqual([0, 1, 0]);
  });
});

describe.each(['wasm', 'reference'] as const)('pressed references in the %s kernel', (implementation) => {
  // 1 cm is 81 steps of 128 units; 15 bits of them wrap every 4.2 million units.
  test.each([0, 2 ** 22 - 500, -(2 ** 22), 1e9])(
    'follow sinking ground, and end when buried by a cell: height %i',
    (base) => {
      const bench = makeBench(implementation, 32, 32);
      const { view } = bench.sheet;
      const k = 200;
      bench.kernel.clearEnvelope(bench.pointer);
      view.height.fill(base);
      view.envelope[k] = base;
      bench.kernel.press(bench.pointer, 512);
      const age = (height: number) => {
        view.height[k] = height;
        bench.kernel.agePressed(bench.pointer);
        return view.pressed[k] & pressedBit;
      };
      expect(age(base + 0.0095 * metre)).toBe(pressedBit);
      expect(age(base - 0.5 * metre)).toBe(pressedBit);
      expect(age(base - 0.5 * metre + 0.0095 * metre)).toBe(pressedBit);
      expect(age(base - 0.5 * metre + 0.0105 * metre)).toBe(0);
      expect(view.pressed[k]).toBe(0);
    },
  );
});

test('a thousand random steps lose nothing: the ledger is exact', () => {
  const dice = new Dice(11);
  const bench = makeBench('wasm', 64, 64, mud);
  const { view } = bench.sheet;
  for (let k = 0; k < 4096; k++) {
    view.height[k] = dice.between(-30000, 30000);
    // A boundary of the ground runs through the sheet. Material that is pushed over it is counted.
    if (k % 64 > 50) view.contact[k] = 4;
  }
  let account = sumHeights(view);
  for (let step = 0; step < 1000; step++) {
    bench.kernel.clearEnvelope(bench.pointer);
    const [row, column, radius] = [dice.between(8, 56), dice.between(8, 56), dice.between(1, 6)];
    for (let k = 0; k < 4096; k++) {
      if (Math.hypot(Math.floor(k / 64) - row, (k % 64) - column) < radius)
        view.envelope[k] = dice.between(-60000, 20000);
    }
    const { removed, deposited } = pressStep(bench, dice.unit(), dice.below(3));
    account += BigInt(deposited) - BigInt(removed);
    bench.sheet.takeOutside();
    bench.kernel.erode(bench.pointer, dice.below(6), 0, 0);
    bench.kernel.agePressed(bench.pointer);
    expect(sumHeights(view)).toBe(account);
  }
});
