import { closeSync, fsyncSync, openSync, renameSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { DiskError } from './disk-error.ts';
import { makeFolders } from './make-folders.ts';

/** What a bake asks of a disk. Tests put one in its place that is full, or breaks off. */
export interface Disk {
  /** Makes a folder, and those above it. */
  makeFolder(path: string): void;
  /** Opens a new file; one that is there, or a link, goes first: nothing is ever written into what it leads to. */
  create(path: string): DiskFile;
  rename(from: string, to: string): void;
  /** Returns when the names in a folder would survive the loss of power. */
  syncFolder(path: string): void;
  /** Bytes that are free where a path lies; null where nobody knows. */
  free(path: string): number | null;
}

export interface DiskFile {
  write(bytes: Uint8Array): void;
  /** Returns when what was written would survive the loss of power. */
  sync(): void;
  close(): void;
}

/** The disk that there is. */
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
      // Windows opens no folders, and keeps their names by itself.
      return;
    }
    try {
      fsyncSync(folder);
    } catch {
      // Some disks cannot.
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

/** Codes of disks that have no sync, such as some that lie in a network. */
const noSyncCodes = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** A disk that knows no fsync is used without it. */
export function syncIfPossible(sync: () => void): void {
  try {
    sync();
  } catch (error) {
    if (!noSyncCodes.includes((error as { code?: string }).code ?? '')) throw error;
  }
}

/** Writes whole files to a disk; what it refuses becomes a DiskError that names the path and how much was to be written. */
export class DiskWriter {
  constructor(private readonly disk: Disk) {}

  makeFolder(path: string): void {
    this.attempt(path, null, () => this.disk.makeFolder(path));
  }

  /** For what can be made again: a loss of power soon after may cost it. */
  write(path: string, ...parts: readonly Uint8Array[]): void {
    this.writeAll(path, parts, false);
  }

  /** Returns when what was written would survive the loss of power. */
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

  /** The file is never seen half written, not even after a loss of power: it takes its place when it is whole. */
  replace(path: string, ...parts: readonly Uint8Array[]): void {
    const fresh = `${path}.new`;
    this.writeSafely(fresh, ...parts);
    this.rename(fresh, path);
    this.disk.syncFolder(dirname(path));
  }

  /** As `write`, for what comes in pieces. */
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
