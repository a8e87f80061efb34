import { InputError } from '../../input-error.ts';
import type { TetMesh } from '../../motion/tet-mesh.ts';
import { checkTets } from './check-tets.ts';
import { finishGroups } from './finish-groups.ts';
import { findJoinFaults } from './join-faults.ts';
import { count } from './number-words.ts';
import { resolveNodes } from './resolve-nodes.ts';
import type { SkippedElements, TetMeshDraft } from './tet-mesh-draft.ts';
import { sixCurvedVolumes, sixVolumes } from './tet-shape.ts';

/** A mesh of tetrahedra as a file holds it, checked, and what was found on the way. */
export interface TetMeshReading {
  /** In the file's units and axes; nodes and elements in the file's order. */
  readonly mesh: TetMesh;
  /** What the file is, such as `Gmsh 4.1 (binary)`. */
  readonly format: string;
  /** [nodeCount], [tetCount]: numbers in the file, for messages. */
  readonly nodeNumbers: Float64Array;
  readonly tetNumbers: Float64Array;
  /** How many elements stood inside out and got turned. */
  readonly inverted: number;
  /** How many elements were given again with the same corners and got left out. */
  readonly repeated: number;
  /** How many nodes no element uses; they got left out. */
  readonly unusedNodes: number;
  /** In the file's units cubed, curved edges and all. */
  readonly volume: number;
  /** Elements other than tetrahedra that are in no group. */
  readonly skipped: readonly SkippedElements[];
  /** Everything odd that was set right or let pass, in words. */
  readonly warnings: readonly string[];
}

/** Makes a mesh of what a reader has gathered. Throws InputError where it cannot be one. */
export function finishTetMesh(draft: TetMeshDraft, format: string): TetMeshReading {
  refuseOtherElements(draft, format);
  const placeOf = resolveNodes(draft);
  const { tets, numbers, inverted, repeated, warnings } = checkTets(draft, placeOf);

  // Nodes keep their order; those that no element uses are left out.
  const nodeOfPlace = new Int32Array(draft.nodeNumbers.length).fill(-1);
  for (const place of tets) nodeOfPlace[place] = 0;
  const used: number[] = [];
  for (let place = 0; place < nodeOfPlace.length; place++) {
    if (nodeOfPlace[place] === 0) nodeOfPlace[place] = used.push(place) - 1;
  }
  const unusedNodes = nodeOfPlace.length - used.length;
  const positions = new Float64Array(3 * used.length);
  used.forEach((place, node) => {
    for (let axis = 0; axis < 3; axis++) positions[3 * node + axis] = draft.positions[3 * place + axis];
  });
  const bare: TetMesh = {
    positions,
    nodesPerTet: draft.nodesPerTet as 4 | 10,
    tets: tets.map((place) => nodeOfPlace[place]),
    groups: [],
  };
  const { groups, warnings: groupWarnings } = finishGroups(draft, bare, (number) => {
    const place = placeOf(number);
    return place < 0 ? -1 : nodeOfPlace[place];
  });
  const mesh: TetMesh = { ...bare, groups };
  return {
    mesh,
    format,
    nodeNumbers: Float64Array.from(used, (place) => draft.nodeNumbers[place]),
    tetNumbers: numbers,
    inverted,
    repeated,
    unusedNodes,
    volume: volumeOf(mesh),
    skipped: draft.skipped,
    warnings: [
      ...draft.warnings,
      ...warnings,
      ...(unusedNodes > 0 ? [`${count(unusedNodes, 'node')} of no element got left out`] : []),
      ...groupWarnings,
      ...findJoinFaults(mesh),
    ],
  };
}

/** A body that is partly hexahedra, or has no tetrahedra at all, is not one that can be used. */
function refuseOtherElements(
  { name, tetNumbers, nodeNumbers, skippedFilling, skipped }: TetMeshDraft,
  format: string,
) {
  const remedy = 'mesh the body with tetrahedra of 4 or 10 nodes';
  if (skippedFilling) {
    const { kind, count: own } = skippedFilling;
    throw InputError.at(name, `expected tetrahedra alone, got ${kind} (${own}): ${remedy}`);
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
