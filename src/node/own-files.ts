import { createHash } from 'node:crypto';
import { closeSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { kindOfEntry } from './real-place.ts';

/** A file that an earlier run wrote, as its list has it. */
export interface RecordedFile {
  /** Relative to the folder, with `/`. */
  readonly file: string;
  readonly bytes: number;
  /** Absent in lists of earlier versions. */
  readonly sha256?: string;
}

/** What an earlier run says that it wrote into a folder. */
export interface FolderRecord {
  /** True for a version that did not say who wrote it, nor what was in its files. */
  readonly isEarlier: boolean;
  readonly files: readonly RecordedFile[];
}

/** How a file stands to what is recorded of it; `elsewhere`: a link leads to it, or it lies outside. */
export type FileState = 'own' | 'gone' | 'changed' | 'elsewhere';

/** The value of `generator` in every list of files that we write. */
export const generator = 'aftermotion';

/** The list of a folder, `report.json` of a bake for example; null where there is none of ours. */
export function readRecord(folder: string, listName: string): FolderRecord | null {
  const list = readJson(join(folder, listName));
  const isOurs = list?.generator === generator;
  const isEarlier = list?.generator === undefined && list?.version === 1 && typeof list.machine === 'string';
  if (!(isOurs || isEarlier) || !Array.isArray(list?.outputs)) return null;
  const files = list.outputs.filter(isRecordedFile);
  return { isEarlier: !isOurs, files };
}

/**
 * Looks whether a file is still what is recorded of it: no link leads to it, and it has the same size and bytes. bySize: without a look at
 * its bytes.
 */
export function examineFile(
  folder: string,
  { file, bytes, sha256 }: RecordedFile,
  bySize = false,
): FileState {
  const place = examinePlace(folder, file);
  if (place !== 'file') return place === null ? 'gone' : 'elsewhere';
  const path = join(folder, file);
  if (lstatSync(path).size !== bytes) return 'changed';
  return bySize || (sha256 !== undefined && hashFile(path) === sha256) ? 'own' : 'changed';
}

/** What stands where a file goes; null for nothing. `elsewhere` where a link or a file stands for a folder on the way, or it lies outside. */
export function examinePlace(folder: string, file: string): 'file' | 'folder' | 'elsewhere' | null {
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

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Passes pieces on, and hashes them on the way. */
export function hashParts(parts: AsyncIterable<Uint8Array>): {
  readonly hashed: AsyncIterable<Uint8Array>;
  digest(): string;
} {
  const hash = createHash('sha256');
  const pass = async function* () {
    for await (const part of parts) {
      hash.update(part);
      yield part;
    }
  };
  return { hashed: pass(), digest: () => hash.digest('hex') };
}

/** Of a file of any size. */
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

/** The folders that a file lies in, the nearest first: `a/b`, `a` of `a/b/c.png`. */
export function foldersAbove(file: string): string[] {
  const above = dirname(file);
  return above === '.' ? [] : [above, ...foldersAbove(above)];
}
