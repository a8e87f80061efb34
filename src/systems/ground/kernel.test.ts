import { describe, expect, test } from 'vitest';
import { outsideBit, pressedBit, type SheetExtras, stoneBit, touchedBit, wallBit } from './flow/sheet.ts';
import type { FlowFloors } from './kernel.ts';
import { type SlopeRules, tabulateErosion } from './rules/thresholds.ts';
import {
  type Bench,
  copyState,
  Dice,
  makeBench,
  mud,
  putFloats,
  putIndices,
  sand,
  snow,
} from './testing/kernel-scenes.ts';

/** The kernel that is compared with the reference implementation: that of all grounds, or that of plain ones. */
type Kind = 'wasm' | 'plain';
/** Sheets of plain grounds. */
const plainExtras = { hasCohesion: false, looseDepth: 0, hasDrift: false };

/** Fills a sheet with random data that depend only on the seed. roughness: of the ground, in units. */
function scramble(bench: Bench, seed: number, kind: Kind): void {
  const dice = new Dice(seed);
  const more = new Dice(seed + 20_000);
  const drawn = more.pick([0, 0, 0.01, 0.2]);
  const stoneFraction = kind === 'plain' ? 0 : drawn;
  const view = bench.sheet.view;
  const range = [1e9, 2e5, 2e4, 3000][dice.below(4)];
  const moving = dice.pick([0.01, 0.2, 1]);
  const pressedFraction = dice.pick([0, 0.02, 0.5]);
  const wallFraction = dice.pick([0, 0.05, 0.3]);
  for (let k = 0; k < view.height.length; k++) {
    view.height[k] = dice.unit() < moving ? dice.between(-range, range) : 0;
    view.pressed[k] = dice.unit() < pressedFraction ? pressedBit | dice.below(0x8000) : 0;
    view.contact[k] = dice.unit() < wallFraction ? wallBit | touchedBit : 0;
    if (dice.unit() < 0.01) view.contact[k] |= outsideBit;
    if (more.unit() < stoneFraction) view.contact[k] |= stoneBit;
    if (view.cohesion) view.cohesion[k] = more.between(-2000, moving === 1 ? 4e6 : 20000);
    if (view.pressedOut)
      view.pressedOut[k] = more.unit() < 0.5 ? more.below(more.pick([100, 60000, 2 ** 30])) : 0;
    if (view.drift) view.drift[k] = randomDrift(more);
    if (view.lowest)
      view.lowest[k] = view.height[k] - (more.unit() < 0.5 ? more.below(more.pick([9, 60000, 2 ** 29])) : 0);
  }
  if (dice.unit() < 0.5)
    for (let t = 0; t < view.awake.length; t++) view.awake[t] = dice.unit() < 0.6 ? 1 : 0;
  // A large pressed patch, so that some blocks are pressed and others are far from it.
  if (dice.unit() < 0.5) view.pressed.fill(0, view.pressed.length / 2);
}

/** A direction with a length of at most 127. */
function randomDrift(dice: Dice): number {
  const [length, angle] = [dice.pick([0, 127, dice.unit() * 127]), dice.unit() * 2 * Math.PI];
  return (Math.trunc(length * Math.sin(angle)) << 8) | (Math.trunc(length * Math.cos(angle)) & 0xff);
}

function randomRules(dice: Dice, more: Dice): SlopeRules {
  const base = dice.pick([sand, mud, snow, { ...sand, insideSlope: 0.2, outsideSlope: 0.6 }]);
  const equalShares = more.unit() < 0.3;
  return { ...base, roughness: dice.pick([0.01, 0.2, 0.49]), limitFlow: dice.unit() < 0.3, equalShares };
}

/** Extensions beyond the papers, in two of three sheets. */
function randomExtras(dice: Dice): SheetExtras {
  return {
    hasCohesion: dice.unit() < 0.5,
    minCohesion: -2000,
    onlyLowerCounts: dice.unit() < 0.3,
    looseDepth: dice.pick([0, 0, 3000, 50000, 1e6]),
    hasDrift: dice.unit() < 0.4,
    pushesDisplaced: dice.unit() < 0.6,
  };
}

function makePair(seed: number, kind: Kind): [Bench, Bench, Dice, FlowFloors] {
  const dice = new Dice(seed);
  const columns = 32 * (1 + dice.below(5));
  const rows = 32 * (1 + dice.below(4));
  // A separate random sequence, so that the older scenes do not change.
  const more = new Dice(seed + 10_000);
  const rules = randomRules(dice, more);
  const cell = dice.pick([0.0025, 0.01, 0.02, 0.3]);
  const drawn = { ...randomExtras(more), ...(kind === 'plain' && plainExtras) };
  const extras = drawn.hasCohesion ? drawn : { ...drawn, minCohesion: 0, onlyLowerCounts: false };
  return [
    makeBench('reference', columns, rows, rules, cell, extras),
    makeBench(kind, columns, rows, rules, cell, extras),
    dice,
    tabulateErosion(rules, cell).stopFloors,
  ];
}

function expectSame(reference: Bench, wasm: Bench): void {
  const a = copyState(reference.sheet.view);
  const b = copyState(wasm.sheet.view);
  for (const name of Object.keys(a) as (keyof typeof a)[]) {
    // Bytes are compared first, which is faster. Only a failure needs the comparison by element.
    if (Buffer.compare(Buffer.from(a[name].buffer), Buffer.from(b[name].buffer)) !== 0)
      expect(Array.from(b[name]), name).toEqual(Array.from(a[name]));
  }
}

const seeds = Array.from({ length: 40 }, (_, k) => k + 1);

