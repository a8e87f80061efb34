import type { SceneFiles } from './scene-files.ts';

/** Finds what a file names, by the path that it writes: beside the file itself. */
export type FindBeside = (uri: string) => Uint8Array | undefined;

/** For the files that `file` names, both as a scene writes them. `onRead` is called with the bytes of each that is there. */
export function readBeside(
  files: SceneFiles,
  file: string,
  onRead?: (bytes: Uint8Array) => void,
): FindBeside {
  const folder = file.replace(/[^\\/]*$/, '');
  return (uri) => {
    const bytes = files.read(folder + uri);
    if (bytes) onRead?.(bytes);
    return bytes;
  };
}
