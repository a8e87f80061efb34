import { describe, expect, test } from 'vitest';
import { outsideBit, pressedBit, touchedBit, wallBit } from '../flow/sheet.ts';
import { contourRules } from '../kernel.ts';
import { type Bench, Dice, makeBench, pressStep, sumHeights } from '../testing/kernel-scenes.ts';

const metre = 2 ** 20;

/** Lowers the envelope to `depth` metres below zero where `covers` is true. */
function setEnvelope(bench: Bench, depth: number, covers: (row: number, column: number) => boolean): void {
  const { envelope, columns } = bench.sheet.view;
  bench.kernel.clearEnvelope(bench.pointer);
  for (let k = 0; k < envelope.length; k++)
    if (covers(Math.floor(k / columns), k % columns)) envelope[k] = Math.round(-depth * metre);
}

const isDisc = (radius: number, center: number) => (row: number, column: number) =>
  (row - center) ** 2 + (column - center) ** 2 <= radius ** 2;

describe.each(['wasm', 'reference'] as const)('pressing by the %s kernel', (implementation) => {
  test('removes the material above the envelope once, and marks the columns that touch', () => {
    const bench = makeBench(implementation, 64, 64);
    const { view } = bench.sheet;
    view.height.fill(1000);
    setEnvelope(bench, 0.001, isDisc(5, 30));
    view.envelope[10 * 64 + 10] = 1000 + 512;
    view.envelope[10 * 64 + 12] = 1000 + 513;
    const count = view.envelope.filter((y) => y < 0).length;
    expect(bench.kernel.press(bench.pointer, 512)).toBe(count * (1000 + 1049));
    expect(view.contact[10 * 64 + 10] & touchedBit).toBe(touchedBit);
    expect(view.contact[10 * 64 + 12] & touchedBit).toBe(0);
    expect(view.height[10 * 64 + 10]).toBe(1000);
    expect(view.pressed.filter((word) => word & pressedBit).length).toBe(count + 1);
    expect(bench.kernel.press(bench.pointer, 512)).toBe(0);
    expect(view.contact.filter((byte) => byte & touchedBit).length).toBe(count + 1);
  });

  test('does not change sleeping tiles, columns outside, or the boundary of the sheet', () => {
    const bench = makeBench(implementation, 64, 64);
    const { view } = bench.sheet;
    view.awake.set([1, 0, 1, 1]);
    view.contact[40 * 64 + 40] = outsideBit;
    setEnvelope(bench, 0.01, () => true);
    bench.kernel.press(bench.pointer, 512);
    for (let row = 0; row < 64; row++) {
      for (let column = 0; column < 64; column++) {
        const isRim = row === 0 || column === 0 || row === 63 || column === 63;
        const isFixed = isRim || (row < 32 && column >= 32) || (row === 40 && column === 40);
        expect(view.contact[row * 64 + column] & touchedBit).toBe(isFixed ? 0 : touchedBit);
      }
    }
  });

  test('walls are the touched columns that the end pose touches', () => {
    const bench = makeBench(implementation, 64, 64);
    const { view } = bench.sheet;
    setEnvelope(bench, 0.01, (row, column) => row > 10 && row < 20 && column > 10 && column < 20);
    bench.kernel.keepEndPose(bench.pointer);
    setEnvelope(bench, 0.01, (row, column) => row > 10 && row < 20 && column > 10 && column < 40);
    bench.kernel.press(bench.pointer, 512);
    bench.kernel.markWalls(bench.pointer, 512);
    for (let k = 0; k < view.contact.length; k++) {
      const [row, column] = [Math.floor(k / 64), k % 64];
      const isTouched = row > 10 && row < 20 && column > 10 && column < 40;
      expect(view.contact[k]).toBe(isTouched ? (column < 20 ? touchedBit | wallBit : touchedBit) : 0);
    }
  });
});

describe.each(Object.entries(contourRules))('contour, rule %s', (name, rule) => {
  const metric = (dr: number, dc: number) => {
    const [longer, shorter] = [Math.max(dr, dc), Math.min(dr, dc)];
    return name === 'chamfer'
      ? 7 * shorter + 5 * (longer - shorter)
      : name === 'eight-way'
        ? longer
        : dr + dc;
  };

  test.each([1, 2, 3])('is the distance to the nearest column without contact, seed %i', (seed) => {
    const dice = new Dice(seed);
    const bench = makeBench('wasm', 64, 64);
    const { view } = bench.sheet;
    const discs = Array.from({ length: 4 }, () => [dice.below(64), dice.below(64), dice.between(3, 16)]);
    setEnvelope(
      bench,
      0.01,
      (row, column) => discs.some(([r, c, s]) => Math.hypot(row - r, column - c) < s) && dice.unit() < 0.98,
    );
    bench.kernel.press(bench.pointer, 512);
    bench.kernel.contour(bench.pointer, rule);
    const free: number[][] = [];
    for (let k = 0; k < 4096; k++)
      if (!(view.contact[k] & touchedBit)) free.push([Math.floor(k / 64), k % 64]);
    const expected = Array.from({ length: 4096 }, (_, k) => {
      const [row, column] = [Math.floor(k / 64), k % 64];
      let distance = Number.POSITIVE_INFINITY;
      for (const [r, c] of free)
        distance = Math.min(distance, metric(Math.abs(r - row), Math.abs(c - column)));
      return distance;
    });
    expect(Array.from(view.contour)).toEqual(expected);
    expect(Math.max(...expected)).toBeGreaterThan(2);
  });
});

