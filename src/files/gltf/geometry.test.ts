import { MeshoptEncoder } from 'meshoptimizer';
import { beforeAll, describe, expect, test } from 'vitest';
import { GltfBuilder } from '../testing/gltf-builder.ts';
import { posedPoints, poseRig } from '../testing/posing.ts';
import { buildSkinnedBar, cube } from '../testing/shapes.ts';
import { readGltf } from './read-gltf.ts';

const read = (builder: GltfBuilder) => readGltf(builder.toGlb(), { name: 'case.glb' });

const firstPrimitive = (builder: GltfBuilder) =>
  (builder.json.meshes[0].primitives as Record<string, Record<string, unknown>>[])[0];

describe('triangles', () => {
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0];
  const trianglesOf = async (mode: number, indices: number[] | null) => {
    const builder = new GltfBuilder();
    builder.addMesh(points, indices, { mode });
    builder.addNode({ mesh: 0 });
    const rig = await read(builder);
    return { triangles: [...rig.surfaces[0].indices], warnings: rig.warnings };
  };

  test('strips keep the winding of their first triangle', async () => {
    expect((await trianglesOf(5, null)).triangles).toEqual([0, 1, 2, 1, 3, 2, 2, 3, 4]);
  });

  test('a repeated corner joins two strips without a triangle', async () => {
    expect((await trianglesOf(5, [0, 1, 2, 2, 4, 3])).triangles).toEqual([0, 1, 2, 2, 3, 4]);
  });

  test('fans turn about their first corner', async () => {
    expect((await trianglesOf(6, [0, 1, 3, 2])).triangles).toEqual([1, 3, 0, 3, 2, 0]);
  });

  test('unindexed lists are numbered, spare corners left out with a warning', async () => {
    const { triangles, warnings } = await trianglesOf(4, null);
    expect(triangles).toEqual([0, 1, 2]);
    expect(warnings).toEqual([
      'meshes[0].primitives[0]: 5 corners are no whole number of triangles; the last 2 are left out',
    ]);
  });

  test('points and lines are left out with a warning', async () => {
    const builder = new GltfBuilder();
    builder.addMesh(points, null, { mode: 1 });
    builder.addNode({ mesh: 0 });
    const rig = await read(builder);
    expect(rig.surfaces).toEqual([]);
    expect(rig.warnings).toEqual([
      'meshes[0].primitives[0]: points and lines have no surface; it is omitted',
    ]);
  });
});

describe('normals', () => {
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const readWith = async (normals: number[] | null) => {
    const builder = new GltfBuilder();
    builder.addMesh(points, null);
    builder.addNode({ mesh: 0 });
    if (normals) {
      const NORMAL = builder.addAccessor('VEC3', Float32Array.from(normals));
      Object.assign(firstPrimitive(builder).attributes, { NORMAL });
    }
    const rig = await read(builder);
    return { normals: rig.surfaces[0].normals, warnings: rig.warnings };
  };

  test('are read unchanged; null if there are none', async () => {
    const given = [0, 0, 1, 0, 1, 0, 1, 0, 0];
    expect((await readWith(given)).normals).toEqual(Float32Array.from(given));
    expect((await readWith(null)).normals).toBeNull();
  });

  test.each([
    [
      'of another count',
      [0, 0, 1],
      /expected 3 elements, one for each vertex, got 1; its normals are omitted/,
    ],
    ['that are not finite', [0, 0, 1, 0, 1, 0, Number.NaN, 0, 0], /expected finite numbers, got NaN/],
  ])('%s are left out with a warning', async (_, given, words) => {
    const { normals, warnings } = await readWith(given);
    expect(normals).toBeNull();
    expect(warnings).toEqual([expect.stringMatching(words)]);
  });
});

