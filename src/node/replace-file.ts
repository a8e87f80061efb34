import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { nodeDisk, syncIfPossible } from './disk.ts';
import { DiskError } from './disk-error.ts';

/**
 * Returns an unused random name in the folder of a file, with the same extension. The new contents are written to a file with this name,
 * which is then renamed. The name is short, so that the name of the original file may be as long as the disk allows.
 */
export function nameBeside(path: string): string {
  return join(dirname(path), `.new-${randomBytes(6).toString('hex')}${extname(path)}`);
}

/** Deletes temporary files with this extension that are more than a day old. They were left by killed processes. */
export function removeLeftovers(folder: string, ending: string): void {
  for (const name of readdirSync(folder)) {
    if (extname(name) !== ending || !/^\.(.*\.)?new-[0-9a-f]{12}\./s.test(name)) continue;
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && found.mtimeMs < Date.now() - day) rmSync(path, { force: true });
  }
}

/** One day, in milliseconds. */
const day = 86_400_000;

/**
 * Replaces a file atomically: readers see either the old or the new contents, even after a power loss. If it fails, the old file is kept.
 */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const fresh = nameBeside(path);
  try {
    const file = nodeDisk.create(fresh);
    try {
      file.write(bytes);
      syncIfPossible(() => file.sync());
    } finally {
      file.close();
    }
    nodeDisk.rename(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw DiskError.from(error, path);
  }
}
