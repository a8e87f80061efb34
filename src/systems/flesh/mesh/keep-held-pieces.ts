import { tetVolume } from '../../../geometry/simplex.ts';
import { InputError } from '../../../input-error.ts';
import { append, maxOf } from '../../../math/lists.ts';
import { isHeldWall, type StuffedMesh } from './stuff-lattice.ts';
import { findNeighbours } from './tet-faces.ts';

/** A removed piece is not reported if its volume is below this fraction of the whole volume. */
const minReportedFraction = 1e-3;

/**
 * Removes the pieces of a mesh that nothing holds to the bone. Such a piece would drift; one that is attached only by an edge or a corner
 * would swing as on a hinge. A piece consists of elements joined by faces. Nodes that no element uses are removed.
 *
 * isFree: no piece needs to be held, and only the largest one is kept. Throws InputError if no piece is left.
 */
export function keepHeldPieces(
  mesh: StuffedMesh,
  isFree: boolean,
  path: string,
  warnings: string[],
): StuffedMesh {
  const { positions, tets, walls } = mesh;
  const tetCount = tets.length / 4;
  if (tetCount === 0) {
    throw InputError.at(
      path,
      'expected a region thicker than its elements, got none inside it; use more elements',
    );
  }
  const pieceOf = findPieces(tets, walls.length);
  const volumes: number[] = [];
  const heldCounts: number[] = [];
  const lastPiece = new Int32Array(walls.length).fill(-1);
  for (let tet = 0; tet < tetCount; tet++) {
    const piece = pieceOf[tet];
    const corners = tets.subarray(4 * tet, 4 * tet + 4);
    const volume = tetVolume(positions, corners[0], corners[1], corners[2], corners[3]);
    volumes[piece] = (volumes[piece] ?? 0) + volume;
    heldCounts[piece] ??= 0;
    for (const node of corners) {
      if (!isHeldWall(walls[node]) || lastPiece[node] === piece) continue;
      lastPiece[node] = piece;
      heldCounts[piece]++;
    }
  }
  const total = volumes.reduce((sum, volume) => sum + volume, 0);
  const main = volumes.indexOf(maxOf(volumes));
  // Three held nodes fix a piece.
  const isKept = volumes.map((_, piece) => heldCounts[piece] >= 3 || (isFree && piece === main));
  if (!isKept.includes(true)) {
    throw InputError.at(
      path,
      'expected a part with fixed vertices, got none: no bone core lies inside it and it is cut off from no other part ' +
        'of the body; give a core, or say that the body is free',
    );
  }
  let lostCount = 0;
  let lostVolume = 0;
  isKept.forEach((kept, piece) => {
    if (kept || volumes[piece] < minReportedFraction * total) return;
    lostCount++;
    lostVolume += volumes[piece];
  });
  if (lostCount > 0) {
    warnings.push(
      `${lostCount} ${lostCount === 1 ? 'piece' : 'pieces'} of the region (${((100 * lostVolume) / total).toFixed(1)} % of its volume) ` +
        `${lostCount === 1 ? 'touches' : 'touch'} neither a bone core nor a cut and ${lostCount === 1 ? 'moves' : 'move'} with the flesh nearest to ${lostCount === 1 ? 'it' : 'them'}`,
    );
  }
  return compact(mesh, (tet) => isKept[pieceOf[tet]]);
}

/** Returns for each element the index of the piece to which it belongs, [tetCount]. */
function findPieces(tets: Uint32Array, nodeCount: number): Int32Array {
  const neighbours = findNeighbours(tets, 4, nodeCount);
  const pieceOf = new Int32Array(tets.length / 4).fill(-1);
  let pieceCount = 0;
  const stack: number[] = [];
  for (let seed = 0; seed < pieceOf.length; seed++) {
    if (pieceOf[seed] >= 0) continue;
    pieceOf[seed] = pieceCount;
    stack.push(seed);
    for (let tet = stack.pop(); tet !== undefined; tet = stack.pop()) {
      for (let face = 0; face < 4; face++) {
        const beyond = neighbours[4 * tet + face];
        if (beyond < 0 || pieceOf[beyond] >= 0) continue;
        pieceOf[beyond] = pieceCount;
        stack.push(beyond);
      }
    }
    pieceCount++;
  }
  return pieceOf;
}

function compact(mesh: StuffedMesh, isKept: (tet: number) => boolean): StuffedMesh {
  const numbers = new Int32Array(mesh.walls.length).fill(-1);
  const positions: number[] = [];
  const walls: number[] = [];
  const tets: number[] = [];
  for (let k = 0; k < mesh.tets.length; k++) {
    if (!isKept(k >> 2)) continue;
    const node = mesh.tets[k];
    if (numbers[node] < 0) {
      numbers[node] = walls.push(mesh.walls[node]) - 1;
      append(positions, mesh.positions.subarray(3 * node, 3 * node + 3));
    }
    tets.push(numbers[node]);
  }
  return {
    positions: Float64Array.from(positions),
    tets: Uint32Array.from(tets),
    walls: Uint8Array.from(walls),
  };
}
