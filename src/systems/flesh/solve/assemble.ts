import { InputError } from '../../../input-error.ts';
import type { LongWork } from '../../../long-work.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { createElementMaker, type FleshMaterial } from './elements.ts';
import { findBlock, type SparsePattern } from './sparse.ts';

/** Number of elements that are assembled between two yields. */
const elementsPerTurn = 500;

/** Mass properties of all elements together that the matrices do not contain. */
export interface AssembledMass {
  /** Mass in kg, volume in m³. */
  readonly mass: number;
  readonly volume: number;
  /**
   * Rows of the full mass matrix (including the columns of held nodes) times the fields 1, x, y, z: one number per node and field; kg and
   * kg · m. [4 · rowCount]
   */
  readonly moments: Float64Array;
}

/**
 * Adds the elements' matrices to `stiffness` [9 · blockCount] and `masses` [blockCount], which must be zero before. Throws
 * InputError with the numbers of the first elements that are inverted or flat.
 */
export function* assemble(
  stiffness: Float64Array,
  masses: Float64Array,
  mesh: TetMesh,
  pattern: SparsePattern,
  rowOf: Int32Array,
  material: FleshMaterial,
  path: string,
): LongWork<AssembledMass> {
  const { nodesPerTet, positions, tets } = mesh;
  const maker = createElementMaker(nodesPerTet, material);
  const element = maker.out;
  const nodes = new Float64Array(3 * nodesPerTet);
  const rows = new Int32Array(nodesPerTet);
  const moments = new Float64Array(4 * pattern.rowCount);
  const inverted: number[] = [];
  let volume = 0;
  const order = orderElements(tets, nodesPerTet, rowOf, pattern.rowCount);
  for (let index = 0; index < order.length; index++) {
    if (index % elementsPerTurn === 0) yield;
    const start = order[index] * nodesPerTet;
    for (let k = 0; k < nodesPerTet; k++) {
      const node = tets[start + k];
      rows[k] = rowOf[node];
      nodes[3 * k] = positions[3 * node];
      nodes[3 * k + 1] = positions[3 * node + 1];
      nodes[3 * k + 2] = positions[3 * node + 2];
    }
    maker.make(nodes);
    if (!(element.volume > 0)) {
      inverted.push(order[index]);
      continue;
    }
    volume += element.volume;
    for (let i = 0; i < nodesPerTet; i++) {
      const row = rows[i];
      if (row < 0) continue;
      let weight = 0;
      let x = 0;
      let y = 0;
      let z = 0;
      for (let j = 0; j < nodesPerTet; j++) {
        const pair = i * nodesPerTet + j;
        const pairMass = element.mass[pair];
        weight += pairMass;
        x += pairMass * nodes[3 * j];
        y += pairMass * nodes[3 * j + 1];
        z += pairMass * nodes[3 * j + 2];
        if (rows[j] < 0) continue;
        const at = findBlock(pattern, row, rows[j]);
        masses[at] += pairMass;
        for (let k = 9 * at, from = 9 * pair; from < 9 * pair + 9; k++, from++)
          stiffness[k] += element.stiffness[from];
      }
      moments[4 * row] += weight;
      moments[4 * row + 1] += x;
      moments[4 * row + 2] += y;
      moments[4 * row + 3] += z;
    }
  }
  if (inverted.length > 0) throw invertedError(inverted, path);
  return { mass: volume * material.density, volume, moments };
}

/**
 * Sorts elements by the smallest of their rows, so that consecutive elements write to the same part of the matrix (memory
 * locality).
 */
function orderElements(
  tets: Uint32Array,
  nodesPerTet: number,
  rowOf: Int32Array,
  rowCount: number,
): Uint32Array {
  const tetCount = tets.length / nodesPerTet;
  const firstRow = new Uint32Array(tetCount).fill(rowCount);
  for (let k = 0; k < tets.length; k++) {
    const row = rowOf[tets[k]];
    const tet = Math.floor(k / nodesPerTet);
    if (row >= 0 && row < firstRow[tet]) firstRow[tet] = row;
  }
  const starts = new Uint32Array(rowCount + 2);
  for (let tet = 0; tet < tetCount; tet++) starts[firstRow[tet] + 1]++;
  for (let row = 0; row <= rowCount; row++) starts[row + 1] += starts[row];
  const order = new Uint32Array(tetCount);
  for (let tet = 0; tet < tetCount; tet++) order[starts[firstRow[tet]]++] = tet;
  return order;
}

function invertedError(inverted: number[], path: string): InputError {
  const shown = inverted
    .sort((a, b) => a - b)
    .slice(0, 8)
    .join(', ');
  const more = inverted.length > 8 ? ` and ${inverted.length - 8} more` : '';
  return InputError.at(
    path,
    `expected tetrahedra with a volume > 0, got inverted or flat ones: ${shown}${more} (counted from 0). ` +
      'Swap two corners of each, or mesh the body again',
  );
}
