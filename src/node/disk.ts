import { closeSync, fsyncSync, openSync, renameSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { DiskError } from './disk-error.ts';
import { makeFolders } from './make-folders.ts';

/** The disk operations of a bake. Tests replace them by those of a disk that is full or fails. */
export interface Disk {
  /** Creates a folder and its missing parents. */
  makeFolder(path: string): void;
  /** Creates a file for writing. An existing file or symbolic link is deleted first, so that the target of a link is never overwritten. */
  create(path: string): DiskFile;
  rename(from: string, to: string): void;
  /** Syncs the entries of a folder with the disk (fsync), so that they survive a power failure. */
  syncFolder(path: string): void;
  /** Returns the free bytes on the disk of a path; null if unknown. */
  free(path: string): number | null;
}

/** A file that is open for writing. */
export interface DiskFile {
  write(bytes: Uint8Array): void;
  /** Syncs the content with the disk (fsync), so that it survives a power failure. */
  sync(): void;
  close(): void;
}

/** The real disk. */
export const nodeDisk: Disk = {
  makeFolder(path) {
    makeFolders(path);
  },
  create(path) {
    rmSync(path, { force: true });
    const file = openSync(path, 'wx');
    return {
      write(bytes) {
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      },
      sync: () => fsyncSync(file),
      close: () => closeSync(file),
    };
  },
  rename: renameSync,
  syncFolder(path) {
    let folder: number;
    try {
      folder = openSync(path, 'r');
    } catch {
      // On Windows a folder cannot be opened. The file systems of Windows protect folder entries with their own journal.
      return;
    }
    try {
      fsyncSync(folder);
    } catch {
      // Some file systems do not support fsync of a folder.
    } finally {
      closeSync(folder);
    }
  },
  free(path) {
    try {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    } catch {
      return null;
    }
  },
};

/** Error codes of file systems that do not support fsync, such as some network file systems. */
const noSyncCodes = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Calls `sync`, and ignores the error of a file system that does not support fsync. */
export function syncIfPossible(sync: () => void): void {
  try {
    sync();
  } catch (error) {
    if (!noSyncCodes.includes((error as { code?: string }).code ?? '')) throw error;
  }
}

/** Writes whole files to a disk. An error of the disk becomes a DiskError with the path and the number of bytes to write. */
export class DiskWriter {
  constructor(private readonly disk: Disk) {}

  makeFolder(path: string): void {
    this.attempt(path, null, () => this.disk.makeFolder(path));
  }

  /** Writes a file without fsync. A power failure soon after may lose it, so it must be possible to create it again. */
  write(path: string, ...parts: readonly Uint8Array[]): void {
    this.writeAll(path, parts, false);
  }

  /** Writes a file and syncs it (fsync), so that its content survives a power failure. */
  writeSafely(path: string, ...parts: readonly Uint8Array[]): void {
    this.writeAll(path, parts, true);
  }

  private writeAll(path: string, parts: readonly Uint8Array[], isSafe: boolean): void {
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    this.attempt(path, size, () => {
      const file = this.disk.create(path);
      try {
        for (const part of parts) file.write(part);
        if (isSafe) syncIfPossible(() => file.sync());
      } finally {
        file.close();
      }
    });
  }

  /** Replaces a file by an atomic rename after fsync. So no reader ever sees a partly written file, not even after a power failure. */
  replace(path: string, ...parts: readonly Uint8Array[]): void {
    const fresh = `${path}.new`;
    this.writeSafely(fresh, ...parts);
    this.rename(fresh, path);
    this.disk.syncFolder(dirname(path));
  }

  /** Writes a stream of parts, as `write` does for a whole file. */
  async writeParts(path: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const file = this.attempt(path, null, () => this.disk.create(path));
    let done = 0;
    try {
      for await (const part of parts) {
        this.attempt(path, done + part.length, () => file.write(part));
        done += part.length;
      }
    } catch (error) {
      file.close();
      throw error;
    }
    this.attempt(path, done, () => file.close());
  }

  rename(from: string, to: string): void {
    this.attempt(to, null, () => this.disk.rename(from, to));
  }

  syncFolder(path: string): void {
    this.disk.syncFolder(path);
  }

  private attempt<Result>(path: string, bytes: number | null, act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw DiskError.from(error, path, { bytes, free: this.disk.free(dirname(path)) });
    }
  }
}
