import { describe, expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import type { RigSurface } from '../../../motion/rig.ts';
import { type AttributeSource, encodeDraco } from '../../testing/encode-draco.ts';
import { GltfBuilder } from '../../testing/gltf-builder.ts';
import { cube } from '../../testing/shapes.ts';
import { readGltf } from '../read-gltf.ts';
import { decodeDraco } from './draco-decoder.ts';

type Json = Record<string, unknown>;

/** Attributes that have a different value at each vertex. */
const sources: Record<string, AttributeSource> = {
  POSITION: { values: Float32Array.from(cube.positions), width: 3 },
  NORMAL: { values: Float32Array.from(cube.positions, (value) => value / Math.sqrt(0.75)), width: 3 },
  TEXCOORD_0: { values: Float32Array.from({ length: 16 }, (_, k) => k / 16), width: 2 },
  COLOR_0: { values: Uint8Array.from({ length: 32 }, (_, k) => 8 * k), width: 4 },
  JOINTS_0: { values: Uint8Array.from({ length: 32 }, (_, k) => (k % 4 === 0 ? k % 3 : 0)), width: 4 },
  WEIGHTS_0: { values: Float32Array.from({ length: 32 }, (_, k) => (k % 4 === 0 ? 1 : 0)), width: 4 },
};

interface DracoFile {
  /** Names of attributes in the stream; the others are in accessors. Default: all. */
  readonly pressed?: readonly string[];
  readonly method?: 'edgebreaker' | 'sequential';
  readonly required?: boolean;
  /** The file also contains all data uncompressed. */
  readonly plain?: boolean;
  readonly targets?: boolean;
  readonly change?: (builder: GltfBuilder, primitive: Json) => void;
}

/** Creates a skinned cube with three joints, whose shape is a Draco stream. */
async function buildCube(options: DracoFile = {}): Promise<Uint8Array> {
  const { pressed = Object.keys(sources), method = 'edgebreaker', required = true, plain = false } = options;
  const own = Object.fromEntries(Object.entries(sources).filter(([name]) => pressed.includes(name)));
  const stream = await encodeDraco(own, cube.indices, method);
  const builder = new GltfBuilder();
  const addAccessor = (name: string, { values, width }: AttributeSource) => {
    const extra = name === 'COLOR_0' ? { normalized: true } : {};
    const index = builder.addAccessor(['', '', 'VEC2', 'VEC3', 'VEC4'][width], values, extra);
    if (pressed.includes(name) && !plain) delete builder.json.accessors[index].bufferView;
    return index;
  };
  const attributes = Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [name, addAccessor(name, source)]),
  );
  const indices = builder.addAccessor('SCALAR', Uint16Array.from(cube.indices));
  if (!plain) delete builder.json.accessors[indices].bufferView;
  const primitive: Json = {
    attributes,
    indices,
    extensions: {
      KHR_draco_mesh_compression: {
        bufferView: builder.addView(stream.bytes),
        attributes: stream.attributes,
      },
    },
  };
  if (options.targets) {
    const deltas = cube.positions.map((value, k) => (k % 3 === 0 ? value : 0));
    primitive.targets = [{ POSITION: builder.addAccessor('VEC3', deltas) }];
  }
  builder.json.meshes.push({ name: 'Body', primitives: [primitive] });
  for (let joint = 0; joint < 3; joint++) builder.addNode();
  builder.addNode({ mesh: 0, skin: builder.addSkin([0, 1, 2], null) });
  builder.json.extensionsUsed = ['KHR_draco_mesh_compression'];
  if (required) builder.json.extensionsRequired = ['KHR_draco_mesh_compression'];
  options.change?.(builder, primitive);
  return builder.toGlb();
}

async function read(options?: DracoFile): Promise<RigSurface & { warnings: readonly string[] }> {
  const { surfaces, warnings } = await readGltf(await buildCube(options), { name: 'cube.glb' });
  return { ...surfaces[0], warnings };
}

/** Returns the corner of the cube for each vertex. */
function cornersOf({ positions }: RigSurface): number[] {
  return Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
    return Number(x > 0) + 2 * Number(y > 0) + 4 * Number(z > 0);
  });
}

