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
/** Milliseconds. Modification times may be too early by this much: FAT stores them with a resolution of two seconds. */
const timeStep = 2000;
/**
 * Contents of a lock file: its process requests the lock, or holds it. Both texts have the same length, so that the change from one to
 * the other needs no space on a full disk.
 */
const lockWord = 'aftermotion';
const asking = `${lockWord} asks \n`;
const holding = `${lockWord} holds\n`;
/** Milliseconds: longest wait for another process that requests the lock at the same time, and interval of polling. */
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
 * An advisory lock that keeps two processes, or two callers in one process, from writing into the same folder. The lock files are
 * beside the folder, since the folder itself may be replaced. Process ids identify the owners, so the lock does not work for a folder
 * that several machines share.
 *
 * Each process or thread creates a lock file, `.NAME.lock-PROCESS-NUMBER`, and then looks for those of others. Of two processes, at
 * least one sees the file of the other. A process gives up if another one holds the lock, or requests it with a file name that sorts
 * first. It waits while another one requests it with a file name that sorts later, since that one gives up. Only the owner writes to
 * a lock file. A lock file whose process has ended is ignored, so a lock never has to be taken over.
 */
export class FolderLock {
  private claim: string | null = null;

  /** folder: absolute path. Its parent folder must exist when the lock is taken. */
  constructor(private readonly folder: string) {}

  /** Takes the lock. Returns null, or the process that holds it or has precedence. Blocks the thread while it waits. */
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

  /** Releases the lock. Has no effect if it is not held. */
  release(): void {
    if (this.claim) drop(this.claim);
    this.claim = null;
  }

  /** Returns the process that holds the lock, which may be this one; null if none does. */
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
        // Another thread, or an earlier process with the same id, made a lock file with this number: take the next number.
        if (code === 'EEXIST') continue;
        // On a full disk the file may have been created without its content.
        if (code === 'ENOSPC' || code === 'EDQUOT') rmSync(path, { force: true });
        throw error;
      }
    }
  }

  /** Claims of all running processes. Deletes lock files of processes that have ended. */
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
        // The file belongs to another user and cannot be deleted here (sticky bit). It is ignored all the same.
      }
      return [];
    });
  }
}

/** Content of a lock file; empty while its owner is writing it. Null for any other file, or if there is none any more. */
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
 * Returns true if a thread of this process made a lock file that has the id of this process in its name. Process ids are reused, for
 * example in containers: if the file is older than this process, its owner has ended.
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
