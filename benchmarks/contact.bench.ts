import { footingErrors, measureWheels } from '../src/motion/response/testing/closed-forms.ts';
import { fuzzTouch } from '../src/systems/flesh/touch/testing/fuzz-touch.ts';
import type { Benchmark } from './benchmark.ts';
import { timeFleshTouch, timeLiveTouch } from './flesh-touch.ts';

const fuzzRuns = 100_000;

function worst(errors: readonly number[]): number {
  return errors.reduce((max, error) => Math.max(max, Math.abs(error)), 0);
}

/**
 * How well the response of the ground agrees with closed forms: maximum relative errors. The time of contact of flesh in one step and in one live
 * frame, and the number of random runs in which no displacement was beyond its limit.
 */
export const contactBenchmarks: readonly Benchmark[] = [
  { name: 'contact.footing.error', unit: '', runs: 1, run: () => worst(footingErrors()) },
  { name: 'contact.wheel.sinkage.error', unit: '', runs: 1, run: () => worst(measureWheels().sinkages) },
  { name: 'contact.flesh.msPerPart', unit: 'ms', run: timeFleshTouch },
  { name: 'contact.flesh.live.msPerPart', unit: 'ms', run: timeLiveTouch },
  {
    name: 'contact.fuzz.runs',
    unit: '',
    runs: 1,
    larger: true,
    run: () => (fuzzTouch(fuzzRuns, 1).faults === 0 ? fuzzRuns : 0),
  },
];
