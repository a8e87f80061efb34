import { InputError } from '../../../input-error.ts';
import { type LongWork, workThrough } from '../../../long-work.ts';
import { maxOf } from '../../../math/lists.ts';
import { hashUnit } from '../../../math/random.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import type { FleshKernel } from '../kernel.ts';
import { createFleshKernel } from '../load-kernel.ts';
import { inputCount, stripWidth } from '../records.generated.ts';
import { type Body, buildBody } from './build-operators.ts';
import { checkSolveInput } from './check-solve-input.ts';
import type { FleshMaterial } from './elements.ts';
import { type EigenResult, solveEigen } from './lobpcg.ts';
import { countEigenmodes } from './memory-need.ts';
import { addResiduals, makeRitzShapes } from './modal-basis.ts';
import { fillInputLoads, integrateModes } from './modal-integrals.ts';
import { type Operators, precondition, smoothStart } from './operators.ts';
import { solveDense } from './solve-dense.ts';
import { SolveMemory } from './solve-memory.ts';
import {
  answerErrors,
  answerLoads,
  answerTolerance,
  comparisonTolerance,
  type Shapes,
} from './static-answers.ts';
import type { StripSet } from './strips.ts';

export type { FleshMaterial } from './elements.ts';

/**
 * The basis of the body's shapes. `eigenmodes`: its lowest eigenmodes. `ritz`: static responses to accelerations of the bone, and static
 * responses to the inertia of these responses, decoupled. `eigenmodes+residuals`: eigenmodes, and the parts of the static responses that
 * the eigenmodes do not represent.
 */
export type ModalBasis = 'eigenmodes' | 'ritz' | 'eigenmodes+residuals';

export interface SolveOptions {
  /** Total number of shapes, ≥ 1. */
  readonly modeCount: number;
  /** Default: `eigenmodes`. */
  readonly basis?: ModalBasis;
  /** Maximum ‖K φ − ω² M φ‖ / ‖K φ‖ of an eigenmode. Default 1e-3: frequencies are then accurate to 1e-7. */
  readonly tolerance?: number;
  /** Prefix of error paths, such as `systems[1]`. */
  readonly path?: string;
  readonly progress?: (fraction: number, message: string) => void;
  /** A kernel whose memory no other code uses. Absent: a new kernel is created. */
  readonly kernel?: FleshKernel;
}

/** A body reduced to a few shapes. Conventions, units and orders are those of `FleshPart`. */
export interface ModalModel {
  readonly modeCount: number;
  /** Number of motions without energy, which are not among the shapes: six if the body is not held. */
  readonly rigidModeCount: number;
  /** Squared angular frequencies, (rad/s)², ascending, [modeCount]. */
  readonly omega2: Float64Array;
  /** Mode by mode; displacement in metres at amplitude 1, zero at held nodes. [modeCount · 3 · nodeCount] */
  readonly shapes: Float64Array;
  readonly transfer: Float64Array;
  readonly coriolis: Float64Array;
  readonly spin: Float64Array;
  /** Mass in kg, volume in m³. */
  readonly mass: number;
  readonly volume: number;
  /** Fraction of the mass that the shapes represent along x, y, z, 0..1. */
  readonly effectiveMass: readonly [number, number, number];
  /** Maximum of the first three `inputErrors`: gravity along x, y, z. */
  readonly expectedError: number;
  /**
   * For each input, the relative error of the shapes' static response compared with that of the full model: ‖difference‖ / ‖full‖; 0 if
   * there is no response. [12]
   */
  readonly inputErrors: Float64Array;
  /** Maximum ‖K φ − ω² M φ‖ / ‖K φ‖ of the eigenmodes. This and `iterations` are 0 for Ritz vectors and for small bodies. */
  readonly residual: number;
  readonly iterations: number;
  readonly warnings: readonly string[];
}

const defaultTolerance = 1e-3;

/**
 * Reduces an elastic body to its modes.
 *
 * `mesh`: metres, 10 nodes per tetrahedron (4 are accepted too, but such elements are much too stiff). `fixed`: the nodes that move with
 * the bone. Throws InputError if a material value or a node index is out of range, if elements are inverted (the message lists them), if no
 * node can move, or if the body has fewer modes than requested.
 */
