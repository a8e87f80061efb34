import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { pathKey } from '../disk-names.ts';

/**
 * Names of files in a folder. Many disks make no difference between upper and lower case, or between ways to write an accent: there a
 * file is found by another spelling, too.
 */
export class NamesOnDisk {
  private readonly byKey = new Map<string, Set<string>>();

  constructor(
    private readonly folder: string,
    names: Iterable<string>,
  ) {
    for (const name of names) {
      const key = pathKey(name);
      const alike = this.byKey.get(key) ?? new Set();
      this.byKey.set(key, alike.add(name));
    }
  }

  /** True for one of the names, and for another spelling that leads to the same file on this disk. */
  has(name: string): boolean {
    const alike = this.byKey.get(pathKey(name));
    if (!alike || alike.has(name)) return alike !== undefined;
    const entry = this.entryOf(name);
    return entry !== null && [...alike].some((other) => this.entryOf(other) === entry);
  }

  /** What all spellings of one file have in common; null where there is none. */
  private entryOf(name: string): string | null {
    try {
      const { dev, ino } = lstatSync(join(this.folder, name), { bigint: true });
      return `${dev} ${ino}`;
    } catch {
      return null;
    }
  }
}
