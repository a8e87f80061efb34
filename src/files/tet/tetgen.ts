import { type MeshCursor, quote } from '../mesh-cursor.ts';
import { addElement, tet4, tet10, triangle3, triangle6 } from './element-kinds.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** TetGen's order of mid-edge nodes: 23, 03, 01, 12, 13, 02. For each index in the order of `TetMesh.tets`, the index in TetGen's order. */
const tetgenTet10 = { ...tet10, order: [0, 1, 2, 3, 6, 7, 9, 5, 8, 4] };

/**
 * Reads a TetGen mesh from its `.node` and `.ele` files, and its boundary faces from its `.face` file if there is one. Numbers start at 0
 * or 1. Boundary markers of nodes and faces, and region attributes of elements, become groups that are named by their number; 0 means no
 * group. TetGen manual, "File formats".
 */
export function readTetgen(
  files: { readonly node: MeshCursor; readonly ele: MeshCursor; readonly face: MeshCursor | null },
  draft: TetMeshDraft,
): string {
  for (const cursor of [files.node, files.ele, files.face]) if (cursor) cursor.hasComments = true;
  readNodes(files.node, draft);
  if (files.face) readFaces(files.face, draft);
  readElements(files.ele, draft);
  return 'TetGen (ASCII)';
}

/** Reads nodes. Header: count, dimension, attributes per node, markers (0 or 1). Lines: number x y z attributes marker. */
function readNodes(cursor: MeshCursor, draft: TetMeshDraft): void {
  const [count, dimension, attributeCount, markerCount] = readHeader(cursor, 4);
  if (dimension !== 3) throw cursor.fault(`expected nodes of dimension 3, got ${dimension}`);
  for (let k = 0; k < count; k++) {
    const number = cursor.integer("a node's number");
    draft.addNode(number, cursor.real('x'), cursor.real('y'), cursor.real('z'));
    cursor.skipWords(attributeCount, "a node's attributes");
    if (markerCount > 0)
      for (const group of groupsOf(cursor.integer("a node's marker"))) draft.addToGroup(0, group, [number]);
    cursor.skipLine();
  }
}

/** Reads elements. Header: count, nodes per element, attributes (0 or 1). Lines: number nodes attribute. */
function readElements(cursor: MeshCursor, draft: TetMeshDraft): void {
  const [count, nodeCount, attributeCount] = readHeader(cursor, 3);
  if (nodeCount !== 4 && nodeCount !== 10)
    throw cursor.fault(`expected elements of 4 or 10 nodes, got ${nodeCount}`);
  const kind = nodeCount === 4 ? tet4 : tetgenTet10;
  for (let k = 0; k < count; k++) {
    const number = cursor.integer("an element's number");
    const nodes: number[] = [];
    for (let n = 0; n < nodeCount; n++) nodes.push(cursor.integer(`the nodes of element ${number}`));
    addElement(
      draft,
      kind,
      number,
      nodes,
      attributeCount > 0 ? groupsOf(cursor.real("an element's region")) : [],
    );
    cursor.skipLine();
  }
}

/** Reads faces. Header: count, markers (0 or 1). Lines: number, 3 or 6 nodes, marker, and optionally the two adjacent elements. */
function readFaces(cursor: MeshCursor, draft: TetMeshDraft): void {
  const [count, markerCount] = readHeader(cursor, 2);
  for (let k = 0; k < count; k++) {
    const tokens = readWords(cursor) ?? [];
    const numbers = tokens.map(Number);
    const nodeCount = numbers.length - 1 - Math.min(markerCount, 1) >= 6 ? 6 : 3;
    if (numbers.length < 4 + Math.min(markerCount, 1) || !numbers.every(Number.isSafeInteger)) {
      throw cursor.fault(
        `expected a face's number, its nodes and its marker, got ${quote(tokens.join(' '))}`,
      );
    }
    const nodes = numbers.slice(1, 1 + nodeCount);
    const groups = markerCount > 0 ? groupsOf(numbers[1 + nodeCount]) : [];
    addElement(draft, nodeCount === 6 ? triangle6 : triangle3, numbers[0], nodes, groups);
  }
}

/** Returns the integers of the first line. Integers that are omitted at its end are 0. */
function readHeader(cursor: MeshCursor, length: number): number[] {
  const tokens = readWords(cursor) ?? [];
  const numbers = tokens.slice(0, length).map(Number);
  if (numbers.length > 0 && numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) {
    while (numbers.length < length) numbers.push(0);
    return numbers;
  }
  throw cursor.fault(
    `expected a first line of up to ${length} whole numbers, got ${quote(tokens.join(' '))}`,
  );
}

/** Returns the tokens of the next line that has tokens before a comment. Null at the end. */
function readWords(cursor: MeshCursor): string[] | null {
  for (let line = cursor.line(); line !== null; line = cursor.line()) {
    const text = line.replace(/#.*/, '').trim();
    if (text !== '') return text.split(/\s+/);
  }
  return null;
}

function groupsOf(marker: number): string[] {
  return marker === 0 ? [] : [String(marker)];
}
