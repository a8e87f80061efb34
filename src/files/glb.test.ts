import { describe, expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { encodeGlb } from './glb.ts';
import { openGlbPatch } from './glb-open.ts';
import { GlbPatch, vertexTarget } from './glb-patch.ts';
import { openContainer } from './gltf/container.ts';
import { readGltf } from './gltf/read-gltf.ts';
import { encodePng8 } from './png.ts';
import { GltfBuilder, packGlb } from './testing/gltf-builder.ts';
import { cube } from './testing/shapes.ts';
import { validateGltf } from './testing/validate-gltf.ts';

const picture = encodePng8(new Uint8Array(12), 2, 2);

/** Creates a cube whose texture is in another file. */
function buildCube(): GltfBuilder {
  const builder = new GltfBuilder();
  const coordinates = new Float32Array((2 * cube.positions.length) / 3);
  const mesh = builder.addMesh(cube.positions, cube.indices, {
    attributes: { TEXCOORD_0: builder.addAccessor('VEC2', coordinates) },
    material: 0,
  });
  const [primitive] = builder.json.meshes[mesh].primitives as { attributes: { POSITION: number } }[];
  Object.assign(builder.json.accessors[primitive.attributes.POSITION], {
    min: [-0.5, -0.5, -0.5],
    max: [0.5, 0.5, 0.5],
  });
  builder.json.materials.push({ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  builder.json.textures = [{ source: 0 }];
  builder.json.images = [{ uri: 'skin%20one.png', extras: { keep: 1 } }];
  builder.addNode({ mesh, name: 'cube' });
  return builder;
}

const files: Record<string, Uint8Array> = { 'skin one.png': picture, 'cube.bin': buildCube().binary };
const resolve = (uri: string) => files[uri];
const codesOf = async (bytes: Uint8Array) => (await validateGltf(bytes, resolve)).map(({ code }) => code);

describe('GLB', () => {
  test('chunks end on multiples of four, the text filled up with spaces', () => {
    const glb = encodeGlb({ asset: { version: '2.0', generator: 'ü' } }, [new Uint8Array([1, 2, 3])]);
    expect(glb.length % 4).toBe(0);
    const { json, binary } = openContainer(glb, 'a.glb');
    expect(json).toEqual({ asset: { version: '2.0', generator: 'ü' } });
    expect([...binary!]).toEqual([1, 2, 3, 0]);
  });

  test('a new document contains the added data, with bounds', async () => {
    const patch = GlbPatch.create();
    const position = patch.addAccessor(Float32Array.of(0, 0, 0, 1, 0, -2, 0, 3, 0), 'VEC3', vertexTarget);
    patch.addBufferView(new Uint8Array(5));
    const mesh = patch.add('meshes', { primitives: [{ attributes: { POSITION: position } }] });
    patch.json.scene = patch.add('scenes', { nodes: [patch.add('nodes', { mesh })] });
    expect(patch.json.accessors![position]).toMatchObject({ count: 3, min: [0, 0, -2], max: [1, 3, 0] });
    const glb = patch.toGlb();
    expect(await codesOf(glb)).toEqual(['UNUSED_OBJECT']);
    expect((await readGltf(glb, { name: 'a' })).surfaces[0].positions[7]).toBe(3);
  });

  test('a GLB that is opened and closed keeps its JSON and its bytes', () => {
    const builder = buildCube();
    builder.json.images = [{ bufferView: builder.addView(picture), mimeType: 'image/png' }];
    builder.json.extensionsUsed = ['VENDOR_unknown'];
    builder.json.extensions = { VENDOR_unknown: { deep: [{ text: 'ß', number: 1e-300 }] } };
    const glb = builder.toGlb();
    const { patch, warnings } = openGlbPatch(glb, { name: 'a.glb' });
    expect(warnings).toEqual([]);
    const again = openContainer(patch.toGlb(), 'b.glb');
    expect(again.json).toEqual(builder.finish());
    expect(again.binary!.subarray(0, builder.binary.length)).toEqual(builder.binary);
  });

  test.each([
    ['in a data URI', undefined],
    ['in another file', 'cube.bin'],
  ])('a .gltf with its buffer %s and an external picture becomes one GLB', async (_where, uri) => {
    const source = buildCube().toGltf(uri);
    const { patch, warnings } = openGlbPatch(source, { name: 'cube.gltf', resolve });
    expect(warnings).toEqual([]);
    const glb = patch.toGlb();
    const json = openContainer(glb, 'b').json as { images: object[]; buffers: object[] };
    expect(json.images).toEqual([
      { extras: { keep: 1 }, mimeType: 'image/png', bufferView: expect.any(Number) },
    ]);
    expect(json.buffers).toEqual([{ byteLength: expect.any(Number) }]);
    expect((await readGltf(glb, { name: 'b' })).surfaces[0].positions).toEqual(
      Float32Array.from(cube.positions),
    );
    expect(await codesOf(glb)).toEqual([]);
  });

  test('several buffers are merged; views keep their indices and bytes', async () => {
    const builder = buildCube();
    const { binary } = builder;
    const half = Math.ceil(binary.length / 8) * 4;
    const json = builder.finish() as {
      bufferViews: Record<string, number>[];
      buffers: unknown;
      images?: unknown;
    };
    // The first buffer view is in the binary chunk, the others are in a second buffer of odd length.
    const second = new Uint8Array(binary.length + 1);
    second.set(binary);
    json.buffers = [
      { byteLength: half },
      { byteLength: second.length, uri: `data:;base64,${Buffer.from(second).toString('base64')}` },
    ];
    json.bufferViews.forEach((view, index) => {
      view.buffer = index === 0 ? 0 : 1;
    });
    const { patch } = openGlbPatch(packGlb(json, binary.subarray(0, half)), { name: 'two.glb', resolve });
    const glb = patch.toGlb();
    expect(await codesOf(glb)).toEqual([]);
    const { surfaces } = await readGltf(glb, { name: 'b' });
    expect(surfaces[0].positions).toEqual(Float32Array.from(cube.positions));
    expect([...surfaces[0].indices]).toEqual(cube.indices);
  });

  test('a placeholder buffer of a compression extension keeps its index', () => {
    const data = new Uint8Array(16);
    const json = {
      asset: { version: '2.0' },
      buffers: [
        { byteLength: 64, extensions: { EXT_meshopt_compression: { fallback: true } } },
        { byteLength: 16, uri: 'c.bin' },
      ],
      bufferViews: [
        {
          buffer: 0,
          byteLength: 64,
          extensions: { EXT_meshopt_compression: { buffer: 1, byteOffset: 4, byteLength: 12 } },
        },
      ],
    };
    const text = new TextEncoder().encode(JSON.stringify(json));
    const { patch } = openGlbPatch(text, { name: 'c.gltf', resolve: () => data });
    expect(patch.json.buffers).toEqual([{ byteLength: 16 }, json.buffers[0]]);
    expect(patch.json.bufferViews).toEqual([
      {
        buffer: 1,
        byteLength: 64,
        extensions: { EXT_meshopt_compression: { buffer: 0, byteOffset: 4, byteLength: 12 } },
      },
    ]);
  });

  test('a picture that must not be read remains a reference, with a warning, and the rest is opened', () => {
    const refusing = (uri: string) => {
      if (uri.endsWith('.png')) throw InputError.at('cube.gltf', 'expected names of files in its own folder');
      return resolve(uri);
    };
    const { patch, warnings } = openGlbPatch(buildCube().toGltf('cube.bin'), {
      name: 'cube.gltf',
      resolve: refusing,
    });
    expect(warnings).toEqual([
      'cube.gltf: expected names of files in its own folder (images[0] stays a reference)',
    ]);
    expect(patch.json.images![0].uri).toBe('skin%20one.png');
  });

  test('a missing picture remains a reference, with a warning', () => {
    const { patch, warnings } = openGlbPatch(buildCube().toGltf(), { name: 'cube.gltf' });
    expect(patch.json.images![0].uri).toBe('skin%20one.png');
    expect(warnings).toEqual([
      'cube.gltf images[0]: "skin%20one.png" was not found; it stays a reference: put it beside the GLB',
    ]);
  });

  test('a missing or truncated buffer is an input error', () => {
    const source = buildCube().toGltf('cube.bin');
    expect(() => openGlbPatch(source, { name: 'cube.gltf' })).toThrow(
      /cube\.gltf buffers\[0\]: expected \d+ bytes from "cube\.bin", got none; copy the file there/,
    );
    const cut = () => new Uint8Array(3);
    expect(() => openGlbPatch(source, { name: 'cube.gltf', resolve: cut })).toThrow(/got 3; copy/);
    expect(() => openGlbPatch(new TextEncoder().encode('[1]'), { name: 'x' })).toThrow(InputError);
  });
});
