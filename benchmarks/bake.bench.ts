import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';

/** Each measures the whole command, including the start of the process, on the default scene with all its outputs. */
export const bakeBenchmarks: readonly Benchmark[] = [
  {
    name: 'bake.beachRun.seconds',
    unit: 's',
    runs: 3,
    run() {
      const folder = mkdtempSync(join(tmpdir(), 'aftermotion-bench-'));
      const begin = performance.now();
      const result = spawnSync(
        process.execPath,
        ['dist/cli/main.js', 'bake', 'scenes/beach-run/scene.json', '--out', join(folder, 'beach-run')],
        { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
      );
      const seconds = (performance.now() - begin) / 1000;
      rmSync(folder, { recursive: true, force: true });
      if (result.status !== 0) throw new Error(`bake ended with status ${result.status}: ${result.stderr}`);
      return seconds;
    },
  },
];