describe.each([
  { kind: 'wasm', seeds },
  { kind: 'plain', seeds: seeds.slice(0, 10) },
] as const)('the kernel is bit-identical to the reference implementation: $kind', ({ kind, seeds }) => {
  test.each(seeds)('erosion, seed %i', (seed) => {
    const [reference, wasm, dice, { axis, diagonal }] = makePair(seed, kind);
    scramble(reference, seed, kind);
    scramble(wasm, seed, kind);
    for (let call = 0; call < 3; call++) {
      const passes = 1 + dice.below(8);
      expect(wasm.kernel.isSteeper(wasm.pointer, axis, diagonal)).toBe(
        reference.kernel.isSteeper(reference.pointer, axis, diagonal),
      );
      expect(wasm.kernel.erode(wasm.pointer, passes, 0, 0)).toBe(
        reference.kernel.erode(reference.pointer, passes, 0, 0),
      );
      expectSame(reference, wasm);
      wasm.kernel.agePressed(wasm.pointer);
      reference.kernel.agePressed(reference.pointer);
      wasm.kernel.keepLowest(wasm.pointer);
      reference.kernel.keepLowest(reference.pointer);
      wasm.kernel.measureTops(wasm.pointer);
      reference.kernel.measureTops(reference.pointer);
      expectSame(reference, wasm);
    }
  });

  test.each(seeds)('erosion of what is steeper than floors, seed %i', (seed) => {
    const [reference, wasm, dice, stop] = makePair(seed + 500, kind);
    scramble(reference, seed, kind);
    scramble(wasm, seed, kind);
    const floors = dice.pick([
      [stop.axis, stop.diagonal],
      [2 ** 31 - 1, 2 ** 31 - 1],
      [5000, 7000],
    ]);
    const [axis, diagonal] = floors;
    for (let call = 0; call < 3; call++) {
      const passes = 1 + dice.below(20);
      const made = reference.kernel.erode(reference.pointer, passes, axis, diagonal);
      expect(wasm.kernel.erode(wasm.pointer, passes, axis, diagonal)).toBe(made);
      expectSame(reference, wasm);
      if (made < passes) expect(wasm.kernel.erode(wasm.pointer, passes, axis, diagonal)).toBe(0);
    }
  });

  test.each(seeds)('placing, casting, pressing, contour, displacement, seed %i', (seed) => {
    const [reference, wasm, dice] = makePair(seed + 1000, kind);
    const { columns, rows, record } = reference.sheet.view;
    const size = columns * (256 / record.scale);
    const [firstColumn, firstRow] = [dice.below(2 ** 31), -dice.below(2 ** 31)];
    const datum = dice.below(2 ** 28);
    const cell = 256 / record.scale;
    const vertexCount = 60;
    const coordinates: number[] = [];
    for (let v = 0; v < vertexCount * 2; v++) {
      coordinates.push(
        (firstColumn + dice.between(-0.2, 1.2) * columns) * cell,
        datum / 2 ** 20 + dice.between(-0.2, 0.2) * size,
        (firstRow + dice.between(-0.2, 1.2) * rows) * cell,
      );
    }
    if (seed === 1) coordinates[3] = Number.NaN;
    if (seed === 2) coordinates[4] = 1e30;
    const matrix = Array.from({ length: 12 }, () => dice.between(-1, 1));
    const indices = Array.from({ length: 40 * 3 }, () => dice.below(vertexCount));
    const [s, tolerance, rule] = [dice.unit(), dice.pick([0, 512]), dice.below(3)];
    const alpha16 = dice.pick([0, 19661, 65536]);
    const reach = dice.between(0, size * 2 ** 20);
    const lean256 = new Dice(seed + 30_000).below(257);
    const results = [reference, wasm].map((bench) => {
      scramble(bench, seed, kind);
      bench.sheet.place(firstColumn, firstRow, datum);
      const start = putFloats(bench, coordinates.slice(0, vertexCount * 3));
      const end = putFloats(bench, coordinates.slice(vertexCount * 3));
      const pose = putFloats(bench, matrix);
      const triangles = putIndices(bench, indices);
      const placed = bench.allocator.allocate(vertexCount * 12);
      const { kernel, pointer } = bench;
      kernel.placeRigid(placed, start, vertexCount, pose, pointer);
      const rigid = new Int32Array(kernel.memory.buffer, placed, vertexCount * 3).slice();
      kernel.placeBlend(placed, start, end, vertexCount, s, pointer);
      const blended = new Int32Array(kernel.memory.buffer, placed, vertexCount * 3).slice();
      kernel.clearEnvelope(pointer);
      const [from, to] = [
        bench.allocator.allocate(vertexCount * 12),
        bench.allocator.allocate(vertexCount * 12),
      ];
      kernel.placeBlend(from, start, start, vertexCount, 1, pointer);
      kernel.placeBlend(to, end, end, vertexCount, 1, pointer);
      const cast = (first: number) =>
        bench.sheet.view.drift
          ? kernel.castMovingTriangles(pointer, placed, from, to, first, 20, reach, lean256)
          : kernel.castTriangles(pointer, placed, first, 20, reach);
      cast(triangles);
      kernel.keepEndPose(pointer);
      cast(triangles + 240);
      const removed = kernel.press(pointer, tolerance);
      kernel.contour(pointer, rule);
      const deposited = kernel.displace(pointer, alpha16, rule);
      kernel.markWalls(pointer, tolerance);
      return { rigid, blended, removed, deposited };
    });
    expect(results[1]).toEqual(results[0]);
    expectSame(reference, wasm);
    expect(reference.sheet.view.contact.some((byte) => byte & touchedBit)).toBe(true);
  });
});
