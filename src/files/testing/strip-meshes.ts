import type { GltfNode } from '../glb.ts';
import { openContainer } from '../gltf/container.ts';
import { packGlb } from './gltf-builder.ts';

export type BareGltf = Record<string, unknown> & { nodes: GltfNode[] };

/** Returns a GLB without its meshes and skins, like the files that programs export for an animation without a character. */
export function stripMeshes(bytes: Uint8Array, edit: (json: BareGltf) => void = () => {}): Uint8Array {
  const { json, binary } = openContainer(bytes, 'figure.glb');
  const { meshes, skins, materials, textures, images, samplers, ...rest } = json as BareGltf;
  const bare = structuredClone(rest) as BareGltf;
  for (const node of bare.nodes) {
    delete node.mesh;
    delete node.skin;
  }
  edit(bare);
  return packGlb(bare, binary ?? undefined);
}
