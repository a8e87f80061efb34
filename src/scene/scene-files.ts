import { InputError } from '../input-error.ts';

/** Where the files that a scene names come from: a disk, a page's uploads, a test's memory. */
export interface SceneFiles {
  /**
   * Bytes of the file at a path as the scene writes it, undefined when there is none. `asset`: the file, written likewise, that names
   * it: it must lie in that one's folder or below.
   */
  read(path: string, asset?: string): Uint8Array | undefined;
  /** Whether files may name others outside of their own folders; they may not when absent. */
  readonly outsideFiles?: boolean;
  /** Where that path was looked for, for messages. */
  locate?(path: string): string;
  /** Names of files there that someone may have meant instead. */
  suggest?(path: string): string | null;
}

/** The bytes, or an InputError that says which path was tried. `place` is where the scene names the file. */
export function requireFile(files: SceneFiles, path: string, place: string): Uint8Array {
  const bytes = files.read(path);
  if (bytes) return bytes;
  const suggestion = files.suggest?.(path);
  throw InputError.at(
    place,
    `no file "${path}"${files.locate ? ` (looked for ${files.locate(path)})` : ''}` +
      (suggestion ? `, did you mean "${suggestion}"?` : ''),
  );
}
