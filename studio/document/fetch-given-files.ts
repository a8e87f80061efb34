import { InputError } from '../../src/index.ts';
import type { GivenFile } from './open-files.ts';

/** Fetches the files that `aftermotion studio SCENE.json` provides to the page: first a list of paths, then each file at its address. */
export async function fetchGivenFiles(): Promise<GivenFile[]> {
  const list = await fetch('open/index.json');
  if (!list.ok) throw InputError.at('', 'there is no scene to open here: start aftermotion studio with one');
  const paths = (await list.json()) as string[];
  return Promise.all(
    paths.map(async (path, index) => {
      const response = await fetch(`open/${index}`);
      if (!response.ok) throw InputError.at(path, `could not be fetched (${response.status})`);
      return { path, bytes: new Uint8Array(await response.arrayBuffer()) };
    }),
  );
}
