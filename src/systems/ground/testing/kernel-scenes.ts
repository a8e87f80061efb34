import { hashUnit } from '../../../math/random.ts';
import { KernelAllocator } from '../../kernel-memory.ts';
import { Sheet, type SheetExtras, type SheetView } from '../flow/sheet.ts';
import type { GroundKernel } from '../kernel.ts';
import { createGroundKernel } from '../load-kernel.ts';
import { createPlainGroundKernel } from '../load-plain-kernel.ts';
import { type SlopeRules, tabulateErosion } from '../rules/thresholds.ts';

/** A sequence of random numbers that depends only on its seed. */
export class Dice {
  private thrown = 0;

  constructor(private readonly seed: number) {}

  /** In [0, 1). */
  unit(): number {
    return hashUnit(this.seed, this.thrown++);
  }

  /** In [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** A whole number in [0, n). */
  below(n: number): number {
    return Math.floor(this.unit() * n);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)];
  }
}

export const sand: SlopeRules = {
  insideSlope: 0.8,
  outsideSlope: 0.436,
  liquidity: 0.8,
  roughness: 0.2,
  limitFlow: false,
};
export const mud: SlopeRules = { ...sand, insideSlope: 1.57, outsideSlope: 1.1, liquidity: 1.1 };
export const snow: SlopeRules = { ...sand, insideSlope: 1.57, outsideSlope: 1.57, liquidity: 1.57 };

/** A kernel with one sheet in it, all awake, at (0, 0). */
export interface Bench {
  readonly kernel: GroundKernel;
  readonly allocator: KernelAllocator;
  readonly sheet: Sheet;
  readonly pointer: number;
}

export function makeBench(
  implementation: 'wasm' | 'reference' | 'plain' | undefined,
  columns: number,
  rows: number,
  rules: SlopeRules = sand,
  cell = 0.01,
  extras: SheetExtras = {},
): Bench {
  const kernel =
    implementation === 'plain' ? createPlainGroundKernel()! : createGroundKernel({ implementation });
  const allocator = new KernelAllocator(kernel.memory);
  const sheet = new Sheet(allocator, cell, tabulateErosion(rules, cell), extras);
  sheet.resize(columns, rows);
  sheet.place(0, 0);
  sheet.view.awake.fill(1);
  return { kernel, allocator, sheet, pointer: sheet.pointer };
}

/** Copies numbers into the kernel's memory and returns the pointer. */
export function putFloats(bench: Bench, values: ArrayLike<number>): number {
  const pointer = bench.allocator.allocate(values.length * 8);
  new Float64Array(bench.kernel.memory.buffer, pointer, values.length).set(values);
  return pointer;
}

export function putIndices(bench: Bench, values: ArrayLike<number>): number {
  const pointer = bench.allocator.allocate(values.length * 4);
  new Uint32Array(bench.kernel.memory.buffer, pointer, values.length).set(values);
  return pointer;
}

/** Presses, displaces and marks walls for an existing envelope. Returns the volumes that moved. */
export function pressStep(bench: Bench, alpha: number, rule = 0, tolerance = 512) {
  const { kernel, pointer } = bench;
  kernel.keepEndPose(pointer);
  const removed = kernel.press(pointer, tolerance);
  kernel.contour(pointer, rule);
  const deposited = kernel.displace(pointer, Math.round(alpha * 65536), rule);
  kernel.markWalls(pointer, tolerance);
  return { removed, deposited };
}

/** Erodes until nothing moves, at most `maxPasses` passes. Returns the number of passes that moved material. */
export function settle(bench: Bench, maxPasses = 20000): number {
  let total = 0;
  while (total < maxPasses) {
    const passes = bench.kernel.erode(bench.pointer, 31, 0, 0);
    total += passes;
    if (passes < 31) break;
  }
  return total;
}

/** Exact sum of heights. */
export function sumHeights(view: SheetView): bigint {
  let sum = 0n;
  for (const height of view.height) sum += BigInt(height);
  return sum;
}

/** Copies the contents of a sheet that must be equal for both implementations. */
export function copyState(view: SheetView) {
  const { firstRow, lastRow, firstColumn, lastColumn, outsideUnits, strayUnits } = view.record;
  return {
    height: view.height.slice(),
    pressed: view.pressed.slice(),
    contact: view.contact.slice(),
    envelope: view.envelope.slice(),
    endEnvelope: view.endEnvelope.slice(),
    amount: view.amount.slice(),
    contour: view.contour.slice(),
    moved: view.moved.slice(),
    tops: view.tops.slice(),
    pressedOut: view.pressedOut?.slice() ?? new Int32Array(0),
    lowest: view.lowest?.slice() ?? new Int32Array(0),
    drift: view.drift?.slice() ?? new Int16Array(0),
    bounds: Int32Array.of(firstRow, lastRow, firstColumn, lastColumn),
    counted: Float64Array.of(outsideUnits, strayUnits),
  };
}
