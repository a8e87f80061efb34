import { MeshoptEncoder } from 'meshoptimizer';
import { describe, expect, test } from 'vitest';
import type { RigSurface } from '../../motion/rig.ts';
import { weldSurface } from '../../motion/weld-vertices.ts';
import { GltfBuilder } from '../testing/gltf-builder.ts';
import { readGltf } from './read-gltf.ts';

type Json = Record<string, unknown>;

const pngHead = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const jpegHead = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const flat = [0, 0, 0.25, 0.5, 1, 0.75];

interface Source {
  /** Members of baseColorTexture. Null: the primitive has no material. */
  readonly texture?: Json | null;
  readonly image?: Json;
  /** The attributes TEXCOORD_n: functions that create their accessors. */
  readonly sets?: Record<number, (builder: GltfBuilder) => number>;
}

function build({ texture = {}, image, sets = {} }: Source): GltfBuilder {
  const builder = new GltfBuilder();
  const attributes = Object.fromEntries(
    Object.entries(sets).map(([set, add]) => [`TEXCOORD_${set}`, add(builder)]),
  );
  builder.addMesh(triangle, [0, 1, 2], { attributes, ...(texture ? { material: 0 } : {}) });
  builder.addNode({ mesh: 0 });
  if (!texture) return builder;
  builder.json.materials.push({ pbrMetallicRoughness: { baseColorTexture: { index: 0, ...texture } } });
  builder.json.textures = [{ source: 0 }];
  builder.json.images = [image ?? { bufferView: builder.addView(pngHead), mimeType: 'image/png' }];
  return builder;
}

async function read(builder: GltfBuilder, files: Record<string, Uint8Array> = {}) {
  const rig = await readGltf(builder.toGlb(), { name: 'a.glb', resolve: (uri) => files[uri] });
  return { surface: rig.surfaces[0], warnings: rig.warnings };
}

const floats =
  (values: readonly number[] = flat) =>
  (builder: GltfBuilder) =>
    builder.addAccessor('VEC2', values);
const integers = (values: Uint8Array | Uint16Array) => (builder: GltfBuilder) =>
  builder.addAccessor('VEC2', values, { normalized: true });
const texcoordsOf = ({ texcoords }: RigSurface) => [...(texcoords as Float32Array)];

