import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { syncIfPossible } from './disk.ts';

/** A name beside a file that nobody else uses, with the same ending: what is written there takes the file's place when it is whole. */
export function nameBeside(path: string): string {
  const ending = extname(path);
  return join(dirname(path), `.${basename(path, ending)}.new-${randomBytes(6).toString('hex')}${ending}`);
}

/** Writes a file that others never see by half, not even after a loss of power. Where it fails all is as before. */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const fresh = nameBeside(path);
  const file = openSync(fresh, 'wx');
  try {
    try {
      writeFileSync(file, bytes);
      syncIfPossible(() => fsyncSync(file));
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
