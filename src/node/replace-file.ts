import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { syncIfPossible } from './disk.ts';
import { DiskError } from './disk-error.ts';

/**
 * A name beside a file that nobody else uses, with the same ending: what is written there takes the file's place when it is whole. It is
 * short, so that the file's own name may be as long as the disk allows.
 */
export function nameBeside(path: string): string {
  return join(dirname(path), `.new-${randomBytes(6).toString('hex')}${extname(path)}`);
}

/** Removes files that processes left that were killed while they wrote beside files with this ending, a day ago or more. */
export function removeLeftovers(folder: string, ending: string): void {
  for (const name of readdirSync(folder)) {
    if (extname(name) !== ending || !/^\.(.*\.)?new-[0-9a-f]{12}\./s.test(name)) continue;
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && found.mtimeMs < Date.now() - day) rmSync(path, { force: true });
  }
}

/** Milliseconds. */
const day = 86_400_000;

/** Writes a file that others never see by half, not even after a loss of power. Where it fails all is as before. */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const fresh = nameBeside(path);
  try {
    const file = openSync(fresh, 'wx');
    try {
      writeFileSync(file, bytes);
      syncIfPossible(() => fsyncSync(file));
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw DiskError.from(error, path);
  }
}
