import { Accessors } from './accessors.ts';
import { BufferViews, type ResolveUri } from './buffers.ts';
import { openContainer } from './container.ts';
import { DracoPrimitives } from './draco/draco-primitives.ts';
import { JsonValue } from './json-value.ts';

/** A file's JSON and the numbers under its accessors, as they stand in the file. */
export interface GltfSource {
  readonly root: JsonValue;
  readonly accessors: Accessors;
}

/** Opens a .glb or .gltf to read what `readGltf` passes over. Errors: InputError for a file that is damaged. */
export async function openGltfSource(
  bytes: Uint8Array,
  options: { readonly name: string; readonly resolve?: ResolveUri },
): Promise<GltfSource> {
  const { json, binary } = openContainer(bytes, options.name);
  const root = new JsonValue(options.name, '', json);
  const views = await BufferViews.open(root, binary, options.resolve);
  return { root, accessors: new Accessors(root, views, await DracoPrimitives.open(root, views, [])) };
}
