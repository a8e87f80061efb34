import { describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { GltfBuilder, packGlb } from '../testing/gltf-builder.ts';
import { buildSkinnedBar, cube } from '../testing/shapes.ts';
import { readGltf } from './read-gltf.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function messageOf(bytes: Uint8Array): Promise<string> {
  try {
    await readGltf(bytes, { name: 'runner.glb' });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  throw new Error('the file was taken');
}

/** Returns the error message for the skinned bar after a change to its JSON. */
async function messageAfter(change: (builder: GltfBuilder) => void): Promise<string> {
  const builder = buildSkinnedBar();
  change(builder);
  return messageOf(builder.toGlb());
}

describe('files that are not glTF 2.0', () => {
  test.each([
    [
      'binary FBX',
      'Kaydara FBX Binary  \0',
      'got a binary FBX: import it into Blender and export it as glTF 2.0',
    ],
    ['text FBX', '; FBX 7.7.0 project file\n', 'FBX2glTF'],
    ['Blender', 'BLENDER-v300', 'open it in Blender and export it as glTF 2.0'],
    ['binary USD', 'PXR-USDC\0', 'got a USD (binary)'],
    ['text USD', '#usda 1.0', 'got a USD (text)'],
    ['USDZ', 'PK\x03\x04', 'perhaps USDZ'],
    ['OBJ', '# made by hand\n\nmtllib a.mtl\nv 0 0 0\n', 'got an OBJ mesh: it holds no skeleton or clip'],
    ['BVH', 'HIERARCHY\r\nROOT Hips', 'got a BVH recording'],
    ['COLLADA', '<?xml version="1.0"?><COLLADA>', 'got a COLLADA'],
    ['text', 'hello', 'got text that is not JSON'],
    ['other JSON', '{"asset":{}}', 'expected glTF 2.0 (an object with asset.version), got other JSON'],
    ['glTF 1.0', '{"asset":{"version":"1.0"}}', 'expected glTF 2.0, got version 1.0'],
    ['nothing', '', 'got an empty file'],
  ])('%s', async (_kind, text, words) => {
    const message = await messageOf(bytesOf(text));
    expect(message).toContain(words);
    expect(message).toMatch(/^runner\.glb: /);
  });

  test('bytes that are not text', async () => {
    expect(await messageOf(Uint8Array.of(0xff, 0xfe, 0x80, 0x81))).toContain('got bytes that are not text');
  });

  test('a compressed file', async () => {
    expect(await messageOf(Uint8Array.of(0x1f, 0x8b, 8, 0))).toContain('got a compressed file: unpack it');
  });
});

describe('damaged GLB', () => {
  const glb = buildSkinnedBar().toGlb();

  test('truncated: expected and actual number of bytes', async () => {
    expect(await messageOf(glb.slice(0, glb.length - 100))).toBe(
      `runner.glb: expected ${glb.length} bytes, got ${glb.length - 100}: the file is cut short or damaged; copy or export it again`,
    );
    expect(await messageOf(glb.slice(0, 11))).toContain('expected 20 bytes, got 11');
  });

  test('a version 1 GLB', async () => {
    const old = glb.slice();
    old[4] = 1;
    expect(await messageOf(old)).toContain('expected glTF 2.0, got version 1');
  });

  test('binary chunk shorter than its buffer', async () => {
    const builder = buildSkinnedBar();
    const message = await messageOf(packGlb(builder.finish(), builder.binary.slice(0, 64)));
    expect(message).toContain(`runner.glb buffers[0]: expected ${builder.binary.length} bytes, got 64`);
  });

  test('no JSON chunk', async () => {
    const broken = glb.slice();
    broken[16] = 0x58;
    expect(await messageOf(broken)).toContain('expected a JSON chunk');
  });
});

describe('extensions', () => {
  test('a required one that is not read is named', async () => {
    const message = await messageAfter((builder) => {
      builder.json.extensionsRequired = ['KHR_texture_transform', 'ACME_subdivision'];
    });
    expect(message).toBe(
      'runner.glb extensionsRequired[1]: the file needs ACME_subdivision, which is not supported: export it without that extension',
    );
  });

  test('a damaged Draco stream: mesh and primitive are named', async () => {
    const message = await messageAfter((builder) => {
      const [primitive] = builder.json.meshes[0].primitives as Record<string, unknown>[];
      primitive.extensions = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
      delete builder.json.accessors[(primitive.attributes as { POSITION: number }).POSITION].bufferView;
    });
    expect(message).toMatch(
      /^runner\.glb meshes\[0\]\.primitives\[0\]\.extensions\.KHR_draco_mesh_compression: expected a Draco stream, got \d+ bytes that cannot be decoded \(.+\): export the file again$/,
    );
  });
});

describe('errors inside the file', () => {
  test('an external buffer that is missing', async () => {
    const message = await messageOf(buildSkinnedBar().toGltf('bar data.bin'));
    expect(message).toContain(
      'runner.glb buffers[0].uri: expected the file "bar data.bin" beside this one, got none',
    );
  });

  test('a broken data URI', async () => {
    expect(await messageOf(buildSkinnedBar().toGltf('data:;base64,@@@'))).toContain(
      'buffers[0].uri: expected a data URI',
    );
  });

  test.each([
    [
      'accessor beyond its view',
      (b: GltfBuilder) => Object.assign(b.json.accessors[4], { count: 3 }),
      'accessors[4]: expected 192 bytes in its buffer view, got 128',
    ],
    [
      'accessor index',
      (b: GltfBuilder) => Object.assign(b.json.skins[0], { inverseBindMatrices: 99 }),
      'skins[0].inverseBindMatrices: expected an index into accessors (0 to 6), got 99',
    ],
    [
      'accessor type',
      (b: GltfBuilder) => Object.assign(b.json.accessors[0], { type: 'VEC2' }),
      'accessors[0].type: expected VEC4, got "VEC2"',
    ],
    [
      'view beyond its buffer',
      (b: GltfBuilder) => Object.assign(b.json.bufferViews[0], { byteLength: 1e6 }),
      'bufferViews[0]: expected bytes 0 to 1000000 inside the buffer',
    ],
    [
      'own child',
      (b: GltfBuilder) => Object.assign(b.json.nodes[1], { children: [1] }),
      'expected one parent for node 1, got itself',
    ],
    [
      'two parents',
      (b: GltfBuilder) => Object.assign(b.json.nodes[3], { children: [2] }),
      'expected one parent for node 2, got nodes 1 and 3',
    ],
    [
      'cycle',
      (b: GltfBuilder) => Object.assign(b.json.nodes[2], { children: [0] }),
      'nodes[0]: expected a tree of nodes, got a cycle',
    ],
    [
      'joint index',
      (b: GltfBuilder) => Object.assign(b.json.skins[0], { joints: [1] }),
      'nodes[3]: expected joints below 1, the size of its skin, got joint 1 at vertex 4',
    ],
    [
      'joint node',
      (b: GltfBuilder) => Object.assign(b.json.skins[0], { joints: [1, 7] }),
      'skins[0].joints[1]: expected an index into nodes (0 to 3), got 7',
    ],
    [
      'too few matrices',
      (b: GltfBuilder) => Object.assign(b.json.skins[0], { joints: [1, 2, 0] }),
      'expected 3 matrices, one for each joint, got 2',
    ],
    [
      'name',
      (b: GltfBuilder) => Object.assign(b.json.nodes[1], { name: 7 }),
      'nodes[1].name: expected text, got 7',
    ],
    [
      'rotation',
      (b: GltfBuilder) => Object.assign(b.json.nodes[1], { rotation: [0, 0, 1] }),
      'nodes[1].rotation: expected 4 finite numbers',
    ],
    [
      'mesh list',
      (b: GltfBuilder) => Object.assign(b.json, { meshes: {} }),
      'meshes: expected a list, got {}',
    ],
    [
      'interpolation',
      (b: GltfBuilder) =>
        Object.assign((b.json.animations[0].samplers as object[])[0], { interpolation: 'SMOOTH' }),
      'expected STEP, LINEAR or CUBICSPLINE, got "SMOOTH"',
    ],
  ])('%s', async (_what, change, words) => {
    expect(await messageAfter(change)).toContain(words);
  });

  test('indices beyond the vertices', async () => {
    const builder = new GltfBuilder();
    builder.addMesh(cube.positions, [0, 1, 8]);
    builder.addNode({ mesh: 0 });
    expect(await messageOf(builder.toGlb())).toBe(
      'runner.glb accessors[1]: expected vertices below 8, got 8',
    );
  });

  test('positions that are not numbers', async () => {
    const builder = new GltfBuilder();
    builder.addMesh([...cube.positions.slice(0, 22), Number.NaN, 0], cube.indices);
    builder.addNode({ mesh: 0 });
    expect(await messageOf(builder.toGlb())).toContain(
      'runner.glb accessors[0]: expected finite numbers, got NaN in element 7',
    );
  });

  test('descending key times', async () => {
    const message = await messageAfter((builder) => {
      builder.addAnimation('Back', [
        { node: 1, path: 'scale', times: [0, 2, 1], values: new Array(9).fill(1) },
      ]);
    });
    expect(message).toContain('expected key times that increase, got 1 s after 2 s at key 2');
  });

  test('morph targets of unequal number or size', async () => {
    const builder = new GltfBuilder();
    const POSITION = builder.addAccessorOf('VEC3', 7, {});
    builder.addMesh(cube.positions, cube.indices, { targets: [{ POSITION }] });
    builder.addNode({ mesh: 0 });
    expect(await messageOf(builder.toGlb())).toBe(
      'runner.glb accessors[0]: expected 8 elements, one for each vertex, got 7',
    );
    const [primitive] = builder.json.meshes[0].primitives as Record<string, unknown>[];
    builder.json.accessors[POSITION].count = 8;
    builder.json.meshes[0].primitives = [primitive, { ...primitive, targets: [] }];
    expect(await messageOf(builder.toGlb())).toContain(
      "expected 1 morph targets like the mesh's other parts, got 0",
    );
  });
});
