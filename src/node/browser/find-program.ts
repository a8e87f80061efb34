import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of the program with this name on the search path, or null. */
export function findProgram(name: string): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder);
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path)) ?? null;
}
