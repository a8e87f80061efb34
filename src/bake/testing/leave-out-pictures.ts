import { openContainer } from '../../files/gltf/container.ts';
import { packGlb } from '../../files/testing/gltf-builder.ts';

/** Returns a GLB without materials, textures and pictures, for viewers in Node, which has no decoder for them. */
export function leaveOutPictures(bytes: Uint8Array): Uint8Array {
  const { json, binary } = openContainer(bytes, 'file');
  const { images, textures, materials, ...rest } = structuredClone(json) as Record<string, unknown>;
  for (const { primitives } of (rest.meshes ?? []) as { primitives: Record<string, unknown>[] }[]) {
    for (const primitive of primitives) delete primitive.material;
  }
  return packGlb(rest, binary ?? undefined);
}
