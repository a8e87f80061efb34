import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { readPly } from './ply.ts';
import { MeshWriter } from './testing/mesh-writer.ts';
import { type PlyFormat, writeCubePly } from './testing/sample-ply.ts';
import { cube, signedVolume } from './testing/shapes.ts';

const encode = (text: string) => new TextEncoder().encode(text);

const formats: PlyFormat[] = ['ascii', 'binary_little_endian', 'binary_big_endian'];

describe('what is read', () => {
  test.each(formats)('%s: positions and faces among other properties', (format) => {
    const mesh = readPly(writeCubePly(format), 'cube.ply');
    expect([...mesh.positions]).toEqual(cube.positions);
    expect([...mesh.indices]).toEqual(cube.indices);
  });

  test('polygons as fans, CR LF, every name of a type', () => {
    for (const type of [
      'char',
      'int8',
      'uchar',
      'uint8',
      'short',
      'int16',
      'ushort',
      'uint16',
      'int',
      'int32',
      'uint',
      'uint32',
    ]) {
      const text =
        `ply\r\nformat ascii 1.0\r\nelement vertex 5\r\nproperty float x\r\nproperty float32 y\r\nproperty double z\r\n` +
        `element face 1\r\nproperty list ${type} ${type} vertex_index\r\nend_header\r\n0 0 0\r\n1 0 0\r\n2 1 0\r\n1 2 0\r\n0 1 0\r\n5 0 1 2 3 4\r\n`;
      expect([...readPly(encode(text), 'a.ply').indices]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4]);
    }
  });
});

describe('unusual contents', () => {
  const concave = (format: PlyFormat) => {
    const writer = new MeshWriter();
    writer.text(
      `ply\nformat ${format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n`,
    );
    writer.text(
      'element face 1\nproperty list uchar int vertex_index\nelement tail 1\nproperty uchar a\nend_header\n',
    );
    writer.isBinary = format !== 'ascii';
    writer.isLittleEndian = format !== 'binary_big_endian';
    writer.realBytes = 4;
    for (const position of [
      [0, 0, 0],
      [2, 1, 0],
      [0, 2, 0],
      [0.5, 1, 0],
    ])
      writer.reals(...position).endLine();
    return writer.bytes(4).integers(0, 1, 2, 3).endLine().bytes(7).endLine().finish();
  };

  test.each(formats)(
    '%s: a concave face is triangulated inside it; ignored contents are reported',
    (format) => {
      const mesh = readPly(concave(format), 'a.ply');
      // The face is divided along the diagonal from 1 to 3, not from 0 to 2.
      const used = [[...mesh.indices.slice(0, 3)], [...mesh.indices.slice(3)]];
      expect(used.every((corners) => corners.includes(1) && corners.includes(3))).toBe(true);
      expect(mesh.warnings).toEqual(['"tail" (1) is passed over']);
    },
  );
});

describe('what is refused', () => {
  const text = new TextDecoder().decode(writeCubePly('ascii'));
  test.each([
    ['', 'a.ply: expected a PLY file, got an empty file'],
    ['hello', 'a.ply: expected a PLY file'],
    ['ply\nformat ascii 1.0\n', 'expected end_header, the file ends before it'],
    [
      text.replace('ascii 1.0', 'ascii 2.0'),
      'expected format ascii, binary_little_endian or binary_big_endian 1.0, got "ascii 2.0"',
    ],
    [text.replace('property uchar red', 'property constructor red'), 'got "property constructor red"'],
    [
      text.replace('property uchar red', 'property colour red'),
      'a.ply line 8: expected a line of a PLY header, got "property colour red"',
    ],
    [text.replace('list uchar int vertex', 'list float int vertex'), 'expected a line of a PLY header'],
    [text.replace('element vertex 8', 'element vertex many'), 'expected a line of a PLY header'],
    [text.replace('double x', 'double u'), 'expected vertices with x, y and z, got none with x'],
    [
      text.replace('vertex_indices', 'corners'),
      'expected faces with a list vertex_indices of whole numbers, got none',
    ],
    [text.replace('element face', 'element tristrips'), 'got triangle strips: save it with faces'],
    [text.replace('element face', 'element faces'), 'got vertices alone, a cloud of points'],
    [text.replace('element vertex', 'element vertices'), 'got a file without a vertex'],
    [text.replace(/3 0 2 1 9 $/m, '3 0 2 8 9 '), 'a.ply: expected corners 0 to 7, its vertices, got 8'],
    [text.replace(/3 0 2 1 9 $/m, '3 0 2 -1 9 '), 'expected corners 0 to 7, its vertices, got -1'],
    [text.replace(/3 0 2 1 9 $/m, '2 0 2 9 '), 'expected a face of at least 3 corners, got face 0 with 2'],
    [text.slice(0, -9), 'expected the corners of face 11, the file ends before it'],
    [text.replace('200 -0.5', '200 x'), 'a.ply line 22: expected vertex 0, a number, got "x"'],
  ])('%#', (changed, message) => {
    expect(() => readPly(encode(changed), 'a.ply')).toThrow(message);
  });

  test('truncated binary data, with the position', () => {
    expect(() => readPly(writeCubePly('binary_little_endian').slice(0, -1), 'a.ply')).toThrow(
      /a.ply byte \d+: expected flag, the file ends/,
    );
  });
});

const folder = sharedPath('assets/mesh-ply-edge');

describe.skipIf(!folder)(`real files${folder ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  test.each([
    ['cube_binary.ply', 8],
    ['cube_binary_header_with_RN_newline.ply', 8],
    ['cube_binary_starts_with_nl.ply', 8],
    ['cube_uv.ply', 24],
  ])('%s', (name, vertexCount) => {
    const mesh = readPly(readFileSync(`${folder}/${name}`), name);
    expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([vertexCount, 12]);
    const along = [0, 1, 2].map((axis) => {
      const values = mesh.positions.filter((_, k) => k % 3 === axis);
      return Math.max(...values) - Math.min(...values);
    });
    const box = along[0] * along[1] * along[2];
    expect(Math.abs(signedVolume(mesh.positions, mesh.indices)) / box).toBeCloseTo(1, 4);
  });
});
