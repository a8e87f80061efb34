import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Returns the absolute path after all symbolic links in its existing part are resolved, so that two names of one folder give the same path.
 * A link without a target is kept.
 */
export function realPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync.native(full);
  } catch {
    const above = dirname(full);
    return above === full ? full : join(realPath(above), basename(full));
  }
}

/** Returns the type of the directory entry at a path, without following a symbolic link; null if there is none. */
export function kindOfEntry(path: string): 'file' | 'folder' | 'link' | 'other' | null {
  let found: Stats | undefined;
  try {
    found = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Nothing can exist at a path below a file (ENOTDIR) or at a path with too long a name (ENAMETOOLONG).
    if (!['ENOTDIR', 'ENAMETOOLONG'].includes((error as { code?: string }).code ?? '')) throw error;
  }
  if (!found) return null;
  if (found.isSymbolicLink()) return 'link';
  return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
}
