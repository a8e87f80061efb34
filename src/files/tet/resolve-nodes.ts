import { FaultList } from './fault-list.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** Maximum coordinate. Real meshes have no larger ones, and a product of six would overflow. */
const maxCoordinate = 1e50;

/**
 * Returns a function that maps node numbers of the file to indices in the draft; −1 for unknown numbers. A node that is repeated at the
 * same position counts once. Throws InputError for numbers with two positions, and for invalid coordinates.
 */
export function resolveNodes(draft: TetMeshDraft): (number: number) => number {
  const { nodeNumbers, positions } = draft;
  const faults = new FaultList(draft.name);
  const first = nodeNumbers[0] ?? 0;
  const areInTurn = nodeNumbers.every((number, index) => number === first + index);
  const indices = new Map<number, number>();
  for (let index = 0; index < nodeNumbers.length; index++) {
    const position = positions.slice(3 * index, 3 * index + 3);
    if (!position.every((value) => Math.abs(value) <= maxCoordinate)) {
      faults.add(
        `expected coordinates within ± 1e50, got node ${nodeNumbers[index]} at ${position.join(' ')}`,
      );
    }
    if (areInTurn) continue;
    const earlier = indices.get(nodeNumbers[index]);
    if (earlier === undefined) indices.set(nodeNumbers[index], index);
    else if (position.some((value, axis) => value !== positions[3 * earlier + axis])) {
      const other = positions.slice(3 * earlier, 3 * earlier + 3);
      faults.add(
        `expected every node once, got node ${nodeNumbers[index]} at ${other.join(' ')} and at ${position.join(' ')}`,
      );
    }
  }
  faults.throwAny();
  if (!areInTurn) return (number) => indices.get(number) ?? -1;
  return (number) => (number >= first && number < first + nodeNumbers.length ? number - first : -1);
}
