import { InputError } from '../../input-error.ts';
import { MeshCursor } from '../mesh-cursor.ts';
import { finishTetMesh, type TetMeshReading } from './finish-tet-mesh.ts';
import { beginningOf, foreignMeshes, type TetFormat, tetFormats } from './tet-formats.ts';
import { TetMeshDraft } from './tet-mesh-draft.ts';
import { readTetgen } from './tetgen.ts';

/** The bytes of a file, and its name. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const supported =
  'Gmsh .msh (2.2, 4.1), Medit .mesh and .meshb, Netgen .vol, TetGen .node with .ele, Abaqus .inp, legacy .vtk';
const tetgenExtensions = ['node', 'ele', 'face'];

/**
 * Reads a mesh of tetrahedra of 4 or 10 nodes and checks it: Gmsh .msh 2.2 and 4.1, Medit .mesh and .meshb, Netgen .vol, TetGen .node with
 * .ele (and .face), Abaqus and CalculiX .inp, legacy VTK .vtk.
 *
 * files: one file, or for TetGen two or three files in any order (`tetMeshCompanions` lists the files that belong together). The format is
 * recognised by the content; if the extension is that of another format, there is a warning. Units and axes are those of the file. Inverted
 * elements are flipped. Flat elements, elements with missing nodes, and elements with a volume that are not tetrahedra are refused.
 *
 * Throws InputError with file and line (byte in binary files), or with the number of the element.
 */
export function readTetMesh(files: readonly NamedBytes[]): TetMeshReading {
  const tetgen = files.filter(({ name }) => tetgenExtensions.includes(extensionOf(name)));
  if (files.length === 0) throw InputError.at('', 'expected a mesh file, got none');
  if (tetgen.length === files.length) return readTetgenFiles(tetgen);
  if (files.length > 1) {
    const names = files.map(({ name }) => name).join(', ');
    throw InputError.at(files[0].name, `expected one file, or TetGen's .node, .ele and .face, got ${names}`);
  }
  const [{ name, bytes }] = files;
  const format = findFormat(bytes, name);
  const draft = new TetMeshDraft(name);
  const extension = extensionOf(name);
  if (!format.extensions.includes(extension)) {
    const ending = extension === '' ? 'its name has no ending' : `its name ends in .${extension}`;
    draft.warnings.push(`it is ${format.title} (.${format.extensions[0]}), though ${ending}`);
  }
  const text = format.read(new MeshCursor(bytes, name), draft);
  return finishTetMesh(draft, text);
}

/** Returns whether the name or the first bytes of a file are those of a mesh that `readTetMesh` supports. */
export function isTetMeshFile(name: string, bytes: Uint8Array): boolean {
  const extension = extensionOf(name);
  const isNamed = tetFormats.some(({ extensions }) => extensions.includes(extension));
  const head = beginningOf(bytes);
  return (
    isNamed || tetgenExtensions.includes(extension) || tetFormats.some(({ pattern }) => pattern.test(head))
  );
}

/** Returns the names of other files that can belong to the same mesh: TetGen's .node, .ele and .face. */
export function tetMeshCompanions(name: string): string[] {
  const extension = extensionOf(name);
  if (!tetgenExtensions.includes(extension)) return [];
  const stem = name.slice(0, -extension.length);
  return tetgenExtensions.filter((other) => other !== extension).map((other) => stem + other);
}

function readTetgenFiles(files: readonly NamedBytes[]): TetMeshReading {
  const find = (extension: string) => {
    const found = files.filter(({ name }) => extensionOf(name) === extension);
    if (found.length > 1) throw InputError.at(found[1].name, `expected one .${extension} file, got two`);
    return found.length === 1 ? new MeshCursor(found[0].bytes, found[0].name) : null;
  };
  const [node, ele, face] = tetgenExtensions.map(find);
  if (!node || !ele) {
    const { name } = files[0];
    const missing = node ? 'ele' : 'node';
    throw InputError.at(
      name,
      `expected its .${missing} file too, TetGen keeps a mesh in both: give ${nameWith(name, missing)}`,
    );
  }
  for (const { name, bytes } of files) {
    const head = beginningOf(bytes);
    refuseForeign(head, name);
    const other = tetFormats.find(({ pattern }) => pattern.test(head));
    if (other)
      throw InputError.at(
        name,
        `expected a file of TetGen's, got ${other.title}: name it .${other.extensions[0]}`,
      );
  }
  const draft = new TetMeshDraft(ele.name);
  return finishTetMesh(draft, readTetgen({ node, ele, face }, draft));
}

function findFormat(bytes: Uint8Array, name: string): TetFormat {
  const head = beginningOf(bytes);
  refuseForeign(head, name);
  const format = tetFormats.find(({ pattern }) => pattern.test(head));
  if (format) return format;
  const named = tetFormats.find(({ extensions }) => extensions.includes(extensionOf(name)));
  const expected = named ? named.title : `a mesh of tetrahedra: ${supported}`;
  throw InputError.at(
    name,
    `expected ${expected}, got ${bytes.length === 0 ? 'an empty file' : 'something else'}`,
  );
}

function refuseForeign(head: string, name: string): void {
  const foreign = foreignMeshes.find(({ pattern }) => pattern.test(head));
  if (foreign)
    throw InputError.at(name, `expected a mesh of tetrahedra, got ${foreign.title}: ${foreign.remedy}`);
}

function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1].toLowerCase() ?? '';
}

function nameWith(name: string, extension: string): string {
  return name.slice(0, name.length - extensionOf(name).length) + extension;
}
