import { closeSync, openSync, renameSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { DiskError } from './disk-error.ts';
import { makeFolders } from './make-folders.ts';

/** What a bake asks of a disk. Tests put one in its place that is full, or breaks off. */
export interface Disk {
  /** Makes a folder, and those above it. */
  makeFolder(path: string): void;
  /** Opens a file to write it from its beginning. */
  create(path: string): DiskFile;
  rename(from: string, to: string): void;
  /** Bytes that are free where a path lies; null where nobody knows. */
  free(path: string): number | null;
}

export interface DiskFile {
  write(bytes: Uint8Array): void;
  close(): void;
}

/** The disk that there is. */
export const nodeDisk: Disk = {
  makeFolder(path) {
    makeFolders(path);
  },
  create(path) {
    const file = openSync(path, 'w');
    return {
      write(bytes) {
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      },
      close: () => closeSync(file),
    };
  },
  rename: renameSync,
  free(path) {
    try {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    } catch {
      return null;
    }
  },
};

/** Writes whole files to a disk; what it refuses becomes a DiskError that names the path and how much was to be written. */
export class DiskWriter {
  constructor(private readonly disk: Disk) {}

  makeFolder(path: string): void {
    this.attempt(path, null, () => this.disk.makeFolder(path));
  }

  write(path: string, bytes: Uint8Array): void {
    this.attempt(path, bytes.length, () => {
      const file = this.disk.create(path);
      try {
        file.write(bytes);
      } finally {
        file.close();
      }
    });
  }

  /** The file is never seen half written: it takes its place when it is whole. */
  replace(path: string, bytes: Uint8Array): void {
    const fresh = `${path}.new`;
    this.write(fresh, bytes);
    this.rename(fresh, path);
  }

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

  private attempt<Result>(path: string, bytes: number | null, act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw DiskError.from(error, path, { bytes, free: this.disk.free(dirname(path)) });
    }
  }
}
