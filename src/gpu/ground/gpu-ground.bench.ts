import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import type { RigidCollider } from '../../motion/collider.ts';
import { makeGround } from '../../systems/ground/testing/grounds.ts';
import { createShoe, moveTo, placeAt } from '../../systems/ground/testing/shapes.ts';
import type { Gpu } from '../gpu.ts';
import { GpuTimer } from '../gpu-timer.ts';
import { countBenchmarks, frameTimeBenchmark } from '../testing/card-benchmarks.ts';
import { createLayers } from '../testing/test-layers.ts';
import { groundNeeds } from './explain-cpu.ts';
import { GpuGround } from './gpu-ground.ts';

/** Steps of a frame at 60 Hz, with the default rate of the ground. */
const stepsPerFrame = 2;
const stepMetres = 0.9;

/** Shoes that walk side by side: each presses 3 cm deep, rolls, and rises again in 24 steps. */
function createWalkers(count: number) {
  const shoes = Array.from({ length: count }, () => createShoe());
  const side = Math.ceil(Math.sqrt(count));
  const move = (
    place: (shoe: RigidCollider, x: number, y: number, z: number, turn: number) => void,
    step: number,
  ) => {
    shoes.forEach((shoe, k) => {
      const phase = (step + 7 * k) % 24;
      const cycle = Math.floor((step + 7 * k) / 24);
      const y = phase < 12 ? -0.03 * Math.min(1, phase / 4) : 0.01 * (phase - 12) - 0.03;
      place(
        shoe,
        stepMetres * cycle + 0.004 * phase,
        Math.min(0.1, y),
        1.5 * (k % side) + 3 * Math.floor(k / side),
        0,
      );
    });
  };
  move(placeAt, 0);
  const advance = (step: number) => {
    // May be repeated for a step.
    move(placeAt, step - 1);
    move(moveTo, step);
  };
  return { shoes, advance };
}

interface Measured {
  readonly device: string;
  readonly frameMilliseconds: number;
  /** Of columns: to the card, back, and to layers that are drawn. */
  readonly columnBytes: number;
  readonly otherBytes: number;
  readonly readBytes: number;
  readonly dispatches: number;
}

/** Runs a ground on the card, and returns the means of its frames. The first frames are not measured. */
async function measure(gpu: Gpu, cell: number, walkers: number, frames: number): Promise<Measured> {
  const state = makeGround({ cell });
  const { shoes, advance } = createWalkers(walkers);
  const ground = await GpuGround.create(gpu, state);
  const layers = createLayers(gpu.device);
  let step = 0;
  const run = async (count: number) => {
    for (let frame = 0; frame < count; frame++) {
      const first = step + 1;
      await ground.run(shoes, stepsPerFrame, (k) => advance(first + k));
      step += stepsPerFrame;
      ground.draw(layers);
    }
  };
  const countColumns = () => ground.pool.uploadedBytes + ground.pool.readBytes + layers.startedBytes;
  await run(3);
  ground.timer = GpuTimer.create(gpu);
  const before = {
    ...gpu.counts,
    columns: countColumns(),
    tiles: ground.pool.uploadedBytes,
    read: ground.pool.readBytes,
  };
  await run(frames);
  const tileBytes = ground.pool.uploadedBytes - before.tiles;
  const columnBytesRead = ground.pool.readBytes - before.read;
  const measured = {
    device: gpu.name,
    frameMilliseconds: (ground.timer?.milliseconds ?? Number.NaN) / frames,
    columnBytes: (countColumns() - before.columns) / frames,
    otherBytes: (gpu.counts.uploadedBytes - before.uploadedBytes - tileBytes) / frames,
    readBytes: (gpu.counts.readBytes - before.readBytes - columnBytesRead) / frames,
    dispatches: (gpu.counts.dispatches - before.dispatches) / frames,
  };
  ground.timer?.dispose();
  ground.dispose();
  layers.dispose();
  return measured;
}

/** A ground that is simulated and drawn on the graphics card: time of a frame with two steps where there is a card, and what crosses to it on any device. */
export const gpuGroundBenchmarks: readonly Benchmark[] = [
  frameTimeBenchmark(
    'gpu.ground1mm.frameMs',
    () => groundNeeds,
    (gpu) => measure(gpu, 0.001, 1, 30),
  ),
  frameTimeBenchmark(
    'gpu.ground100.frameMs',
    () => groundNeeds,
    (gpu) => measure(gpu, 0.01, 100, 30),
  ),
  ...countBenchmarks<Measured>(
    [
      ['gpu.ground.bytesPerFrame', 'bytes of columns', 'columnBytes'],
      ['gpu.ground.colliderBytesPerFrame', 'bytes', 'otherBytes'],
      ['gpu.ground.readBytesPerFrame', 'bytes', 'readBytes'],
      ['gpu.ground.dispatchesPerFrame', 'dispatches', 'dispatches'],
    ],
    () => groundNeeds,
    (gpu) => measure(gpu, 0.02, 1, 4),
  ),
];
