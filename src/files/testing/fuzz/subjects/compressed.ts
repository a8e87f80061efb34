import { MeshoptEncoder } from 'meshoptimizer';
import { BufferViews } from '../../../gltf/buffers.ts';
import { JsonValue } from '../../../gltf/json-value.ts';
import { readGltf } from '../../../gltf/read-gltf.ts';
import { type AttributeSource, encodeDraco } from '../../encode-draco.ts';
import { GltfBuilder } from '../../gltf-builder.ts';
import { cube } from '../../shapes.ts';
import { check, checkFinite, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

/** Number of vertices along each side of a grid that forms a bowl. */
const side = 12;
const vertexCount = side * side;
const triangles = Array.from({ length: (side - 1) ** 2 }, (_, k) => {
  const corner = Math.floor(k / (side - 1)) * side + (k % (side - 1));
  return [corner, corner + 1, corner + side, corner + 1, corner + side + 1, corner + side];
}).flat();

const list = <Values>(Kind: { from(values: number[]): Values }, width: number, at: (k: number) => number) =>
  Kind.from(Array.from({ length: width * vertexCount }, (_, k) => at(k)));

const bowl: Readonly<Record<string, AttributeSource>> = {
  POSITION: {
    values: list(Float32Array, 3, (k) => [(k / 3) % side, k / 40, (k / 3 / side) ** 2][k % 3]),
    width: 3,
    bits: 12,
  },
  NORMAL: { values: list(Float32Array, 3, (k) => [0.6, 0.8, 0][k % 3]), width: 3, bits: 8 },
  TEXCOORD_0: { values: list(Float32Array, 2, (k) => (k % 17) / 17), width: 2, bits: 10 },
  COLOR_0: { values: list(Uint8Array, 4, (k) => k % 251), width: 4 },
  JOINTS_0: { values: list(Uint16Array, 4, (k) => (k % 4 < 2 ? k % 2 : 0)), width: 4 },
  WEIGHTS_0: { values: list(Float32Array, 4, (k) => [0.75, 0.25, 0, 0][k % 4]), width: 4, bits: 8 },
};

/** Returns a skinned file with a Draco stream. Only the stream is damaged. */
function wrapDraco(stream: Uint8Array): Uint8Array {
  const builder = new GltfBuilder();
  const attributes: Record<string, number> = {};
  const types = { Float32Array: 5126, Uint16Array: 5123, Uint8Array: 5121 };
  for (const [name, { values, width }] of Object.entries(bowl)) {
    const componentType = types[values.constructor.name as keyof typeof types];
    const normalized = name === 'COLOR_0' ? { normalized: true } : {};
    attributes[name] = builder.addAccessorOf(`VEC${width}`, vertexCount, { componentType, ...normalized });
  }
  const names = Object.keys(bowl);
  const extension = {
    bufferView: builder.addView(stream),
    attributes: Object.fromEntries(names.map((name, id) => [name, id])),
  };
  builder.json.meshes.push({
    primitives: [{ attributes, extensions: { KHR_draco_mesh_compression: extension } }],
  });
  builder.addNode();
  builder.addNode();
  builder.addNode({ mesh: 0, skin: builder.addSkin([0, 1], null) });
  return builder.toGlb();
}

const views = {
  'vertices.bin': { stride: 12, mode: 'ATTRIBUTES', filter: 'NONE' },
  'numbers.bin': { stride: 12, mode: 'ATTRIBUTES', filter: 'EXPONENTIAL' },
  'normals.bin': { stride: 4, mode: 'ATTRIBUTES', filter: 'OCTAHEDRAL' },
  'turns.bin': { stride: 8, mode: 'ATTRIBUTES', filter: 'QUATERNION' },
  'colours.bin': { stride: 4, mode: 'ATTRIBUTES', filter: 'COLOR' },
  'triangles.bin': { stride: 4, mode: 'TRIANGLES', filter: 'NONE' },
  'indices.bin': { stride: 2, mode: 'INDICES', filter: 'NONE' },
} as const;
type ViewName = keyof typeof views;

const countOf = (name: ViewName) => (views[name].mode === 'ATTRIBUTES' ? 4 * vertexCount : triangles.length);

async function encodeViews() {
  await MeshoptEncoder.ready;
  return (Object.keys(views) as ViewName[]).flatMap((name) => {
    const { stride, mode } = views[name];
    const count = countOf(name);
    const plain =
      mode === 'ATTRIBUTES'
        ? Uint8Array.from({ length: count * stride }, (_, k) => (k * k) >> 6)
        : new Uint8Array((stride === 2 ? Uint16Array : Uint32Array).from(triangles).buffer);
    return singleFile(name, MeshoptEncoder.encodeGltfBuffer(plain, count, stride, mode));
  });
}

async function decodeView(name: ViewName, source: Uint8Array): Promise<Uint8Array> {
  const { stride, mode, filter } = views[name];
  const pressed = {
    buffer: 0,
    byteLength: source.length,
    byteStride: stride,
    count: countOf(name),
    mode,
    filter,
  };
  const root = new JsonValue(name, '', {
    buffers: [{ byteLength: source.length }],
    bufferViews: [{ buffer: 0, extensions: { KHR_meshopt_compression: pressed } }],
    wanted: 0,
  });
  return (await BufferViews.open(root, source)).view(root.get('wanted')).bytes;
}

/** Builds a GLB with instances, a hidden node, a sparse integer morph target, and a channel that uses KHR_animation_pointer. */
function buildExtended(): Uint8Array {
  const builder = new GltfBuilder();
  const deltas = builder.addAccessor('VEC3', new Int16Array(24).fill(7), {
    normalized: true,
    sparse: {
      count: 1,
      indices: { bufferView: builder.addView(Uint8Array.of(3)), componentType: 5121 },
      values: { bufferView: builder.addView(new Uint8Array(Int16Array.of(1, -2, 32767).buffer)) },
    },
  });
  const corners = Int16Array.from(cube.positions, (value) => 20000 * value);
  builder.json.meshes.push({
    primitives: [
      {
        attributes: { POSITION: builder.addAccessor('VEC3', corners, { normalized: true }) },
        indices: builder.addAccessor('SCALAR', Uint16Array.from(cube.indices)),
        targets: [{ POSITION: deltas }],
      },
    ],
  });
  const attributes = {
    TRANSLATION: builder.addAccessor('VEC3', [0, 0, 0, 5, 0, 0]),
    ROTATION: builder.addAccessor('VEC4', Int8Array.of(0, 0, 0, 127, 0, 0, 90, 90), { normalized: true }),
    SCALE: builder.addAccessor('VEC3', [1, 1, 1, -1, 2, 1]),
  };
  builder.addNode({ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes } } });
  builder.addNode({ mesh: 0, extensions: { KHR_node_visibility: { visible: false } } });
  builder.addAnimation('Go', [{ node: 0, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]);
  const [{ channels }] = builder.json.animations as { channels: { target: object }[] }[];
  channels[0].target = {
    path: 'pointer',
    extensions: { KHR_animation_pointer: { pointer: '/nodes/0/translation' } },
  };
  return builder.toGlb();
}

