import { describe, expect, test } from 'vitest';
import type { TetMesh } from '../../motion/tet-mesh.ts';
import { type NamedBytes, readTetMesh } from './read-tet-mesh.ts';
import { buildSampleMesh } from './testing/sample-mesh.ts';
import {
  writeAbaqus,
  writeGmsh2,
  writeGmsh4,
  writeMedit,
  writeNetgen,
  writeTetgen,
  writeVtk,
} from './testing/write-tet-mesh.ts';

const file = (name: string, bytes: Uint8Array): NamedBytes[] => [{ name, bytes }];

/** How each format is written, and what it says it is. */
const formats: Record<string, { write(mesh: TetMesh): NamedBytes[]; groups?: string[]; is: string }> = {
  'Gmsh 2.2': { write: (mesh) => file('a.msh', writeGmsh2(mesh)), is: 'Gmsh 2.2 (ASCII)' },
  'Gmsh 2.2 binary': {
    write: (mesh) => file('a.msh', writeGmsh2(mesh, { binary: 'little' })),
    is: 'Gmsh 2.2 (binary)',
  },
  'Gmsh 2.2 big-endian': {
    write: (mesh) => file('a.msh', writeGmsh2(mesh, { binary: 'big' })),
    is: 'Gmsh 2.2 (binary)',
  },
  'Gmsh 4.1': { write: (mesh) => file('a.msh', writeGmsh4(mesh)), is: 'Gmsh 4.1 (ASCII)' },
  'Gmsh 4.1 binary': {
    write: (mesh) => file('a.msh', writeGmsh4(mesh, { binary: 'little' })),
    is: 'Gmsh 4.1 (binary)',
  },
  'Gmsh 4.1 big-endian with short sizes': {
    write: (mesh) => file('a.msh', writeGmsh4(mesh, { binary: 'big', sizeBytes: 4 })),
    is: 'Gmsh 4.1 (binary)',
  },
  Medit: { write: (mesh) => file('a.mesh', writeMedit(mesh)), groups: ['1', '2'], is: 'Medit (ASCII)' },
  ...Object.fromEntries(
    ([1, 2, 3, 4] as const).map((version) => [
      `Medit binary version ${version}`,
      {
        write: (mesh: TetMesh) =>
          file('a.meshb', writeMedit(mesh, { binary: version % 2 === 0 ? 'little' : 'big', version })),
        groups: ['1', '2'],
        is: 'Medit (binary)',
      },
    ]),
  ),
  Netgen: { write: (mesh) => file('a.vol', writeNetgen(mesh)), is: 'Netgen (ASCII)' },
  TetGen: { write: writeTetgen, groups: ['1', '2'], is: 'TetGen (ASCII)' },
  Abaqus: { write: (mesh) => file('a.inp', writeAbaqus(mesh)), is: 'Abaqus (ASCII)' },
  VTK: {
    write: (mesh) => file('a.vtk', writeVtk(mesh)),
    groups: ['part 1', 'part 2'],
    is: 'VTK 2.0 (ASCII)',
  },
  'VTK binary': {
    write: (mesh) => file('a.vtk', writeVtk(mesh, { binary: true })),
    groups: ['part 1', 'part 2'],
    is: 'VTK 2.0 (binary)',
  },
  'VTK 5': {
    write: (mesh) => file('a.vtk', writeVtk(mesh, { version: 5 })),
    groups: ['part 1', 'part 2'],
    is: 'VTK 5.0 (ASCII)',
  },
  'VTK 5 binary': {
    write: (mesh) => file('a.vtk', writeVtk(mesh, { binary: true, version: 5 })),
    groups: ['part 1', 'part 2'],
    is: 'VTK 5.0 (binary)',
  },
};

describe.each(Object.entries(formats))('%s', (_, { write, groups = ['fixed', 'body'], is }) => {
  test.each([4, 10] as const)('elements of %i nodes come back as they were, groups too', (nodesPerTet) => {
    const mesh = buildSampleMesh(nodesPerTet);
    const reading = readTetMesh(write(mesh));
    expect(reading).toMatchObject({
      format: is,
      inverted: 0,
      repeated: 0,
      unusedNodes: 0,
      warnings: [],
      skipped: [],
    });
    expect(reading.mesh.nodesPerTet).toBe(nodesPerTet);
    expect([...reading.mesh.positions]).toEqual([...mesh.positions]);
    expect([...reading.mesh.tets]).toEqual([...mesh.tets]);
    const named = mesh.groups.map((group, k) => ({ ...group, name: groups[k] }));
    expect(reading.mesh.groups).toEqual(named);
  });
});

test('lines may end in CR LF or CR, and a byte-order mark may stand in front', () => {
  const mesh = buildSampleMesh(4);
  for (const { write, is } of Object.values(formats).filter((format) => format.is.includes('ASCII'))) {
    for (const end of ['\r\n', '\r']) {
      const changed = write(mesh).map(({ name, bytes }) => ({
        name,
        bytes: new TextEncoder().encode(`\ufeff${new TextDecoder().decode(bytes).replaceAll('\n', end)}`),
      }));
      const reading = readTetMesh(changed);
      expect([reading.format, reading.warnings]).toEqual([is, []]);
      expect([...reading.mesh.tets]).toEqual([...mesh.tets]);
    }
  }
});
