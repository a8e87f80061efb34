import type { Benchmark } from '../../../../benchmarks/benchmark.ts';
import { assignNear } from './assign-near.ts';
import { sampleBlueNoise } from './blue-noise.ts';
import { assignCases, fillBall, sumSquares } from './testing/cases.ts';
import { referenceSums } from './testing/reference.ts';

type Size = keyof typeof referenceSums;

/** By size: max relative excess over the reference sum, over all cases of the last run. */
const lastExcess = new Map<Size, number>();

/** Returns the time of the slowest case in seconds. */
function timeAssignment(count: Size): number {
  let slowest = 0;
  let excess = -Infinity;
  assignCases.forEach(({ make }, k) => {
    const { from, to } = make(count);
    const before = performance.now();
    const assignment = assignNear(from, to);
    slowest = Math.max(slowest, (performance.now() - before) / 1000);
    const reference = referenceSums[count][k];
    excess = Math.max(excess, sumSquares(from, to, assignment) / reference - 1);
  });
  lastExcess.set(count, excess);
  return slowest;
}

function findExcess(count: Size): number {
  if (!lastExcess.has(count)) timeAssignment(count);
  return lastExcess.get(count)!;
}

function assignBenchmarks(label: string, count: Size, runs: number): Benchmark[] {
  return [
    { name: `particles.assign${label}.seconds`, unit: 's', runs, run: () => timeAssignment(count) },
    { name: `particles.assign${label}.excess`, unit: 'of the sum', runs: 1, run: () => findExcess(count) },
  ];
}

/** Returns the time in seconds to choose 12 000 of 60 000 points in a ball. */
function timeBlueNoise(): number {
  const count = 12_000;
  const candidates = fillBall(5 * count, 1);
  const before = performance.now();
  sampleBlueNoise(candidates, count, { dimension: 3, measure: (4 / 3) * Math.PI });
  return (performance.now() - before) / 1000;
}

/** The excess is relative to the exact optimum (6k) or to 64 merged trees (100k, 1M): see testing/reference.ts. */
export const matchBenchmarks: readonly Benchmark[] = [
  ...assignBenchmarks('6k', 6000, 5),
  ...assignBenchmarks('100k', 100_000, 3),
  ...assignBenchmarks('1M', 1_000_000, 1),
  { name: 'particles.blueNoise12k.seconds', unit: 's', runs: 3, run: timeBlueNoise },
];
