/** One figure. `run` measures it once; the runner calls it several times and keeps the best and the median. */
export interface Benchmark {
  /** `ground.step37k.runner.ms`: suite, subject, unit. */
  readonly name: string;
  readonly unit: string;
  /** Measured value; smaller is better unless `larger` says otherwise. Null: cannot run here, the runner says `why`. */
  run(): number | null | Promise<number | null>;
  readonly larger?: boolean;
  /** How often `run` is called; default 5. Exact figures (bytes, ratios of their own best) need 1. */
  readonly runs?: number;
  /** Shown when `run` returns null. */
  readonly why?: string;
}

export interface BenchmarkResult {
  readonly name: string;
  /** Best of all runs. */
  readonly value: number;
  readonly unit: string;
  readonly median: number;
}

/** Runs one benchmark; null when it cannot run here. */
export async function measure(benchmark: Benchmark): Promise<BenchmarkResult | null> {
  const values: number[] = [];
  const runCount = benchmark.runs ?? 5;
  for (let k = 0; k < runCount; k++) {
    const value = await benchmark.run();
    if (value === null) return null;
    values.push(value);
  }
  values.sort((a, b) => (benchmark.larger ? b - a : a - b));
  return { name: benchmark.name, value: values[0], unit: benchmark.unit, median: values[runCount >> 1] };
}
