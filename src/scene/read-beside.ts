import { InputError } from '../input-error.ts';
import type { SceneFiles } from './scene-files.ts';

/** The end of an error message, which explains how a user allows an asset to name files in any folder. */
export const allowOutside =
  'or allow it if you know where the asset comes from (--outside-files, or outsideFiles: true in code)';

/** Reads a file that an asset names; `uri` is the path in the asset. Returns undefined if the file does not exist. */
export type FindBeside = (uri: string) => Uint8Array | undefined;

/**
 * Creates a reader for the files that an asset names. file: path of the asset, as the scene writes it. onRead: receives the bytes of
 * each file. The reader throws InputError for a path outside of the asset's folder, unless `files.outsideFiles` is set.
 */
export function readBeside(
  files: SceneFiles,
  file: string,
  onRead?: (bytes: Uint8Array) => void,
): FindBeside {
  const folder = file.replace(/[^\\/]*$/, '');
  return (uri) => {
    const isInside = files.outsideFiles !== true;
    if (isInside && leadsOutside(uri)) {
      throw InputError.at(
        file,
        `expected names of files in its own folder or below, got ${JSON.stringify(uri)}: copy that file there, ${allowOutside}`,
      );
    }
    const bytes = files.read(isAbsolute(uri) ? uri : folder + uri, isInside ? file : undefined);
    if (bytes) onRead?.(bytes);
    return bytes;
  };
}

/** Returns whether a relative path in a file leads out of the file's folder. Checks the text only, not symbolic links. */
function leadsOutside(uri: string): boolean {
  if (isAbsolute(uri)) return true;
  let depth = 0;
  for (const step of uri.split(/[\\/]/)) {
    if (step === '..') depth--;
    else if (step !== '' && step !== '.') depth++;
    if (depth < 0) return true;
  }
  return false;
}

function isAbsolute(uri: string): boolean {
  return /^[\\/]|^[a-z]:/i.test(uri);
}