describe.each(['wasm', 'reference'] as const)('displacing by the %s kernel', (implementation) => {
  test.each([0, 1, 2])('pushes the given fraction aside, rule %i', (rule) => {
    for (const alpha of [0, 0.3, 0.41, 1]) {
      const bench = makeBench(implementation, 96, 96);
      setEnvelope(bench, 0.05, isDisc(14, 48));
      const { removed, deposited } = pressStep(bench, alpha, rule);
      const { height, contact } = bench.sheet.view;
      const ring = height.filter((y, k) => y > 0 && !(contact[k] & touchedBit));
      const expected = (removed * Math.round(alpha * 65536)) / 65536;
      expect(Math.abs(deposited - expected)).toBeLessThanOrEqual(0.5 * ring.length);
      expect(sumHeights(bench.sheet.view)).toBe(BigInt(deposited - removed));
      if (alpha > 0) expect(ring.length).toBeGreaterThan(50);
    }
  });

  test('the ring around a disc is uniform with the chamfer rule', () => {
    const bench = makeBench(implementation, 128, 128);
    setEnvelope(bench, 0.05, isDisc(30, 64));
    const { deposited } = pressStep(bench, 0.3);
    const ring = [...bench.sheet.view.height].filter((y) => y > 0);
    expect(Math.max(...ring) / (deposited / ring.length)).toBeLessThanOrEqual(3);
  });

  test('a mirrored or rotated press gives a mirrored or rotated deposit', () => {
    const shape = new Dice(5);
    const isPressed = Array.from({ length: 64 * 64 }, (_, k) => {
      const [row, column] = [Math.floor(k / 64), k % 64];
      return row > 3 && column > 3 && row < 60 && column < 60 && shape.unit() < 0.8;
    });
    const turns = [
      (r: number, c: number) => [r, c],
      (r: number, c: number) => [r, 63 - c],
      (r: number, c: number) => [c, 63 - r],
      (r: number, c: number) => [c, r],
    ];
    const results = turns.map((turn) => {
      const bench = makeBench(implementation, 64, 64);
      const { view } = bench.sheet;
      bench.kernel.clearEnvelope(bench.pointer);
      for (let k = 0; k < 4096; k++) {
        const [r, c] = turn(Math.floor(k / 64), k % 64);
        if (isPressed[k]) view.envelope[r * 64 + c] = -1000 - k * 7;
      }
      pressStep(bench, 0.3);
      bench.kernel.erode(bench.pointer, 20, 0, 0);
      bench.kernel.agePressed(bench.pointer);
      return [view.height, view.pressed].map((values) =>
        Array.from({ length: 4096 }, (_, k) => {
          const [r, c] = turn(Math.floor(k / 64), k % 64);
          return values[r * 64 + c];
        }),
      );
    });
    for (const result of results.slice(1)) expect(result).toEqual(results[0]);
  });

  test('material that leaves the ground is counted, deposits on sleeping tiles are refused', () => {
    const bench = makeBench(implementation, 64, 64);
    const { view } = bench.sheet;
    for (let k = 0; k < 4096; k++) if (k % 64 < 20) view.contact[k] |= outsideBit;
    setEnvelope(bench, 0.05, isDisc(8, 24));
    const { removed, deposited } = pressStep(bench, 1);
    const outside = bench.sheet.takeOutside();
    expect(outside).toBeGreaterThan(0);
    expect(Math.abs(removed - deposited - outside)).toBeLessThan(100);
    expect(bench.sheet.takeOutside()).toBe(0);
    expect(view.height.every((y, k) => k % 64 >= 20 || y === 0)).toBe(true);
    view.awake.set([1, 0, 1, 1]);
    view.contact.fill(0);
    view.height.fill(0);
    setEnvelope(bench, 0.05, isDisc(8, 25));
    pressStep(bench, 1);
    expect(() => bench.sheet.takeOutside()).toThrow(/sleeping/);
  });

  test('no column is raised out of range: the excess is compacted', () => {
    const bench = makeBench(implementation, 64, 64);
    const { view } = bench.sheet;
    view.height.fill(2 ** 30 - 10);
    bench.kernel.clearEnvelope(bench.pointer);
    view.envelope[30 * 64 + 30] = 0;
    const { removed, deposited } = pressStep(bench, 1);
    expect(removed).toBe(2 ** 30 - 10);
    expect(deposited).toBe(8 * 9);
    expect(Math.max(...view.height)).toBe(2 ** 30 - 1);
  });
});
