import { InputError } from '../input-error.ts';

/** Source of the files that a scene names, such as a disk, the uploads of a page, or the memory of a test. */
export interface SceneFiles {
  /**
   * Returns the bytes of a file; undefined if the file does not exist. path: as the scene writes it. asset: path of the asset that names
   * the file. In this case the file must be in the folder of the asset or below.
   */
  read(path: string, asset?: string): Uint8Array | undefined;
  /** True: assets may name files outside of their own folders. Absent: that is an error. */
  readonly outsideFiles?: boolean;
  /** Returns the full location of a path, for messages. */
  locate?(path: string): string;
  /** Returns an existing path that is similar to a path that does not exist; null if there is none. */
  suggest?(path: string): string | null;
}

/**
 * Returns the bytes of a file, or throws InputError if the file does not exist. location: path in the scene of the value that names the
 * file.
 */
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
