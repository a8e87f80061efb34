import { existsSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InputError } from '../input-error.ts';
import { DiskError } from './disk-error.ts';
import { showPlace } from './disk-files.ts';

/**
 * Makes a folder and those above it; nothing where it is there. Node's own `recursive` never ends where a system says of a new
 * folder that its parent is missing although it is not, as Linux does below /proc.
 */
export function makeFolders(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if ((error as { code?: string }).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

/**
 * Throws InputError where nothing can be written into a folder, or into the nearest one above it that is there: a folder is made
 * there, and removed again. Better to know before an hour of simulation than after. `option`: what it is called in the message.
 */
export function requireWritable(folder: string, option = 'out'): void {
  let place = resolve(folder);
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  const refuse = (why: string): never => {
    throw InputError.at(
      option,
      `expected a folder that can be written, got ${showPlace(resolve(folder))}: ${why}`,
    );
  };
  if (!isFolder(place)) refuse(`${showPlace(place)} is no folder`);
  try {
    rmdirSync(mkdtempSync(join(place, '.aftermotion-')));
  } catch (error) {
    const refused = DiskError.from(error, place);
    if (!(refused instanceof DiskError)) throw error;
    if (refused.code === 'ENOENT') refuse(`the system makes no folder in ${showPlace(place)}`);
    refuse(refused.message);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
