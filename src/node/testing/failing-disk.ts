import { type Disk, nodeDisk } from '../disk.ts';

export interface DiskFailure {
  /** The operation at which it begins to refuse, counted from 0. */
  readonly from: number;
  /** How many operations it refuses; all that follow when absent. */
  readonly count?: number;
  /** As systems call it. */
  readonly code?: string;
}

/** The real disk, that refuses to do more after some operations: what it was writing then is there by half. */
export class FailingDisk implements Disk {
  /** Operations so far. */
  operations = 0;
  /** What it refused first, such as `write /out/a.png`. */
  refused: string | null = null;
  private readonly from: number;
  private readonly end: number;
  private readonly code: string;

  constructor({ from, count = Infinity, code = 'ENOSPC' }: DiskFailure) {
    this.from = from;
    this.end = from + count;
    this.code = code;
  }

  makeFolder(path: string): void {
    this.attempt('mkdir', path);
    nodeDisk.makeFolder(path);
  }

  create(path: string): ReturnType<Disk['create']> {
    this.attempt('open', path);
    const file = nodeDisk.create(path);
    return {
      write: (bytes) => {
        try {
          this.attempt('write', path);
        } catch (error) {
          file.write(bytes.subarray(0, bytes.length >> 1));
          throw error;
        }
        file.write(bytes);
      },
      sync: () => {
        this.attempt('fsync', path);
        file.sync();
      },
      close: () => file.close(),
    };
  }

  rename(from: string, to: string): void {
    this.attempt('rename', to);
    nodeDisk.rename(from, to);
  }

  syncFolder(path: string): void {
    nodeDisk.syncFolder(path);
  }

  /** Room for anything until it is full, so that bakes begin. */
  free(): number {
    return this.refused ? 4096 : Number.MAX_SAFE_INTEGER;
  }

  private attempt(syscall: string, path: string): void {
    const operation = this.operations++;
    if (operation < this.from || operation >= this.end) return;
    this.refused ??= `${syscall} ${path}`;
    throw Object.assign(new Error(`${this.code}: refused, ${syscall} '${path}'`), {
      code: this.code,
      syscall,
      path,
    });
  }
}
