import { TupleTable } from '../../motion/tuple-table.ts';
import { FaultList } from './fault-list.ts';
import { findMidEdgeOrder } from './mid-edge-order.ts';
import { count, listNumbers } from './number-words.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';
import { leastJacobian, longestEdge, sixVolumes } from './tet-shape.ts';

/** Six volumes over the cube of the longest edge, 0.71 for a regular tetrahedron: at most this, and it is flat. */
const flatShape = 1e-9;
/** Below this it is told of: such elements are far too stiff and slow the solver down. */
const thinShape = 1e-3;

/** The elements of a draft, whole and the right way round. */
export interface CheckedTets {
  /** [nodesPerTet · count] places of their nodes in the draft. */
  readonly tets: Uint32Array;
  /** [count] numbers in the file. */
  readonly numbers: Float64Array;
  readonly inverted: number;
  readonly repeated: number;
  readonly warnings: readonly string[];
}

/**
 * Checks the elements of a draft one by one: nodes that are there, none twice, a volume. Turns those that are inside out,
 * drops those that are there already, puts mid-edge nodes in our order where the file's proves to be another.
 * Throws InputError that names elements and nodes by the file's numbers.
 */
export function checkTets(draft: TetMeshDraft, placeOf: (number: number) => number): CheckedTets {
  const { positions, tetNumbers } = draft;
  const width = draft.nodesPerTet;
  const tets = resolveTets(draft, placeOf);
  const warnings = width === 10 ? orderMidNodes(positions, tets) : [];
  const faults = new FaultList(draft.name);
  const known = new TupleTable(4);
  const kept: number[] = [];
  const turned: number[] = [];
  const thin: number[] = [];
  for (let tet = 0; tet < tetNumbers.length; tet++) {
    const at = width * tet;
    const corners = tets.slice(at, at + 4).sort();
    if (known.find(corners) >= 0) continue;
    known.add(corners);
    kept.push(tet);
    const volume = sixVolumes(positions, tets, at);
    const shape = Math.abs(volume) / longestEdge(positions, tets, at) ** 3;
    const element = () => `element ${tetNumbers[tet]} (nodes ${draft.tets.slice(at, at + 4).join(' ')})`;
    // Not a number counts as flat.
    if (!(shape > flatShape)) {
      faults.add(`expected elements with a volume, got ${element()}, which is flat: mesh the body again`);
      continue;
    }
    if (shape < thinShape) thin.push(tetNumbers[tet]);
    if (volume < 0) {
      turnTet(tets, at, width);
      turned.push(tetNumbers[tet]);
    }
    if (width === 10 && !(leastJacobian(positions, tets, at) > 0)) {
      faults.add(
        `expected mid-edge nodes near their edges, got ${element()}, which they fold over: straighten its edges, or save linear elements`,
      );
    }
  }
  faults.throwAny();
  const repeated = tetNumbers.length - kept.length;
  if (turned.length > 0)
    warnings.push(
      `${count(turned.length, 'element')} stood inside out (${listNumbers(turned)}) and got turned`,
    );
  if (repeated > 0)
    warnings.push(`${count(repeated, 'element')} given again with the same corners got left out`);
  if (thin.length > 0)
    warnings.push(
      `${count(thin.length, 'element')} almost flat (${listNumbers(thin)}): expect stiff spots, better mesh the body again`,
    );
  return {
    tets: repeated > 0 ? gather(tets, kept, width) : tets,
    numbers: Float64Array.from(kept, (tet) => tetNumbers[tet]),
    inverted: turned.length,
    repeated,
    warnings,
  };
}

/** Places in the draft for numbers in the file. Throws for elements whose nodes are not there, or there twice. */
function resolveTets(draft: TetMeshDraft, placeOf: (number: number) => number): Uint32Array {
  const { tetNumbers } = draft;
  const width = draft.nodesPerTet;
  const tets = new Uint32Array(draft.tets.length);
  const faults = new FaultList(draft.name);
  for (let tet = 0; tet < tetNumbers.length; tet++) {
    const numbers = draft.tets.slice(width * tet, width * (tet + 1));
    const missing = numbers.find((number) => placeOf(number) < 0);
    const repeated = numbers.find((number, k) => numbers.indexOf(number) < k);
    if (missing !== undefined) {
      faults.add(
        `expected elements of nodes in the file, got element ${tetNumbers[tet]} with node ${missing}`,
      );
    } else if (repeated !== undefined) {
      faults.add(
        `expected ${width} different nodes an element, got element ${tetNumbers[tet]} with node ${repeated} twice`,
      );
    }
    numbers.forEach((number, k) => {
      tets[width * tet + k] = placeOf(number);
    });
  }
  faults.throwAny();
  return tets;
}

function orderMidNodes(positions: readonly number[], tets: Uint32Array): string[] {
  const order = findMidEdgeOrder(positions, tets);
  if (!order) return [];
  for (let at = 4; at < tets.length; at += 10) {
    const nodes = tets.slice(at, at + 6);
    order.forEach((place, k) => {
      tets[at + k] = nodes[place];
    });
  }
  return ['the mid-edge nodes stand in another order than this format has; they were told by their places'];
}

/** Swaps the first two corners, and the mid-edge nodes that go with them: 12 with 02, 03 with 13. */
function turnTet(tets: Uint32Array, at: number, width: number): void {
  const pairs = width === 10 ? turningPairs : turningPairs.slice(0, 1);
  for (const [a, b] of pairs) [tets[at + a], tets[at + b]] = [tets[at + b], tets[at + a]];
}

const turningPairs = [
  [0, 1],
  [5, 6],
  [7, 8],
];

function gather(tets: Uint32Array, kept: readonly number[], width: number): Uint32Array {
  const out = new Uint32Array(width * kept.length);
  kept.forEach((tet, index) => {
    out.set(tets.subarray(width * tet, width * (tet + 1)), width * index);
  });
  return out;
}
