import { createHash } from 'node:crypto';
import { closeSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { kindOfEntry } from './real-place.ts';

/** An entry in the list of outputs of an earlier run. */
export interface RecordedFile {
  /** Path relative to the folder, with `/` as separator. */
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 in hexadecimal. Absent in lists that earlier versions wrote. */
  readonly sha256?: string;
}

/** The list of outputs that an earlier run wrote into a folder. */
export interface FolderRecord {
  /** Whether an earlier version wrote the list, so that it has neither a `generator` nor hashes. */
  readonly isEarlier: boolean;
  readonly files: readonly RecordedFile[];
}

/**
 * Result of comparing a file with its record. own: unchanged; gone: there is no such file; elsewhere: the path is outside the folder,
 * contains a symbolic link, or is not a plain file.
 */
export type FileState = 'own' | 'gone' | 'changed' | 'elsewhere';

/** Value of `generator` in every list of outputs. It shows that aftermotion wrote the list. */
export const generator = 'aftermotion';

/** Reads the list of outputs in a folder, for example `report.json`; null if there is no list that aftermotion wrote. */
export function readRecord(folder: string, listName: string): FolderRecord | null {
  const list = readJson(join(folder, listName));
  const isOurs = list?.generator === generator;
  const isEarlier = list?.generator === undefined && list?.version === 1 && typeof list.machine === 'string';
  if (!(isOurs || isEarlier) || !Array.isArray(list?.outputs)) return null;
  const files = list.outputs.filter(isRecordedFile);
  return { isEarlier: !isOurs, files };
}

/**
 * Compares a file with its record. It counts as unchanged if it is a plain file in the folder with the recorded size and hash, and its path
 * contains no symbolic link. bySize: the hash is not compared.
 */
export function examineFile(
  folder: string,
  { file, bytes, sha256 }: RecordedFile,
  bySize = false,
): FileState {
  const location = examinePath(folder, file);
  if (location !== 'file') return location === null ? 'gone' : 'elsewhere';
  const path = join(folder, file);
  if (lstatSync(path).size !== bytes) return 'changed';
  return bySize || (sha256 !== undefined && hashFile(path) === sha256) ? 'own' : 'changed';
}

/**
 * Returns the type of the entry at a path relative to a folder; null if there is none. elsewhere: the path is outside the folder; or one of
 * its components is not a folder (a symbolic link, for example); or the entry itself is a link or a special file.
 */
export function examinePath(folder: string, file: string): 'file' | 'folder' | 'elsewhere' | null {
  const parts = file.split('/');
  if (isAbsolute(file) || parts.some((part) => ['', '.', '..'].includes(part) || /[\\\0]/.test(part))) {
    return 'elsewhere';
  }
  for (let k = 1; k < parts.length; k++) {
    const entry = kindOfEntry(join(folder, ...parts.slice(0, k)));
    if (entry === null) return null;
    if (entry !== 'folder') return 'elsewhere';
  }
  const entry = kindOfEntry(join(folder, file));
  return entry === null || entry === 'file' || entry === 'folder' ? entry : 'elsewhere';
}

/** Returns the SHA-256 of bytes in hexadecimal. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Passes chunks on, counts their bytes and hashes them. `finish` returns the SHA-256 in hexadecimal and the number of bytes. It may be called
 * once, after the last chunk.
 */
export function hashParts(parts: AsyncIterable<Uint8Array>): {
  readonly hashed: AsyncIterable<Uint8Array>;
  finish(): { readonly sha256: string; readonly bytes: number };
} {
  const hash = createHash('sha256');
  let bytes = 0;
  const pass = async function* () {
    for await (const part of parts) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  };
  return { hashed: pass(), finish: () => ({ sha256: hash.digest('hex'), bytes }) };
}

/** Returns the SHA-256 of a file in hexadecimal. Reads 1 MiB at a time, so that the file may have any size. */
export function hashFile(path: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(2 ** 20);
  const file = openSync(path, 'r');
  try {
    for (let length = 1; length > 0; ) {
      length = readSync(file, piece);
      hash.update(piece.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

function readJson(path: string): Record<string, unknown> | null {
  if (kindOfEntry(path) !== 'file') return null;
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

function isRecordedFile(value: unknown): value is RecordedFile {
  const { file, bytes, sha256 } = Object(value) as Record<string, unknown>;
  return (
    typeof file === 'string' &&
    Number.isSafeInteger(bytes) &&
    (sha256 === undefined || typeof sha256 === 'string')
  );
}

/** Returns the parent folders in a relative path, innermost first: `a/b`, `a` for `a/b/c.png`. */
export function foldersAbove(file: string): string[] {
  const above = dirname(file);
  return above === '.' ? [] : [above, ...foldersAbove(above)];
}
