import type { TriangleMesh } from '../../../../motion/keyed-collider.ts';
import { readObj } from '../../../obj.ts';
import { readPly } from '../../../ply.ts';
import { readPlyPoints } from '../../../ply-points.ts';
import { readStl } from '../../../stl.ts';
import { writeCubePly, writePointsPly } from '../../sample-ply.ts';
import { writeBinaryStl, writeTextStl } from '../../sample-stl.ts';
import { check, checkFinite, type FuzzFiles, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

const plyFormats = ['ascii', 'binary_big_endian', 'binary_little_endian'] as const;

const obj = `# all that counts, and much that does not
mtllib a.mtl
o box
v 0 0 0 1
v 1 0 0 0.5 0.5 0.5
v 1 1 0
v 0 1 0
v 0 0 1e0
v 0.5 .5 -1
vt 0 0
vt 1 0 0
vn 0 0 1
g side
usemtl red
s 1
f 1 2 3 4
f -1/1 -2/2 -3/1
f 1/1/1 2/2/1 3//1 \\
 5
l 1 2
p 1
`;

/** Checks the properties that every valid surface has. */
export function checkMesh({ positions, indices }: TriangleMesh): void {
  checkFinite(positions, 'positions');
  check(indices.length % 3 === 0 && indices.every((index) => 3 * index < positions.length), 'an index');
}

const text = ([{ bytes }]: FuzzFiles) => new TextDecoder().decode(bytes);

export const meshSubjects: readonly FuzzSubject[] = [
  {
    name: 'OBJ',
    kind: 'text',
    sources: () => singleFile('fuzz.obj', obj, obj.replaceAll('\n', '\r\n')),
    read: (files) => checkMesh(readObj(text(files), 'fuzz.obj')),
  },
  {
    name: 'STL',
    kind: 'binary',
    sources: () => singleFile('fuzz.stl', writeTextStl(), writeBinaryStl()),
    read: ([{ name, bytes }]) => checkMesh(readStl(bytes, name)),
  },
  {
    name: 'PLY',
    kind: 'binary',
    sources: () => singleFile('fuzz.ply', ...plyFormats.map(writeCubePly)),
    read: ([{ name, bytes }]) => checkMesh(readPly(bytes, name)),
  },
  {
    name: 'PLY of points',
    kind: 'binary',
    sources: () => singleFile('fuzz.ply', ...plyFormats.map(writePointsPly)),
    read([{ name, bytes }]) {
      const { positions, colors, normals, count } = readPlyPoints(bytes, name);
      check(positions.length === 3 * count, 'the count');
      checkFinite(positions, 'positions');
      checkFinite(colors ?? [], 'colors');
      checkFinite(normals ?? [], 'normals');
    },
  },
];
