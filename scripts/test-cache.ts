import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a test run a cache of its own for prepared parts: what an older program made is never found, nothing is left. */
export function setup(): (() => void) | undefined {
  // Vitest calls this once for each project of the run.
  if (process.env.AFTERMOTION_TEST_RUN) return undefined;
  process.env.AFTERMOTION_TEST_RUN = '1';
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-cache-'));
  process.env.AFTERMOTION_CACHE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
