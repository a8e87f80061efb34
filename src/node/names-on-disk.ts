import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { pathKey } from '../disk-names.ts';

/**
 * A set of file names in a folder. Many file systems ignore case and the Unicode normalization form of names. On these, a name is also
 * found by other spellings.
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

  /** Returns whether a name is in the set. Another spelling counts too if this disk finds the same file by it. */
  has(name: string): boolean {
    const alike = this.byKey.get(pathKey(name));
    if (!alike || alike.has(name)) return alike !== undefined;
    const entry = this.entryOf(name);
    return entry !== null && [...alike].some((other) => this.entryOf(other) === entry);
  }

  /** Returns device and inode of a file, which are the same for all spellings of its name; null if there is no file. */
  private entryOf(name: string): string | null {
    try {
      const { dev, ino } = lstatSync(join(this.folder, name), { bigint: true });
      return `${dev} ${ino}`;
    } catch {
      return null;
    }
  }
}
