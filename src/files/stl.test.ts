import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { readStl } from './stl.ts';
import { fuzzSeed, fuzzSurface } from './testing/fuzz-surface.ts';
import { MeshWriter } from './testing/mesh-writer.ts';
import { cube, signedVolume } from './testing/shapes.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const cornerOf = (index: number) => cube.positions.slice(3 * index, 3 * index + 3);

function writeText(): string {
  const facets: string[] = [];
  for (let k = 0; k < cube.indices.length; k += 3) {
    const vertices = cube.indices.slice(k, k + 3).map((index) => `      vertex ${cornerOf(index).join(' ')}`);
    facets.push(`  facet normal 0 0 0\n    outer loop\n${vertices.join('\n')}\n    endloop\n  endfacet`);
  }
  return `solid a cube\n${facets.join('\n')}\nendsolid a cube\n`;
}

function writeBinary(header = 'made by a test'): Uint8Array {
  const writer = new MeshWriter().text(header.padEnd(80, '\0'));
  writer.isBinary = true;
  writer.realBytes = 4;
  writer.integers(cube.indices.length / 3);
  for (let k = 0; k < cube.indices.length; k += 3) {
    writer.reals(0, 0, Number.NaN, ...cube.indices.slice(k, k + 3).flatMap(cornerOf)).bytes(255, 255);
  }
  return writer.finish();
}

describe('what is read', () => {
  test.each([
    ['ASCII', encode(writeText())],
    [
      'ASCII in capitals with CR LF and a byte-order mark',
      encode(`\ufeff${writeText().toUpperCase().replaceAll('\n', '\r\n')}`),
    ],
    ['ASCII without a name', encode(writeText().replaceAll(' a cube', ''))],
    ['binary', writeBinary()],
    ['binary that begins like text', writeBinary('solid cube')],
    ['binary with something behind it', Uint8Array.of(...writeBinary('solid cube'), 1, 2, 3)],
  ])('%s: corners are joined, normals do not matter', (_, bytes) => {
    const mesh = readStl(bytes, 'cube.stl');
    expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([8, 12]);
    expect(signedVolume(mesh.positions, mesh.indices)).toBeCloseTo(1, 12);
  });

  test('several solids are one surface', () => {
    const text = writeText();
    const mesh = readStl(
      encode(text + text.replace(/vertex (\S+)/g, (_, x) => `vertex ${Number(x) + 5}`)),
      'a.stl',
    );
    expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([16, 24]);
  });
});

describe('what is refused', () => {
  const text = writeText();
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
      writeBinary().slice(0, -1),
      'a.stl: expected the 12 triangles that it says it holds, got 11: it is cut short',
    ],
    [writeBinary().slice(0, 84), 'expected the 12 triangles that it says it holds, got 0'],
  ])('%#', (bytes, message) => {
    expect(() => readStl(bytes, 'a.stl')).toThrow(message);
  });

  test('corners that are no numbers, with the byte', () => {
    const bytes = writeBinary();
    bytes.fill(0xff, 96, 100);
    expect(() => readStl(bytes, 'a.stl')).toThrow(
      'a.stl byte 96: expected a corner, a finite number, got NaN',
    );
  });
});

test(`damaged files give a surface or an InputError (seed ${fuzzSeed})`, () => {
  fuzzSurface((bytes) => readStl(bytes, 'a.stl'), [encode(writeText()), writeBinary()]);
});

const wheel = sharedPath('assets/mesh-wheel/husky_wheel.stl');

test.skipIf(!wheel)(`a real wheel${wheel ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  const mesh = readStl(readFileSync(wheel as string), 'husky_wheel.stl');
  // 3,657 vertices when places within 1e-6 m are one; only equal ones are joined here.
  expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([3781, 7090]);
});
