import type { LongWork } from '../../../long-work.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { tetCorners, tetEdges } from '../../../motion/tet-topology.ts';
import { stripWidth } from '../records.generated.ts';
import { type AssembledMass, assemble } from './assemble.ts';
import { type FleshMaterial, lameConstants } from './elements.ts';
import { addAggregatedLevels, addLevel, type LevelSeed } from './hierarchy.ts';
import { type FreeNodes, numberFreeNodes } from './numbering.ts';
import { applyMass, type Operators } from './operators.ts';
import { findRitzPairs } from './rayleigh-ritz.ts';
import { findFreeMotions, measure, rigidFields } from './rigid-motions.ts';
import type { SolveMemory } from './solve-memory.ts';
import {
  type BlockMatrix,
  findBlock,
  invertBlocks,
  makePattern,
  pickDiagonal,
  type SparsePattern,
} from './sparse.ts';
import { StripAlgebra, type StripSet } from './strips.ts';
import type { Level } from './v-cycle.ts';

/** A body with the matrices and the preconditioner that the solvers need. */
export interface Body {
  readonly mesh: TetMesh;
  readonly free: FreeNodes;
  readonly operators: Operators;
  /**
   * The same body with linear elements between the corners. The modes of this body are the start vectors. Null if the body itself has
   * linear elements, or if all its corners are held.
   */
  readonly coarse: { readonly operators: Operators; readonly parents: number } | null;
  readonly mass: AssembledMass;
  /** Number of independent motions without energy. */
  readonly rigidCount: number;
  /** Estimate of the lowest ω² that a body of this size and material can have, (rad/s)². */
  readonly softest: number;
}

/** Pointers to the matrices of one discretisation in the kernel's memory. */
interface Discretisation {
  readonly pattern: SparsePattern;
  readonly pointers: { readonly rowCount: number; readonly starts: number; readonly columns: number };
  readonly stiffness: number;
  readonly masses: number;
  readonly mass: AssembledMass;
}

/**
 * Numbers the free nodes, assembles the matrices and builds the levels of the preconditioner: quadratic elements, then
 * linear elements between their corners (a subspace of the quadratic ones if edges are straight), then aggregates. If
 * nothing holds the body, a small multiple of the mass matrix is added to the preconditioned matrix.
 */
export function* buildBody(
  memory: SolveMemory,
  mesh: TetMesh,
  fixed: Uint32Array,
  material: FleshMaterial,
  path: string,
): LongWork<Body> {
  yield;
  const free = numberFreeNodes(mesh, fixed);
  yield;
  const fine = yield* discretise(memory, mesh, free, material, path);
  yield;
  const motions = findFreeMotions(mesh, fixed, free);
  const softest = estimateLowestOmega2(mesh, material);
  const shift = motions.length > 0 ? 0.01 * softest : 0;
  const ritzShift = 1e-6 * softest;
  yield;
  const corners: TetMesh = { ...mesh, nodesPerTet: 4, tets: tetCorners(mesh) };
  const cornerFree = mesh.nodesPerTet === 10 ? pickCorners(corners, free) : free;
  const linear =
    mesh.nodesPerTet === 4
      ? fine
      : cornerFree.nodeOf.length > 0
        ? yield* discretise(memory, corners, cornerFree, material, path)
        : null;
  yield;
  const stiffest = findMaxDiagonal(memory, fine);
  const unit = 1 / stiffest;
  const levels: Level[] = [];
  let parents = 0;
  if (mesh.nodesPerTet === 10) {
    parents = memory.putWords(findParents(mesh, free, cornerFree));
    const transfer = linear ? { kind: 'edges' as const, parents } : null;
    yield* addLevel(memory, levels, yield* narrow(memory, fine, unit, shift), transfer);
  }
  if (linear) {
    yield;
    const near = nearNullFields(corners, cornerFree);
    yield* addAggregatedLevels(memory, levels, scaledMatrix(memory, linear, unit, shift), near);
  }
  const operators = yield* makeOperators(memory, fine, levels, ritzShift, motions);
  const coarse =
    linear && linear !== fine
      ? {
          operators: yield* makeOperators(
            memory,
            linear,
            levels.slice(1),
            ritzShift,
            findFreeMotions(corners, fixed, cornerFree),
          ),
          parents,
        }
      : null;
  return { mesh, free, operators, coarse, mass: fine.mass, rigidCount: motions.length, softest };
}