describe.each(['edgebreaker', 'sequential'] as const)('%s', (method) => {
  test('attributes are mapped by the extension, each to its vertex; triangles face outward', async () => {
    const surface = await read({ method });
    const corners = cornersOf(surface);
    expect([...corners].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(corners.join() === '0,1,2,3,4,5,6,7').toBe(method === 'sequential');
    corners.forEach((corner, vertex) => {
      const at = (values: ArrayLike<number>, width: number) =>
        Array.from(values).slice(width * vertex, width * vertex + width);
      const from = (name: string, width: number, count = width) =>
        Array.from(sources[name].values).slice(width * corner, width * corner + count);
      expect(at(surface.positions, 3)).toEqual(from('POSITION', 3));
      expect(at(surface.normals!, 3)).toEqual(from('NORMAL', 3));
      expect(at(surface.texcoords!, 2)).toEqual(from('TEXCOORD_0', 2));
      expect(at(surface.colors!, 3)).toEqual(from('COLOR_0', 4, 3).map((value) => Math.fround(value / 255)));
      expect(at(surface.jointIndices, 4)).toEqual(from('JOINTS_0', 4));
      expect(at(surface.jointWeights, 4)).toEqual([1, 0, 0, 0]);
    });
    const triangles = Array.from({ length: 12 }, (_, k) => {
      const own = [...surface.indices.subarray(3 * k, 3 * k + 3)].map((vertex) => corners[vertex]);
      const first = own.indexOf(Math.min(...own));
      return [...own.slice(first), ...own.slice(0, first)].join();
    });
    const expected = Array.from({ length: 12 }, (_, k) => {
      const own = cube.indices.slice(3 * k, 3 * k + 3);
      const first = own.indexOf(Math.min(...own));
      return [...own.slice(first), ...own.slice(0, first)].join();
    });
    expect(triangles.sort()).toEqual(expected.sort());
    expect(surface.warnings).toEqual([]);
  });
});

test('targets and attributes outside of the stream follow its vertex order', async () => {
  const pressed = ['POSITION', 'JOINTS_0', 'WEIGHTS_0'];
  const surface = await read({ method: 'sequential', pressed, targets: true });
  expect([...surface.morphTargets[0]]).toEqual(
    cube.positions.map((value, k) => (k % 3 === 0 ? value : 0)).map((value) => value + 0),
  );
  expect([...surface.texcoords!]).toEqual([...sources.TEXCOORD_0.values]);
});

describe('files found in practice', () => {
  test('all primitives use the same placeholder accessors: each gets its own stream', async () => {
    const flat = await encodeDraco(
      { POSITION: { values: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), width: 3 } },
      [0, 1, 2],
    );
    const bytes = await buildCube({
      plain: true,
      change: (builder, primitive) => {
        const extensions = {
          KHR_draco_mesh_compression: {
            bufferView: builder.addView(flat.bytes),
            attributes: flat.attributes,
          },
        };
        const { POSITION } = primitive.attributes as { POSITION: number };
        builder.json.meshes.push({
          primitives: [{ attributes: { POSITION }, indices: primitive.indices, extensions }],
        });
        builder.addNode({ mesh: 1 });
      },
    });
    const { surfaces } = await readGltf(bytes, { name: 'cube.glb' });
    expect(surfaces.map(({ indices }) => indices.length)).toEqual([36, 3]);
    expect(surfaces[1].positions.length).toBe(9);
  });

  test('if the count differs from the file, the stream is used, with a warning', async () => {
    const surface = await read({
      change: (builder) => {
        for (const accessor of builder.json.accessors) if (accessor.count === 8) accessor.count = 7;
      },
    });
    expect(surface.positions.length).toBe(24);
    expect(surface.warnings).toEqual([
      'meshes[0].primitives[0]: its Draco stream holds 8 vertices, but the file states 7; those of the stream are used',
    ]);
  });

  test('if the stream is not required, uncompressed data is read instead of it, regardless of its contents', async () => {
    const surface = await read({
      plain: true,
      required: false,
      change: (_, primitive) => {
        const { KHR_draco_mesh_compression: draco } = primitive.extensions as Record<string, Json>;
        draco.bufferView = 0;
      },
    });
    expect(cornersOf(surface)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('if required, the stream is read although accessors have bytes', async () => {
    expect(cornersOf(await read({ plain: true })).join()).not.toBe('0,1,2,3,4,5,6,7');
  });

  test.each([
    ['a strip', 5],
    ['without indices', 4],
  ])('%s: its triangles are those of the stream', async (what, mode) => {
    const { indices } = await read({
      change: (_, primitive) => {
        primitive.mode = mode;
        if (what === 'without indices') delete primitive.indices;
      },
    });
    expect(indices).toEqual((await read()).indices);
  });

  test('positions as normalised integers inside the stream', async () => {
    const values = Int16Array.from(cube.positions, (value) => value * 40000);
    const stream = await encodeDraco({ POSITION: { values, width: 3 } }, cube.indices);
    const builder = new GltfBuilder();
    const position = { componentType: 5122, normalized: true };
    const extensions = {
      KHR_draco_mesh_compression: {
        bufferView: builder.addView(stream.bytes),
        attributes: stream.attributes,
      },
    };
    builder.json.meshes.push({
      primitives: [{ attributes: { POSITION: builder.addAccessorOf('VEC3', 8, position) }, extensions }],
    });
    builder.addNode({ mesh: 0 });
    const { surfaces } = await readGltf(builder.toGlb(), { name: 'cube.glb' });
    expect([...new Set(surfaces[0].positions.map(Math.abs))]).toEqual([Math.fround(20000 / 32767)]);
  });
});

describe('damaged files', () => {
  const messageOf = async (options: DracoFile) => {
    try {
      await read(options);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return (error as InputError).message;
    }
    throw new Error('the file was taken');
  };
  const streamOf = (primitive: Json) =>
    (primitive.extensions as Record<string, Json>).KHR_draco_mesh_compression as {
      bufferView: number;
      attributes: Record<string, number>;
    };

  test('a truncated stream: mesh and primitive are named, and the next file is read', async () => {
    const message = await messageOf({
      change: (builder, primitive) => {
        const view = builder.json.bufferViews[streamOf(primitive).bufferView];
        view.byteLength = (view.byteLength as number) >> 1;
      },
    });
    expect(message).toMatch(
      /^cube\.glb meshes\[0\]\.primitives\[0\]\.extensions\.KHR_draco_mesh_compression: expected a Draco stream of mesh "Body", got \d+ bytes that cannot be decoded \(.+\): export the file again$/,
    );
    expect((await read()).positions.length).toBe(24);
  });

  test('an attribute that the stream lacks: positions are refused, normals left out', async () => {
    const rename = (name: string) => ({
      change: (_: GltfBuilder, primitive: Json) => {
        streamOf(primitive).attributes[name] = 77;
      },
    });
    expect(await messageOf(rename('POSITION'))).toContain(
      'attributes.POSITION: expected 3 numbers a vertex in the Draco stream, got no attribute 77',
    );
    const surface = await read(rename('NORMAL'));
    expect(surface.normals).toBeNull();
    expect(surface.warnings[0]).toContain(
      'got no attribute 77; export the file again; its normals are omitted',
    );
  });

  test('a component count that differs from the accessor', async () => {
    const message = await messageOf({
      change: (_, primitive) => {
        const { attributes } = streamOf(primitive);
        attributes.POSITION = attributes.TEXCOORD_0;
      },
    });
    expect(message).toContain('got 2 components in attribute');
  });
});

test('every truncation and every flipped bit of a stream is decoded or refused, and the decoder continues to work', async () => {
  const { bytes } = await encodeDraco(sources, cube.indices);
  const sound = decodeDraco(bytes, [], 8).triangles;
  let refused = 0;
  const take = (damaged: Uint8Array) => {
    try {
      decodeDraco(damaged, [{ id: 0, componentType: 5126, width: 3 }], 8);
    } catch (error) {
      expect((error as Error).constructor.name).toBe('DracoError');
      refused++;
    }
  };
  for (let length = 0; length < bytes.length; length++) take(bytes.slice(0, length));
  expect(refused).toBeGreaterThan(bytes.length / 2);
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const damaged = bytes.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    take(damaged);
  }
  expect(decodeDraco(bytes, [], 8).triangles).toEqual(sound);
});
