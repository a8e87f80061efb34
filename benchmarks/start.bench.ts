import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { recordModules } from './record-modules.ts';

/** The smallest bake of a ground: one frame of one output. */
const groundBake = ['bake', 'scenes/beach-run/scene.json', '--frames', '0:0', '--only', 'heightPng'];

/** Runs the command. Returns the milliseconds from the start of the process to its end. */
function runCommand(
  args: readonly string[],
  node: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): number {
  const begin = performance.now();
  const result = spawnSync(process.execPath, [...node, 'dist/cli/main.js', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (result.status !== 0) throw new Error(`${args[0]} ended with status ${result.status}: ${result.stderr}`);
  return performance.now() - begin;
}

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-start-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the time before the command does anything visible. */
export const startBenchmarks: readonly Benchmark[] = [
  { name: 'start.help.ms', unit: 'ms', run: () => runCommand(['bake', '--help']) },
  {
    name: 'start.groundBake.modules',
    unit: '',
    runs: 1,
    run: () =>
      inFolder((folder) => {
        const list = join(folder, 'modules');
        runCommand([...groundBake, '--out', join(folder, 'bake')], recordModules, { MODULES: list });
        const loaded = readFileSync(list, 'utf8').trim().split('\n');
        return loaded.filter((url) => url.startsWith('file:')).length;
      }),
  },
  {
    name: 'start.groundBake.ms',
    unit: 'ms',
    run: () => inFolder((folder) => runCommand([...groundBake, '--out', join(folder, 'bake')])),
  },
];
