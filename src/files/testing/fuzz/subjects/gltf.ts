import { MeshoptEncoder } from 'meshoptimizer';
import { createActor } from '../../../../motion/actor.ts';
import { measureRest } from '../../../../motion/measure-rest.ts';
import { readGltf } from '../../../gltf/read-gltf.ts';
import { encodeDraco } from '../../encode-draco.ts';
import { GltfBuilder } from '../../gltf-builder.ts';
import { buildMeshopt, buildTextured } from '../../gltf-files.ts';
import { buildSkinnedBar, cube } from '../../shapes.ts';
import { check, checkFinite, type FuzzFiles, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

/** Creates a mesh with sparse morph targets and a clip of their weights. */
function buildMorph(): GltfBuilder {
  const builder = new GltfBuilder();
  const deltas = builder.addAccessorOf('VEC3', 8, {
    sparse: {
      count: 2,
      indices: { bufferView: builder.addView(Uint8Array.of(1, 5)), componentType: 5121 },
      values: { bufferView: builder.addView(new Uint8Array(Float32Array.of(1, 0, 0, 0, 1, 0).buffer)) },
    },
  });
  const mesh = builder.addMesh(cube.positions, cube.indices, { targets: [{ POSITION: deltas }] });
  const node = builder.addNode({ mesh, weights: [0.5] });
  builder.addAnimation('Grow', [{ node, path: 'weights', times: [0, 0.5, 1], values: [0, 1, 0] }]);
  return builder;
}

async function buildDraco(method: 'edgebreaker' | 'sequential'): Promise<GltfBuilder> {
  const positions = { values: Float32Array.from(cube.positions), width: 3, bits: 11 };
  const stream = await encodeDraco({ POSITION: positions }, cube.indices, method);
  const builder = new GltfBuilder();
  const POSITION = builder.addAccessorOf('VEC3', 8, {});
  const indices = builder.addAccessorOf('SCALAR', cube.indices.length, { componentType: 5123 });
  const pressed = { bufferView: builder.addView(stream.bytes), attributes: stream.attributes };
  builder.json.meshes.push({
    primitives: [{ attributes: { POSITION }, indices, extensions: { KHR_draco_mesh_compression: pressed } }],
  });
  builder.addNode({ mesh: 0 });
  builder.json.extensionsUsed = ['KHR_draco_mesh_compression'];
  builder.json.extensionsRequired = ['KHR_draco_mesh_compression'];
  return builder;
}

async function buildAll(): Promise<GltfBuilder[]> {
  await MeshoptEncoder.ready;
  return [
    buildSkinnedBar({ armatureScale: 100 }),
    buildMeshopt(),
    buildTextured(),
    buildMorph(),
    await buildDraco('edgebreaker'),
    await buildDraco('sequential'),
  ];
}

/** Returns the file as a .gltf with an embedded buffer. */
function toText(builder: GltfBuilder): string {
  const json = structuredClone(builder.finish()) as { buffers?: { uri?: string }[] };
  const letters = Array.from(builder.binary, (byte) => String.fromCharCode(byte)).join('');
  if (json.buffers?.[0]) json.buffers[0].uri = `data:application/octet-stream;base64,${btoa(letters)}`;
  return JSON.stringify(json);
}

async function readRig([{ name, bytes }]: FuzzFiles): Promise<void> {
  const rig = await readGltf(bytes, { name });
  check(!Number.isNaN(measureRest(rig).height), 'its height');
  for (const { positions, indices, texcoords } of rig.surfaces) {
    check(
      indices.every((index) => 3 * index < positions.length),
      'an index',
    );
    if (!texcoords) continue;
    check(texcoords.length === (2 * positions.length) / 3, 'the number of texture coordinates');
    checkFinite(texcoords, 'texcoords');
  }
  const { world } = createActor(rig, { name: 'fuzz', scale: 1 }).poseAt(0.5);
  check(
    world.every((value) => !Number.isNaN(value)),
    'a pose',
  );
}

export const gltfSubjects: readonly FuzzSubject[] = [
  {
    name: 'GLB',
    kind: 'binary',
    sources: async () => singleFile('fuzz.glb', ...(await buildAll()).map((builder) => builder.toGlb())),
    read: readRig,
  },
  {
    name: 'glTF',
    kind: 'json',
    sources: async () => singleFile('fuzz.gltf', ...(await buildAll()).map(toText)),
    read: readRig,
  },
];
