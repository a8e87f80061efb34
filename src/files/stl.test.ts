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
  ])('%s: corners are joined, normals do not matter', (_, bytes) => {
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
      'a.stl: expected the 12 triangles that it says it holds, got 11: it is cut short',
    ],
    [writeBinaryStl().slice(0, 84), 'expected the 12 triangles that it says it holds, got 0'],
  ])('%#', (bytes, message) => {
    expect(() => readStl(bytes, 'a.stl')).toThrow(message);
  });

  test('corners that are no numbers, with the byte', () => {
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
  // 3,657 vertices when places within 1e-6 m are one; only equal ones are joined here.
  expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([3781, 7090]);
});