describe('colours of vertices', () => {
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const readWith = async (type: 'VEC3' | 'VEC4', colors: Uint8Array | Float32Array) => {
    const builder = new GltfBuilder();
    builder.json.materials.push({ pbrMetallicRoughness: { baseColorFactor: [1, 0.5, 0.25, 1] } });
    builder.addMesh(points, null, { material: 0 });
    builder.addNode({ mesh: 0 });
    const normalized = colors instanceof Uint8Array;
    const COLOR_0 = builder.addAccessor(type, colors, { normalized });
    Object.assign(firstPrimitive(builder).attributes, { COLOR_0 });
    const rig = await read(builder);
    return { ...rig.surfaces[0], warnings: rig.warnings };
  };

  test('are multiplied by the base colour, which becomes their mean', async () => {
    const bytes = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255);
    const { colors, color, warnings } = await readWith('VEC4', bytes);
    expect(colors).toEqual(Float32Array.of(1, 0, 0, 0, 0.5, 0, 0, 0, 0.25));
    for (const [c, mean] of [1 / 3, 0.5 / 3, 0.25 / 3].entries()) expect(color[c]).toBeCloseTo(mean, 12);
    expect(warnings).toEqual([]);
    const floats = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    expect((await readWith('VEC3', floats)).colors).toEqual(colors);
  });

  test.each([
    [
      'of another count',
      Float32Array.of(1, 1, 1),
      /expected 3 elements, one for each vertex, got 1; its vertex colours are/,
    ],
    ['that are not finite', new Float32Array(9).fill(Number.NaN), /expected finite numbers, got NaN/],
  ])('%s are left out with a warning', async (_, given, words) => {
    const { colors, color, warnings } = await readWith('VEC3', given);
    expect(colors).toBeUndefined();
    expect(color).toEqual([1, 0.5, 0.25]);
    expect(warnings).toEqual([expect.stringMatching(words)]);
  });
});

describe('quantised attributes', () => {
  const quantise = (positions: number[]) => Int16Array.from(positions, (value) => Math.round(value * 32767));

  test('normalised int16 positions and deltas end in one space', async () => {
    const builder = new GltfBuilder();
    builder.json.extensionsUsed = ['KHR_mesh_quantization'];
    builder.json.extensionsRequired = ['KHR_mesh_quantization'];
    const deltas = new Array(24).fill(0);
    deltas[21] = 1;
    const POSITION = builder.addAccessor('VEC3', quantise(deltas), { normalized: true });
    builder.addMesh(cube.positions, cube.indices, { targets: [{ POSITION }] }, { weights: [1] });
    const quantised = builder.addAccessor('VEC3', quantise(cube.positions), { normalized: true });
    firstPrimitive(builder).attributes.POSITION = quantised;
    builder.addNode({ mesh: 0, scale: [3, 3, 3] });
    const points = posedPoints(await read(builder));
    expect(points[7][0]).toBeCloseTo(4.5, 3);
    expect(points[7][1]).toBeCloseTo(1.5, 3);
    expect(points[0][0]).toBeCloseTo(-1.5, 3);
  });

  test('plain integers are not scaled; −128 of a normalised byte is −1', async () => {
    const builder = new GltfBuilder();
    builder.addMesh([], null);
    const attributes = firstPrimitive(builder).attributes as Record<string, unknown>;
    attributes.POSITION = builder.addAccessor('VEC3', Uint16Array.of(0, 1, 65535, 7, 8, 9, 10, 11, 12));
    builder.addNode({ mesh: 0 });
    expect([...(await read(builder)).surfaces[0].positions]).toEqual([0, 1, 65535, 7, 8, 9, 10, 11, 12]);
    attributes.POSITION = builder.addAccessor('VEC3', Int8Array.of(-128, -127, 127, 0, 0, 0, 0, 0, 0), {
      normalized: true,
    });
    expect([...(await read(builder)).surfaces[0].positions.subarray(0, 3)]).toEqual([-1, -1, 1]);
  });

  test('interleaved attributes are read at their stride and offset', async () => {
    const builder = new GltfBuilder();
    builder.addMesh(cube.positions, cube.indices);
    const rows = new Float32Array(8 * 5);
    for (let vertex = 0; vertex < 8; vertex++) {
      rows.set([99, ...cube.positions.slice(3 * vertex, 3 * vertex + 3), 99], 5 * vertex);
    }
    const bufferView = builder.addView(new Uint8Array(rows.buffer), { byteStride: 20 });
    firstPrimitive(builder).attributes.POSITION = builder.addAccessorOf('VEC3', 8, {
      bufferView,
      byteOffset: 4,
    });
    builder.addNode({ mesh: 0 });
    expect([...(await read(builder)).surfaces[0].positions]).toEqual(cube.positions);
  });
});

