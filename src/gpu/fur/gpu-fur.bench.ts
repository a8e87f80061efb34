import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { bufferUsage, type Gpu, GpuReader } from '../gpu.ts';
import { GpuTimer } from '../gpu-timer.ts';
import { openGpu } from '../open-gpu.ts';
import { countBenchmark } from '../testing/count-benchmark.ts';
import { loadHardwareApi, openTestGpu } from '../testing/test-gpu.ts';
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

let onSoftware: Promise<Measured | null> | null = null;

/** Counts on any device. */
function countDog(): Promise<Measured | null> {
  onSoftware ??= (async () => {
    const gpu = await openTestGpu(furNeeds);
    if (typeof gpu === 'string') return null;
    const measured = await measure(gpu, 4);
    gpu.device.destroy();
    return measured;
  })();
  return onSoftware;
}

let dogDevice: string | null = null;

/** The coat of the dog, simulated and drawn on the graphics card: time of a frame where there is a card, and what crosses to it on any device. */
export const gpuFurBenchmarks: readonly Benchmark[] = [
  {
    name: 'gpu.furDog.frameMs',
    unit: 'ms',
    runs: 2,
    why: 'There is no graphics card here, or it has no timestamp queries. SwiftShader computes on the processor and says nothing about a card.',
    device: () => dogDevice,
    async run() {
      const api = await loadHardwareApi();
      const gpu = api && (await openGpu(furNeeds, api));
      if (!gpu || typeof gpu === 'string') return null;
      const measured = await measure(gpu, 60);
      gpu.device.destroy();
      dogDevice = measured.device;
      return Number.isNaN(measured.frameMilliseconds) ? null : measured.frameMilliseconds;
    },
  },
  countBenchmark('gpu.furDog.bytesPerFrame', 'bytes', countDog, 'uploadedBytes'),
  countBenchmark('gpu.furDog.readBytesPerFrame', 'bytes', countDog, 'readBytes'),
  countBenchmark('gpu.furDog.dispatchesPerFrame', 'dispatches', countDog, 'dispatches'),
];
