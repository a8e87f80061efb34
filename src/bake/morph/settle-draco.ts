import type { GlbPatch } from '../../files/glb-patch.ts';
import { dracoName, isDracoNeeded } from '../../files/gltf/draco/draco-primitives.ts';
import type { GltfSource } from '../../files/gltf/gltf-source.ts';
import { meshOf } from './mesh-primitives.ts';

/**
 * Prepares a mesh that is stored with Draco for morph targets. The targets are stored outside of the Draco stream, in the order of the
 * stream's vertices, which is the same in every decoder. If the file states another count than the stream, accessors get the count of the
 * stream. If the file also contains an uncompressed copy of the mesh, whose order may differ, the stream is removed, so that targets fit
 * whichever version a viewer reads.
 *
 * source: the file before the patch. mesh: a mesh of the patched file, possibly a copy of the mesh that the node shows in the source.
 * Returns the warnings to report.
 */
export function settleDraco(patch: GlbPatch, source: GltfSource, node: number, mesh: number): string[] {
  const origins = meshOf(source.root, node).get('primitives').items();
  const { json } = patch;
  let spared = 0;
  json.meshes![mesh].primitives.forEach((primitive, index) => {
    const origin = origins[index];
    if (primitive.extensions?.[dracoName] === undefined) return;
    if (!isDracoNeeded(source.root, origin)) {
      const { [dracoName]: _, ...others } = primitive.extensions;
      if (Object.keys(others).length > 0) primitive.extensions = others;
      else delete primitive.extensions;
      spared++;
      return;
    }
    for (const [name, accessor] of Object.entries(primitive.attributes)) {
      const count = source.accessors.count(origin.get('attributes').get(name));
      if (json.accessors![accessor].count !== count)
        primitive.attributes[name] = json.accessors!.push({ ...json.accessors![accessor], count }) - 1;
    }
  });
  if (spared === 0) return [];
  const isUsed = json.meshes!.some(({ primitives }) =>
    primitives.some(({ extensions }) => extensions?.[dracoName] !== undefined),
  );
  if (!isUsed) {
    json.extensionsUsed = (json.extensionsUsed as string[]).filter((name) => name !== dracoName);
    if ((json.extensionsUsed as string[]).length === 0) delete json.extensionsUsed;
  }
  return [
    'its shape is stored twice, with Draco and plain: the copy with Draco is left out, since its vertices may stand in another order',
  ];
}
