import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { readStl } from './stl.ts';
import { writeBinaryStl, writeTextStl } from './testing/sample-stl.ts';
import { signedVolume } from './testing/shapes.ts';

const encode = (text: string) => new TextEncoder().encode(text);
describe('what is read', () => {
  test.each([
    ['ASCII', encode(writeTextStl())],
    [
      'ASCII in capitals with CR LF and a byte-order mark',
      encode(`\ufeff${writeTextStl().toUpperCase().replaceAll('\n', '\r\n')}`),
    ],
    ['ASCII without a name', encode(writeTextStl().replaceAll(' a cube', ''))],
    ['binary', writeBinaryStl()],
    ['binary that begins like text', writeBinaryStl('solid cube')],
    ['binary with something behind it', Uint8Array.of(...writeBinaryStl('solid cube'), 1, 2, 3)],
  ])('%s: corners are joined, normals are ignored', (_, bytes) => {
    const mesh = readStl(bytes, 'cube.stl');
    expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([8, 12]);
    expect(signedVolume(mesh.positions, mesh.indices)).toBeCloseTo(1, 12);
  });

  test('several solids are one surface', () => {
    const text = writeTextStl();
    const mesh = readStl(
      encode(text + text.replace(/vertex (\S+)/g, (_, x) => `vertex ${Number(x) + 5}`)),
      'a.stl',
    );
    expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([16, 24]);
  });
});

describe('unusual contents', () => {
  const count = (bytes: Uint8Array, value: number) => {
    const changed = bytes.slice();
    new DataView(changed.buffer).setUint32(80, value, true);
    return changed;
  };

  test.each([
    [0, 'says that it holds 0 triangles, but holds 12: all of them are read'],
    [
      99,
      'says that it holds 99 triangles, but holds 12: all of them are read; if it was cut short, the rest is missing',
    ],
  ])('a wrong number of triangles (%i): the existing ones are read', (declared, warning) => {
    for (const header of ['made by hand', 'solid cube']) {
      const mesh = readStl(count(writeBinaryStl(header), declared), 'cube.stl');
      expect(mesh.indices).toHaveLength(36);
      expect(mesh.warnings?.[0]).toBe(warning);
    }
  });

  test('bytes after the last triangle, colours and lost triangles are counted', () => {
    const more = readStl(Uint8Array.of(...writeBinaryStl(), 1, 2, 3), 'cube.stl');
    expect(more.warnings).toEqual([
      '3 bytes after the last triangle are ignored',
      '12 triangles have attribute bytes, which some programs use for colours: ignored',
    ]);
    const flat = readStl(
      encode(writeTextStl().replaceAll(/vertex -0.5 -0.5 0.5/g, 'vertex -0.5 -0.5 -0.5')),
      'a.stl',
    );
    expect(flat.warnings?.[0]).toMatch(/^2 triangles have two corners at one position: omitted$/);
  });
});

describe('what is refused', () => {
  const text = writeTextStl();
  test.each([
    [encode(''), 'a.stl: expected an STL file, got something else'],
    [encode('hello'), 'a.stl: expected an STL file, got something else'],
    [encode('solid a\nendsolid a\n'), 'got a file without a triangle that has an area'],
    [
      encode(text.slice(0, text.lastIndexOf('endsolid'))),
      'expected endsolid at the end: the file is cut short',
    ],
    [encode(text.replace('vertex', 'vertex 1')), 'a.stl line 4: expected vertex x y z, got "vertex 1 '],
    [encode(text.replace('-0.5', 'nan')), 'a.stl line 4: expected vertex x y z, got "vertex nan'],
    [
      encode(text.replace('endloop', 'vertex 0 0 0')),
      'a.stl line 8: expected facets of 3 corners, got one of 4',
    ],
    [
      encode(text.replace('outer loop', 'curve')),
      'a.stl line 3: expected a line such as vertex 0 0 1, got "curve"',
    ],
    [
      writeBinaryStl().slice(0, -1),
      'a.stl: expected the 12 triangles that it states, got 11: it is cut short',
    ],
    [writeBinaryStl().slice(0, 84), 'expected the 12 triangles that it states, got 0'],
  ])('%#', (bytes, message) => {
    expect(() => readStl(bytes, 'a.stl')).toThrow(message);
  });

  test('corners that are not numbers, with the position', () => {
    const bytes = writeBinaryStl();
    bytes.fill(0xff, 96, 100);
    expect(() => readStl(bytes, 'a.stl')).toThrow(
      'a.stl byte 96: expected a corner, a finite number, got NaN',
    );
  });
});

const wheel = sharedPath('assets/mesh-wheel/husky_wheel.stl');

test.skipIf(!wheel)(`a real wheel${wheel ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  const mesh = readStl(readFileSync(wheel as string), 'husky_wheel.stl');
  // The mesh has 3,657 vertices if positions within 1e-6 m are joined. Here only equal positions are joined.
  expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([3781, 7090]);
});
