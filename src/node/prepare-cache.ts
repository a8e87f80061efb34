import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PrepareCache } from '../systems/system.ts';
import { makeFolders } from './make-folders.ts';
import { removeLeftovers, replaceFile } from './replace-file.ts';

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
      try {
        makeFolders(folder);
        removeLeftovers(folder, '.flesh');
        replaceFile(path, bytes);
      } catch {
        // Nothing is kept.
      }
    },
  };
}
