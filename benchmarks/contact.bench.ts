import { footingErrors, wheelErrors } from '../src/motion/response/testing/closed-forms.ts';
import type { Benchmark } from './benchmark.ts';

function worst(errors: readonly number[]): number {
  return errors.reduce((max, error) => Math.max(max, Math.abs(error)), 0);
}

/** How well the response of the ground agrees with closed forms: maximum relative errors. */
export const contactBenchmarks: readonly Benchmark[] = [
  { name: 'contact.footing.error', unit: '', runs: 1, run: () => worst(footingErrors()) },
  { name: 'contact.wheel.sinkage.error', unit: '', runs: 1, run: () => worst(wheelErrors()) },
];