export function solveModes(
  mesh: TetMesh,
  fixed: Uint32Array,
  material: FleshMaterial,
  options: SolveOptions,
): ModalModel {
  return workThrough(solvingModes(mesh, fixed, material, options));
}

/** Does the same as `solveModes`, as long work. */
export function* solvingModes(
  mesh: TetMesh,
  fixed: Uint32Array,
  material: FleshMaterial,
  options: SolveOptions,
): LongWork<ModalModel> {
  const path = options.path ?? '';
  const { modeCount } = options;
  checkSolveInput(mesh, fixed, material, options, path);
  const report = (fraction: number, message: string) => options.progress?.(fraction, message);
  report(0, 'assembling');
  const memory = new SolveMemory(options.kernel ?? createFleshKernel());
  const body = yield* buildBody(memory, mesh, fixed, material, path);
  const { operators } = body;
  const { algebra } = operators;
  const maxCount = algebra.rowCount - body.rigidCount;
  if (modeCount > maxCount) {
    const at = path ? `${path}.modeCount` : 'modeCount';
    throw InputError.at(
      at,
      `expected at most ${maxCount}, the number of modes of this mesh, got ${modeCount}`,
    );
  }
  report(0.2, 'finding modes');
  const basis = options.basis ?? 'eigenmodes';
  const loads = memory.allocateStrips(1, algebra.rowCount);
  yield* fillInputLoads(algebra, loads[0], body.mass);
  const tolerance = options.tolerance ?? defaultTolerance;
  const modes = basis === 'ritz' ? null : yield* findModes(memory, body, options, tolerance, report);
  report(0.8, 'answering loads');
  const isCompared = basis === 'eigenmodes';
  const { answers } = yield* answerLoads(
    operators,
    loads[0],
    modes,
    isCompared ? comparisonTolerance : answerTolerance,
  );
  const shapes =
    basis === 'ritz'
      ? yield* makeRitzShapes(operators, answers, modeCount, answerTolerance)
      : basis === 'eigenmodes'
        ? modes!
        : yield* addResiduals(operators, modes!, answers, modeCount);
  report(0.95, 'measuring');
  yield* fixSigns(body, shapes.vectors);
  const kept = Math.min(modeCount, shapes.count);
  const integrals = yield* integrateModes(operators, shapes.vectors, loads, kept);
  const omega2 = shapes.values.slice(0, kept);
  const errors = yield* answerErrors(operators, loads[0], answers, { ...shapes, count: kept });
  const inputErrors = errors.slice(0, inputCount);
  const effectiveMass = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = 0; k < kept; k++) {
      const value = integrals.transfer[inputCount * k + axis];
      sum += value * value;
    }
    return sum / body.mass.mass;
  });
  const model: ModalModel = {
    modeCount: kept,
    rigidModeCount: body.rigidCount,
    omega2,
    shapes: yield* takeShapes(body, shapes.vectors, kept),
    ...integrals,
    mass: body.mass.mass,
    volume: body.mass.volume,
    effectiveMass: [effectiveMass[0], effectiveMass[1], effectiveMass[2]],
    expectedError: maxOf(inputErrors.subarray(0, 3)),
    inputErrors,
    residual: modes?.residual ?? 0,
    iterations: modes?.iterations ?? 0,
    warnings: findWarnings(body, modeCount, omega2, modes?.residual ?? 0, tolerance),
  };
  report(1, 'done');
  return model;
}

function findWarnings(
  body: Body,
  modeCount: number,
  omega2: Float64Array,
  residual: number,
  tolerance: number,
): string[] {
  const warnings: string[] = [];
  if (omega2.length < modeCount) {
    warnings.push(
      `only ${omega2.length} independent shapes follow from the loads, but ${modeCount} were requested`,
    );
  }
  if (residual > tolerance) {
    warnings.push(
      `the modes have a relative residual of ${residual.toExponential(1)}, which is more than requested`,
    );
  }
  const loose = omega2.filter((square) => square < 1e-9 * body.softest).length;
  if (loose > 0) {
    warnings.push(
      `${loose} ${loose === 1 ? 'mode has' : 'modes have'} no energy: parts of the mesh are connected only by a node or an edge`,
    );
  }
  return warnings;
}

