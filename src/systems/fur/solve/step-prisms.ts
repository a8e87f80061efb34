import { spring, writeSpring, writeStrandBlock } from '../twin/blocks.ts';
import { finishStrand, predicted, predictStrand } from '../twin/predict.ts';
import type { FurStore } from './store.ts';

/** Goes on until the residual is this share of the right-hand side's, at most so many rounds. */
const tolerance = 1e-12;
const mostRounds = 200;

/**
 * Backward Euler of prisms, whose tips hang together over whole pieces of skin: conjugate gradients, each strand's own
 * 3 × 3 block as preconditioner. One Newton step from where each strand alone would go, its matrix clamped positive
 * definite. Plain TypeScript in both implementations of the kernel, so they agree.
 */
export class PrismSolver {
  private readonly strands: Float64Array;
  private readonly springs: Float64Array;
  /** Blocks of strands with what their springs add, [9] each, symmetric; and their inverses. */
  private readonly blocks: Float64Array;
  private readonly inverses: Float64Array;
  private readonly vectors: Float64Array[];
  /** Rounds of the last step. */
  rounds = 0;

  constructor(private readonly store: FurStore) {
    const { strandCount, edges } = store.topology;
    this.strands = new Float64Array(predicted.count * strandCount);
    this.springs = new Float64Array((spring.count * edges.length) / 2);
    this.blocks = new Float64Array(9 * strandCount);
    this.inverses = new Float64Array(9 * strandCount);
    this.vectors = Array.from({ length: 5 }, () => new Float64Array(3 * strandCount));
  }

  /** One step with the parameters that lie in the store. */
  step(flags: number): void {
    const { strandCount } = this.store.topology;
    const { doubles, at } = this.store.views;
    const params = this.store.params / 8;
    const [answer, residual] = this.vectors;
    this.assemble(doubles, at, params, flags, residual);
    this.solve(answer, residual);
    for (let i = 0; i < strandCount; i++) {
      finishStrand(doubles, at, params, i, this.strands, predicted.count * i, answer, 3 * i);
    }
  }

  private assemble(
    doubles: Float64Array,
    at: Uint32Array,
    params: number,
    flags: number,
    force: Float64Array,
  ): void {
    const { strands, springs, blocks } = this;
    const { strandCount, edges } = this.store.topology;
    const square = doubles[params] * doubles[params];
    const hard = square * doubles[params + 1];
    const edgeHard = square * doubles[params + 15];
    for (let i = 0; i < strandCount; i++) {
      predictStrand(doubles, at, params, i, flags, strands, predicted.count * i);
      writeStrandBlock(strands, predicted.count * i, hard, blocks, 9 * i, 3, force, 3 * i);
    }
    for (let e = 0; e < edges.length / 2; e++) {
      const [a, b] = [edges[2 * e], edges[2 * e + 1]];
      const k = spring.count * e;
      writeSpring(
        doubles,
        at,
        e,
        a,
        b,
        strands,
        predicted.count * a,
        predicted.count * b,
        edgeHard,
        springs,
        k,
      );
      for (let i = 0; i < 3; i++) {
        const row = springs[k + spring.along] * springs[k + i];
        for (let j = 0; j <= i; j++) {
          const value = row * springs[k + j] + (i === j ? springs[k + spring.stretch] : 0);
          blocks[9 * a + 3 * i + j] += value;
          blocks[9 * b + 3 * i + j] += value;
        }
        const pull = springs[k + spring.force] * springs[k + i];
        force[3 * a + i] += pull;
        force[3 * b + i] -= pull;
      }
    }
    for (let i = 0; i < strandCount; i++) invertSymmetric(this.inverses, blocks, 9 * i);
  }

  private solve(answer: Float64Array, residual: Float64Array): void {
    const [, , direction, image, eased] = this.vectors;
    const { inverses } = this;
    answer.fill(0);
    multiplyBlocks(eased, inverses, residual);
    direction.set(eased);
    let strength = dot(residual, eased);
    const enough = tolerance * tolerance * strength;
    this.rounds = 0;
    while (strength > enough && strength > 0 && this.rounds < mostRounds) {
      this.multiply(image, direction);
      const length = strength / dot(direction, image);
      for (let k = 0; k < answer.length; k++) {
        answer[k] += length * direction[k];
        residual[k] -= length * image[k];
      }
      multiplyBlocks(eased, inverses, residual);
      const next = dot(residual, eased);
      const share = next / strength;
      for (let k = 0; k < answer.length; k++) direction[k] = eased[k] + share * direction[k];
      strength = next;
      this.rounds++;
    }
  }

  /** out ← matrix · x: the blocks, less what springs hand from one tip to the other. */
  private multiply(out: Float64Array, x: Float64Array): void {
    const { springs } = this;
    const { edges } = this.store.topology;
    multiplyBlocks(out, this.blocks, x);
    for (let e = 0; e < edges.length / 2; e++) {
      const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
      const k = spring.count * e;
      const [ex, ey, ez] = [springs[k], springs[k + 1], springs[k + 2]];
      const stretch = springs[k + spring.stretch];
      const along = springs[k + spring.along];
      const fromB = along * (ex * x[b] + ey * x[b + 1] + ez * x[b + 2]);
      const fromA = along * (ex * x[a] + ey * x[a + 1] + ez * x[a + 2]);
      out[a] -= stretch * x[b] + fromB * ex;
      out[a + 1] -= stretch * x[b + 1] + fromB * ey;
      out[a + 2] -= stretch * x[b + 2] + fromB * ez;
      out[b] -= stretch * x[a] + fromA * ex;
      out[b + 1] -= stretch * x[a + 1] + fromA * ey;
      out[b + 2] -= stretch * x[a + 2] + fromA * ez;
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function multiplyBlocks(out: Float64Array, blocks: Float64Array, x: Float64Array): void {
  for (let i = 0, m = 0; i < x.length; i += 3, m += 9) {
    for (let row = 0; row < 3; row++) {
      const r = m + 3 * row;
      out[i + row] = blocks[r] * x[i] + blocks[r + 1] * x[i + 1] + blocks[r + 2] * x[i + 2];
    }
  }
}

/** Fills the upper half of a block from the lower and writes its inverse at the same place. */
function invertSymmetric(out: Float64Array, blocks: Float64Array, m: number): void {
  const [a, b, c] = [blocks[m], blocks[m + 3], blocks[m + 4]];
  const [d, e, f] = [blocks[m + 6], blocks[m + 7], blocks[m + 8]];
  blocks[m + 1] = b;
  blocks[m + 2] = d;
  blocks[m + 5] = e;
  const [p, q, r] = [c * f - e * e, d * e - b * f, b * e - c * d];
  const inverse = 1 / (a * p + b * q + d * r);
  out[m] = p * inverse;
  out[m + 1] = q * inverse;
  out[m + 2] = r * inverse;
  out[m + 3] = q * inverse;
  out[m + 4] = (a * f - d * d) * inverse;
  out[m + 5] = (b * d - a * e) * inverse;
  out[m + 6] = r * inverse;
  out[m + 7] = out[m + 5];
  out[m + 8] = (a * c - b * b) * inverse;
}
