import type { LongWork } from '../../../long-work.ts';
import { inputCount, stripWidth } from '../records.generated.ts';
import type { AssembledMass } from './assemble.ts';
import { applyMass, type Operators } from './operators.ts';
import { StripAlgebra, type StripSet } from './strips.ts';

/**
 * Number of inputs of the modal force: linear acceleration x y z, angular acceleration x y z, and six products of angular
 * velocity.
 */

/**
 * Writes the load of one input to out [3 · rowCount]: the rows of the full mass matrix times the acceleration field about the frame's
 * origin that one unit of the input causes. The order of inputs is that of `FleshPart.transfer`.
 */
export function inputLoad(out: Float64Array, { moments }: AssembledMass, input: number): void {
  for (let row = 0; row < moments.length / 4; row++) {
    const mass = moments[4 * row];
    const x = moments[4 * row + 1];
    const y = moments[4 * row + 2];
    const z = moments[4 * row + 3];
    const to = 3 * row;
    out[to] = 0;
    out[to + 1] = 0;
    out[to + 2] = 0;
    switch (input) {
      case 0:
        out[to] = mass;
        break;
      case 1:
        out[to + 1] = mass;
        break;
      case 2:
        out[to + 2] = mass;
        break;
      // e × r.
      case 3:
        out[to + 1] = -z;
        out[to + 2] = y;
        break;
      case 4:
        out[to] = z;
        out[to + 2] = -x;
        break;
      case 5:
        out[to] = -y;
        out[to + 1] = x;
        break;
      // ω × (ω × r) = ω (ω · r) − r (ω · ω).
      case 6:
        out[to + 1] = -y;
        out[to + 2] = -z;
        break;
      case 7:
        out[to] = -x;
        out[to + 2] = -z;
        break;
      case 8:
        out[to] = -x;
        out[to + 1] = -y;
        break;
      case 9:
        out[to] = y;
        out[to + 1] = x;
        break;
      case 10:
        out[to + 1] = z;
        out[to + 2] = y;
        break;
      case 11:
        out[to] = z;
        out[to + 2] = x;
        break;
    }
  }
}

/** Fills a strip whose first twelve columns are the loads of the inputs. */
export function* fillInputLoads(algebra: StripAlgebra, strip: number, mass: AssembledMass): LongWork<void> {
  const load = new Float64Array(algebra.rowCount);
  const view = algebra.view(strip).fill(0);
  for (let input = 0; input < inputCount; input++) {
    yield;
    inputLoad(load, mass, input);
    for (let row = 0; row < load.length; row++) view[row * stripWidth + input] = load[row];
  }
}

export interface ModalIntegrals {
  /** See `FleshPart.transfer`. */
  readonly transfer: Float64Array;
  readonly coriolis: Float64Array;
  readonly spin: Float64Array;
}

/** Returns the products of the first `modeCount` shapes with the inputs' loads, and with each other. */
export function* integrateModes(
  operators: Operators,
  shapes: StripSet,
  loads: StripSet,
  modeCount: number,
): LongWork<ModalIntegrals> {
  const { algebra } = operators;
  const { memory } = algebra;
  const width = shapes.length * stripWidth;
  const products = yield* algebra.gram(shapes, loads);
  const transfer = new Float64Array(inputCount * modeCount);
  for (let k = 0; k < modeCount; k++)
    for (let input = 0; input < inputCount; input++)
      transfer[inputCount * k + input] = products[k * stripWidth * loads.length + input];
  // grams[a][b] = Σ Φ_a M Φ_b, where a and b are single components (x, y, z) of the shapes.
  const nodeCount = algebra.rowCount / 3;
  const single = new StripAlgebra(memory, nodeCount);
  const massShapes = memory.allocateStrips(shapes.length, algebra.rowCount);
  yield* applyMass(operators, massShapes, shapes);
  const pick = function* (set: StripSet, axis: number): LongWork<StripSet> {
    const picked: number[] = [];
    for (const strip of set) {
      yield;
      const [out] = memory.allocateStrips(1, nodeCount);
      const from = algebra.view(strip);
      const to = single.view(out);
      for (let node = 0; node < nodeCount; node++)
        for (let k = 0; k < stripWidth; k++)
          to[node * stripWidth + k] = from[(3 * node + axis) * stripWidth + k];
      picked.push(out);
    }
    return picked;
  };
  const left: StripSet[] = [];
  const right: StripSet[] = [];
  for (let axis = 0; axis < 3; axis++) left.push(yield* pick(shapes, axis));
  for (let axis = 0; axis < 3; axis++) right.push(yield* pick(massShapes, axis));
  const grams: Float64Array[][] = [];
  for (const a of left) {
    const row: Float64Array[] = [];
    for (const b of right) row.push(yield* single.gram(a, b));
    grams.push(row);
  }
  const area = modeCount * modeCount;
  const coriolis = new Float64Array(3 * area);
  const spin = new Float64Array(6 * area);
  const add = (out: Float64Array, at: number, a: number, b: number, sign: number) => {
    for (let i = 0; i < modeCount; i++)
      for (let j = 0; j < modeCount; j++)
        out[at * area + i * modeCount + j] += sign * grams[a][b][i * width + j];
  };
  // Row a of e_axis × φ is ± component b. Entries: (a, b, sign).
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    add(coriolis, axis, u, v, -1);
    add(coriolis, axis, v, u, 1);
    add(spin, axis, u, u, -1);
    add(spin, axis, v, v, -1);
    add(spin, 3 + axis, axis, u, 1);
    add(spin, 3 + axis, u, axis, 1);
  }
  return { transfer, coriolis, spin };
}
