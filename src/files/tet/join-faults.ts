import type { TetMesh } from '../../motion/tet-mesh.ts';
import { sortTriple, tetCorners, tetFaces } from '../../motion/tet-topology.ts';
import { TupleTable } from '../../motion/tuple-table.ts';
import { count } from './format-numbers.ts';

/** Returns warnings about the connectivity of a mesh: separate pieces, duplicate nodes, faces that belong to three elements. */
export function findJoinFaults(mesh: TetMesh): string[] {
  const warnings: string[] = [];
  const pieces = countPieces(mesh);
  if (pieces > 1)
    warnings.push(`the elements make ${pieces} pieces that share no node: each must be held separately`);
  const doubled = countDoubledNodes(mesh.positions);
  if (doubled > 0)
    warnings.push(
      `${count(doubled, 'node lies', 'nodes lie')} at the position of another, so that elements are not connected: merge such nodes first`,
    );
  const crowded = countCrowdedFaces(mesh);
  if (crowded > 0)
    warnings.push(
      `${count(crowded, 'face belongs', 'faces belong')} to more than two elements: they overlap`,
    );
  return warnings;
}

function countPieces({ positions, tets, nodesPerTet }: TetMesh): number {
  const parents = Uint32Array.from({ length: positions.length / 3 }, (_, node) => node);
  const rootOf = (node: number) => {
    let root = node;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  };
  let pieces = parents.length;
  for (let k = 0; k < tets.length; k++) {
    const a = rootOf(tets[k - (k % nodesPerTet)]);
    const b = rootOf(tets[k]);
    if (a === b) continue;
    parents[b] = a;
    pieces--;
  }
  return pieces;
}

/** Returns the number of nodes that have exactly the position of an earlier node. */
function countDoubledNodes(positions: Float64Array): number {
  // Adding 0 changes −0 to 0.
  const bits = new Uint32Array(positions.map((value) => value + 0).buffer);
  const distinct = new TupleTable(6);
  for (let at = 0; at < bits.length; at += 6) distinct.add(bits.subarray(at, at + 6));
  return bits.length / 6 - distinct.count;
}

function countCrowdedFaces(mesh: TetMesh): number {
  const corners = tetCorners(mesh);
  const faces = new TupleTable(3);
  const uses: number[] = [];
  for (let at = 0; at < corners.length; at += 4) {
    for (const [a, b, c] of tetFaces) {
      const face = faces.add(sortTriple(corners[at + a], corners[at + b], corners[at + c]));
      uses[face] = (uses[face] ?? 0) + 1;
    }
  }
  return uses.filter((use) => use > 2).length;
}