describe('which coordinates', () => {
  test('the set of the base colour; TEXCOORD_0 without a material or a picture', async () => {
    const sets = { 0: floats([9, 9, 9, 9, 9, 9]), 1: floats() };
    expect(texcoordsOf((await read(build({ texture: { texCoord: 1 }, sets }))).surface)).toEqual(flat);
    expect(texcoordsOf((await read(build({ sets }))).surface)).toEqual(new Array(6).fill(9));
    expect(texcoordsOf((await read(build({ texture: null, sets }))).surface)).toEqual(new Array(6).fill(9));
  });

  test('a normal map is read if it uses the coordinates of the picture, with its scale', async () => {
    const sets = { 0: floats(), 1: floats() };
    const readWith = async (normalTexture: Json, texture: Json | null = {}) => {
      const builder = build({ texture: texture ?? {}, sets });
      const [material] = builder.json.materials as { pbrMetallicRoughness?: Json; normalTexture?: Json }[];
      material.normalTexture = normalTexture;
      if (texture === null) delete material.pbrMetallicRoughness;
      return (await read(builder)).surface;
    };
    expect((await readWith({ index: 0, scale: 0.5 })).normalMap?.scale).toBe(0.5);
    expect([...(await readWith({ index: 0 })).normalMap!.picture.bytes]).toEqual([...pngHead]);
    expect((await readWith({ index: 0 })).normalMap?.scale).toBe(1);
    expect((await readWith({ index: 0, texCoord: 1 }, { texCoord: 1 })).normalMap).toBeDefined();
    expect((await readWith({ index: 0, texCoord: 1 })).normalMap).toBeUndefined();
    const alone = await readWith({ index: 0 }, null);
    expect([alone.picture, alone.normalMap?.scale]).toEqual([undefined, 1]);
    expect((await readWith({ index: 0, texCoord: 1 }, null)).normalMap).toBeUndefined();
  });

  test('none: neither coordinates nor a picture', async () => {
    const { surface, warnings } = await read(build({ texture: null }));
    expect([surface.texcoords, surface.picture]).toEqual([undefined, undefined]);
    expect(warnings).toEqual([]);
  });

  test('with a missing set, TEXCOORD_0 is used for maps, and the picture is omitted', async () => {
    const { surface, warnings } = await read(build({ texture: { texCoord: 3 }, sets: { 0: floats() } }));
    expect(texcoordsOf(surface)).toEqual(flat);
    expect(surface.picture).toBeUndefined();
    expect(warnings).toEqual([
      'meshes[0].primitives[0].attributes: its picture needs TEXCOORD_3, which is missing; the picture is omitted',
    ]);
  });

  test.each([
    ['bytes', Uint8Array.of(0, 0, 51, 102, 255, 153), [0, 0, 0.2, 0.4, 1, 0.6]],
    ['shorts', Uint16Array.of(0, 0, 13107, 26214, 65535, 39321), [0, 0, 0.2, 0.4, 1, 0.6]],
  ])('normalised %s', async (_, values, expected) => {
    const { surface } = await read(build({ sets: { 0: integers(values) } }));
    texcoordsOf(surface).forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k], 6);
    });
  });

  test('sparse', async () => {
    const add = (builder: GltfBuilder) => {
      const bytes = new Uint8Array(Float32Array.of(0.25, 0.5).buffer);
      return builder.addAccessorOf('VEC2', 3, {
        sparse: {
          count: 1,
          indices: { bufferView: builder.addView(Uint8Array.of(2)), componentType: 5121 },
          values: { bufferView: builder.addView(bytes) },
        },
      });
    };
    expect(texcoordsOf((await read(build({ sets: { 0: add } }))).surface)).toEqual([0, 0, 0, 0, 0.25, 0.5]);
  });

  test('compressed with meshopt, quantised, and scaled by the transform', async () => {
    await MeshoptEncoder.ready;
    const add = (builder: GltfBuilder) => {
      const source = new Uint8Array(Uint16Array.of(0, 0, 1000, 2000, 4000, 3000).buffer);
      const packed = builder.addView(MeshoptEncoder.encodeGltfBuffer(source, 3, 4, 'ATTRIBUTES'));
      const view = builder.json.bufferViews[packed];
      view.extensions = {
        EXT_meshopt_compression: { ...view, byteStride: 4, count: 3, mode: 'ATTRIBUTES' },
      };
      return builder.addAccessorOf('VEC2', 3, { bufferView: packed, componentType: 5123 });
    };
    const texture = { extensions: { KHR_texture_transform: { scale: [1 / 4000, 1 / 4000] } } };
    expect(texcoordsOf((await read(build({ texture, sets: { 0: add } }))).surface)).toEqual(flat);
  });

  test.each([
    ['of another count', floats([0, 0])],
    ['not finite', floats([0, 0, Number.NaN, 0, 0, 0])],
    ['three wide', (builder: GltfBuilder) => builder.addAccessor('VEC3', triangle)],
  ])('coordinates that are %s are left out with a warning', async (_, add) => {
    const { surface, warnings } = await read(build({ sets: { 0: add } }));
    expect([surface.texcoords, surface.picture]).toEqual([undefined, undefined]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^a\.glb accessors\[\d\].*; its texture coordinates are omitted$/);
  });

  test('welding keeps those of the first copy', async () => {
    const builder = new GltfBuilder();
    builder.addMesh([...triangle, ...triangle], [0, 1, 2, 3, 2, 4], {
      attributes: {
        TEXCOORD_0: builder.addAccessor('VEC2', [...flat, 7, 7, 7, 7, 7, 7]),
        COLOR_0: builder.addAccessor('VEC3', [...triangle, ...new Array(9).fill(0.5)]),
      },
    });
    builder.addNode({ mesh: 0 });
    const welded = weldSurface((await read(builder)).surface);
    expect(texcoordsOf(welded)).toEqual(flat);
    expect([...(welded.colors as Float32Array)]).toEqual(triangle);
  });
});

describe('KHR_texture_transform', () => {
  const change = (members: Json) => ({ extensions: { KHR_texture_transform: members } });

  test('scales, rotates counter-clockwise in the picture, then moves', async () => {
    // The example in the specification of the extension: the lower left quarter, rotated clockwise by 90°.
    const texture = change({ offset: [0, 1], rotation: Math.PI / 2, scale: [0.5, 0.5] });
    const { surface } = await read(build({ texture, sets: { 0: floats([0, 0, 1, 0, 0, 1]) } }));
    const expected = [0, 1, 0, 0.5, 0.5, 1];
    texcoordsOf(surface).forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k], 6);
    });
  });

  test('its own texCoord has precedence', async () => {
    const texture = { texCoord: 0, ...change({ texCoord: 1 }) };
    const { surface } = await read(build({ texture, sets: { 0: floats(triangle.slice(3)), 1: floats() } }));
    expect(texcoordsOf(surface)).toEqual(flat);
  });

  test.each([{ rotation: 'x' }, { scale: [1] }, { offset: [0, null] }, { texCoord: -1 }])(
    '%j: the picture is omitted',
    async (members) => {
      const { surface, warnings } = await read(build({ texture: change(members), sets: { 0: floats() } }));
      expect(surface.picture).toBeUndefined();
      expect(texcoordsOf(surface)).toEqual(flat);
      expect(warnings[0]).toMatch(/KHR_texture_transform\..*expected .*; the picture is omitted$/);
    },
  );

  test('coordinates that become infinite are left out', async () => {
    const texture = change({ scale: [1e300, 1] });
    const { surface, warnings } = await read(build({ texture, sets: { 0: floats() } }));
    expect([surface.texcoords, surface.picture]).toEqual([undefined, undefined]);
    expect(warnings[0]).toContain('its texture coordinates are omitted');
  });
});

