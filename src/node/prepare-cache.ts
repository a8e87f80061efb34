import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PrepareCache } from '../systems/prepare-context.ts';
import { makeFolders } from './make-folders.ts';
import { removeLeftovers, replaceFile } from './replace-file.ts';

/**
 * Returns the folder in which prepared parts are cached: the one in `AFTERMOTION_CACHE`, otherwise `aftermotion` in the cache folder of the
 * operating system. The folder may be deleted at any time; the parts are then prepared again.
 */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { AFTERMOTION_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (AFTERMOTION_CACHE) return AFTERMOTION_CACHE;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'aftermotion');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'aftermotion', 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'aftermotion');
  return join(homedir(), '.cache', 'aftermotion');
}

/** Creates a cache of prepared parts in a folder, one file per key. If the folder cannot be written, nothing is cached. */
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
        // The part cannot be cached, so the next run will prepare it again.
      }
    },
  };
}