describe('meshopt compression', () => {
  beforeAll(() => MeshoptEncoder.ready);

  test.each(['EXT_meshopt_compression', 'KHR_meshopt_compression'])(
    '%s views are decoded',
    async (extension) => {
      const builder = new GltfBuilder();
      builder.json.extensionsRequired = [extension];
      builder.addMesh([], null);
      const source = new Uint8Array(8 * 12);
      source.set(new Uint8Array(Float32Array.from(cube.positions).buffer));
      const encoded = MeshoptEncoder.encodeGltfBuffer(source, 8, 12, 'ATTRIBUTES');
      const bufferView = builder.addView(encoded);
      const view = builder.json.bufferViews[bufferView];
      view.extensions = { [extension]: { ...view, byteStride: 12, count: 8, mode: 'ATTRIBUTES' } };
      // The data outside of the extension is for readers that do not support the extension.
      Object.assign(view, { buffer: 1, byteOffset: 0, byteLength: 96 });
      firstPrimitive(builder).attributes.POSITION = builder.addAccessorOf('VEC3', 8, { bufferView });
      builder.addNode({ mesh: 0 });
      builder.json.buffers = [{ byteLength: builder.binary.length }, { byteLength: 96 }];
      expect([...(await read(builder)).surfaces[0].positions]).toEqual(cube.positions);
    },
  );
});

describe('influences', () => {
  test('JOINTS_1 and WEIGHTS_1 are used, weights normalised to sum 1', async () => {
    const builder = buildSkinnedBar();
    const attributes = firstPrimitive(builder).attributes;
    const first = new Array(48).fill(0);
    const second = new Array(48).fill(0);
    for (let vertex = 0; vertex < 12; vertex++) {
      first[4 * vertex] = 3;
      second[4 * vertex + 1] = 1;
    }
    const joints = new Uint16Array(48).fill(1);
    attributes.WEIGHTS_0 = builder.addAccessor('VEC4', first);
    attributes.JOINTS_1 = builder.addAccessor('VEC4', joints);
    attributes.WEIGHTS_1 = builder.addAccessor('VEC4', second);
    const { surfaces } = await read(builder);
    expect(surfaces[0].influenceCount).toBe(8);
    expect([...surfaces[0].jointWeights.subarray(0, 8)]).toEqual([0.75, 0, 0, 0, 0, 0.25, 0, 0]);
    expect([...surfaces[0].jointIndices.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0, 1, 0, 0]);
  });

  test('byte weights, vertices without weight, and an empty second set', async () => {
    const builder = buildSkinnedBar();
    const attributes = firstPrimitive(builder).attributes;
    const weights = new Uint8Array(48);
    for (let vertex = 1; vertex < 12; vertex++) weights.set([85, 85, 0, 0], 4 * vertex);
    attributes.WEIGHTS_0 = builder.addAccessor('VEC4', weights, { normalized: true });
    attributes.JOINTS_1 = attributes.JOINTS_0;
    attributes.WEIGHTS_1 = builder.addAccessor('VEC4', new Array(48).fill(0));
    const { surfaces, warnings } = await read(builder);
    expect(surfaces[0].influenceCount).toBe(4);
    expect([...surfaces[0].jointWeights.subarray(0, 8)]).toEqual([1, 0, 0, 0, 0.5, 0.5, 0, 0]);
    expect(warnings).toEqual([
      'meshes[0].primitives[0].attributes: 1 vertices have no weight; each follows its first joint alone',
    ]);
  });

  test('without inverse bind matrices they are the identity', async () => {
    const builder = buildSkinnedBar();
    delete builder.json.skins[0].inverseBindMatrices;
    expect(posedPoints(await read(builder))[4][1]).toBe(2);
  });
});

