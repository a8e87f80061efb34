import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Locks that this process holds: its own id in a file of an earlier process, as containers give out again, is none. */
const held = new Set<string>();

/**
 * Keeps two processes, or two calls in one, from writing into the same folder: a file that holds the id of the process
 * that writes. One whose process has ended is taken over. Not for folders that several machines share.
 */
export class FolderLock {
  /** `path`: the lock's file, absolute. */
  constructor(readonly path: string) {}

  /** Takes the lock. Returns null, or the id of the process that holds it. The folder must be there. */
  take(): number | null {
    for (;;) {
      try {
        writeFileSync(this.path, `${process.pid}\n`, { flag: 'wx' });
        held.add(this.path);
        return null;
      } catch (error) {
        const { code } = error as { code?: string };
        // A full disk takes the name, and nothing in it.
        if (code === 'ENOSPC' || code === 'EDQUOT') rmSync(this.path, { force: true });
        if (code !== 'EEXIST') throw error;
      }
      const holder = this.holder();
      if (holder !== null) return holder;
      rmSync(this.path, { force: true });
    }
  }

  /** Gives it back; nothing where it is not held. */
  release(): void {
    const isOwn = held.has(this.path) && this.holder() === process.pid;
    held.delete(this.path);
    if (isOwn) rmSync(this.path, { force: true });
  }

  /** The process that holds the lock; null where it has ended, or the file says nothing. */
  private holder(): number | null {
    const id = Number(readIfThere(this.path));
    if (id === process.pid) return held.has(this.path) ? id : null;
    return Number.isSafeInteger(id) && id > 0 && isAlive(id) ? id : null;
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // There, but someone else's.
    return (error as { code?: string }).code === 'EPERM';
  }
}
