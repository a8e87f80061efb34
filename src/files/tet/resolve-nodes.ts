import { FaultList } from './fault-list.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** Coordinates beyond this would overflow in a product of six; nothing real comes near. */
const largestCoordinate = 1e50;

/**
 * By a node's number in the file its place in the draft, −1 where there is none. A node given twice at one place counts once.
 * Throws InputError for numbers given to two places, and for coordinates that are no places at all.
 */
export function resolveNodes(draft: TetMeshDraft): (number: number) => number {
  const { nodeNumbers, positions } = draft;
  const faults = new FaultList(draft.name);
  const first = nodeNumbers[0] ?? 0;
  const areInTurn = nodeNumbers.every((number, index) => number === first + index);
  const places = new Map<number, number>();
  for (let index = 0; index < nodeNumbers.length; index++) {
    const place = positions.slice(3 * index, 3 * index + 3);
    if (!place.every((value) => Math.abs(value) <= largestCoordinate)) {
      faults.add(`expected coordinates within ± 1e50, got node ${nodeNumbers[index]} at ${place.join(' ')}`);
    }
    if (areInTurn) continue;
    const earlier = places.get(nodeNumbers[index]);
    if (earlier === undefined) places.set(nodeNumbers[index], index);
    else if (place.some((value, axis) => value !== positions[3 * earlier + axis])) {
      const other = positions.slice(3 * earlier, 3 * earlier + 3);
      faults.add(
        `expected every node once, got node ${nodeNumbers[index]} at ${other.join(' ')} and at ${place.join(' ')}`,
      );
    }
  }
  faults.throwAny();
  if (!areInTurn) return (number) => places.get(number) ?? -1;
  return (number) => (number >= first && number < first + nodeNumbers.length ? number - first : -1);
}
