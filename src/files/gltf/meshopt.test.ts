import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MeshoptEncoder } from 'meshoptimizer';
import { beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { GltfBuilder } from '../testing/gltf-builder.ts';
import { cube } from '../testing/shapes.ts';
import { BufferViews } from './buffers.ts';
import { JsonValue } from './json-value.ts';
import { readGltf } from './read-gltf.ts';

type Json = Record<string, unknown>;

/** An independent second decoder in plain JavaScript, which comes with the library. */
interface OtherDecoder {
  decodeGltfBuffer(
    target: Uint8Array,
    count: number,
    size: number,
    source: Uint8Array,
    mode: string,
    filter: string,
  ): void;
}

let other: OtherDecoder;
beforeAll(async () => {
  await MeshoptEncoder.ready;
  const folder = dirname(createRequire(import.meta.url).resolve('meshoptimizer'));
  const file = pathToFileURL(join(folder, 'meshopt_decoder_reference.js')).href;
  other = (await import(/* @vite-ignore */ file)).MeshoptDecoder;
});

interface View {
  readonly count: number;
  readonly stride: number;
  readonly mode: string;
  readonly filter?: string;
}

/** Returns the JSON of a file with one compressed view, and its bytes. */
function pack(source: Uint8Array, { count, stride, mode, filter }: View, name = 'EXT_meshopt_compression') {
  const extension = {
    buffer: 0,
    byteOffset: 0,
    byteLength: source.length,
    byteStride: stride,
    count,
    mode,
    filter,
  };
  return {
    buffers: [
      { byteLength: source.length },
      { byteLength: count * stride, extensions: { [name]: { fallback: true } } },
    ],
    bufferViews: [
      {
        buffer: 1,
        byteLength: count * stride,
        byteStride: stride,
        extensions: { [name]: JSON.parse(JSON.stringify(extension)) },
      },
    ],
    wanted: 0,
  };
}

async function decode(json: Json, binary: Uint8Array) {
  const root = new JsonValue('pressed.glb', '', json);
  return (await BufferViews.open(root, binary)).view(root.get('wanted'));
}

/** Unit vectors with a fourth number. Each one is similar to the one before. */
const vectors = (count: number) =>
  Float32Array.from({ length: 4 * count }, (_, k) => {
    const angle = (k >> 2) * 0.1;
    return [Math.cos(angle) * Math.sin(angle), Math.sin(angle) ** 2, Math.cos(angle), 0][k % 4];
  });

const count = 300;
const cases: [name: string, view: View, source: () => Uint8Array][] = [
  ...[4, 12, 16, 64, 256].map((stride): [string, View, () => Uint8Array] => [
    `ATTRIBUTES, ${stride} bytes`,
    { count, stride, mode: 'ATTRIBUTES' },
    () => Uint8Array.from({ length: count * stride }, (_, k) => (k * k) >> 5),
  ]),
  ...[2, 4].flatMap((stride): [string, View, () => Uint8Array][] => {
    const indices = Array.from({ length: count }, (_, k) => Math.floor(k / 3) + (k % 3));
    const bytes = () => new Uint8Array((stride === 2 ? Uint16Array : Uint32Array).from(indices).buffer);
    return [
      [`TRIANGLES, ${stride} bytes`, { count, stride, mode: 'TRIANGLES' }, bytes],
      [`INDICES, ${stride} bytes`, { count, stride, mode: 'INDICES' }, bytes],
    ];
  }),
  ...[4, 8].flatMap((stride): [string, View, () => Uint8Array][] => [
    [
      `OCTAHEDRAL, ${stride} bytes`,
      { count, stride, mode: 'ATTRIBUTES', filter: 'OCTAHEDRAL' },
      () => MeshoptEncoder.encodeFilterOct(vectors(count), count, stride, stride === 4 ? 8 : 12),
    ],
    [
      `COLOR, ${stride} bytes`,
      { count, stride, mode: 'ATTRIBUTES', filter: 'COLOR' },
      () =>
        MeshoptEncoder.encodeFilterColor(vectors(count).map(Math.abs), count, stride, stride === 4 ? 8 : 12),
    ],
  ]),
  [
    'QUATERNION, 8 bytes',
    { count, stride: 8, mode: 'ATTRIBUTES', filter: 'QUATERNION' },
    () => MeshoptEncoder.encodeFilterQuat(vectors(count), count, 8, 14),
  ],
  ...(['Separate', 'SharedVector', 'SharedComponent', 'Clamped'] as const).map(
    (how): [string, View, () => Uint8Array] => [
      `EXPONENTIAL, ${how}`,
      { count, stride: 16, mode: 'ATTRIBUTES', filter: 'EXPONENTIAL' },
      () => MeshoptEncoder.encodeFilterExp(vectors(count), count, 16, 15, how),
    ],
  ),
];

describe.each(['EXT_meshopt_compression', 'KHR_meshopt_compression'])('%s', (name) => {
  test.each(cases)('%s: the same bytes as another decoder gives', async (_, view, filtered) => {
    const source = MeshoptEncoder.encodeGltfBuffer(filtered(), view.count, view.stride, view.mode);
    const { bytes, stride } = await decode(pack(source, view, name), source);
    const expected = new Uint8Array(view.count * view.stride);
    other.decodeGltfBuffer(expected, view.count, view.stride, source, view.mode, view.filter ?? 'NONE');
    expect(stride).toBe(view.stride);
    // The second decoder computes with 64-bit floats, so 16-bit integers may differ by 1.
    const isRounded = view.stride === 8 && view.filter !== undefined;
    const [found, wanted] = [bytes, expected].map((own) =>
      Array.from(isRounded ? new Int16Array(own.slice().buffer) : own),
    );
    const worst = found.reduce((max, value, k) => Math.max(max, Math.abs(value - wanted[k])), 0);
    expect(worst).toBeLessThanOrEqual(isRounded ? 1 : 0);
    expect(bytes.some((value) => value !== 0)).toBe(true);
  });
});

test('filters are decoded to the original values', async () => {
  const values = vectors(count);
  const source = MeshoptEncoder.encodeGltfBuffer(
    MeshoptEncoder.encodeFilterExp(values, count, 16, 15),
    count,
    16,
    'ATTRIBUTES',
  );
  const view = { count, stride: 16, mode: 'ATTRIBUTES', filter: 'EXPONENTIAL' };
  const { bytes } = await decode(pack(source, view), source);
  const found = new Float32Array(bytes.slice().buffer);
  found.forEach((value, k) => {
    expect(Math.abs(value - values[k])).toBeLessThan(1e-4);
  });
});

describe('inconsistent data is refused with its path', () => {
  const sound: View = { count: 8, stride: 12, mode: 'ATTRIBUTES' };
  const refusals: [what: string, change: Json, words: string][] = [
    [
      'a stride that the codec cannot take',
      { byteStride: 6 },
      'byteStride: expected a multiple of 4 up to 256 with ATTRIBUTES, got 6',
    ],
    ['a stride beyond any', { byteStride: 260 }, 'byteStride: expected a whole number from 1 to 256'],
    ['indices of 12 bytes', { mode: 'INDICES' }, 'byteStride: expected 2 or 4 with INDICES, got 12'],
    [
      'a filter with indices',
      { mode: 'TRIANGLES', byteStride: 4, filter: 'COLOR' },
      'filter: expected no filter with TRIANGLES',
    ],
    ['normals of 12 bytes', { filter: 'OCTAHEDRAL' }, 'byteStride: expected 4 or 8 with OCTAHEDRAL, got 12'],
    [
      'turns of 4 bytes',
      { filter: 'QUATERNION', byteStride: 4 },
      'byteStride: expected 8 with QUATERNION, got 4',
    ],
    [
      'a count that is no number of triangles',
      { mode: 'TRIANGLES', byteStride: 4 },
      'count: expected a multiple of 3, got 8',
    ],
    ['a count that its bytes cannot hold', { count: 2 ** 24 }, 'count: expected at most'],
    ['a mode that there is not', { mode: 'toString' }, 'mode: expected ATTRIBUTES, TRIANGLES, INDICES'],
    ['a filter that there is not', { filter: 'LINEAR' }, 'filter: expected NONE, OCTAHEDRAL'],
    ['another count than the data', { count: 300 }, 'expected meshopt-compressed data, got Malformed'],
  ];
  test.each(refusals)('%s', async (_, change, words) => {
    const source = MeshoptEncoder.encodeGltfBuffer(
      new Uint8Array(Float32Array.from(cube.positions).buffer),
      8,
      12,
      'ATTRIBUTES',
    );
    const json = pack(source, sound);
    Object.assign(json.bufferViews[0].extensions.EXT_meshopt_compression, change);
    const fault = await decode(json, source).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(InputError);
    expect((fault as InputError).message).toContain('pressed.glb bufferViews[0]');
    expect((fault as InputError).message).toContain(words);
  });
});

test('keys, targets and a sparse accessor over compressed integers', async () => {
  const builder = new GltfBuilder();
  const press = (array: Float32Array | Int16Array, stride: number, mode = 'ATTRIBUTES') => {
    const padded = new Uint8Array(array.buffer);
    const size = padded.length / stride;
    const source = MeshoptEncoder.encodeGltfBuffer(padded, size, stride, mode);
    const view = builder.addView(source);
    const { byteOffset } = builder.json.bufferViews[view];
    builder.json.bufferViews[view].extensions = {
      KHR_meshopt_compression: {
        buffer: 0,
        byteOffset,
        byteLength: source.length,
        byteStride: stride,
        count: size,
        mode,
      },
    };
    return view;
  };
  // Returns three 16-bit numbers, padded to 8 bytes, as the codec requires.
  const widen = (values: readonly number[]) =>
    Int16Array.from({ length: (values.length / 3) * 4 }, (_, k) =>
      k % 4 < 3 ? values[3 * (k >> 2) + (k % 4)] : 0,
    );
  const steps = cube.positions.map((value) => Math.round(value * 20000));
  const deltas = steps.map((value, k) => (k % 3 === 1 ? value / 2 : 0));
  const short = { componentType: 5122, normalized: true };
  const POSITION = builder.addAccessorOf('VEC3', 8, { bufferView: press(widen(steps), 8), ...short });
  const target = builder.addAccessorOf('VEC3', 8, {
    bufferView: press(widen(deltas), 8),
    ...short,
    sparse: {
      count: 1,
      indices: { bufferView: builder.addView(Uint8Array.of(3)), componentType: 5121 },
      values: { bufferView: builder.addView(new Uint8Array(Int16Array.of(1, -2, 32767).buffer)) },
    },
  });
  const times = builder.addAccessorOf('SCALAR', 4, {
    bufferView: press(Float32Array.of(0, 0.5, 1, 2), 4),
  });
  const weights = builder.addAccessorOf('SCALAR', 4, {
    bufferView: press(Float32Array.of(0, 1, 0.25, 0.75), 4),
  });
  builder.json.meshes.push({
    primitives: [
      {
        attributes: { POSITION },
        indices: builder.addAccessor('SCALAR', Uint16Array.from(cube.indices)),
        targets: [{ POSITION: target }],
      },
    ],
  });
  builder.addNode({ mesh: 0 });
  builder.json.animations.push({
    samplers: [{ input: times, output: weights, interpolation: 'LINEAR' }],
    channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }],
  });
  const { surfaces, clips } = await readGltf(builder.toGlb(), { name: 'pressed.glb' });
  const read = (value: number) => Math.fround(value / 32767);
  expect([...surfaces[0].positions]).toEqual(steps.map(read));
  const expected = deltas.map(read);
  expected.splice(9, 3, read(1), read(-2), 1);
  expect([...surfaces[0].morphTargets[0]]).toEqual(expected.map((value) => value + 0));
  expect([...clips[0].channels[0].times]).toEqual([0, 0.5, 1, 2]);
  expect([...clips[0].channels[0].values]).toEqual([0, 1, 0.25, 0.75]);
});
