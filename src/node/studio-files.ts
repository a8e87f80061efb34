import { decodePercent } from '../files/gltf/buffers.ts';
import { InputError } from '../input-error.ts';
import { openScene } from '../scene/open-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { readBeside } from '../scene/read-beside.ts';
import { createDiskFiles, type DiskFilesOptions } from './disk-files.ts';
import { readSource } from './read-source.ts';

/**
 * A scene or a character with every file that it names, by the paths that they have for each other: what the page needs to
 * open it. Throws InputError for whatever is wrong with it, before any page is shown.
 */
export async function readStudioFiles(
  path: string,
  options: DiskFilesOptions = {},
): Promise<Map<string, Uint8Array>> {
  const { scene, folder, name } = await readSource(path, {}, options);
  const files = new Map<string, Uint8Array>();
  const disk = createDiskFiles(folder, options);
  const place = `${name}/`;
  const read = (file: string, asset?: string) => {
    const bytes = disk.read(file, asset);
    if (bytes) files.set(place + file, bytes);
    return bytes;
  };
  await openScene(parseScene(scene), { ...disk, read }, { name, checkOnly: true });
  // Pictures are not read for a simulation, but looked at.
  for (const [file, bytes] of [...files]) {
    const find = readBeside({ ...disk, read }, file.slice(place.length));
    for (const picture of namedPictures(file, bytes)) {
      try {
        find(picture);
      } catch (error) {
        // A picture that may not be read is left out, as where a scene is opened.
        if (!(error instanceof InputError)) throw error;
      }
    }
  }
  return new Map([
    [`${place}scene.json`, new TextEncoder().encode(`${JSON.stringify(scene, null, 2)}\n`)],
    ...files,
  ]);
}

function namedPictures(file: string, bytes: Uint8Array): string[] {
  if (!/\.gltf$/i.test(file)) return [];
  let images: unknown;
  try {
    images = (JSON.parse(new TextDecoder().decode(bytes)) as { images?: unknown }).images;
  } catch {
    // A GLB may have that name, too.
  }
  if (!Array.isArray(images)) return [];
  return images
    .map((image) => Object(image).uri as unknown)
    .filter((uri): uri is string => typeof uri === 'string' && !uri.startsWith('data:'))
    .map(decodePercent);
}
