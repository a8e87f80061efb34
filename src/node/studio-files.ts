import { openScene } from '../scene/open-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { createDiskFiles } from './disk-files.ts';
import { readSource } from './read-source.ts';

/**
 * A scene or a character with every file that it names, by the paths that they have for each other: what the page needs to
 * open it. Throws InputError for whatever is wrong with it, before any page is shown.
 */
export async function readStudioFiles(path: string): Promise<Map<string, Uint8Array>> {
  const { scene, folder, name } = await readSource(path, {});
  const files = new Map<string, Uint8Array>();
  const disk = createDiskFiles(folder);
  const place = `${name}/`;
  const read = (file: string) => {
    const bytes = disk.read(file);
    if (bytes) files.set(place + file, bytes);
    return bytes;
  };
  await openScene(parseScene(scene), { ...disk, read }, { name, checkOnly: true });
  // Pictures are not read for a simulation, but looked at.
  for (const [file, bytes] of [...files]) {
    const base = file.slice(place.length).replace(/[^/]*$/, '');
    for (const picture of namedPictures(file, bytes)) read(base + picture);
  }
  return new Map([
    [`${place}scene.json`, new TextEncoder().encode(`${JSON.stringify(scene, null, 2)}\n`)],
    ...files,
  ]);
}

function namedPictures(file: string, bytes: Uint8Array): string[] {
  if (!/\.gltf$/i.test(file)) return [];
  const { images = [] } = JSON.parse(new TextDecoder().decode(bytes)) as { images?: { uri?: unknown }[] };
  return images
    .map((image) => image.uri)
    .filter((uri): uri is string => typeof uri === 'string' && !uri.startsWith('data:'))
    .map(decodeURIComponent);
}