async function readRig(bytes: Uint8Array): Promise<void> {
  const { surfaces } = await readGltf(bytes, { name: 'fuzz.glb' });
  for (const { positions, normals, indices, jointWeights, colors, texcoords, morphTargets } of surfaces) {
    check(
      indices.every((index) => 3 * index < positions.length),
      'an index',
    );
    for (const values of [positions, normals, jointWeights, colors, texcoords, ...morphTargets])
      if (values) checkFinite(values, 'a surface');
  }
}

export const compressedSubjects: readonly FuzzSubject[] = [
  {
    name: 'Draco stream',
    kind: 'binary',
    sources: async () =>
      singleFile(
        'fuzz.drc',
        (await encodeDraco(bowl, triangles, 'edgebreaker')).bytes,
        (await encodeDraco(bowl, triangles, 'sequential')).bytes,
      ),
    read: ([{ bytes }]) => readRig(wrapDraco(bytes)),
  },
  {
    name: 'meshopt data',
    kind: 'binary',
    sources: encodeViews,
    read: async ([{ name, bytes }]) => {
      const decoded = await decodeView(name as ViewName, bytes);
      check(decoded.length === countOf(name as ViewName) * views[name as ViewName].stride, 'its length');
    },
  },
  {
    name: 'GLB with extensions',
    kind: 'binary',
    sources: () => singleFile('fuzz.glb', buildExtended()),
    read: ([{ bytes }]) => readRig(bytes),
  },
];
