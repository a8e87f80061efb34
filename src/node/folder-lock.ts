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

/** Locks that this thread holds or asks for. */
const own = new Set<string>();
/** Milliseconds by which the times of files may be too early: some disks keep them to two seconds. */
const timeStep = 2000;
/** What a file says; of equal length, so that a full disk takes the change. */
const lockWord = 'aftermotion';
const asking = `${lockWord} asks \n`;
const holding = `${lockWord} holds\n`;
/** Milliseconds to wait for another process that asks at the same time, and between two looks at it. */
const patience = 5000;
const interval = 2;

/** A process that has the lock, or asks for it. */
export interface LockClaim {
  /** Its file, absolute. */
  readonly path: string;
  readonly process: number;
  readonly holds: boolean;
}

/**
 * Keeps two processes, or two calls in one, from writing into the same folder. The lock lies beside the folder, so that it
 * outlives what happens to the folder. Not for folders that several machines share.
 *
 * Each process, or thread of one, puts a file of its own there, `.NAME.lock-PROCESS-NUMBER`, and then looks for those of others: of two at least one
 * sees the other. It gives way to one that holds the lock, and to one that asks for it and comes first by name; it waits for one
 * that comes after it, which gives way. Only its owner ever changes a file, and one whose process has ended counts for nothing: so
 * no lock has to be taken over.
 */
export class FolderLock {
  private claim: string | null = null;

  /** `folder`: absolute. What it lies in must be there when the lock is taken. */
  constructor(private readonly folder: string) {}

  /** Takes the lock. Returns null, or who has it. */
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

  /** Gives it back; nothing where it is not held. */
  release(): void {
    if (this.claim) drop(this.claim);
    this.claim = null;
  }

  /** Who has the lock, this process included; null where nobody has. */
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
        // An earlier process had the same id.
        if (code === 'EEXIST') continue;
        // A full disk takes the name, and nothing in it.
        if (code === 'ENOSPC' || code === 'EDQUOT') rmSync(path, { force: true });
        throw error;
      }
    }
  }

  /** What processes that live hold or ask for. Removes what others left. */
  private claims(): LockClaim[] {
    const folder = dirname(this.folder);
    const start = basename(this.prefix);
    return readNames(folder).flatMap((name) => {
      const [, before, id, number] = /^(.*)(?<=\.lock-)(\d+)-(\d+)$/s.exec(name) ?? [];
      if (before === undefined || pathKey(before) !== pathKey(start)) return [];
      // Looked up by our own spelling of the folder's name: on a disk that tells upper from lower case, the lock file of a folder
      // spelt differently is not found, and so ignored.
      const path = join(folder, `${start}${id}-${number}`);
      const words = readClaim(path);
      if (words === null) return [];
      const owner = Number(id);
      if (owner === process.pid ? own.has(path) || isOfThisProcess(path) : isAlive(owner)) {
        return [{ path, process: owner, holds: words !== '' && words !== asking }];
      }
      try {
        rmSync(path, { force: true });
      } catch {
        // Someone else's, in a folder that lets nobody else remove it: it counts for nothing all the same.
      }
      return [];
    });
  }
}

/** What a file of ours says; empty while it is being written. Null for one that is none of ours, or that has gone. */
function readClaim(path: string): string | null {
  try {
    const found = lstatSync(path);
    if (!found.isFile() || found.size > holding.length) return null;
    const words = readFileSync(path, 'utf8');
    return words === '' || words.startsWith(lockWord) ? words : null;
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
 * True where another thread of this process made the lock file. Process ids are used again (in containers, for example): a file that is
 * older than this process belongs to one that has ended.
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
    // There, but someone else's.
    return (error as { code?: string }).code === 'EPERM';
  }
}
