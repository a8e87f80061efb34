import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linearOfSrgb } from '../math/srgb.ts';
import { sharedPath } from '../testing/shared.ts';
import { readPlyPoints } from './ply-points.ts';
import { fuzzReader, fuzzSeed } from './testing/fuzz-reader.ts';
import { MeshWriter } from './testing/mesh-writer.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Two points with everything, behind an element that does not matter, with one face. */
function write(format: 'ascii' | 'binary_little_endian' | 'binary_big_endian'): Uint8Array {
  const writer = new MeshWriter();
  writer.text(
    `ply\nformat ${format} 1.0\nelement camera 1\nproperty list uchar float view\nelement vertex 2\n`,
  );
  writer.text(
    'property float nx\nproperty float ny\nproperty float nz\nproperty uchar red\nproperty uchar green\n',
  );
  writer.text(
    'property uchar blue\nproperty uchar alpha\nproperty list uchar float more\nproperty float x\n',
  );
  writer.text(
    'property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n',
  );
  writer.isBinary = format !== 'ascii';
  writer.isLittleEndian = format !== 'binary_big_endian';
  writer.realBytes = 4;
  writer.bytes(1).reals(7).endLine();
  writer.reals(0, 0, 2).bytes(255, 128, 0, 51).bytes(1).reals(9).reals(1, 2, 3).endLine();
  writer.reals(0, 0, 0).bytes(0, 0, 0, 255).bytes(0).reals(-1, 0.5, 4).endLine();
  writer.bytes(3).integers(0, 1, 0).endLine();
  return writer.finish();
}

describe('what is read', () => {
  test.each(['ascii', 'binary_little_endian', 'binary_big_endian'] as const)(
    '%s: places, colours, normals',
    (format) => {
      const points = readPlyPoints(write(format), 'a.ply');
      expect(points.count).toBe(2);
      expect([...points.positions]).toEqual([1, 2, 3, -1, 0.5, 4]);
      expect([...points.normals!]).toEqual([0, 0, 1, 0, 1, 0]);
      const orange = [1, linearOfSrgb(128 / 255), 0, 0.2, 0, 0, 0, 1];
      points.colors!.forEach((value, k) => {
        expect(value).toBeCloseTo(orange[k], 6);
      });
    },
  );

  test('real colours are shares, two bytes are of 65535, what is beyond is cut off', () => {
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

  test('points alone, without colours', () => {
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
  [write('ascii').slice(0, -30), 'a.ply line 22: expected vertex 1, the file ends before it'],
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

test(`damaged files give points or an InputError (seed ${fuzzSeed})`, () => {
  fuzzReader(
    (bytes) => {
      const { positions, colors, normals, count } = readPlyPoints(bytes, 'a.ply');
      expect(positions.length).toBe(3 * count);
      expect([...positions, ...(colors ?? []), ...(normals ?? [])].every(Number.isFinite)).toBe(true);
    },
    [write('ascii'), write('binary_big_endian'), write('binary_little_endian')],
  );
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
