import type { Benchmark } from '../../../benchmarks/benchmark.ts';

/** Creates a benchmark of one of the values that `measure` returns on any device, also on one in software. */
export function countBenchmark<Measured extends { readonly device: string }>(
  name: string,
  unit: string,
  measure: () => Promise<Measured | null>,
  key: { [Key in keyof Measured]: Measured[Key] extends number ? Key : never }[keyof Measured],
): Benchmark {
  let device: string | null = null;
  return {
    name,
    unit,
    runs: 1,
    why: 'The package webgpu, or a driver for it, is missing.',
    device: () => device,
    async run() {
      const measured = await measure();
      device = measured?.device ?? null;
      return measured ? (measured[key] as number) : null;
    },
  };
}
