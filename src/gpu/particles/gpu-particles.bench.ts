import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { createParticles } from '../../systems/particles/create-particles.ts';
import { bufferUsage, type Gpu, GpuReader } from '../gpu.ts';
import { GpuTimer } from '../gpu-timer.ts';
import { countBenchmarks, frameTimeBenchmark } from '../testing/card-benchmarks.ts';
import { particlesNeeds } from './explain-cpu.ts';
import { GpuParticles } from './gpu-particles.ts';
import type { PointsDrawer } from './points-drawer.ts';

/** Steps of a frame at 60 Hz, with the default rate of particles. */
const stepsPerFrame = 2;

/** Particles under gravity, drag and turbulence, which a key leads to a box from the first step on. */
function createCloud(count: number) {
  return createParticles({
    params: {
      shapes: [
        { shape: 'ball', name: 'cloud', position: [0, 1, 0], radius: 0.5 },
        { shape: 'box', name: 'box', position: [3, 1, 0] },
      ],
      sources: [{ from: 'cloud', count, sampling: 'random' }],
      drag: 0.3,
      forces: [{ force: 'gravity' }, { force: 'turbulence', octaves: 2 }],
      keys: [{ to: ['box'], start: 1 / 120, end: 20, sampling: 'random', assign: 'order' }],
    },
  });
}

/** Buffers into which particles are drawn, without a renderer. */
function createDrawer(device: GPUDevice, count: number): PointsDrawer & { dispose(): void } {
  const create = (size: number) => device.createBuffer({ size, usage: bufferUsage.copyTarget });
  const [places, colors] = [create(16 * count), create(4 * count)];
  return {
    device,
    begin: () => ({ places, colors }),
    dispose() {
      places.destroy();
      colors.destroy();
    },
  };
}

interface Measured {
  readonly device: string;
  readonly frameMilliseconds: number;
  /** Arguments, rows, forces and the field of the turbulence. */
  readonly uploadedBytes: number;
  /** Bytes of particles that come back. */
  readonly readBytes: number;
  readonly dispatches: number;
}

/** Runs particles on the card and draws them from there, and returns the means of the frames after the first ones. */
async function measure(gpu: Gpu, count: number, frames: number): Promise<Measured> {
  const { host } = await createCloud(count);
  const card = await GpuParticles.create(gpu, host.state);
  const drawer = createDrawer(gpu.device, count);
  const reader = new GpuReader(gpu);
  let timer: GpuTimer | null = null;
  const readTimer = async () => {
    if (!timer) return;
    const commands = gpu.device.createCommandEncoder();
    timer.add(await reader.read(commands, [{ buffer: timer.buffer, offset: 0, bytes: 16 }]));
  };
  const run = async (frameCount: number) => {
    for (let frame = 0; frame < frameCount; frame++) {
      await card.run(stepsPerFrame, host.inputs, host.pose);
      await readTimer();
      card.draw(drawer);
      await readTimer();
    }
  };
  await run(3);
  timer = GpuTimer.create(gpu);
  card.timer = timer;
  const before = { ...gpu.counts };
  await run(frames);
  const timerBytes = timer ? 32 : 0;
  const measured = {
    device: gpu.name,
    frameMilliseconds: (timer?.milliseconds ?? Number.NaN) / frames,
    uploadedBytes: (gpu.counts.uploadedBytes - before.uploadedBytes) / frames,
    readBytes: (gpu.counts.readBytes - before.readBytes) / frames - timerBytes,
    dispatches: (gpu.counts.dispatches - before.dispatches) / frames,
  };
  timer?.dispose();
  reader.dispose();
  card.dispose();
  drawer.dispose();
  return measured;
}

/**
 * Particles that are simulated and drawn on the graphics card, while a key leads them: time of a frame with two steps where there is a card, and what crosses to it
 * on any device.
 */
export const gpuParticlesBenchmarks: readonly Benchmark[] = [
  frameTimeBenchmark(
    'gpu.particles1M.frameMs',
    () => particlesNeeds,
    (gpu) => measure(gpu, 1_000_000, 30),
  ),
  ...countBenchmarks<Measured>(
    [
      ['gpu.particles.uploadedBytesPerFrame', 'bytes', 'uploadedBytes'],
      ['gpu.particles.readBytesPerFrame', 'bytes', 'readBytes'],
      ['gpu.particles.dispatchesPerFrame', 'dispatches', 'dispatches'],
    ],
    () => particlesNeeds,
    (gpu) => measure(gpu, 1000, 4),
  ),
];
