/** One measurement. `run` performs it once. The runner calls it several times and keeps the best value and the median. */
export interface Benchmark {
  /** Name, made of suite, subject and unit: `ground.step37k.runner.ms`. */
  readonly name: string;
  readonly unit: string;
  /**
   * Returns the measured value. Smaller is better unless `larger` is set. Returns null if the benchmark cannot run here; the runner then
   * prints `why`.
   */
  run(): number | null | Promise<number | null>;
  readonly larger?: boolean;
  /** Number of calls of `run`. Default 5. Exact values (bytes, ratios of minimum values) need 1. */
  readonly runs?: number;
  /** Reason that is shown when `run` returns null. */
  readonly why?: string;
  /** Returns the name of the graphics card that was measured, if it was one. Called after `run`. */
  device?(): string | null;
}

export interface BenchmarkResult {
  readonly name: string;
  /** Best value of all runs. */
  readonly value: number;
  readonly unit: string;
  readonly median: number;
  /** The graphics card that was measured. */
  readonly device?: string;
}

/** Runs one benchmark. Returns null if it cannot run here. */
export async function measure(benchmark: Benchmark): Promise<BenchmarkResult | null> {
  const values: number[] = [];
  const runCount = benchmark.runs ?? 5;
  for (let k = 0; k < runCount; k++) {
    const value = await benchmark.run();
    if (value === null) return null;
    values.push(value);
  }
  values.sort((a, b) => (benchmark.larger ? b - a : a - b));
  const device = benchmark.device?.();
  return {
    name: benchmark.name,
    value: values[0],
    unit: benchmark.unit,
    median: values[runCount >> 1],
    ...(device && { device }),
  };
}