function* discretise(
  memory: SolveMemory,
  mesh: TetMesh,
  free: FreeNodes,
  material: FleshMaterial,
  path: string,
): LongWork<Discretisation> {
  const pattern = yield* makePattern(mesh.tets, mesh.nodesPerTet, free.rowOf, free.nodeOf.length);
  const blockCount = pattern.columns.length;
  yield;
  const pointers = memory.putPattern(pattern);
  yield;
  const stiffness = memory.allocate(72 * blockCount);
  const masses = memory.allocate(8 * blockCount);
  const stiffnessView = memory.doubles(stiffness, 9 * blockCount).fill(0);
  const massView = memory.doubles(masses, blockCount).fill(0);
  const mass = yield* assemble(stiffnessView, massView, mesh, pattern, free.rowOf, material, path);
  return { pattern, pointers, stiffness, masses, mass };
}

/** Returns the corner nodes among the free nodes, in the same order. */
function pickCorners(corners: TetMesh, free: FreeNodes): FreeNodes {
  const isCorner = new Uint8Array(free.rowOf.length);
  for (let k = 0; k < corners.tets.length; k++) isCorner[corners.tets[k]] = 1;
  const nodeOf = free.nodeOf.filter((node) => isCorner[node] === 1);
  const rowOf = new Int32Array(free.rowOf.length).fill(-1);
  for (let row = 0; row < nodeOf.length; row++) rowOf[nodeOf[row]] = row;
  return { rowOf, nodeOf };
}

/**
 * Returns for each node the rows of the two corners between which it lies [2 · rowCount]. For a corner node, both are its own row. For a
 * held corner, the row is the one past the last.
 */
function findParents(mesh: TetMesh, free: FreeNodes, corners: FreeNodes): Uint32Array {
  const held = corners.nodeOf.length;
  const out = new Uint32Array(2 * free.nodeOf.length).fill(held);
  const rowOr = (node: number) => (corners.rowOf[node] < 0 ? held : corners.rowOf[node]);
  for (let start = 0; start < mesh.tets.length; start += 10) {
    for (let k = 0; k < 10; k++) {
      const row = free.rowOf[mesh.tets[start + k]];
      if (row < 0) continue;
      const [a, b] = k < 4 ? [k, k] : tetEdges[k - 4];
      out[2 * row] = rowOr(mesh.tets[start + a]);
      out[2 * row + 1] = rowOr(mesh.tets[start + b]);
    }
  }
  return out;
}

/** Returns the six rigid motions at every row [3 · rowCount · 6]. Smoothed aggregation must represent them exactly. */
function nearNullFields(mesh: TetMesh, free: FreeNodes): Float64Array {
  const rowCount = free.nodeOf.length;
  const { center, size } = measure(mesh.positions, free.nodeOf);
  const out = new Float64Array(18 * rowCount);
  for (let row = 0; row < rowCount; row++) {
    const at = 3 * free.nodeOf[row];
    rigidFields(
      out.subarray(18 * row, 18 * row + 18),
      mesh.positions[at],
      mesh.positions[at + 1],
      mesh.positions[at + 2],
      center,
      size,
    );
  }
  return out;
}

/**
 * Returns ω² of a shear wave whose wavelength is twice the diagonal of the body's bounding box, (rad/s)². It has the order of magnitude of
 * the lowest modes.
 */
function estimateLowestOmega2(mesh: TetMesh, material: FleshMaterial): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < mesh.positions.length; k += 3) {
      low = Math.min(low, mesh.positions[k]);
      high = Math.max(high, mesh.positions[k]);
    }
    square += (high - low) * (high - low);
  }
  return ((lameConstants(material).mu / material.density) * Math.PI * Math.PI) / square;
}

