import type { Benchmark } from './benchmark.ts';
import { timeBake } from './time-bake.ts';

/** Each measures the whole command, including the start of the process, on the default scene with all its outputs. */
export const bakeBenchmarks: readonly Benchmark[] = [
  { name: 'bake.beachRun.seconds', unit: 's', runs: 3, run: () => timeBake('beach-run') },
];
