import { describe, expect, test } from 'vitest';
import { GltfBuilder } from '../testing/gltf-builder.ts';
import { posedPoints } from '../testing/posing.ts';
import { buildSkinnedBar, cube, signedVolume } from '../testing/shapes.ts';
import { readGltf } from './read-gltf.ts';

const read = (builder: GltfBuilder) => readGltf(builder.toGlb(), { name: 'prop.glb' });

describe('EXT_mesh_gpu_instancing', () => {
  const half = Math.SQRT1_2;

  /**
   * Creates three instances of a cube: at (0, 0, 0); at (5, 0, 0), rotated by 90° about Z and twice as long in x; and at (0, 9, 0),
   * mirrored.
   */
  function buildCubes(change: (attributes: Record<string, number>, builder: GltfBuilder) => void = () => {}) {
    const builder = new GltfBuilder();
    const normals = builder.addAccessor(
      'VEC3',
      cube.positions.map((value) => value / Math.sqrt(0.75)),
    );
    const targets = [{ POSITION: builder.addAccessor('VEC3', new Array(8).fill([0.5, 0, 0]).flat()) }];
    const mesh = builder.addMesh(cube.positions, cube.indices, { attributes: { NORMAL: normals }, targets });
    const attributes: Record<string, number> = {
      TRANSLATION: builder.addAccessor('VEC3', [0, 0, 0, 5, 0, 0, 0, 9, 0]),
      ROTATION: builder.addAccessor(
        'VEC4',
        Int16Array.from([0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, 1].map((value) => Math.round(32767 * value))),
        { normalized: true },
      ),
      SCALE: builder.addAccessor('VEC3', [1, 1, 1, 2, 1, 1, -1, 1, 1]),
      _COLOR_0: builder.addAccessor('VEC3', new Array(9).fill(1)),
    };
    builder.addNode({
      mesh,
      translation: [0, 0, 1],
      extensions: { EXT_mesh_gpu_instancing: { attributes } },
    });
    builder.json.extensionsUsed = builder.json.extensionsRequired = ['EXT_mesh_gpu_instancing'];
    change(attributes, builder);
    return builder;
  }

  test('all instances are one surface, each with its position, rotation and scale, facing outward', async () => {
    const rig = await read(buildCubes());
    expect(rig.warnings).toEqual([]);
    const [surface] = rig.surfaces;
    expect(surface.positions.length).toBe(3 * 24);
    const box = (copy: number) => {
      const points = posedPoints(rig).slice(8 * copy, 8 * copy + 8);
      return [0, 1, 2].flatMap((axis) =>
        [Math.min, Math.max].map((pick) => pick(...points.map((point) => point[axis]))),
      );
    };
    // The node has weights of 0 by default. The longer side of the second cube is along y after the rotation.
    [
      [-0.5, 0.5, -0.5, 0.5, 0.5, 1.5],
      [4.5, 5.5, -1, 1, 0.5, 1.5],
      [-0.5, 0.5, 8.5, 9.5, 0.5, 1.5],
    ].forEach((expected, copy) => {
      box(copy).forEach((value, k) => {
        expect(value).toBeCloseTo(expected[k], 4);
      });
      const triangles = surface.indices.subarray(36 * copy, 36 * copy + 36);
      expect(signedVolume(surface.positions, triangles)).toBeCloseTo(copy === 1 ? 2 : 1, 3);
    });
    // Normals at the corners point away from the middle of each cube.
    for (let vertex = 0; vertex < 24; vertex++) {
      const middle = [
        [0, 0, 0],
        [5, 0, 0],
        [0, 9, 0],
      ][vertex >> 3];
      const away = [0, 1, 2].map((axis) => surface.positions[3 * vertex + axis] - middle[axis]);
      const normal = [...surface.normals!.subarray(3 * vertex, 3 * vertex + 3)];
      expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
      for (let axis = 0; axis < 3; axis++) expect(Math.sign(normal[axis])).toBe(Math.sign(away[axis]));
    }
    // A target that moves along x in the first cube moves along y in the second, twice as far, and along −x in the third.
    const moved = (vertex: number) => [...surface.morphTargets[0].subarray(3 * vertex, 3 * vertex + 3)];
    [
      [0.5, 0, 0],
      [0, 1, 0],
      [-0.5, 0, 0],
    ].forEach((expected, copy) => {
      moved(8 * copy).forEach((value, axis) => {
        expect(value).toBeCloseTo(expected[axis], 4);
      });
    });
  });

  test('lists of unequal length and far too many instances are refused', async () => {
    const unequal = buildCubes((attributes, builder) => {
      attributes.SCALE = builder.addAccessor('VEC3', [1, 1, 1]);
    });
    await expect(read(unequal)).rejects.toThrow(
      'nodes[0].extensions.EXT_mesh_gpu_instancing.attributes: expected as many rotations and scales as translations, got 3, 3, 1',
    );
    const many = buildCubes((attributes, builder) => {
      for (const name of Object.keys(attributes)) delete attributes[name];
      attributes.TRANSLATION = builder.addAccessorOf('VEC3', 2 ** 20, {});
    });
    await expect(read(many)).rejects.toThrow('got 1048576 instances of 8; remove scenery from the file');
  });

  test('with a skin it is shown once, with a warning', async () => {
    const builder = buildSkinnedBar();
    const attributes = { TRANSLATION: builder.addAccessor('VEC3', [0, 0, 0, 1, 0, 0]) };
    builder.json.nodes[3].extensions = { EXT_mesh_gpu_instancing: { attributes } };
    const { surfaces, warnings } = await read(builder);
    expect(surfaces[0].positions.length).toBe(36);
    expect(warnings).toEqual(['nodes[3]: EXT_mesh_gpu_instancing on a mesh with a skin; it is shown once']);
  });
});

