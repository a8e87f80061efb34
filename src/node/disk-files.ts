import { existsSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import { allowOutside } from '../scene/read-beside.ts';
import type { SceneFiles } from '../scene/scene-files.ts';

export interface DiskFilesOptions {
  /** True: assets (glTF, OBJ, …) may name files outside of their own folders. Absent: that is an error. */
  readonly outsideFiles?: boolean;
}

/** Reads files from disk by paths relative to a folder. */
export function createDiskFiles(folder: string, { outsideFiles = false }: DiskFilesOptions = {}): SceneFiles {
  return {
    read(path, asset) {
      const full = resolve(folder, path);
      if (asset !== undefined && existsSync(full)) requireBeside(full, resolve(folder, asset));
      return readIfThere(full);
    },
    outsideFiles,
    locate: (path) => showPath(resolve(folder, path)),
    suggest: (path) => suggestFile(resolve(folder, path), path),
  };
}

/**
 * Throws InputError for a file outside of an asset's folder, after all symbolic links are resolved. If the asset itself is a link, the
 * file may also be in the folder of the link's target.
 */
function requireBeside(file: string, asset: string): void {
  const location = realpathSync(file);
  const folders = [realpathSync(dirname(asset)), dirname(existsSync(asset) ? realpathSync(asset) : asset)];
  for (const folder of folders) {
    const way = relative(folder, location);
    if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  }
  throw InputError.at(
    showPath(file),
    `expected a file in the folder of the asset that names it, got a link to a file outside of it: copy the file there, ${allowOutside}`,
  );
}

/**
 * Returns the bytes of a file; undefined if there is no file. Throws InputError for a file that cannot be read, and for a device, a
 * pipe or a socket.
 */
export function readIfThere(path: string): Uint8Array | undefined {
  try {
    // The type is checked before the file is opened, because opening a pipe blocks until its other end is opened.
    const stats = statSync(path);
    if (stats.isDirectory()) return undefined;
    if (!stats.isFile())
      throw InputError.at(showPath(path), `expected a file, got ${kindOf(stats)}: name a file on a disk`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code } = error as { code?: string };
    if (noFileCodes.includes(code ?? '')) return undefined;
    const message = unreadableWords[code ?? ''];
    throw message ? InputError.at(showPath(path), message) : error;
  }
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** Error codes that mean that there is no file at a path. The last one is what Node reports for a path with a null character. */
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

/**
 * Returns the path of the file with the most similar name in the same folder; null if there is none. The path is relative in the same way
 * as `written`.
 */
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

/** Returns a path for messages: relative if it is below the working directory, otherwise unchanged. */
export function showPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near || '.';
}
