import { Accessors } from './accessors.ts';
import { BufferViews, type ResolveUri } from './buffers.ts';
import { openContainer } from './container.ts';
import { DracoPrimitives } from './draco/draco-primitives.ts';
import { JsonValue } from './json-value.ts';

/** The JSON of a file, and access to the numbers of its accessors, unchanged. */
export interface GltfSource {
  readonly root: JsonValue;
  readonly accessors: Accessors;
}

/** Opens a .glb or .gltf to read data that `readGltf` ignores. Throws InputError for a damaged file. */
export async function openGltfSource(
  bytes: Uint8Array,
  options: { readonly name: string; readonly resolve?: ResolveUri },
): Promise<GltfSource> {
  const { json, binary } = openContainer(bytes, options.name);
  const root = new JsonValue(options.name, '', json);
  const views = await BufferViews.open(root, binary, options.resolve);
  return { root, accessors: new Accessors(root, views, await DracoPrimitives.open(root, views, [])) };
}