describe('nodes', () => {
  test('a matrix is decomposed; a shear is left out with a warning', async () => {
    const builder = new GltfBuilder();
    builder.addNode({ matrix: [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1] });
    builder.addNode({ name: 'Skewed', matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
    const { nodes, warnings } = await read(builder);
    expect(nodes[0].translation).toEqual([5, 6, 7]);
    expect(nodes[0].scale).toEqual([2, 2, 2]);
    expect(nodes[0].rotation[2]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(warnings).toEqual([
      'nodes[1] "Skewed": its matrix has a shear, which glTF does not allow; the shear is ignored',
    ]);
  });

  test('parents may come after children', async () => {
    const builder = new GltfBuilder();
    builder.addNode({ translation: [1, 0, 0] });
    builder.addNode({ translation: [0, 1, 0], children: [0] });
    builder.addNode({ translation: [0, 0, 1], children: [1] });
    const rig = await read(builder);
    expect([...rig.order]).toEqual([2, 1, 0]);
    expect([...poseRig(rig).world.subarray(12, 15)]).toEqual([1, 1, 1]);
  });

  test('of several scenes the default one is shown, at the same node indices', async () => {
    const builder = new GltfBuilder();
    builder.addMesh(cube.positions, cube.indices);
    builder.addNode({ name: 'hidden', mesh: 0 });
    builder.addNode({ name: 'parent', children: [2] });
    builder.addNode({ name: 'shown', mesh: 0 });
    builder.json.scenes = [{ nodes: [0] }, { nodes: [1] }];
    builder.json.scene = 1;
    const rig = await read(builder);
    expect(rig.nodes.length).toBe(3);
    expect(rig.surfaces.map(({ name, node }) => [name, node])).toEqual([['shown', 2]]);
  });

  test('surfaces of one name get distinct names, materials their colour', async () => {
    const builder = new GltfBuilder();
    builder.json.materials.push({ pbrMetallicRoughness: { baseColorFactor: [0.1, 0.2, 0.3, 1] } }, {});
    const mesh = builder.addMesh(cube.positions, cube.indices, { material: 0 });
    (builder.json.meshes[mesh].primitives as unknown[]).push({ ...firstPrimitive(builder), material: 1 });
    builder.addNode({ name: 'Foot', mesh });
    builder.addNode({ name: 'Foot', mesh });
    const { surfaces } = await read(builder);
    expect(surfaces.map(({ name }) => name)).toEqual(['Foot 0', 'Foot 1', 'Foot 0 (2)', 'Foot 1 (2)']);
    expect(surfaces[0].color).toEqual([0.1, 0.2, 0.3]);
    expect(surfaces[1].color).toEqual([1, 1, 1]);
  });

  test('two skins each bind their own joints', async () => {
    const builder = buildSkinnedBar();
    const skin = builder.addSkin([2, 1], null);
    builder.addNode({ name: 'Second', mesh: 0, skin });
    const rig = await read(builder);
    // Vertex 4 is bound to entry 1 of its skin. This is the upper joint in the first skin, and the lower joint in the second.
    expect(posedPoints(rig, 0)[4][1]).toBe(1);
    expect(posedPoints(rig, 1)[4][1]).toBe(1);
    expect(posedPoints(rig, 1)[0][1]).toBe(1);
    expect(rig.skins.map(({ joints }) => [...joints])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });
});

test('weights without morph targets are ignored', async () => {
  const builder = new GltfBuilder();
  builder.addMesh(cube.positions, cube.indices, {}, { weights: [0.5] });
  builder.addNode({ mesh: 0, weights: [1] });
  expect((await read(builder)).nodes[0].weights).toEqual([]);
});

describe('channels that cannot be used', () => {
  test('they are left out with a warning, the rest kept', async () => {
    const builder = buildSkinnedBar();
    const [animation] = builder.json.animations as { channels: Record<string, unknown>[] }[];
    const target = { node: 2, path: 'rotation' };
    animation.channels.push(
      { sampler: 0, target },
      {
        sampler: 0,
        target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer: '/materials/0' } } },
      },
      { sampler: 0, target: { path: 'rotation' } },
      { sampler: 0, target: { node: 1, path: 'weights' } },
    );
    const { clips, warnings } = await read(builder);
    expect(clips[0].channels.length).toBe(1);
    expect(warnings).toEqual([
      'animations[0].channels[1]: node 2 has a channel for rotation already; left out',
      'animations[0].channels[2]: it moves "/materials/0", which is not part of a pose; it is omitted',
      'animations[0].channels[3]: it names no node; it is omitted',
      'animations[0].channels[4]: node 1 has no morph targets; it is omitted',
    ]);
  });

  test('among keys at one time the last counts', async () => {
    const builder = buildSkinnedBar();
    builder.json.animations = [];
    const values = [1, 0, 0, 2, 0, 0, 3, 0, 0];
    builder.addAnimation('Twice', [{ node: 1, path: 'translation', times: [0, 0, 1], values }]);
    const { clips, warnings } = await read(builder);
    expect([...clips[0].channels[0].times]).toEqual([0, 1]);
    expect([...clips[0].channels[0].values]).toEqual([2, 0, 0, 3, 0, 0]);
    expect(warnings.length).toBe(1);
  });

  test('normalised integer rotations are dequantised', async () => {
    const builder = buildSkinnedBar();
    builder.json.animations = [];
    const values = Int16Array.of(0, 0, 0, 32767, 0, 0, 32767, 0);
    builder.addAnimation('Short', [{ node: 1, path: 'rotation', times: [0, 1], values }]);
    const [{ output }] = builder.json.animations[0].samplers as { output: number }[];
    builder.json.accessors[output].normalized = true;
    const rig = await read(builder);
    expect(poseRig(rig, rig.clips[0], 0.5).rotation[6]).toBeCloseTo(Math.SQRT1_2, 6);
  });
});

describe('buffers', () => {
  test('several buffers: base64, percent escapes and external files', async () => {
    const builder = new GltfBuilder();
    builder.addMesh(cube.positions, null);
    builder.json.meshes[0].primitives = [
      { attributes: { POSITION: 0 }, indices: builder.addAccessor('SCALAR', Uint8Array.from(cube.indices)) },
    ];
    builder.addNode({ mesh: 0 });
    const { byteOffset = 0, byteLength = 0 } = builder.json.bufferViews[1] as Record<string, number>;
    const positions = builder.binary.slice(0, 96);
    const indices = builder.binary.slice(byteOffset, byteOffset + byteLength);
    builder.json.bufferViews[1] = { buffer: 1, byteLength };
    const escaped = [...indices].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    builder.json.buffers = [
      { byteLength: 96, uri: 'my%20cube.bin' },
      { byteLength, uri: `data:application/octet-stream,${escaped}` },
    ];
    const rig = await readGltf(builder.toGltf(), {
      name: 'case.gltf',
      resolve: (uri) => (uri === 'my cube.bin' ? positions : undefined),
    });
    expect([...rig.surfaces[0].positions]).toEqual(cube.positions);
    expect([...rig.surfaces[0].indices]).toEqual(cube.indices);
  });

  test('the same file as GLB and with its buffer as base64 gives the same rig', async () => {
    const builder = buildSkinnedBar();
    const name = 'bar';
    expect(await readGltf(builder.toGltf(), { name })).toEqual(await readGltf(builder.toGlb(), { name }));
  });
});
