import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { layTexcoords } from '../motion/lay-texcoords.ts';
import { sharedPath } from '../testing/shared.ts';
import { readObj } from './obj.ts';
import { signedVolume } from './testing/shapes.ts';

describe('what is read', () => {
  test('triangles, a pentagon as a fan, slashes, relative corners', () => {
    const mesh = readObj(
      'v 0 0 0\nv 1 0 0 # corner\nv 2 1 0 1.0\nv 1 2 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1 2 3 4 5\nf 1/1 2/1/1 3//1\nf -5 -4 -1\n',
      'shape.obj',
    );
    expect(mesh.positions.length).toBe(15);
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 1, 2, 0, 1, 4]);
  });

  test('CRLF, a byte-order mark, tabs, continued lines, groups, no line end at the end', () => {
    const text =
      '\ufeff# made\r\nmtllib a.mtl\r\no Body\r\n\tv\t0 0\\\r\n 0\r\nv 1e0 0 0\r\nv 0 1 -0.5\r\ns off\r\ng a b\r\nf 1 \\\r\n2 3';
    const mesh = readObj(text, 'shape.obj');
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, -0.5]);
    expect([...mesh.indices]).toEqual([0, 1, 2]);
  });

  test('texture coordinates of corners, v downward: absolute, relative, of fans', () => {
    const { cornerTexcoords } = readObj(
      'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1\nvt 1 1 0.5\nvt 0 0.25\nf 1/1 2/2 3/3/1 4/-1\n',
      'shape.obj',
    );
    expect([...(cornerTexcoords ?? [])]).toEqual([0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0.75]);
  });

  test.each([
    ['no corner has any', 'f 1 2 3'],
    ['one corner has none', 'f 1/1 2/1 3'],
    ['one is beyond the last', 'f 1/1 2/1 3/2'],
    ['one is no number', 'f 1/1 2/1 3/x'],
    ['one is no whole number', 'f 1/1 2/1 3/1.5'],
    ['one is before the first', 'f 1/1 2/1 3/-2'],
    ['what stands there is no number', 'vt x 0\nf 1/2 2/1 3/1'],
  ])('no texture coordinates where %s', (_, faces) => {
    const mesh = readObj(`v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\n${faces}\n`, 'shape.obj');
    expect([...mesh.indices]).toEqual([0, 1, 2]);
    expect(mesh.cornerTexcoords).toBeUndefined();
  });

  test('faces may come before their vertices', () => {
    expect([...readObj('f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0', 'shape.obj').indices]).toEqual([0, 1, 2]);
  });
});

