import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { InputError } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import type { SceneFiles } from '../scene/scene-files.ts';

/** Files on disk, by paths relative to a folder. */
export function createDiskFiles(folder: string): SceneFiles {
  return {
    read: (path) => readIfThere(resolve(folder, path)),
    locate: (path) => showPlace(resolve(folder, path)),
    suggest: (path) => suggestFile(resolve(folder, path), path),
  };
}

/** The bytes of a file, undefined where there is none. Throws InputError for one that is there and cannot be read. */
export function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (noFileCodes.includes(code ?? '')) return undefined;
    const words = unreadableWords[code ?? ''];
    throw words ? InputError.at(showPlace(path), words) : error;
  }
}

/** What a system says where no file of that name can be; null bytes in a name are none of the system's. */
const noFileCodes = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'];
const unreadableWords: Readonly<Record<string, string>> = {
  EACCES: 'no permission to read this file: change that, or copy it to where you may read it',
  EPERM: 'no permission to read this file: change that, or copy it to where you may read it',
  EMFILE: 'too many files are open: close other programs, or raise the limit (`ulimit -n`)',
  ENFILE: 'too many files are open: close other programs',
  EIO: 'the disk reports an error here: look whether it is still whole',
  EBUSY: 'another program has this open: close it there',
  ERR_FS_FILE_TOO_LARGE: 'expected a file of at most 2 GiB: make it smaller, or cut it in parts',
  ENOMEM: 'there is not enough memory to read this file: make it smaller',
};

/** The name of a file in the same folder that looks like the one that is missing, written as the user wrote it. */
export function suggestFile(full: string, written: string): string | null {
  let names: string[];
  try {
    names = readdirSync(dirname(full));
  } catch {
    return null;
  }
  const name = findNearestName(basename(full), names);
  return name && join(dirname(written), name);
}

/** A path as people read it: relative where it lies below the working folder. */
export function showPlace(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near || '.';
}
