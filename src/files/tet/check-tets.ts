import { TupleTable } from '../../motion/tuple-table.ts';
import { FaultList } from './fault-list.ts';
import { count, listNumbers } from './format-numbers.ts';
import { findMidEdgeOrder } from './mid-edge-order.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';
import { longestEdge, minJacobian, sixVolumes } from './tet-shape.ts';

/**
 * A tetrahedron counts as flat if six times its volume is at most this fraction of the cube of its longest edge. For a regular tetrahedron
 * the fraction is 0.71.
 */
const flatShape = 1e-9;
/** If this fraction is smaller for some elements, there is a warning: such elements are far too stiff and slow down the solver. */
const thinShape = 1e-3;

/** The checked elements of a draft, all with positive volume. */
export interface CheckedTets {
  /** Indices in the draft of the elements' nodes, [nodesPerTet · count]. */
  readonly tets: Uint32Array;
  /** Numbers of the elements in the file, [count]. */
  readonly numbers: Float64Array;
  readonly inverted: number;
  readonly repeated: number;
  readonly warnings: readonly string[];
}

/**
 * Checks the elements of a draft: whether their nodes exist and differ, and whether they have a volume. Flips inverted elements, drops
 * repeated elements, and sorts mid-edge nodes into the order of `TetMesh.tets` if the file clearly uses another order.
 *
 * Throws InputError that names elements and nodes by their numbers in the file.
 */
export function checkTets(draft: TetMeshDraft, indexOf: (number: number) => number): CheckedTets {
  const { positions, tetNumbers } = draft;
  const width = draft.nodesPerTet;
  const tets = resolveTets(draft, indexOf);
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
    // This form of the comparison also treats NaN as flat.
    if (!(shape > flatShape)) {
      faults.add(`expected elements with a volume, got ${element()}, which is flat: mesh the body again`);
      continue;
    }
    if (shape < thinShape) thin.push(tetNumbers[tet]);
    if (volume < 0) {
      turnTet(tets, at, width);
      turned.push(tetNumbers[tet]);
    }
    if (width === 10 && !(minJacobian(positions, tets, at) > 0)) {
      faults.add(
        `expected mid-edge nodes near their edges, got ${element()}, which they invert: straighten its edges, or save linear elements`,
      );
    }
  }
  faults.throwAny();
  const repeated = tetNumbers.length - kept.length;
  if (turned.length > 0)
    warnings.push(
      `${count(turned.length, 'element')} stood inside out (${listNumbers(turned)}) and got turned`,
    );
  if (repeated > 0) warnings.push(`${count(repeated, 'element')} repeated with the same corners; omitted`);
  if (thin.length > 0)
    warnings.push(
      `${count(thin.length, 'element')} almost flat (${listNumbers(thin)}): the body will be stiff there; mesh it again if possible`,
    );
  return {
    tets: repeated > 0 ? gather(tets, kept, width) : tets,
    numbers: Float64Array.from(kept, (tet) => tetNumbers[tet]),
    inverted: turned.length,
    repeated,
    warnings,
  };
}

/** Converts node numbers of the file to indices in the draft. Throws for elements with missing or repeated nodes. */
function resolveTets(draft: TetMeshDraft, indexOf: (number: number) => number): Uint32Array {
  const { tetNumbers } = draft;
  const width = draft.nodesPerTet;
  const tets = new Uint32Array(draft.tets.length);
  const faults = new FaultList(draft.name);
  for (let tet = 0; tet < tetNumbers.length; tet++) {
    const numbers = draft.tets.slice(width * tet, width * (tet + 1));
    const missing = numbers.find((number) => indexOf(number) < 0);
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
      tets[width * tet + k] = indexOf(number);
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
    order.forEach((index, k) => {
      tets[at + k] = nodes[index];
    });
  }
  return [
    'the order of the mid-edge nodes differs from that of this format; they were identified by their positions',
  ];
}

/** Swaps the first two corners, and the corresponding mid-edge nodes: 12 with 02, 03 with 13. */
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