describe('unusual contents', () => {
  const square = 'v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 1 0.5 0\n';

  test('a concave face is opened inside it, its texture coordinates with it', () => {
    // Corner 3 is concave: a fan of triangles from corner 1 would be partly outside of the polygon.
    const mesh = readObj(
      `${square}vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt .5 .25\nf 2/2 3/3 4/4 1/1 5/5\n`,
      'a.obj',
    );
    expect(
      signedVolume(
        [...mesh.positions].map((value, k) => (k % 3 === 2 ? 1 : value)),
        mesh.indices,
      ) * 3,
    ).toBeCloseTo(3.5, 9);
    mesh.indices.forEach((vertex, corner) => {
      expect([...mesh.cornerTexcoords!.subarray(2 * corner, 2 * corner + 2)]).toEqual([
        mesh.positions[3 * vertex] / 2,
        1 - mesh.positions[3 * vertex + 1] / 2,
      ]);
    });
    expect(mesh.warnings).toEqual([]);
  });

  test('faces that cross themselves are counted', () => {
    expect(readObj(`${square}f 1 3 2 4\n`, 'a.obj').warnings).toEqual([
      '1 face intersects itself or has no area: the triangulation is approximate',
    ]);
  });

  test('other contents are counted: lines, points, curves, unknown statements', () => {
    const text = `${square}f 1 2 3\nl 1 2\nl 2 3\np 1\ncurv 0 1 1 2\ncstype bezier\nfoo bar\ng a\ns 1\nvp 0 1\n#l 1\n`;
    expect(readObj(text, 'a.obj').warnings).toEqual([
      '2 lines are passed over',
      '1 point is passed over',
      '1 free-form curve or surface is passed over',
      '1 unknown line is passed over',
    ]);
  });

  test('vertices with colours, 0..1 or 0..255, sRGB; an additional weight is ignored', () => {
    const unit = readObj('v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 1 0.5 0.5 0.5\nf 1 2 3', 'a.obj');
    expect([...unit.colors!].map((part) => Number(part.toFixed(4)))).toEqual([
      1, 0, 0, 0, 1, 0, 0.214, 0.214, 0.214,
    ]);
    const bytes = readObj('v 0 0 0 255 0 0\nv 1 0 0 0 255 0\nv 0 1 0 0 0 255\nf 1 2 3', 'a.obj');
    expect([...bytes.colors!]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(readObj('v 0 0 0 255 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3', 'a.obj').colors).toBeUndefined();
    expect(readObj('v 0 0 0 x 0 0\nv 1 0 0 0 0 0\nv 0 1 0 0 0 0\nf 1 2 3', 'a.obj').colors).toBeUndefined();
  });

  test('a line may end with a comment', () => {
    const mesh = readObj('v 0 0 0 # one\nv 1 0 0\nv 0 1 0\nf 1 2 3 # four\n', 'a.obj');
    expect([...mesh.indices]).toEqual([0, 1, 2]);
  });

  test('materials colour faces; a vertex with two colours is duplicated; missing materials change nothing', () => {
    const text = `${square}mtllib no.mtl my paint.mtl\nusemtl a\nf 1 2 3\nusemtl b\nf 1 3 4\nusemtl c\nf 1 2 5\n`;
    const libraries: Record<string, string> = {
      'no.mtl my paint.mtl': 'newmtl a\nKd 1 0 0\nnewmtl b\n Kd 0.25\nNs 10',
    };
    const mesh = readObj(text, 'a.obj', (file) => libraries[file]);
    const colorOf = (corner: number) => [
      ...mesh.colors!.subarray(3 * mesh.indices[corner], 3 * mesh.indices[corner] + 3),
    ];
    expect(colorOf(0)).toEqual([1, 0, 0]);
    expect(colorOf(3)).toEqual([0.25, 0.25, 0.25]);
    expect(colorOf(6).map((part) => part.toFixed(2))).toEqual(['0.35', '0.35', '0.35']);
    const plain = readObj(text, 'a.obj', () => undefined);
    expect(plain.colors).toBeUndefined();
    expect(plain.positions).toHaveLength(15);
    // The surface is the same.
    mesh.indices.forEach((vertex, corner) => {
      const other = plain.indices[corner];
      expect(mesh.positions.subarray(3 * vertex, 3 * vertex + 3)).toEqual(
        plain.positions.subarray(3 * other, 3 * other + 3),
      );
    });
  });
});

describe('what is refused', () => {
  test.each([
    ['v 0 0 x\n', 'shape.obj line 1: expected a number, got "x"'],
    ['# a\n\nv 0 0\n', 'shape.obj line 3: expected v x y z, got "v 0 0"'],
    ['v 0 0 0\nf 1 1\n', 'shape.obj line 2: expected a face of at least 3 corners, got 2'],
    ['v 0 0 0\nf 1 0 1\n', 'shape.obj line 2: expected a corner such as 7, 7/1/2 or -1, got "0"'],
    ['v 0 0 0\nf 1 1 -2\n', 'got "-2"'],
    ['v 0 0 0\nf 1 1 1.5\n', 'got "1.5"'],
    ['v 0 0 0\nf 1 1 2\n', 'shape.obj: expected corners up to 1, its number of vertices, got 2'],
    ['v 0 0 0\n', 'expected an OBJ mesh with faces'],
    ['hello', 'expected an OBJ mesh, got a file without a vertex'],
    ['', 'expected an OBJ mesh, got a file without a vertex'],
  ])('%j', (text, message) => {
    expect(() => readObj(text, 'shape.obj')).toThrow(message);
  });
});

const assets = {
  wheel: sharedPath('assets/mesh-tractor-wheel/tractor_wheel.obj'),
  cow: sharedPath('assets/mesh-spot/spot_quadrangulated.obj'),
  tyre: sharedPath('assets/mesh-wheel/left_front_wheel.obj'),
};
const found = Object.values(assets).every(Boolean);

describe.skipIf(!found)(`real meshes${found ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  const readAsset = (path: string | null) => readObj(readFileSync(path as string, 'utf8'), 'asset.obj');

  test('tractor wheel: 17,018 triangles in well under 0.2 s', () => {
    const start = process.cpuUsage();
    const mesh = readAsset(assets.wheel);
    expect(process.cpuUsage(start).user).toBeLessThan(1e6);
    expect(mesh.indices.length / 3).toBe(17018);
  });

  test('quads of the cow: 5,856 triangles that enclose 0.718 m³', () => {
    const mesh = readAsset(assets.cow);
    expect(mesh.indices.length / 3).toBe(5856);
    expect(signedVolume(mesh.positions, mesh.indices)).toBeCloseTo(0.718, 3);
    const { texcoords } = layTexcoords(mesh, mesh.cornerTexcoords as Float32Array);
    // The file of the cow has 3,225 texture coordinates.
    expect(texcoords.length / 2).toBe(3225);
  });

  test('racing wheel: 821 vertices, 1,632 triangles, outward', () => {
    const mesh = readAsset(assets.tyre);
    expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([821, 1632]);
    expect(signedVolume(mesh.positions, mesh.indices)).toBeGreaterThan(0);
  });
});
