import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
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

/** The bytes of a file, undefined where there is none. */
export function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}

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
