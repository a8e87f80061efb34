import { decodePercent } from '../files/gltf/buffers.ts';
import { InputError } from '../input-error.ts';
import { openScene } from '../scene/open-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { readBeside } from '../scene/read-beside.ts';
import { createDiskFiles, type DiskFilesOptions } from './disk-files.ts';
import { readSource } from './read-source.ts';

/**
 * Reads a scene or a character and all files that it names, for the studio page. The keys are paths relative to a common root, so that
 * the names inside the files stay valid. Throws InputError for faults of the input, before any page is shown.
 */
export async function readStudioFiles(
  path: string,
  options: DiskFilesOptions = {},
): Promise<Map<string, Uint8Array>> {
  const { scene, folder, name } = await readSource(path, {}, options);
  const files = new Map<string, Uint8Array>();
  const disk = createDiskFiles(folder, options);
  const prefix = `${name}/`;
  const read = (file: string, asset?: string) => {
    const bytes = disk.read(file, asset);
    if (bytes) files.set(prefix + file, bytes);
    return bytes;
  };
  await openScene(parseScene(scene), { ...disk, read }, { name, checkOnly: true });
  // A simulation does not read textures, but the page shows them, so they are added.
  for (const [file, bytes] of [...files]) {
    const find = readBeside({ ...disk, read }, file.slice(prefix.length));
    for (const picture of namedPictures(file, bytes)) {
      try {
        find(picture);
      } catch (error) {
        // A texture outside of the asset's folder is left out, as when a scene is opened.
        if (!(error instanceof InputError)) throw error;
      }
    }
  }
  return new Map([
    [`${prefix}scene.json`, new TextEncoder().encode(`${JSON.stringify(scene, null, 2)}\n`)],
    ...files,
  ]);
}

function namedPictures(file: string, bytes: Uint8Array): string[] {
  if (!/\.gltf$/i.test(file)) return [];
  let images: unknown;
  try {
    images = (JSON.parse(new TextDecoder().decode(bytes)) as { images?: unknown }).images;
  } catch {
    // The file is a binary glTF with the extension `.gltf`, which contains its textures.
  }
  if (!Array.isArray(images)) return [];
  return images
    .map((image) => Object(image).uri as unknown)
    .filter((uri): uri is string => typeof uri === 'string' && !uri.startsWith('data:'))
    .map(decodePercent);
}
