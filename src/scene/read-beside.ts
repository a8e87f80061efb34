import { InputError } from '../input-error.ts';
import type { SceneFiles } from './scene-files.ts';

/** How someone who knows where a file comes from lets it name others anywhere. */
export const allowOutside =
  'or allow it if you know where the asset comes from (--outside-files, or outsideFiles: true in code)';

/** Finds what a file names, by the path that it writes: beside the file itself or below. */
export type FindBeside = (uri: string) => Uint8Array | undefined;

/**
 * For the files that `file` names, both as a scene writes them. `onRead` is called with the bytes of each that is there. A file
 * is not believed when it names others outside of its own folder: that is an InputError, unless `files` allow it.
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

/** Whether a path that a file writes leads out of the file's folder; by its text alone, not by links. */
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
