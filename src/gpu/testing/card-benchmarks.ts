import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import type { Gpu } from '../gpu.ts';
import { type GpuNeeds, openGpu } from '../open-gpu.ts';
import { loadHardwareApi, openTestGpu } from './test-gpu.ts';

/** Means of the measured frames. */
interface Frames {
  /** Name of the device. */
  readonly device: string;
  /** NaN without timestamp queries. */
  readonly frameMilliseconds: number;
}

/** Creates a benchmark of the time of a frame on the machine's own graphics card. needs: called when it runs. */
export function frameTimeBenchmark(
  name: string,
  needs: () => GpuNeeds,
  measure: (gpu: Gpu) => Promise<Frames>,
): Benchmark {
  let device: string | null = null;
  return {
    name,
    unit: 'ms',
    runs: 2,
    why: 'There is no graphics card here, or it has no timestamp queries. SwiftShader computes on the processor and says nothing about a card.',
    device: () => device,
    async run() {
      const api = await loadHardwareApi();
      const gpu = api && (await openGpu(needs(), api));
      if (!gpu || typeof gpu === 'string') return null;
      const measured = await measure(gpu);
      gpu.device.destroy();
      device = measured.device;
      return Number.isNaN(measured.frameMilliseconds) ? null : measured.frameMilliseconds;
    },
  };
}

/** Creates benchmarks of values that do not depend on the speed of the device, so that one in software will do. All of them share one measurement. */
export function countBenchmarks<Measured extends Frames>(
  counts: readonly (readonly [
    name: string,
    unit: string,
    key: { [Key in keyof Measured]: Measured[Key] extends number ? Key : never }[keyof Measured],
  ])[],
  needs: () => GpuNeeds,
  measure: (gpu: Gpu) => Promise<Measured>,
): Benchmark[] {
  let running: Promise<Measured | null> | null = null;
  const measureOnce = async () => {
    const gpu = await openTestGpu(needs());
    if (typeof gpu === 'string') return null;
    const measured = await measure(gpu);
    gpu.device.destroy();
    return measured;
  };
  let device: string | null = null;
  return counts.map(([name, unit, key]) => ({
    name,
    unit,
    runs: 1,
    why: 'The package webgpu, or a driver for it, is missing.',
    device: () => device,
    async run() {
      running ??= measureOnce();
      const measured = await running;
      device = measured?.device ?? null;
      return measured ? (measured[key] as number) : null;
    },
  }));
}
