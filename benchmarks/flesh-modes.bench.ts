import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from './benchmark.ts';
import { makeThigh, solveThigh } from './flesh-thigh.ts';

/**
 * Measures the time for ten modes of a thigh with about this number of elements, s. Includes assembly and error estimate, but not meshing.
 */
function timeModes(elementCount: number): number {
  const { mesh, fixed } = makeThigh(elementCount);
  const begin = performance.now();
  solveThigh(mesh, fixed);
  const seconds = (performance.now() - begin) / 1000;
  console.error(`  ${mesh.tets.length / 10} elements, ${mesh.positions.length / 3} nodes`);
  return seconds;
}

/** Measures the maximum memory of a new process that meshes and solves. */
const memory: Benchmark = {
  name: 'flesh.modes30k.MiB',
  unit: 'MiB',
  runs: 1,
  run() {
    const script = fileURLToPath(new URL('./flesh-memory.js', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the solve ended with status ${status}: ${stderr}`);
    return Number(stdout);
  },
};

export const fleshModesBenchmarks: readonly Benchmark[] = [
  { name: 'flesh.modes2k.seconds', unit: 's', runs: 7, run: () => timeModes(2_000) },
  { name: 'flesh.modes10k.seconds', unit: 's', runs: 5, run: () => timeModes(10_000) },
  { name: 'flesh.modes30k.seconds', unit: 's', runs: 3, run: () => timeModes(30_000) },
  memory,
];
