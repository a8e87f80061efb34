import type { MeshCursor } from '../mesh-cursor.ts';
import {
  addElement,
  type ElementKind,
  otherKind,
  tet4,
  tet10,
  triangle3,
  triangle6,
} from './element-kinds.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** Netgen's elements, by their number of nodes. For each index in the order of `TetMesh.tets`, the index in Netgen's order. */
const surfaceKinds: ReadonlyMap<number, ElementKind> = new Map([
  [3, triangle3],
  [6, { ...triangle6, order: [0, 1, 2, 5, 3, 4] }],
  [4, otherKind('quadrilaterals', 2, 4)],
  [8, otherKind('quadrilaterals', 2, 8)],
]);
const volumeKinds: ReadonlyMap<number, ElementKind> = new Map([
  // Netgen's tetrahedra have the opposite orientation.
  [4, { ...tet4, order: [0, 2, 1, 3] }],
  // Netgen's order of mid-edge nodes: 01, 02, 03, 12, 13, 23.
  [10, { ...tet10, order: [0, 2, 1, 3, 5, 7, 4, 6, 9, 8] }],
  [5, otherKind('pyramids', 3, 5)],
  [6, otherKind('prisms', 3, 6)],
  [8, otherKind('hexahedra', 3, 8)],
  [13, otherKind('pyramids', 3, 13)],
  [15, otherKind('prisms', 3, 15)],
  [20, otherKind('hexahedra', 3, 20)],
]);

interface NetgenElement {
  readonly kind: ElementKind;
  /** Number of the element's boundary condition or material. */
  readonly property: number;
  readonly nodes: readonly number[];
}

/**
 * Reads a Netgen mesh (.vol). Boundary conditions of surface elements and materials of volume elements become groups. A group has the name
 * that the file gives, or the number if there is no name.
 */
export function readNetgen(cursor: MeshCursor, draft: TetMeshDraft): string {
  cursor.hasComments = true;
  let surface: NetgenElement[] = [];
  let volume: NetgenElement[] = [];
  const boundaryNames = new Map<number, string>();
  const materialNames = new Map<number, string>();
  for (let line = cursor.line(); line !== null; line = cursor.line()) {
    const keyword = line.trim();
    if (keyword === 'dimension') checkDimension(cursor);
    // Variants of the keyword append the position of an element on the geometry.
    else if (/^surfaceelements(gi|uv)?$/.test(keyword))
      surface = surface.concat(readElements(cursor, surfaceKinds, 4));
    else if (keyword === 'volumeelements') volume = volume.concat(readElements(cursor, volumeKinds, 1));
    else if (keyword === 'points') readPoints(cursor, draft);
    else if (keyword === 'bcnames') readNames(cursor, boundaryNames);
    else if (keyword === 'materials') readNames(cursor, materialNames);
    else if (keyword === 'curvedelements')
      draft.warnings.push(
        'its curved elements are read as straight ones: save second-order elements to keep them curved',
      );
    else if (keyword === 'endmesh') break;
  }
  addElements(draft, surface, boundaryNames);
  addElements(draft, volume, materialNames);
  return 'Netgen (ASCII)';
}

function checkDimension(cursor: MeshCursor): void {
  const dimension = cursor.integer('the dimension');
  if (dimension !== 3) throw cursor.fault(`expected a mesh of dimension 3, got ${dimension}`);
}

function readPoints(cursor: MeshCursor, draft: TetMeshDraft): void {
  const count = cursor.integer('the number of points');
  for (let number = 1; number <= count; number++) {
    draft.addNode(number, cursor.real('x'), cursor.real('y'), cursor.real('z'));
    cursor.skipLine();
  }
}

/**
 * Reads lines with `propertyCount` numbers, the number of nodes, and the nodes. Of the properties of surfaces (surface, boundary condition,
 * domain inside, outside), only the second is used; of volumes, the only one (material).
 */
function readElements(
  cursor: MeshCursor,
  kinds: ReadonlyMap<number, ElementKind>,
  propertyCount: 1 | 4,
): NetgenElement[] {
  const elements: NetgenElement[] = [];
  const count = cursor.integer('the number of elements');
  for (let k = 0; k < count; k++) {
    const properties: number[] = [];
    for (let p = 0; p < propertyCount; p++) properties.push(cursor.integer("an element's properties"));
    const nodeCount = cursor.integer("an element's number of nodes");
    const kind = kinds.get(nodeCount);
    if (!kind)
      throw cursor.fault(`expected an element of ${[...kinds.keys()].join(', ')} nodes, got ${nodeCount}`);
    const nodes: number[] = [];
    for (let n = 0; n < nodeCount; n++) nodes.push(cursor.integer("an element's nodes"));
    cursor.skipLine();
    elements.push({ kind, property: properties[propertyCount === 4 ? 1 : 0], nodes });
  }
  return elements;
}

/** Reads lines with a number and a name. The name may be missing. */
function readNames(cursor: MeshCursor, names: Map<number, string>): void {
  const count = cursor.integer('the number of names');
  for (let k = 0; k < count; k++) {
    const number = cursor.integer('the number of a name');
    const name = (cursor.line() ?? '').trim();
    if (name !== '') names.set(number, name);
  }
}

function addElements(
  draft: TetMeshDraft,
  elements: readonly NetgenElement[],
  names: Map<number, string>,
): void {
  elements.forEach(({ kind, property, nodes }, index) => {
    const groups = property === 0 ? [] : [names.get(property) ?? String(property)];
    addElement(draft, kind, index + 1, nodes, groups);
  });
}
