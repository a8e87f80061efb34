import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { composeMatrix } from '../../math/matrix.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { KernelAllocator } from '../kernel-memory.ts';
import { defaultParams } from '../params.ts';
import { FilterBank } from './filter-bank.ts';
import { FleshGroup } from './flesh-group.ts';
import { createFleshKernel } from './load-kernel.ts';
import { type FleshParams, fleshParams } from './params.ts';
import { inputCount } from './records.generated.ts';
import { resolveSettings } from './settings.ts';
import { makeRod, type Vector } from './testing/lumped-part.ts';

/** Creates a part with a given number of modes from the fields of a rod and finer fields. */
function makePart(modeCount: number) {
  const fields = Array.from({ length: modeCount }, (_, mode) =>
    Array.from({ length: 8 }, (_, k): Vector => {
      const s = (k + 1) / 8;
      const wave = Math.sin((1 + Math.floor(mode / 3)) * 2.1 * s) * s;
      return [0, 1, 2].map((axis) => (axis === mode % 3 ? wave : 0)) as unknown as Vector;
    }),
  );
  const frequencies = fields.map((_, mode) => 3 + 1.4 * mode);
  return makeRod({ fields, frequencies });
}

/** Returns the time of the kernel with all 12 inputs and steps of one duration, nanoseconds per mode and step. */
function timeFilter(): number {
  const bank = new FilterBank();
  const model = { part: makePart(10), damping: { alpha: 2, beta: 0.001 } };
  const parts = 100;
  for (let k = 0; k < parts; k++) bank.add(model);
  bank.filters.forEach(({ start, end }, part) => {
    for (let k = 0; k < inputCount; k++) {
      start[k] = Math.sin(part + k);
      end[k] = Math.sin(part + k + 0.1);
    }
  });
  const steps = 200;
  const before = performance.now();
  for (let step = 0; step < steps; step++) bank.step(1 / 240);
  return ((performance.now() - before) * 1e6) / (steps * parts * 10);
}

const vertexCount = 17953;
const modeCount = 10;

/**
 * Returns the rate at which positions and unit normals of the paper's character are computed with all modes, million vertices per second.
 */
function timeDisplace(): number {
  const kernel = createFleshKernel();
  const allocator = new KernelAllocator(kernel.memory);
  const stride = Math.ceil((12 * vertexCount) / 32) * 32;
  const [out, base] = [allocator.allocate(stride), allocator.allocate(stride)];
  const [outNormals, normals] = [allocator.allocate(stride), allocator.allocate(stride)];
  const shapes = allocator.allocate(stride * modeCount);
  const normalShapes = allocator.allocate(stride * modeCount);
  const amplitudes = allocator.allocate(4 * modeCount);
  const floats = new Float32Array(kernel.memory.buffer);
  for (let k = base / 4; k < (normalShapes + stride * modeCount) / 4; k++) floats[k] = (k % 97) * 0.01;
  for (let mode = 0; mode < modeCount; mode++) floats[amplitudes / 4 + mode] = 0.01 * mode;
  const rounds = 20;
  const before = performance.now();
  for (let round = 0; round < rounds; round++) {
    kernel.displace(out, base, shapes, amplitudes, modeCount, stride);
    kernel.displace(outNormals, normals, normalShapes, amplitudes, modeCount, stride);
    kernel.normalize(outNormals, vertexCount);
  }
  return (rounds * vertexCount) / ((performance.now() - before) * 1000);
}

/**
 * Returns the time of one frame of 100 characters at 60 frames per second, from bone matrices to amplitudes, with 10 modes each,
 * milliseconds.
 */
function timeCrowd(): number {
  const part = makePart(10);
  const params = { ...defaultParams(fleshParams), damping: 0.1 } as FleshParams;
  const group = new FleshGroup(part, resolveSettings(params, part, [0, -1, 0]), 100);
  const frames = 120;
  const worlds = Array.from({ length: frames * group.count }, (_, index) => {
    const t = Math.floor(index / group.count) / 60 + (index % group.count) * 0.137;
    const world = new Float64Array(16);
    const position = [0.1 * Math.sin(9 * t), 1 + 0.05 * Math.cos(18 * t), 1.4 * t];
    composeMatrix(
      world,
      0,
      position,
      0,
      quaternionFromAxisAngle([0, 1, 0], 0.3 * Math.sin(9 * t)),
      0,
      [1, 1, 1],
      0,
    );
    return world;
  });
  let best = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < frames; frame++) {
    const before = performance.now();
    for (let k = 0; k < group.count; k++) group.drives[k].push(worlds[frame * group.count + k], 1 / 60);
    group.step(1 / 60);
    best = Math.min(best, performance.now() - before);
  }
  return best;
}

export const fleshRunBenchmarks: readonly Benchmark[] = [
  { name: 'flesh.filter.nsPerMode', unit: 'ns', run: timeFilter },
  { name: 'flesh.displace.millionVerticesPerSecond', unit: '1e6/s', larger: true, run: timeDisplace },
  { name: 'flesh.crowd100.cpuMs', unit: 'ms', run: timeCrowd },
];