function findMaxDiagonal(memory: SolveMemory, { pattern, stiffness }: Discretisation): number {
  const blocks = memory.doubles(stiffness, 9 * pattern.columns.length);
  let max = 0;
  for (let row = 0; row < pattern.rowCount; row++) {
    const at = 9 * findBlock(pattern, row, row);
    max = Math.max(max, blocks[at], blocks[at + 4], blocks[at + 8]);
  }
  return max;
}

/** Returns unit · (K + shift · M) in single precision, with the inverses of its diagonal blocks. */
function* narrow(
  memory: SolveMemory,
  fine: Discretisation,
  unit: number,
  shift: number,
): LongWork<LevelSeed> {
  const { pattern, pointers, stiffness, masses } = fine;
  const { rowCount, columns } = pattern;
  const blocks = memory.allocate(36 * columns.length);
  const from = memory.doubles(stiffness, 9 * columns.length);
  const mass = memory.doubles(masses, columns.length);
  const to = memory.floats(blocks, 9 * columns.length);
  for (let k = 0; k < to.length; k++) to[k] = unit * from[k];
  yield;
  const diagonal = pickDiagonal({ ...pattern, rowSize: 3, columnSize: 3, blocks: from });
  for (let k = 0; k < diagonal.length; k++) diagonal[k] *= unit;
  if (shift > 0) {
    for (let p = 0; p < mass.length; p++)
      for (let k = 0; k < 9; k += 4) to[9 * p + k] = unit * (from[9 * p + k] + shift * mass[p]);
    for (let row = 0; row < rowCount; row++) {
      const own = unit * shift * mass[findBlock(pattern, row, row)];
      for (let k = 0; k < 9; k += 4) diagonal[9 * row + k] += own;
    }
  }
  yield;
  const inverse = memory.putFloats(invertBlocks(diagonal, 3));
  return {
    nodeCount: rowCount,
    size: 3,
    matrix: { ...pointers, rowSize: 3, columnSize: 3, blocks },
    inverse,
  };
}

/** Returns unit · (K + shift · M). */
function scaledMatrix(
  memory: SolveMemory,
  { pattern, stiffness, masses }: Discretisation,
  unit: number,
  shift: number,
): BlockMatrix {
  const blocks = memory.doubles(stiffness, 9 * pattern.columns.length).slice();
  const mass = memory.doubles(masses, pattern.columns.length);
  for (let p = 0; p < mass.length; p++) for (let k = 0; k < 9; k += 4) blocks[9 * p + k] += shift * mass[p];
  for (let k = 0; k < blocks.length; k++) blocks[k] *= unit;
  return { ...pattern, rowSize: 3, columnSize: 3, blocks };
}

function* makeOperators(
  memory: SolveMemory,
  discretisation: Discretisation,
  levels: readonly Level[],
  shift: number,
  motions: readonly Float64Array[],
): LongWork<Operators> {
  const { pattern, pointers, stiffness, masses } = discretisation;
  const algebra = new StripAlgebra(memory, 3 * pattern.rowCount);
  const bare: Operators = {
    algebra,
    pattern: pointers,
    stiffness,
    masses,
    stiffest: findMaxDiagonal(memory, discretisation),
    shift,
    levels,
    rigid: [],
    rigidMass: [],
  };
  if (motions.length === 0) return bare;
  const stripCount = Math.ceil(motions.length / stripWidth);
  const newSet = () => memory.allocateStrips(stripCount, algebra.rowCount);
  const raw: StripSet = newSet();
  const rawMass: StripSet = newSet();
  raw.forEach((strip, s) => {
    const view = algebra.view(strip).fill(0);
    motions.slice(s * stripWidth, (s + 1) * stripWidth).forEach((motion, column) => {
      for (let row = 0; row < motion.length; row++) view[row * stripWidth + column] = motion[row];
    });
  });
  yield* applyMass(bare, rawMass, raw);
  const width = stripCount * stripWidth;
  const gram = yield* algebra.gram(raw, rawMass);
  const { coefficients } = findRitzPairs(gram, gram, width, width, shift);
  const rigid: StripSet = newSet();
  const rigidMass: StripSet = newSet();
  yield* algebra.combine(rigid, null, raw, coefficients);
  yield* algebra.combine(rigidMass, null, rawMass, coefficients);
  return { ...bare, rigid, rigidMass };
}
