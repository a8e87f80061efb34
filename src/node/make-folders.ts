import { existsSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InputError } from '../input-error.ts';
import { DiskError } from './disk-error.ts';
import { showPath } from './disk-files.ts';

/**
 * Creates a folder and its missing parents. Does nothing if the folder exists. The option `recursive` of Node is not used: it never ends if
 * the system reports that an existing parent is missing, as Linux does below /proc.
 */
export function makeFolders(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if ((error as { code?: string }).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

/**
 * Throws InputError if nothing can be written into a folder, or into its nearest existing parent. To test this, creates a folder there and
 * removes it. In this way the error comes before a long simulation instead of after it. `option`: name of the folder in the message.
 */
export function requireWritable(folder: string, option = 'out'): void {
  let location = resolve(folder);
  while (!existsSync(location) && dirname(location) !== location) location = dirname(location);
  const refuse = (why: string): never => {
    throw InputError.at(
      option,
      `expected a folder that can be written, got ${showPath(resolve(folder))}: ${why}`,
    );
  };
  if (!isFolder(location)) refuse(`${showPath(location)} is not a folder`);
  try {
    rmdirSync(mkdtempSync(join(location, '.aftermotion-')));
  } catch (error) {
    const refused = DiskError.from(error, location);
    if (!(refused instanceof DiskError)) throw error;
    if (refused.code === 'ENOENT') refuse(`the system does not create folders in ${showPath(location)}`);
    refuse(refused.message);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
