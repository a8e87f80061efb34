import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keysLines } from '../cli/keys-lines.ts';
import { meshLines } from '../cli/mesh-lines.ts';
import { writeCubePly } from '../files/testing/sample-ply.ts';
import { writeBinaryStl } from '../files/testing/sample-stl.ts';
import { sharedPath } from '../testing/shared.ts';
import { inspectKeys } from './inspect-keys.ts';
import { inspectMesh, isMeshFile } from './inspect-mesh.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Creates a pyramid along the given axis, with a square base at 0 of that axis. */
function pyramid(up: 'y' | 'z', scale = 1): string {
  const location = (x: number, y: number, z: number) =>
    `v ${(up === 'y' ? [x, z, -y] : [x, y, z]).map((value) => value * scale).join(' ')}`;
  return [
    location(-1, -1, 0),
    location(1, -1, 0),
    location(1, 1, 0),
    location(-1, 1, 0),
    location(0, 0, 1),
    'f 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n',
  ].join('\n');
}

describe('a mesh', () => {
  test('is recognised by its extension, PLY by its faces', () => {
    expect(isMeshFile(encode(''), 'a.OBJ')).toBe(true);
    expect(isMeshFile(writeCubePly('ascii'), 'a.ply')).toBe(true);
    const cloud =
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nelement face 0\nend_header\n0\n';
    expect(isMeshFile(encode(cloud), 'a.ply')).toBe(false);
    expect(isMeshFile(encode('plyx'), 'a.ply')).toBe(false);
    expect(isMeshFile(encode(''), 'a.glb')).toBe(false);
  });

  test('that is closed', () => {
    const found = inspectMesh(encode(pyramid('y')), 'a.obj');
    expect(found).toMatchObject({
      format: 'OBJ',
      triangles: 6,
      vertices: 5,
      pieces: 1,
      isClosed: true,
      volume: expect.closeTo(4 / 3, 9),
      up: 'y',
      wheel: null,
      problems: [],
    });
    expect(meshLines(found).join('\n')).toBe(
      [
        'a.obj: OBJ, 6 triangles, 5 vertices, 1 piece',
        'Extents 2 × 1 × 2 units (x y z: -1 … 1, 0 … 1, -1 … 1); a unit is 1 m if the scene has no scale.',
        'Closed: area 9.657 units², volume 1.333 units³.',
        'It seems to stand on a flat bottom with y up, as in scenes.',
        '',
        'No problem found.',
      ].join('\n'),
    );
  });

  test('with z up, in millimetres, open', () => {
    const found = inspectMesh(encode(pyramid('z', 100).replace('f 1 2 5\n', '')), 'a.obj');
    expect(found).toMatchObject({ up: 'z', isClosed: false, openEdges: 3, volume: null });
    const text = meshLines(found).join('\n');
    expect(text).toContain('set "up": "z"');
    expect(text).toContain('2 notes:\n  3 edges are open');
    expect(text).toContain('set "scale": 0.001 if it is in millimetres (0.2 × 0.2 × 0.1 m)');
  });

  test('in every format', () => {
    expect(inspectMesh(writeBinaryStl(), 'a.stl').format).toBe('STL (binary)');
    expect(inspectMesh(writeCubePly('binary_big_endian'), 'a.ply').format).toBe('PLY (binary, big endian)');
    expect(inspectMesh(writeCubePly('ascii'), 'a.ply').format).toBe('PLY (ASCII)');
    expect(() => inspectMesh(encode('hello'), 'a.obj')).toThrow('expected an OBJ mesh');
    expect(() => inspectMesh(encode('hello'), 'a.glb')).toThrow('expected a mesh (.obj, .stl or .ply)');
  });

  test.each([1e300, 1e-300])('of any size (%d) is looked over', (scale) => {
    const found = inspectMesh(encode(pyramid('y', scale)), 'a.obj');
    expect(found.triangles).toBe(6);
    expect(meshLines(found).join(' ')).toContain('units');
  });
});

const assets = sharedPath('assets');
const skipped = assets ? '' : ' (skipped: no folder shared/assets)';

test.skipIf(!assets).each([
  [
    'mesh-wheel/left_front_wheel.obj',
    { vertices: 818, pieces: 1, isClosed: true, wheel: { axle: [0, 0, 1] } },
  ],
  [
    'mesh-wheel/husky_wheel.stl',
    { vertices: 3657, pieces: 2, openEdges: 762, isClosed: false, wheel: { axle: [0, 1, 0] } },
  ],
  ['mesh-tractor-wheel/tractor_wheel.obj', { triangles: 17018, isClosed: true, wheel: { axle: [1, 0, 0] } }],
  ['mesh-spot/spot_triangulated.obj', { isClosed: true, volume: expect.closeTo(0.718, 3), wheel: null }],
  ['mesh-ply-edge/cube_binary_header_with_RN_newline.ply', { triangles: 12, volume: expect.closeTo(1, 6) }],
])(`%s is as it was measured by others${skipped}`, (file, expected) => {
  expect(inspectMesh(readFileSync(`${assets}/${file}`), file)).toMatchObject(expected);
});

describe('keys', () => {
  const key = (time: number, z: number, rotation?: number[]) => ({ time, position: [0, 0, z], rotation });

  test('are described as text', () => {
    const found = inspectKeys(JSON.stringify([key(0, 0), key(2, 3), key(3, 1)]), 'a.json');
    expect(found).toMatchObject({
      keys: 3,
      pathLength: 5,
      topSpeed: 2,
      isTurned: false,
      jumps: 0,
      problems: [],
    });
    expect(keysLines(found)).toEqual([
      'a.json: 3 keys of a rigid object, 0 s … 3 s, without rotations: a wheel that rolls faces along its path',
      'Its path is 5 m long, with a max speed of 2 m/s (x y z: 0 … 0, 0 … 0, 0 … 3 m).',
      '',
      'No problem found.',
    ]);
  });

  test('that are suspicious', () => {
    const odd = [key(0, 0), key(1, 500, [1, 0, 0, 0]), key(1, 0, [1, 0, 0, 0]), key(0.5, 0)];
    const found = inspectKeys(JSON.stringify(odd), 'a.json');
    expect(found).toMatchObject({ jumps: 1, isTurned: true, pathLength: 500 });
    expect(found.problems).toHaveLength(4);
    expect(found.problems[2]).toContain('1 of its keys is rotated by more than 90° from the previous one');
    expect(found.problems[3]).toContain('its max speed is 1000 m/s');
    expect(keysLines(found)[1]).toContain('it jumps once');
  });

  test.skipIf(!assets)(`of the recorded tractor wheel${skipped}`, () => {
    const file = `${assets}/mesh-tractor-wheel/tractor_wheel_rolling.json`;
    expect(inspectKeys(readFileSync(file, 'utf8'), 'wheel.json')).toMatchObject({
      keys: 200,
      isTurned: true,
    });
  });
});
