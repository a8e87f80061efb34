import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives each test run its own cache for prepared parts, so that parts of older versions are never used. The cache is deleted at the end.
 */
export function setup(): (() => void) | undefined {
  // Vitest calls this once for each project of the run.
  if (process.env.AFTERMOTION_TEST_RUN) return undefined;
  process.env.AFTERMOTION_TEST_RUN = '1';
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-cache-'));
  process.env.AFTERMOTION_CACHE = folder;
  // A thread loads all sources again, which takes long. So the bakes of a test use other threads only if the test asks for them.
  process.env.AFTERMOTION_THREADS ??= '1';
  return () => rmSync(folder, { recursive: true, force: true });
}
