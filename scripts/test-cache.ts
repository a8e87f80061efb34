import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a test run a cache of its own for prepared parts: what an older program made is never found, nothing is left. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-cache-'));
  process.env.AFTERMOTION_CACHE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
