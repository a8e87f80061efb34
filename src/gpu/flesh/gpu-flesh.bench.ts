import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { composeMatrix } from '../../math/matrix.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { FleshGroup } from '../../systems/flesh/flesh-group.ts';
import { type FleshParams, fleshParams } from '../../systems/flesh/params.ts';
import { resolveSettings } from '../../systems/flesh/settings.ts';
import { makeRod, type Vector } from '../../systems/flesh/testing/lumped-part.ts';
import { defaultParams } from '../../systems/params.ts';
import { type Gpu, GpuReader } from '../gpu.ts';
import { GpuTimer } from '../gpu-timer.ts';
import { countBenchmarks, frameTimeBenchmark } from '../testing/card-benchmarks.ts';
import { CardCrowd, crowdNeeds } from './card-crowd.ts';

const characters = 1000;
const vertexCount = 2000;
const modeCount = 12;

/** A rod of many vertices, with the default number of modes. */
function createGroup(): FleshGroup {
  const points = Array.from({ length: vertexCount }, (_, k): Vector => {
    const angle = 2.4 * k;
    return [0.1 * Math.cos(angle), 0.1 + (0.4 * k) / vertexCount, 0.1 * Math.sin(angle)];
  });
  const fields = Array.from({ length: modeCount }, (_, mode) =>
    points.map(([, y]): Vector => {
      const wave = Math.sin((1 + Math.floor(mode / 3)) * 4 * (y - 0.1));
      return [mode % 3 === 0 ? wave : 0, mode % 3 === 1 ? wave : 0, mode % 3 === 2 ? wave : 0];
    }),
  );
  const part = makeRod({
    points,
    masses: points.map(() => 4 / vertexCount),
    fields,
    frequencies: fields.map((_, mode) => 3 + 1.4 * mode),
  });
  // With this limit, the displacement of about every second character is measured.
  const params = { ...defaultParams(fleshParams), damping: 0.1, maxDisplacement: 0.08 } as FleshParams;
  return new FleshGroup(part, resolveSettings(params, part, [0, -1, 0]), characters);
}

/** Pushes the pose of a walking character to each drive. */
function walk({ drives }: FleshGroup, frame: number): void {
  drives.forEach((drive, k) => {
    const t = frame / 60 + 0.137 * k;
    const rotation = quaternionFromAxisAngle([0, 1, 0], 0.3 * Math.sin(9 * t));
    const position = [0.1 * Math.sin(9 * t), 1 + 0.05 * Math.cos(18 * t), 1.4 * t];
    composeMatrix(world, 0, position, 0, rotation, 0, [1, 1, 1], 0);
    drive.push(world, 1 / 60);
  });
}

const world = new Float64Array(16);

interface Measured {
  readonly device: string;
  readonly frameMilliseconds: number;
  readonly amplitudeBytes: number;
  readonly poseBytes: number;
  readonly dispatches: number;
}

/** Runs a crowd that is drawn from the card, and returns the means of its frames. The first frames are not measured. */
async function measure(gpu: Gpu, frames: number): Promise<Measured> {
  const group = createGroup();
  const texture = gpu.device.createTexture({
    size: [1 + modeCount, characters],
    format: 'r32float',
    usage: 2 | 4,
  });
  const drawer = { device: gpu.device, firstColumn: 1, place: () => texture };
  const card = await CardCrowd.create(gpu, [group], drawer);
  const reader = new GpuReader(gpu);
  let frame = 0;
  const step = () => {
    walk(group, frame++);
    card.step(1 / 60);
  };
  for (let k = 0; k < 3; k++) step();
  const timer = GpuTimer.create(gpu);
  card.timer = timer;
  const before = { ...gpu.counts };
  for (let k = 0; k < frames; k++) {
    step();
    if (!timer) continue;
    const parts = [{ buffer: timer.buffer, offset: 0, bytes: 16 }];
    timer.add(await reader.read(gpu.device.createCommandEncoder(), parts));
  }
  await gpu.device.queue.onSubmittedWorkDone();
  const timerBytes = timer ? 16 * frames : 0;
  const measured = {
    device: gpu.name,
    frameMilliseconds: (timer?.milliseconds ?? Number.NaN) / frames,
    amplitudeBytes: (gpu.counts.readBytes - before.readBytes - timerBytes) / frames,
    poseBytes: (gpu.counts.uploadedBytes - before.uploadedBytes) / frames,
    dispatches: (gpu.counts.dispatches - before.dispatches) / frames,
  };
  timer?.dispose();
  reader.dispose();
  texture.destroy();
  card.dispose();
  return measured;
}

/** Best time of a frame of the same crowd on the processor: reading the motion of the bones, and in the second case all the rest. ms. */
function timeOnCpu(isWhole: boolean): number {
  const group = createGroup();
  let best = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < 12; frame++) {
    const before = performance.now();
    walk(group, frame);
    if (isWhole) group.step(1 / 60);
    best = Math.min(best, performance.now() - before);
  }
  return best;
}

/**
 * A thousand characters whose flesh is simulated and drawn on the graphics card: time of a frame where there is a card, what crosses to it on any device, and the time
 * of the same crowd on the processor.
 */
export const gpuFleshBenchmarks: readonly Benchmark[] = [
  frameTimeBenchmark(
    'gpu.crowd1000.frameMs',
    () => crowdNeeds([createGroup()]),
    (gpu) => measure(gpu, 60),
  ),
  ...countBenchmarks<Measured>(
    [
      ['gpu.crowd1000.amplitudeBytesPerFrame', 'bytes', 'amplitudeBytes'],
      ['gpu.crowd1000.poseBytesPerFrame', 'bytes', 'poseBytes'],
      ['gpu.crowd1000.dispatchesPerFrame', 'dispatches', 'dispatches'],
    ],
    () => crowdNeeds([createGroup()]),
    (gpu) => measure(gpu, 2),
  ),
  { name: 'gpu.crowd1000.drivesCpuMs', unit: 'ms', runs: 2, run: () => timeOnCpu(false) },
  { name: 'flesh.crowd1000.cpuMs', unit: 'ms', runs: 2, run: () => timeOnCpu(true) },
];
