import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { bufferUsage, type Gpu, GpuReader } from '../gpu.ts';
import { GpuTimer } from '../gpu-timer.ts';
import { countBenchmarks, frameTimeBenchmark } from '../testing/card-benchmarks.ts';
import { furNeeds } from './explain-cpu.ts';
import { CardRun } from './testing/card-run.ts';
import { openCoat } from './testing/open-coat.ts';
import { drawnStride } from './wgsl/common.ts';

interface Measured {
  readonly device: string;
  readonly frameMilliseconds: number;
  readonly uploadedBytes: number;
  readonly readBytes: number;
  readonly dispatches: number;
}

/** Runs the coat of the dog, and returns the means of its frames at 60 Hz. It is drawn from the card. The first frames are not measured. */
async function measure(gpu: Gpu, frames: number): Promise<Measured> {
  const run = await openCoat('dog');
  const card = await CardRun.open(gpu, run);
  const target = gpu.createBuffer(
    'vertices that are drawn',
    4 * drawnStride * card.fur.drawnCount,
    bufferUsage.copyTarget,
  );
  const stepsPerFrame = Math.round(run.rate / 60);
  for (let frame = 0; frame < 3; frame++) card.step(stepsPerFrame, target);
  const timer = GpuTimer.create(gpu);
  const reader = new GpuReader(gpu);
  const before = { ...gpu.counts };
  let timed = 0;
  for (let frame = 0; frame < frames; frame++) {
    card.fur.timer = timer;
    card.step(stepsPerFrame, target);
    if (!timer) continue;
    // The times are read after each pass, since the next one replaces them.
    const words = await reader.read(gpu.device.createCommandEncoder(), [
      { buffer: timer.buffer, offset: 0, bytes: 16 },
    ]);
    timer.add(words);
    timed += 16;
  }
  const measured = {
    device: gpu.name,
    frameMilliseconds: (timer?.milliseconds ?? Number.NaN) / frames,
    uploadedBytes: (gpu.counts.uploadedBytes - before.uploadedBytes) / frames,
    readBytes: (gpu.counts.readBytes - before.readBytes - timed) / frames,
    dispatches: (gpu.counts.dispatches - before.dispatches) / frames,
  };
  timer?.dispose();
  reader.dispose();
  card.fur.dispose();
  target.destroy();
  return measured;
}

/** The coat of the dog, simulated and drawn on the graphics card: time of a frame where there is a card, and what crosses to it on any device. */
export const gpuFurBenchmarks: readonly Benchmark[] = [
  frameTimeBenchmark(
    'gpu.furDog.frameMs',
    () => furNeeds,
    (gpu) => measure(gpu, 60),
  ),
  ...countBenchmarks<Measured>(
    [
      ['gpu.furDog.bytesPerFrame', 'bytes', 'uploadedBytes'],
      ['gpu.furDog.readBytesPerFrame', 'bytes', 'readBytes'],
      ['gpu.furDog.dispatchesPerFrame', 'dispatches', 'dispatches'],
    ],
    () => furNeeds,
    (gpu) => measure(gpu, 4),
  ),
];
