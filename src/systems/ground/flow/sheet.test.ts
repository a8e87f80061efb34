import { describe, expect, test } from 'vitest';
import { KernelAllocator, PlainMemory } from '../../kernel-memory.ts';
import { tabulateErosion } from '../rules/thresholds.ts';
import { makeBench, sand } from '../testing/kernel-scenes.ts';
import { Sheet } from './sheet.ts';

const makeSheet = (allocator: KernelAllocator) => new Sheet(allocator, 0.01, tabulateErosion(sand, 0.01));

test('arrays are separate and aligned, with guard bytes', () => {
  const allocator = new KernelAllocator(new PlainMemory());
  const sheet = makeSheet(allocator);
  sheet.resize(96, 64);
  const { view } = sheet;
  const pieces = [
    view.height,
    view.pressed,
    view.contact,
    view.envelope,
    view.endEnvelope,
    view.amount,
    view.contour,
  ]
    .map((array) => [array.byteOffset, array.byteOffset + array.byteLength])
    .sort((a, b) => a[0] - b[0]);
  for (const [k, [start, end]] of pieces.entries()) {
    expect(start % 64).toBe(0);
    expect(start).toBeGreaterThanOrEqual(65536);
    // A row of heights and 64 bytes on both sides.
    const next = pieces[k + 1]?.[0] ?? allocator.memory.buffer.byteLength;
    expect(next - end).toBeGreaterThanOrEqual(96 * 4 + 64);
  }
  expect(view.height.length).toBe(96 * 64);
  expect(view.awake.length).toBe(6);
});

test('a resized sheet is cleared, keeps its descriptor and position, and reuses memory', () => {
  const bench = makeBench('wasm', 64, 64);
  bench.sheet.place(7, -9, 11);
  bench.sheet.view.height.fill(5);
  bench.sheet.view.awake.fill(1);
  const before = bench.allocator.byteLength;
  bench.sheet.resize(64, 64);
  expect(bench.allocator.byteLength).toBe(before);
  expect(bench.sheet.view.height.every((y) => y === 0)).toBe(true);
  expect(bench.sheet.view.awake.every((flag) => flag === 0)).toBe(true);
  expect(bench.sheet.view.record.originX).toBe(7 * 256);
  expect(bench.sheet.view.record.originZ).toBe(-9 * 256);
  expect(bench.sheet.view.record.axisOutside).toBe(tabulateErosion(sand, 0.01).axisOutside);
  expect(() => bench.sheet.resize(33, 32)).toThrow(/multiples of 32/);
});

describe.each(['wasm', 'reference'] as const)('memory of the %s kernel', (implementation) => {
  test('grows with its contents, and views are created again', () => {
    const bench = makeBench(implementation, 32, 32);
    bench.sheet.view.height.fill(7);
    const old = bench.kernel.memory.buffer;
    bench.allocator.allocate(10_000_000);
    expect(bench.kernel.memory.buffer).not.toBe(old);
    expect(bench.sheet.view.height.every((y) => y === 7)).toBe(true);
    bench.kernel.clearEnvelope(bench.pointer);
    expect(bench.sheet.view.envelope[1023]).toBe(0x7fffffff);
  });

  test('freed memory is allocated again', () => {
    const { allocator, sheet } = makeBench(implementation, 32, 32);
    const pointer = allocator.allocate(5000);
    allocator.free(pointer);
    expect(allocator.allocate(4900)).toBe(pointer);
    // A block of up to twice the size is reused, and keeps its size.
    allocator.free(pointer);
    expect(allocator.allocate(2600)).toBe(pointer);
    allocator.free(pointer);
    expect(allocator.allocate(2000)).not.toBe(pointer);
    expect(allocator.allocate(5000)).toBe(pointer);
    const before = allocator.byteLength;
    sheet.free();
    makeSheet(allocator);
    expect(allocator.byteLength).toBe(before);
  });
});
