import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * A path without links, as far as it is there: two names of one folder become one. A link that leads nowhere stays.
 */
export function realPlace(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync.native(full);
  } catch {
    const above = dirname(full);
    return above === full ? full : join(realPlace(above), basename(full));
  }
}

/** What stands at a path itself, no link followed; null for nothing. */
export function kindOfEntry(path: string): 'file' | 'folder' | 'link' | 'other' | null {
  let found: Stats | undefined;
  try {
    found = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Below a file, or longer than a name can be.
    if (!['ENOTDIR', 'ENAMETOOLONG'].includes((error as { code?: string }).code ?? '')) throw error;
  }
  if (!found) return null;
  if (found.isSymbolicLink()) return 'link';
  return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
}
