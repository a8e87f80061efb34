import { MeshoptEncoder } from 'meshoptimizer';
import { GltfBuilder } from './gltf-builder.ts';
import { cube } from './shapes.ts';

/** Creates a cube whose positions are compressed with meshopt. Await `MeshoptEncoder.ready` first. */
export function buildMeshopt(): GltfBuilder {
  const builder = new GltfBuilder();
  builder.addMesh([], null);
  const source = new Uint8Array(Float32Array.from(cube.positions).buffer);
  const bufferView = builder.addView(MeshoptEncoder.encodeGltfBuffer(source, 8, 12, 'ATTRIBUTES'));
  const view = builder.json.bufferViews[bufferView];
  view.extensions = { EXT_meshopt_compression: { ...view, byteStride: 12, count: 8, mode: 'ATTRIBUTES' } };
  const POSITION = builder.addAccessorOf('VEC3', 8, { bufferView });
  builder.json.meshes[0].primitives = [
    { attributes: { POSITION }, indices: builder.addAccessor('SCALAR', Uint16Array.from(cube.indices)) },
  ];
  builder.addNode({ mesh: 0 });
  return builder;
}

/** Creates a cube with a picture that uses a second set of texture coordinates, with a transform. */
export function buildTextured(): GltfBuilder {
  const builder = new GltfBuilder();
  const texcoords = builder.addAccessor('VEC2', Uint8Array.from(cube.positions.slice(8)), {
    normalized: true,
  });
  builder.addMesh(cube.positions, cube.indices, { attributes: { TEXCOORD_1: texcoords }, material: 0 });
  const change = { offset: [0, 1], rotation: 1, scale: [2, 2] };
  const baseColorTexture = { index: 0, texCoord: 1, extensions: { KHR_texture_transform: change } };
  builder.json.materials.push({ pbrMetallicRoughness: { baseColorTexture } });
  builder.json.textures = [{ source: 0 }];
  const head = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  builder.json.images = [{ bufferView: builder.addView(head), mimeType: 'image/png' }];
  builder.addNode({ mesh: 0 });
  return builder;
}
