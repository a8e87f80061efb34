import { type MeshCursor, quote } from '../mesh-cursor.ts';
import {
  addElement,
  type ElementKind,
  line2,
  line3,
  otherKind,
  tet4,
  tet10,
  triangle3,
  triangle6,
} from './element-kinds.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** Sections of elements, by their keyword in text files and their code in binary files. */
const sections: readonly { readonly keyword: string; readonly code: number; readonly kind: ElementKind }[] = [
  { keyword: 'Edges', code: 5, kind: line2 },
  { keyword: 'EdgesP2', code: 25, kind: line3 },
  { keyword: 'Triangles', code: 6, kind: triangle3 },
  { keyword: 'TrianglesP2', code: 24, kind: triangle6 },
  { keyword: 'Quadrilaterals', code: 7, kind: otherKind('quadrilaterals', 2, 4) },
  { keyword: 'QuadrilateralsQ2', code: 27, kind: otherKind('quadrilaterals', 2, 9) },
  { keyword: 'Tetrahedra', code: 8, kind: tet4 },
  { keyword: 'TetrahedraP2', code: 30, kind: tet10 },
  { keyword: 'TetrahedraP3', code: 96, kind: otherKind('tetrahedra of higher order', 3, 20) },
  { keyword: 'TetrahedraP4', code: 97, kind: otherKind('tetrahedra of higher order', 3, 35) },
  { keyword: 'Prisms', code: 9, kind: otherKind('prisms', 3, 6) },
  { keyword: 'PrismsP2', code: 86, kind: otherKind('prisms', 3, 18) },
  { keyword: 'Pyramids', code: 49, kind: otherKind('pyramids', 3, 5) },
  { keyword: 'PyramidsP2', code: 87, kind: otherKind('pyramids', 3, 14) },
  { keyword: 'Hexahedra', code: 10, kind: otherKind('hexahedra', 3, 8) },
  { keyword: 'HexahedraQ2', code: 33, kind: otherKind('hexahedra', 3, 27) },
];
const quadraticKinds = new Map([
  [line2, line3],
  [triangle3, triangle6],
  [tet4, tet10],
]);
const codes = { version: 1, dimension: 3, vertices: 4, end: 54 };

/**
 * Reads a Medit mesh, text (.mesh) or binary of either byte order (.meshb, versions 1 to 4). The reference numbers of edges, triangles and
 * tetrahedra become groups that are named by the number; 0 means no group. The reference numbers of vertices are ignored, because most
 * programs write the geometry on which a vertex lies, or 1.
 */
export function readMedit(cursor: MeshCursor, draft: TetMeshDraft): string {
  if (cursor.bytes[cursor.at] > 1) readText(cursor, draft);
  else readBinary(cursor, draft);
  return `Medit (${cursor.isBinary ? 'binary' : 'ASCII'})`;
}

function readText(cursor: MeshCursor, draft: TetMeshDraft): void {
  cursor.hasComments = true;
  for (let word = cursor.word(); word !== '' && word !== 'End'; word = cursor.word()) {
    const section = sections.find(({ keyword }) => keyword === word);
    if (word === 'Dimension') checkDimension(cursor);
    else if (word === 'Vertices') readVertices(cursor, draft);
    else if (section) readElements(cursor, draft, kindOfLine(cursor, section.kind));
    else if (/^[+-.\d]/.test(word)) {
      // The number belongs to an unsupported section, or to content beyond the stated length of a section.
    } else if (!/^[A-Za-z]/.test(word))
      throw cursor.fault(`expected a keyword such as Vertices, got ${quote(word)}`);
  }
}

/**
 * Returns the kind of the elements in a section. Some programs list quadratic elements under the keyword of linear ones, so the number of
 * values in the first line decides.
 */
function kindOfLine(cursor: MeshCursor, kind: ElementKind): ElementKind {
  const quadratic = quadraticKinds.get(kind);
  if (!quadratic) return kind;
  const { at } = cursor;
  // Skips the count, then reads the first line that is not empty.
  cursor.word();
  let line = cursor.line();
  while (line !== null && /^\s*(#.*)?$/.test(line)) line = cursor.line();
  cursor.at = at;
  return line?.trim().split(/\s+/).length === quadratic.nodeCount + 1 ? quadratic : kind;
}

function readBinary(cursor: MeshCursor, draft: TetMeshDraft): void {
  cursor.isBinary = true;
  cursor.isLittleEndian = cursor.bytes[cursor.at] === 1;
  const one = cursor.integer('the number 1 that shows the byte order');
  const version = cursor.integer('the version, 1 to 4');
  if (one !== 1 || version < 1 || version > 4) {
    throw cursor.fault(`expected a binary Medit mesh of version 1 to 4, got version ${version}`);
  }
  cursor.realBytes = version === 1 ? 4 : 8;
  // From version 3 on, offsets in the file have 64 bits. From version 4 on, vertex numbers have 64 bits too.
  cursor.sizeBytes = version < 3 ? 4 : 8;
  for (;;) {
    cursor.integerBytes = 4;
    const start = cursor.at;
    const code = cursor.integer('a keyword');
    if (code === codes.end) return;
    const next = cursor.size('the offset of the next keyword');
    const section = sections.find((known) => known.code === code);
    if (code === codes.dimension) checkDimension(cursor);
    cursor.integerBytes = version === 4 ? 8 : 4;
    if (code === codes.vertices) readVertices(cursor, draft);
    else if (section) readElements(cursor, draft, section.kind);
    if (next === 0) return;
    if (next <= start) throw cursor.fault(`expected the next keyword at a later offset, got byte ${next}`);
    cursor.at = next;
  }
}

function checkDimension(cursor: MeshCursor): void {
  const dimension = cursor.integer('the dimension');
  if (dimension !== 3) throw cursor.fault(`expected a mesh of dimension 3, got ${dimension}`);
}

function readVertices(cursor: MeshCursor, draft: TetMeshDraft): void {
  const count = cursor.integer('the number of vertices');
  for (let number = 1; number <= count; number++) {
    draft.addNode(number, cursor.real('x'), cursor.real('y'), cursor.real('z'));
    cursor.integer("a vertex's reference");
  }
}

function readElements(cursor: MeshCursor, draft: TetMeshDraft, kind: ElementKind): void {
  const count = cursor.integer(`the number of ${kind.plural}`);
  for (let number = 1; number <= count; number++) {
    const nodes: number[] = [];
    for (let k = 0; k < kind.nodeCount; k++) nodes.push(cursor.integer(`the vertices of element ${number}`));
    addElement(draft, kind, number, nodes, groupsOf(cursor.integer("an element's reference")));
  }
}

function groupsOf(reference: number): string[] {
  return reference === 0 ? [] : [String(reference)];
}
