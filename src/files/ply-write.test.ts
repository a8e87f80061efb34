import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { expect, test } from 'vitest';
import { linearOfSrgb } from '../math/srgb.ts';
import { fitNames } from './fit-names.ts';
import { readPlyPoints } from './ply-points.ts';
import { encodePointsPly, plyStride } from './ply-write.ts';
import { srgbByteOf, toSrgbByte } from './srgb-byte.ts';
import { randomPoints } from './testing/random-points.ts';

const header = (bytes: Uint8Array) =>
  new TextDecoder().decode(
    bytes.subarray(0, new TextDecoder('latin1').decode(bytes).indexOf('end_header\n') + 11),
  );

test('contains the property names that readers expect, positions first, with 4 or 1 bytes each', () => {
  const frame = randomPoints(1, 5, { isTurning: true, attributes: ['heat', 'x', 'two words', '7'] });
  const bytes = encodePointsPly(frame);
  const properties = header(bytes)
    .split('\n')
    .filter((line) => line.startsWith('property'))
    .map((line) => line.slice(9));
  expect(properties).toEqual([
    ...['x', 'y', 'z'].map((name) => `float ${name}`),
    ...['red', 'green', 'blue', 'alpha'].map((name) => `uchar ${name}`),
    ...['vx', 'vy', 'vz', 'diameter'].map((name) => `float ${name}`),
    'uint id',
    ...['birth', 'qx', 'qy', 'qz', 'qw', 'heat', 'x_2', 'two_words', '_7'].map((name) => `float ${name}`),
  ]);
  const stride = properties.reduce((sum, property) => sum + (property.startsWith('uchar') ? 1 : 4), 0);
  expect(plyStride(true, 4)).toBe(stride);
  expect(bytes.length).toBe(header(bytes).length + 5 * stride);
});

test('three.js reads every number back', () => {
  const frame = randomPoints(2, 50, { isTurning: true, attributes: ['heat'] });
  const loader = new PLYLoader();
  loader.setCustomPropertyNameMapping({
    velocity: ['vx', 'vy', 'vz'],
    identity: ['id'],
    diameter: ['diameter'],
    birth: ['birth'],
    orientation: ['qx', 'qy', 'qz', 'qw'],
    heat: ['heat'],
    alpha: ['alpha'],
  });
  const geometry = loader.parse(encodePointsPly(frame).buffer);
  const read = (name: string) => [...geometry.getAttribute(name).array];
  const cut = (values: ArrayLike<number>, width: number) => Array.from(values).slice(0, 50 * width);
  expect(read('position')).toEqual(cut(frame.positions, 3));
  expect(read('velocity')).toEqual(cut(frame.velocities, 3));
  expect(read('identity')).toEqual(cut(frame.ids, 1));
  expect(read('diameter')).toEqual(cut(frame.sizes, 1));
  expect(read('birth')).toEqual(cut(frame.birthTimes, 1));
  expect(read('orientation')).toEqual(cut(frame.orientations!, 4));
  expect(read('heat')).toEqual(cut(frame.attributes.get('heat')!, 1));
  // The reader converts the bytes to linear light, and returns bytes again.
  const fractions = cut(frame.colors, 4);
  const lights = fractions
    .filter((_, k) => k % 4 < 3)
    .map((fraction) => linearOfSrgb(srgbByteOf(fraction) / 255));
  expect(read('color')).toEqual(lights.map((light) => Math.round(255 * light)));
  read('alpha').forEach((value, k) => {
    expect(value).toBe(Math.round(255 * fractions[4 * k + 3]));
  });
});

test('our own reader reads the same positions and colours', () => {
  const frame = randomPoints(3, 20);
  const points = readPlyPoints(encodePointsPly(frame), 'a.ply');
  expect(points.count).toBe(20);
  expect([...points.positions]).toEqual([...frame.positions.subarray(0, 60)]);
  points.colors!.forEach((fraction, k) => {
    expect(Math.abs(fraction - frame.colors[k])).toBeLessThan(0.01);
  });
  expect(points.normals).toBe(null);
});

test('a frame without particles is a valid file', () => {
  const bytes = encodePointsPly(randomPoints(4, 0));
  expect(header(bytes)).toContain('element vertex 0\n');
  expect(header(bytes).length).toBe(bytes.length);
});

test('every sRGB byte survives the conversion; values in between are rounded; invalid values are black or clamped', () => {
  for (let byte = 0; byte < 256; byte++) {
    expect(srgbByteOf(linearOfSrgb(byte / 255))).toBe(byte);
    expect(srgbByteOf(linearOfSrgb((byte + 0.49) / 255))).toBe(byte);
    expect(srgbByteOf(linearOfSrgb((byte - 0.49) / 255))).toBe(byte);
  }
  expect([-1, Number.NaN, 2, Infinity].map(srgbByteOf)).toEqual([0, 0, 255, 255]);
  expect([-1, Number.NaN, 2, 0.5].map(toSrgbByte)).toEqual([0, 0, 255, 128]);
});

test('names are valid and distinct file names', () => {
  expect(fitNames(['a', 'A', 'ä', '', '1', 'a b', 'a_b'])).toEqual([
    'a',
    'A_2',
    '_',
    '__2',
    '_1',
    'a_b',
    'a_b_2',
  ]);
  expect(fitNames(['ID', 'id_2'], ['id'])).toEqual(['ID_2', 'id_2_2']);
});
