import { type Disk, nodeDisk } from '../disk.ts';

export interface DiskFailure {
  /** Index of the first operation that fails, counted from 0. */
  readonly from: number;
  /** Number of operations that fail. Default: all after the first one that fails. */
  readonly count?: number;
  /** Error code of the operating system. Default `ENOSPC`. */
  readonly code?: string;
}

/** The real disk, but operations fail from a given one on. A write that fails has written half of its bytes. */
export class FailingDisk implements Disk {
  /** Number of operations so far. */
  operations = 0;
  /** The first operation that failed, such as `write /out/a.png`; null if none has. */
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

  /** Reports unlimited free space until an operation fails, so that bakes start. */
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
