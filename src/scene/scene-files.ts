import { InputError } from '../input-error.ts';

/** Source of the files that a scene names: a disk, the uploads of a page, the memory of a test. */
export interface SceneFiles {
  /**
   * Returns the bytes of a file; undefined if it does not exist. path: as the scene writes it. asset: path of the asset that names the
   * file, which must then be in the folder of the asset or below.
   */
  read(path: string, asset?: string): Uint8Array | undefined;
  /** True: assets may name files outside of their own folders. Absent: that is an error. */
  readonly outsideFiles?: boolean;
  /** The full location of a path, for messages. */
  locate?(path: string): string;
  /** A similar path that exists, for a path that does not; null if there is none. */
  suggest?(path: string): string | null;
}

/** Returns the bytes of a file, or throws InputError. location: path in the scene of the value that names the file. */
export function requireFile(files: SceneFiles, path: string, location: string): Uint8Array {
  const bytes = files.read(path);
  if (bytes) return bytes;
  const suggestion = files.suggest?.(path);
  throw InputError.at(
    location,
    `no file "${path}"${files.locate ? ` (looked for ${files.locate(path)})` : ''}` +
      (suggestion ? `, did you mean "${suggestion}"?` : ''),
  );
}