/** Finds the lowest eigenmodes, as many as the basis needs. */
function* findModes(
  memory: SolveMemory,
  body: Body,
  options: SolveOptions,
  tolerance: number,
  report: (fraction: number, message: string) => void,
): LongWork<Shapes & EigenResult> {
  const { modeCount, basis } = options;
  const { wanted, stripCount } = countEigenmodes(modeCount, basis);
  const { rowCount } = body.operators.algebra;
  // LOBPCG works with three times as many vectors as it returns. A body with hardly more rows is solved with dense matrices.
  if (rowCount <= 4 * stripCount * stripWidth) {
    return { ...solveDense(body.operators, wanted, body.rigidCount), count: wanted };
  }
  const start = yield* startVectors(memory, body, stripCount);
  const found = yield* solveEigen(body.operators, start, {
    wanted,
    tolerance,
    maxIterations: 200,
    onIteration: (iteration) => report(0.2 + 0.6 * (1 - 1 / (1 + iteration / 6)), 'finding modes'),
  });
  return { ...found, count: wanted };
}

/**
 * Creates the start vectors for LOBPCG: if there are modes of the linear elements, these modes interpolated; otherwise smoothed random
 * vectors.
 */
function* startVectors(memory: SolveMemory, body: Body, stripCount: number): LongWork<StripSet> {
  const { coarse, operators } = body;
  if (!coarse) return yield* roughVectors(memory, operators, stripCount);
  const rough = yield* roughVectors(memory, coarse.operators, stripCount);
  const linear = yield* solveEigen(coarse.operators, rough, {
    wanted: stripCount * stripWidth - 6,
    tolerance: 0.05,
    maxIterations: 12,
  });
  const { algebra } = operators;
  const start = memory.allocateStrips(stripCount, algebra.rowCount);
  const width = 3 * stripWidth;
  const parents = memory.words(coarse.parents, (2 * algebra.rowCount) / 3);
  for (const [s, strip] of start.entries()) {
    yield;
    const view = algebra.view(strip);
    // The index one past the last row means a held corner, whose values are zeros.
    const from = new Float64Array((coarse.operators.algebra.rowCount + 3) * stripWidth);
    from.set(coarse.operators.algebra.view(linear.vectors[s]));
    for (let node = 0; node < algebra.rowCount / 3; node++) {
      const [a, b] = [width * parents[2 * node], width * parents[2 * node + 1]];
      for (let k = 0; k < width; k++) view[width * node + k] = (from[a + k] + from[b + k]) / 2;
    }
  }
  yield* smoothStart(operators, start);
  return start;
}

/** Returns random vectors after one V-cycle. */
function* roughVectors(memory: SolveMemory, operators: Operators, stripCount: number): LongWork<StripSet> {
  const { algebra } = operators;
  const start = memory.allocateStrips(stripCount, algebra.rowCount);
  for (const [s, strip] of start.entries()) {
    yield;
    const view = algebra.view(strip);
    for (let k = 0; k < view.length; k++) view[k] = hashUnit(2, s, k) - 0.5;
  }
  yield* precondition(operators, start, algebra.norms(start));
  return start;
}

/** Chooses the sign of every vector so that its component of largest magnitude is positive. */
function* fixSigns({ operators }: Body, vectors: StripSet): LongWork<void> {
  const { algebra } = operators;
  for (const strip of vectors) {
    yield;
    const view = algebra.view(strip);
    const maxima = new Float64Array(stripWidth);
    for (let k = 0; k < view.length; k++) {
      if (Math.abs(view[k]) > Math.abs(maxima[k % stripWidth])) maxima[k % stripWidth] = view[k];
    }
    for (let k = 0; k < view.length; k++) if (maxima[k % stripWidth] < 0) view[k] = -view[k];
  }
}

/** Returns the shapes [modeCount · 3 · nodeCount]. */
function* takeShapes(
  { mesh, free, operators }: Body,
  vectors: StripSet,
  modeCount: number,
): LongWork<Float64Array> {
  const out = new Float64Array(modeCount * mesh.positions.length);
  for (let k = 0; k < modeCount; k++) {
    yield;
    const view = operators.algebra.view(vectors[Math.floor(k / stripWidth)]);
    const column = k % stripWidth;
    const at = k * mesh.positions.length;
    for (let row = 0; row < free.nodeOf.length; row++) {
      for (let axis = 0; axis < 3; axis++)
        out[at + 3 * free.nodeOf[row] + axis] = view[(3 * row + axis) * stripWidth + column];
    }
  }
  return out;
}
