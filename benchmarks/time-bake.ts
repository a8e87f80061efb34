import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the wall time in seconds of the whole command that bakes a shipped scene, including the start of the process. */
export function timeBake(scene: string, options: readonly string[] = []): number {
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-bench-'));
  const begin = performance.now();
  const file = `scenes/${scene}/scene.json`;
  const result = spawnSync(
    process.execPath,
    ['dist/cli/main.js', 'bake', file, '--out', join(folder, scene), '--yes', ...options],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  );
  const seconds = (performance.now() - begin) / 1000;
  rmSync(folder, { recursive: true, force: true });
  if (result.status !== 0) throw new Error(`bake ended with status ${result.status}: ${result.stderr}`);
  return seconds;
}
