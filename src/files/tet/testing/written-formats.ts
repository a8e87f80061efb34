import type { TetMesh } from '../../../motion/tet-mesh.ts';
import type { NamedBytes } from '../read-tet-mesh.ts';
import {
  writeAbaqus,
  writeGmsh2,
  writeGmsh4,
  writeMedit,
  writeNetgen,
  writeTetgen,
  writeVtk,
} from './write-tet-mesh.ts';

const file = (name: string, bytes: Uint8Array): NamedBytes[] => [{ name, bytes }];

/**
 * How a test writes a sample mesh in a format: the function, the names of the groups in the file, and the description that the reader
 * returns.
 */
export interface WrittenFormat {
  write(mesh: TetMesh): NamedBytes[];
  readonly groups?: readonly string[];
  readonly is: string;
}

export const writtenFormats: Readonly<Record<string, WrittenFormat>> = {
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