test('KHR_node_visibility: hidden nodes and their descendants give no surface, with a warning', async () => {
  const builder = new GltfBuilder();
  const mesh = builder.addMesh(cube.positions, cube.indices);
  const visibility = (visible: boolean) => ({ KHR_node_visibility: { visible } });
  builder.addNode({ name: 'seen', mesh, extensions: visibility(true) });
  builder.addNode({ name: 'hat', mesh, children: [2], extensions: visibility(false) });
  builder.addNode({ name: 'feather', mesh, extensions: visibility(true) });
  const { surfaces, nodes, warnings } = await read(builder);
  expect(surfaces.map(({ name }) => name)).toEqual(['seen']);
  expect(nodes.length).toBe(3);
  expect(warnings).toEqual([
    'nodes[1] "hat": it is hidden (KHR_node_visibility); it and its descendants are omitted',
  ]);
});

test('KHR_animation_pointer: pointers to parts of a pose are read like plain channels; others are reported', async () => {
  const plain = buildSkinnedBar();
  const pointed = buildSkinnedBar();
  const [{ channels }] = pointed.json.animations as { channels: Record<string, unknown>[] }[];
  const point = (pointer: string) => ({
    sampler: 0,
    target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } },
  });
  channels[0] = point('/nodes/2/rotation');
  channels.push(point('/nodes/2/extensions/KHR_node_visibility/visible'), point('/nodes/99/scale'));
  await expect(read(pointed)).rejects.toThrow('KHR_animation_pointer.pointer: expected an index into nodes');
  channels.pop();
  const rig = await read(pointed);
  expect(rig.clips).toEqual((await read(plain)).clips);
  expect(rig.warnings).toEqual([
    'animations[0].channels[1]: it moves "/nodes/2/extensions/KHR_node_visibility/visible", which is not part of a pose; it is omitted',
  ]);
});

describe('pictures in formats that are not decoded', () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  function buildTextured(texture: Record<string, unknown>, images: readonly Uint8Array[]): GltfBuilder {
    const builder = new GltfBuilder();
    const TEXCOORD_0 = builder.addAccessor('VEC2', new Array(16).fill(0.5));
    builder.addNode({
      mesh: builder.addMesh(cube.positions, cube.indices, { attributes: { TEXCOORD_0 }, material: 0 }),
    });
    builder.json.materials.push({
      pbrMetallicRoughness: { baseColorTexture: { index: 0 }, baseColorFactor: [0.25, 0.5, 1, 1] },
    });
    builder.json.textures = [texture];
    builder.json.images = images.map((bytes) => ({ bufferView: builder.addView(bytes) }));
    return builder;
  }

  test.each(['KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif', 'MSFT_texture_dds'])(
    '%s: the plain picture beside it is taken; alone, the surface keeps its colour, with a warning',
    async (name) => {
      const both = buildTextured({ source: 0, extensions: { [name]: { source: 1 } } }, [png, letters('?')]);
      both.json.extensionsUsed = [name];
      const withPicture = await read(both);
      expect(withPicture.warnings).toEqual([]);
      expect([...withPicture.surfaces[0].picture!.bytes]).toEqual([...png]);
      const alone = buildTextured({ extensions: { [name]: { source: 0 } } }, [letters('?')]);
      alone.json.extensionsUsed = alone.json.extensionsRequired = [name];
      const { surfaces, warnings } = await read(alone);
      expect(surfaces[0].picture).toBeUndefined();
      expect(surfaces[0].color).toEqual([0.25, 0.5, 1]);
      expect(surfaces[0].texcoords!.length).toBe(16);
      expect(warnings).toEqual([
        `prop.glb textures[0]: its picture is stored with ${name} alone, which is not supported: export it as PNG or JPEG; the picture is omitted`,
      ]);
    },
  );

  test.each([
    ['a WebP picture', 'RIFF\0\0\0\0WEBPVP8 '],
    ['a KTX2 picture', '\xabKTX 20\xbb\r\n\x1a\n'],
    ['an AVIF picture', '\0\0\0\x20ftypavif'],
    ['a DDS picture', 'DDS |'],
  ])('%s as the plain source is reported', async (message, head) => {
    const { surfaces, warnings } = await read(buildTextured({ source: 0 }, [letters(head)]));
    expect(surfaces[0].picture).toBeUndefined();
    expect(warnings).toEqual([
      `prop.glb images[0]: expected a PNG or JPEG picture, got ${message}: save it as one of these; the picture is omitted`,
    ]);
  });
});

test.each(['KHR_gaussian_splatting', 'EXT_mesh_manifold_new', 'VENDOR_subdivision'])(
  '%s required: refused by name before any geometry is read',
  async (name) => {
    const builder = buildSkinnedBar();
    builder.json.extensionsRequired = ['KHR_mesh_quantization', name];
    // Broken geometry. If the geometry were read first, this error would be reported.
    builder.json.accessors[0].count = 1e9;
    await expect(read(builder)).rejects.toThrow(
      `prop.glb extensionsRequired[1]: the file needs ${name}, which is not supported: export it without that extension`,
    );
  },
);
