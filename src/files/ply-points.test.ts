import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linearOfSrgb } from '../math/srgb.ts';
import { sharedPath } from '../testing/shared.ts';
import { readPlyPoints } from './ply-points.ts';
import { writePointsPly } from './testing/sample-ply.ts';

const encode = (text: string) => new TextEncoder().encode(text);

describe('what is read', () => {
  test.each(['ascii', 'binary_little_endian', 'binary_big_endian'] as const)(
    '%s: places, colours, normals',
    (format) => {
      const points = readPlyPoints(writePointsPly(format), 'a.ply');
      expect(points.count).toBe(2);
      expect([...points.positions]).toEqual([1, 2, 3, -1, 0.5, 4]);
      expect([...points.normals!]).toEqual([0, 0, 1, 0, 1, 0]);
      const orange = [1, linearOfSrgb(128 / 255), 0, 0.2, 0, 0, 0, 1];
      points.colors!.forEach((value, k) => {
        expect(value).toBeCloseTo(orange[k], 6);
      });
    },
  );

  test('real colours are fractions, two-byte colours are relative to 65535, and values out of range are clamped', () => {
    const read = (type: string, values: string) =>
      readPlyPoints(
        encode(
          `ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n` +
            `property ${type} r\nproperty ${type} g\nproperty ${type} b\nend_header\n0 0 0 ${values}\n`,
        ),
        'a.ply',
      ).colors;
    expect([...read('float', '1 0 7')!]).toEqual([1, 0, 1, 1]);
    expect([...read('ushort', '65535 0 0')!]).toEqual([1, 0, 0, 1]);
    expect([...read('short', '32767 -5 0')!]).toEqual([1, 0, 0, 1]);
  });

  test('points without colours', () => {
    const text =
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nend_header\n1 2 3 4\n';
    expect(readPlyPoints(encode(text), 'a.ply')).toEqual({
      count: 1,
      positions: Float64Array.of(1, 2, 3),
      colors: null,
      normals: null,
      anchors: null,
    });
  });
});

test.each([
  [writePointsPly('ascii').slice(0, -30), 'a.ply line 22: expected vertex 1, the file ends before it'],
  [
    encode(
      'ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n',
    ),
    'a.ply: expected a PLY file with points, got a file without a vertex',
  ],
  [encode('ply\nformat ascii 1.0\nelement face 0\nend_header\n'), 'got a file without a vertex'],
  [
    encode('ply\nformat ascii 1.0\nelement vertex 999999999999999\nend_header\n'),
    'expected vertices with x, y and z, got none with x',
  ],
  [encode('hello'), 'a.ply: expected a PLY file, got something else'],
])('what is refused %#', (bytes, message) => {
  expect(() => readPlyPoints(bytes, 'a.ply')).toThrow(message);
});

const folder = sharedPath('assets/mesh-ply-edge');

test.skipIf(!folder)(
  `the vertices of a real file${folder ? '' : ' (skipped: no folder shared/assets)'}`,
  () => {
    const points = readPlyPoints(readFileSync(`${folder}/cube_uv.ply`), 'cube_uv.ply');
    expect(points.count).toBe(24);
    for (const axis of [0, 1, 2]) {
      const values = points.positions.filter((_, k) => k % 3 === axis);
      expect(Math.max(...values) - Math.min(...values)).toBeCloseTo(2, 5);
    }
  },
);
