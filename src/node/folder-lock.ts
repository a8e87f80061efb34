import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathKey } from '../disk-names.ts';

/** Paths of the lock files that belong to this thread. */
const own = new Set<string>();
/**
 * Maximum error of modification times, milliseconds: they may be too early by this much, because FAT stores them with a resolution of two
 * seconds.
 */
const timeStep = 2000;
/**
 * Contents of a lock file. The first text means that the process requests the lock, the second that it holds the lock. Both have the same
 * length, so that the change from one to the other needs no space on a full disk.
 */
const lockWord = 'aftermotion';
const asking = `${lockWord} asks \n`;
const holding = `${lockWord} holds\n`;
/** Maximum time to wait for another process that requests the lock at the same time, and interval of polling, milliseconds. */
const patience = 5000;
const interval = 2;

/** A process that holds the lock, or requests it. */
export interface LockClaim {
  /** Absolute path of its lock file. */
  readonly path: string;
  readonly process: number;
  readonly holds: boolean;
}

/**
 * An advisory lock that keeps two processes, or two callers in one process, from writing into the same folder. The lock files are beside
 * the folder, since the folder itself may be replaced. Process ids identify the owners, so the lock does not work for a folder that several
 * machines share.
 *
 * Each process or thread creates a lock file, `.NAME.lock-PROCESS-NUMBER`, and then looks for the lock files of others. Of two processes,
 * at least one sees the file of the other. A process gives up if another process holds the lock, or requests it with a file name that sorts
 * first. It waits while another process requests the lock with a file name that sorts later, since the other process then gives up. Only
 * the owner writes to a lock file. A lock file whose process has ended is ignored, so a lock never has to be taken over.
 */
export class FolderLock {
  private claim: string | null = null;

  /** folder: absolute path. The parent of the folder must exist when the lock is taken. */
  constructor(private readonly folder: string) {}

  /**
   * Takes the lock and returns null. If another process holds the lock or has precedence, returns that process. Blocks the thread while it
   * waits.
   */
  take(): LockClaim | null {
    const path = this.ask();
    const end = performance.now() + patience;
    for (;;) {
      const others = this.claims().filter((claim) => claim.path !== path);
      const first = others.find(
        (claim) => claim.holds || basename(claim.path) < basename(path) || performance.now() > end,
      );
      if (first) {
        drop(path);
        return first;
      }
      if (others.length === 0) break;
      wait(interval);
    }
    try {
      const file = openSync(path, 'r+');
      try {
        writeSync(file, holding, 0);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      drop(path);
      throw error;
    }
    this.claim = path;
    return null;
  }

  /** Releases the lock. Has no effect if the lock is not held. */
  release(): void {
    if (this.claim) drop(this.claim);
    this.claim = null;
  }

  /** Returns the process that holds the lock, which may be this process; null if no process holds it. */
  holder(): LockClaim | null {
    return this.claims().find(({ holds }) => holds) ?? null;
  }

  private get prefix(): string {
    return join(dirname(this.folder), `.${basename(this.folder)}.lock-`);
  }

  private ask(): string {
    for (let number = 1; ; number++) {
      const path = `${this.prefix}${process.pid}-${number}`;
      if (own.has(path)) continue;
      try {
        writeFileSync(path, asking, { flag: 'wx' });
        own.add(path);
        return path;
      } catch (error) {
        const { code } = error as { code?: string };
        // Another thread, or an earlier process with the same id, created a lock file with this number. The next number is tried.
        if (code === 'EEXIST') continue;
        // On a full disk the file may have been created without its content.
        if (code === 'ENOSPC' || code === 'EDQUOT') rmSync(path, { force: true });
        throw error;
      }
    }
  }

  /** Returns the claims of all running processes. Deletes lock files of processes that have ended. */
  private claims(): LockClaim[] {
    const folder = dirname(this.folder);
    const start = basename(this.prefix);
    return readNames(folder).flatMap((name) => {
      const [, before, id, number] = /^(.*)(?<=\.lock-)(\d+)-(\d+)$/s.exec(name) ?? [];
      if (before === undefined || pathKey(before) !== pathKey(start)) return [];
      // The path is built with `this.folder` as this process spells it. On a case-sensitive disk, folders whose names differ
      // only in case are different folders. The lock file of such a folder is not found at this path, so it is ignored.
      const path = join(folder, `${start}${id}-${number}`);
      const message = readClaim(path);
      if (message === null) return [];
      const owner = Number(id);
      if (owner === process.pid ? own.has(path) || isOfThisProcess(path) : isAlive(owner)) {
        return [{ path, process: owner, holds: message !== '' && message !== asking }];
      }
      try {
        rmSync(path, { force: true });
      } catch {
        // The file belongs to another user and cannot be deleted here (sticky bit). It is ignored too.
      }
      return [];
    });
  }
}

/**
 * Returns the content of a lock file; empty while its owner is writing it. Null if it is another kind of file, or if it no longer exists.
 */
function readClaim(path: string): string | null {
  try {
    const found = lstatSync(path);
    if (!found.isFile() || found.size > holding.length) return null;
    const message = readFileSync(path, 'utf8');
    return message === '' || message.startsWith(lockWord) ? message : null;
  } catch {
    return null;
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function drop(path: string): void {
  rmSync(path, { force: true });
  own.delete(path);
}

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Returns whether a thread of this process created a lock file that has the id of this process in its name. Process ids are reused, for
 * example in containers: if the file is older than this process, the process that created it has ended.
 */
function isOfThisProcess(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs > Date.now() - 1000 * process.uptime() - timeStep;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as { code?: string }).code === 'EPERM';
  }
}
