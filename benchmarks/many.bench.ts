import type { Benchmark } from './benchmark.ts';
import { timeBake } from './time-bake.ts';

/** Scenes whose whole bakes are timed, by the name in the benchmark. */
const scenes = { riders: 'riders', foxCoat: 'fox-coat', meadowWalk: 'meadow-walk' };

/** Wall time of a whole bake with two threads, divided by that with one. The bakes alternate, so that both see the same load. */
export const manyBenchmarks: readonly Benchmark[] = Object.entries(scenes).map(([name, scene]) => ({
  name: `many.bake.${name}.ratio`,
  unit: '1',
  runs: 3,
  run: () => timeBake(scene, ['--threads', '2']) / timeBake(scene, ['--threads', '1']),
}));
