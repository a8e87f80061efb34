import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PrepareCache } from '../systems/system.ts';
import { makeFolders } from './make-folders.ts';

/**
 * Where prepared parts are kept: the folder in `AFTERMOTION_CACHE`, else `aftermotion` in the place that the system has for
 * such things. Deleting it costs nothing but time.
 */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { AFTERMOTION_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (AFTERMOTION_CACHE) return AFTERMOTION_CACHE;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'aftermotion');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'aftermotion', 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'aftermotion');
  return join(homedir(), '.cache', 'aftermotion');
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where a file stands in the folder's place there is nothing to remove.
  }
}

/** Keeps what was prepared in a folder, one file a key. A folder that cannot be written keeps nothing. */
export function createDiskCache(folder = cacheFolder()): PrepareCache {
  const pathOf = (key: string) => join(folder, `${key}.flesh`);
  return {
    async get(key) {
      try {
        return readFileSync(pathOf(key));
      } catch {
        return undefined;
      }
    },
    async put(key, bytes) {
      const path = pathOf(key);
      // Written beside and renamed: another process may read at the same time.
      const fresh = `${path}.${process.pid}.new`;
      try {
        makeFolders(folder);
        writeFileSync(fresh, bytes);
        renameSync(fresh, path);
      } catch {
        removeQuietly(fresh);
      }
    },
  };
}
