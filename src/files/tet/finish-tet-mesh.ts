import { InputError } from '../../input-error.ts';
import type { TetMesh } from '../../motion/tet-mesh.ts';
import { checkTets } from './check-tets.ts';
import { finishGroups } from './finish-groups.ts';
import { count } from './format-numbers.ts';
import { findJoinFaults } from './join-faults.ts';
import { resolveNodes } from './resolve-nodes.ts';
import type { SkippedElements, TetMeshDraft } from './tet-mesh-draft.ts';
import { sixCurvedVolumes, sixVolumes } from './tet-shape.ts';

/** A checked tetrahedral mesh, and information about its file. */
export interface TetMeshReading {
  /** The mesh in the file's units and axes. Nodes and elements are in the file's order. */
  readonly mesh: TetMesh;
  /** Description of the file, such as `Gmsh 4.1 (binary)`. */
  readonly format: string;
  /** Numbers of the nodes [nodeCount] and of the elements [tetCount] in the file, for messages. */
  readonly nodeNumbers: Float64Array;
  readonly tetNumbers: Float64Array;
  /** Number of inverted elements, which were flipped. */
  readonly inverted: number;
  /** Number of repeated elements, which were omitted. */
  readonly repeated: number;
  /** Number of nodes that no element uses, which were omitted. */
  readonly unusedNodes: number;
  /** Volume in the file's units cubed, including curved edges. */
  readonly volume: number;
  /** Elements other than tetrahedra that are in no group. */
  readonly skipped: readonly SkippedElements[];
  /** Messages about irregularities and how they were handled. */
  readonly warnings: readonly string[];
}

/** Creates a mesh from the draft of a reader. Throws InputError if the mesh is not valid. */
export function finishTetMesh(draft: TetMeshDraft, format: string): TetMeshReading {
  refuseOtherElements(draft, format);
  const indexOf = resolveNodes(draft);
  const { tets, numbers, inverted, repeated, warnings } = checkTets(draft, indexOf);

  // Nodes keep their order. Nodes that no element uses are omitted.
  const nodeOfIndex = new Int32Array(draft.nodeNumbers.length).fill(-1);
  for (const index of tets) nodeOfIndex[index] = 0;
  const used: number[] = [];
  for (let index = 0; index < nodeOfIndex.length; index++) {
    if (nodeOfIndex[index] === 0) nodeOfIndex[index] = used.push(index) - 1;
  }
  const unusedNodes = nodeOfIndex.length - used.length;
  const positions = new Float64Array(3 * used.length);
  used.forEach((index, node) => {
    for (let axis = 0; axis < 3; axis++) positions[3 * node + axis] = draft.positions[3 * index + axis];
  });
  const bare: TetMesh = {
    positions,
    nodesPerTet: draft.nodesPerTet as 4 | 10,
    tets: tets.map((index) => nodeOfIndex[index]),
    groups: [],
  };
  const { groups, warnings: groupWarnings } = finishGroups(draft, bare, (number) => {
    const index = indexOf(number);
    return index < 0 ? -1 : nodeOfIndex[index];
  });
  const mesh: TetMesh = { ...bare, groups };
  return {
    mesh,
    format,
    nodeNumbers: Float64Array.from(used, (index) => draft.nodeNumbers[index]),
    tetNumbers: numbers,
    inverted,
    repeated,
    unusedNodes,
    volume: volumeOf(mesh),
    skipped: draft.skipped,
    warnings: [
      ...draft.warnings,
      ...warnings,
      ...(unusedNodes > 0 ? [`${count(unusedNodes, 'node')} of no element; omitted`] : []),
      ...groupWarnings,
      ...findJoinFaults(mesh),
    ],
  };
}

/** Throws InputError for a body that partly consists of hexahedra, or has no tetrahedra. */
function refuseOtherElements(
  { name, tetNumbers, nodeNumbers, skippedFilling, skipped }: TetMeshDraft,
  format: string,
) {
  const remedy = 'mesh the body with tetrahedra of 4 or 10 nodes';
  if (skippedFilling) {
    const { kind, count: own } = skippedFilling;
    throw InputError.at(name, `expected only tetrahedra, got ${kind} (${own}): ${remedy}`);
  }
  if (tetNumbers.length > 0) return;
  const held = [
    count(nodeNumbers.length, 'node'),
    ...skipped.map(({ kind, count: own }) => `${kind} (${own})`),
  ];
  throw InputError.at(
    name,
    `expected tetrahedra, got ${format} with ${held.join(', ')} and no tetrahedron: ${remedy}`,
  );
}

function volumeOf({ positions, tets, nodesPerTet }: TetMesh): number {
  const measure = nodesPerTet === 10 ? sixCurvedVolumes : sixVolumes;
  let volume = 0;
  for (let at = 0; at < tets.length; at += nodesPerTet) volume += measure(positions, tets, at);
  return volume / 6;
}
