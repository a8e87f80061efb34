import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { openContainer } from '../../files/gltf/container.ts';
import { packGlb } from '../../files/testing/gltf-builder.ts';

/** Reads a GLB with the loader of three.js, without its materials and pictures, which Node does not support. */
export async function loadPlainGlb(bytes: Uint8Array): Promise<GLTF> {
  const { json, binary } = openContainer(bytes, 'model');
  const { images, textures, materials, ...rest } = structuredClone(json) as Record<string, unknown>;
  for (const { primitives } of rest.meshes as { primitives: Record<string, unknown>[] }[]) {
    for (const primitive of primitives) delete primitive.material;
  }
  const loader = new GLTFLoader();
  const { MeshoptDecoder } = await import('three/addons/libs/meshopt_decoder.module.js');
  loader.setMeshoptDecoder(MeshoptDecoder);
  return loader.parseAsync(packGlb(rest, binary ?? undefined).buffer as ArrayBuffer, '');
}
