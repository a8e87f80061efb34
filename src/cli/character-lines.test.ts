import { MeshoptEncoder } from 'meshoptimizer';
import { expect, test } from 'vitest';
import { encodeDraco } from '../files/testing/encode-draco.ts';
import { GltfBuilder } from '../files/testing/gltf-builder.ts';
import { cube } from '../files/testing/shapes.ts';
import { inspectCharacter } from '../scene/inspect-character.ts';
import { characterLines } from './character-lines.ts';

test('inspect names compressions, integers and extensions', async () => {
  await MeshoptEncoder.ready;
  const builder = new GltfBuilder();
  const stream = await encodeDraco(
    { POSITION: { values: Float32Array.from(cube.positions), width: 3 } },
    cube.indices,
  );
  const extensions = {
    KHR_draco_mesh_compression: { bufferView: builder.addView(stream.bytes), attributes: stream.attributes },
  };
  builder.addNode({ mesh: builder.addMesh(cube.positions, cube.indices, { extensions }) });
  const shorts = Int16Array.from({ length: 32 }, (_, k) =>
    k % 4 < 3 ? 20000 * cube.positions[3 * (k >> 2) + (k % 4)] : 0,
  );
  const source = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(shorts.buffer), 8, 8, 'ATTRIBUTES');
  const view = builder.addView(source);
  const { byteOffset } = builder.json.bufferViews[view];
  builder.json.bufferViews[view].extensions = {
    EXT_meshopt_compression: {
      buffer: 0,
      byteOffset,
      byteLength: source.length,
      byteStride: 8,
      count: 8,
      mode: 'ATTRIBUTES',
    },
  };
  const mesh = builder.addMesh([], cube.indices, {});
  const position = { bufferView: view, componentType: 5122, normalized: true };
  builder.json.meshes[mesh].primitives = [
    {
      attributes: { POSITION: builder.addAccessorOf('VEC3', 8, position) },
      indices: builder.addAccessor('SCALAR', Uint16Array.from(cube.indices)),
      targets: [{ POSITION: builder.addAccessor('VEC3', new Int8Array(24)) }],
    },
  ];
  builder.addNode({ mesh });
  builder.json.extensionsUsed = [
    'KHR_draco_mesh_compression',
    'EXT_meshopt_compression',
    'KHR_mesh_quantization',
    'VRM',
  ];
  builder.json.extensionsRequired = ['EXT_meshopt_compression', 'KHR_mesh_quantization'];
  const inspection = await inspectCharacter(builder.toGlb(), 'odd.glb');
  expect(inspection.storage).toEqual({
    extensions: [
      { name: 'KHR_draco_mesh_compression', required: false, read: true },
      { name: 'EXT_meshopt_compression', required: true, read: true },
      { name: 'KHR_mesh_quantization', required: true, read: true },
      { name: 'VRM', required: false, read: false },
    ],
    draco: { primitives: 1, plainToo: 1, bytes: stream.bytes.length },
    meshopt: { views: 1, bytes: source.length, decodedBytes: 64, filters: [] },
    integers: [
      { attribute: 'POSITION', bits: 16, normalized: true },
      { attribute: 'target POSITION', bits: 8, normalized: false },
    ],
    sparse: 0,
  });
  const lines = characterLines(inspection);
  expect(lines).toContain(
    `Stored as: 1 part with Draco in ${stream.bytes.length} bytes, 1 of them also uncompressed; ` +
      `1 block with meshopt, 64 bytes in ${source.length} bytes; integers for POSITION 16 bits, target POSITION 8 bits not normalised.`,
  );
  expect(lines).toContain(
    'Extensions that are read: KHR_draco_mesh_compression, EXT_meshopt_compression (required), KHR_mesh_quantization (required).',
  );
  expect(lines).toContain('Extensions that are kept unchanged: VRM.');
});