describe('pictures', () => {
  const sets = { 0: floats() };
  const base64 = `data:image/png;base64,${Buffer.from(pngHead).toString('base64')}`;

  test.each([
    ['in a buffer view', undefined, 'images[0]', pngHead],
    ['in a data URI', { uri: base64, name: 'Coat' }, 'Coat', pngHead],
    ['beside it', { uri: 'my%20fur.jpg' }, 'my%20fur.jpg', jpegHead],
  ])('%s', async (_, image, name, bytes) => {
    const { surface, warnings } = await read(build({ image, sets }), { 'my fur.jpg': jpegHead });
    expect(surface.picture?.name).toBe(name);
    expect([...(surface.picture?.bytes ?? [])]).toEqual([...bytes]);
    expect(warnings).toEqual([]);
  });

  test('surfaces with the same picture use the same object; a missing one is reported once', async () => {
    const builder = build({ sets });
    builder.json.materials.push({ pbrMetallicRoughness: { baseColorTexture: { index: 1 } } });
    builder.json.textures = [{ source: 0 }, { source: 0 }];
    const [primitive] = builder.json.meshes[0].primitives as Json[];
    builder.json.meshes[0].primitives = [primitive, { ...primitive, material: 1 }, primitive];
    const shared = await readGltf(builder.toGlb(), { name: 'a.glb' });
    expect(shared.surfaces[0].picture).toBeDefined();
    for (const { picture } of shared.surfaces) expect(picture).toBe(shared.surfaces[0].picture);

    builder.json.images = [{ uri: 'gone.png' }];
    const missing = await readGltf(builder.toGlb(), { name: 'a.glb' });
    expect(missing.surfaces.map(({ picture }) => picture)).toEqual([undefined, undefined, undefined]);
    expect(missing.warnings).toEqual([
      'a.glb images[0].uri: expected the file "gone.png" beside this one, got none: copy it there, or export as one .glb; the picture is omitted',
    ]);
  });

  const webp = Uint8Array.from('RIFF\0\0\0\0WEBPVP8 ', (letter) => letter.charCodeAt(0));
  test.each([
    ['WebP', (b: GltfBuilder) => (b.json.images = [{ bufferView: b.addView(webp) }]), 'got a WebP picture'],
    [
      'KTX2 alone',
      (b: GltfBuilder) => (b.json.textures = [{ extensions: { KHR_texture_basisu: {} } }]),
      'KHR_texture_basisu alone',
    ],
    ['no source', (b: GltfBuilder) => (b.json.textures = [{}]), 'expected a picture (source), got none'],
    [
      'a texture that is not there',
      (b: GltfBuilder) => (b.json.textures = []),
      'expected no textures, the file has none',
    ],
    ['an image that is not there', (b: GltfBuilder) => (b.json.images = 'x'), 'images: expected a list'],
    [
      'a view that is cut short',
      (b: GltfBuilder) => (b.json.bufferViews.slice(-1)[0].byteLength = 1e6),
      'inside the buffer',
    ],
    [
      'a broken data URI',
      (b: GltfBuilder) => (b.json.images = [{ uri: 'data:x;base64' }]),
      'expected a data URI',
    ],
    ['an empty file', (b: GltfBuilder) => (b.json.images = [{ uri: 'empty.png' }]), 'got an empty file'],
  ])('%s: a warning, and the surface without it', async (_, change, message) => {
    const builder = build({ sets });
    change(builder);
    const { surface, warnings } = await read(builder, { 'empty.png': new Uint8Array(0) });
    expect(surface.picture).toBeUndefined();
    expect(texcoordsOf(surface)).toEqual(flat);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(message);
    expect(warnings[0]).toMatch(/^a\.glb .*; the picture is omitted$/);
  });
});
