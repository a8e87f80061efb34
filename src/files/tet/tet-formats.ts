import { lettersOf } from '../letters.ts';
import type { MeshCursor } from '../mesh-cursor.ts';
import { readAbaqus } from './abaqus.ts';
import { readGmsh } from './gmsh.ts';
import { readMedit } from './medit.ts';
import { readNetgen } from './netgen.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';
import { readVtk } from './vtk.ts';

/**
 * Returns the first bytes as Latin-1 without a byte-order mark. Control characters other than white space are replaced by the Unicode
 * control pictures, for example 0 by ␀.
 */
export function beginningOf(bytes: Uint8Array): string {
  const text = lettersOf(bytes.subarray(0, 4096)).replace(/^\xef\xbb\xbf/, '');
  return text.replace(/[^\t\n\r -\xff]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)));
}

/** A format that stores a mesh in one file. */
export interface TetFormat {
  /** Name of the format with its article. */
  readonly title: string;
  /** File extensions without the dot, the usual one first. */
  readonly extensions: readonly string[];
  /** Matches the result of `beginningOf` for files of this format. */
  readonly pattern: RegExp;
  /** Reads the content of the file into the draft. Returns a description of the format. */
  read(cursor: MeshCursor, draft: TetMeshDraft): string;
}

export const tetFormats: readonly TetFormat[] = [
  { title: 'a Gmsh mesh', extensions: ['msh'], pattern: /^\s*\$(MeshFormat|Comments)/, read: readGmsh },
  {
    title: 'a Medit mesh',
    extensions: ['mesh', 'meshb'],
    // Text that begins with the keyword, possibly after comments; or binary data that begins with the number 1 and a version of 1 to 4, in
    // either byte order.
    pattern: /^((\s|#[^\n\r]*[\n\r])*MeshVersionFormatted|␁␀␀␀[␁-␄]␀␀␀|␀␀␀␁␀␀␀[␁-␄])/,
    read: readMedit,
  },
  {
    title: 'a Netgen mesh',
    extensions: ['vol'],
    pattern: /^(\s|#[^\n\r]*[\n\r])*mesh3d\s/,
    read: readNetgen,
  },
  { title: 'a VTK legacy file', extensions: ['vtk'], pattern: /^\s*# vtk DataFile/i, read: readVtk },
  {
    title: 'an Abaqus input',
    extensions: ['inp'],
    pattern: /^(\s|\*\*[^\n\r]*[\n\r])*\*[A-Za-z]/,
    read: readAbaqus,
  },
];

interface ForeignFormat {
  readonly title: string;
  readonly pattern: RegExp;
  readonly remedy: string;
}

const byGmsh = 'convert it with Gmsh or meshio to .msh';
const meshFirst = 'it is a surface: fill it with tetrahedra first, for instance in Gmsh or with TetGen';

/** Other formats that users try to open, and the advice for each. */
export const foreignMeshes: readonly ForeignFormat[] = [
  {
    title: 'a compressed file',
    pattern: /^(␟\x8b|PK␃␄|\x28\xb5\x2f\xfd|BZh|\xfd7zXZ)/,
    remedy: 'unpack it first',
  },
  { title: 'text in UTF-16', pattern: /^(\xff\xfe|\xfe\xff)/, remedy: 'save it as UTF-8' },
  {
    title: 'a Gmsh mesh of version 1',
    pattern: /^\s*\$NOD\s/,
    remedy: 'open it in Gmsh and save it as version 4.1',
  },
  { title: 'a Fluent mesh', pattern: /^\s*\(\s*\d+\s/, remedy: byGmsh },
  { title: 'an HDF5 file (XDMF, MED, CGNS or Exodus)', pattern: /^(\x89HDF|CDF[␁␂␅])/, remedy: byGmsh },
  {
    title: 'an XML file (perhaps VTU)',
    pattern: /^\s*<(\?xml|VTKFile)/,
    remedy: `${byGmsh}, or save it as legacy .vtk`,
  },
  { title: 'an MFEM mesh', pattern: /^\s*MFEM mesh/, remedy: byGmsh },
  {
    title: 'a COMSOL mesh',
    pattern: /^\s*# Created by COMSOL/,
    remedy: 'export it as Nastran, and convert that with Gmsh',
  },
  { title: 'an LS-DYNA input', pattern: /^(\s|\$[^\n\r]*[\n\r])*\*KEYWORD/i, remedy: byGmsh },
  {
    title: 'a Nastran deck',
    pattern: /^(\s|\$[^\n\r]*[\n\r])*(SOL\s|CEND|BEGIN BULK|GRID[\s*,])/,
    remedy: byGmsh,
  },
  { title: 'a Gmsh geometry', pattern: /^\s*(\/\/|SetFactory|Point\s*\()/, remedy: 'mesh it first: gmsh -3' },
  { title: 'a glTF file', pattern: /^(glTF|\s*\{)/, remedy: meshFirst },
  { title: 'a PLY file', pattern: /^ply\s/, remedy: meshFirst },
  { title: 'an STL file', pattern: /^\s*solid\s/, remedy: meshFirst },
  {
    title: 'an OBJ file',
    pattern: /^(\s|#[^\n\r]*[\n\r])*(mtllib|usemtl|o|g|v|vn|vt)\s+\S/,
    remedy: meshFirst,
  },
];
