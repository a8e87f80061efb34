import { furParamsIndex, furStoreIndex as planes } from '../records.generated.ts';
import { spring, writeSpring, writeStrandBlock } from './blocks.ts';
import { finishStrand, predictionLength, predictStrand } from './predict.ts';

/**
 * The solver stops when the squared residual, in the preconditioner's norm, falls to this fraction of its initial value, or after
 * `maxIterations`.
 */
const tolerance = 1e-24;
const maxIterations = 200;

/**
 * Reference implementation of backward Euler for prisms, by conjugate gradients with the inverse 3 × 3 blocks as preconditioner. See
 * kernels/fur/prisms.ts.
 */
export class ReferencePrisms {
  private strands = new Float64Array(0);
  private springs = new Float64Array(0);
  /** Symmetric 3 × 3 blocks of the strands, which include the springs, and the inverse blocks. 9 numbers each. */
  private blocks = new Float64Array(0);
  private inverses = new Float64Array(0);
  private vectors: Float64Array[] = [];

  /** Runs one step. Returns the number of iterations. */
  step(
    doubles: Float64Array,
    words: Int32Array,
    at: Uint32Array,
    params: number,
    count: number,
    strandCount: number,
    edgeCount: number,
    flags: number,
  ): number {
    this.allocate(count, edgeCount);
    const [answer, residual] = this.vectors;
    this.writeBlocks(doubles, at, params, flags, count, residual);
    // The padding must not contribute to the sums.
    residual.fill(0, 3 * strandCount);
    const ends = words.subarray(2 * at[planes.edgeEnds]);
    this.addSprings(doubles, ends, at, params, edgeCount, residual);
    for (let i = 0; i < count; i++) invertSymmetric(this.inverses, this.blocks, 9 * i);
    const iterations = this.solve(ends, edgeCount);
    for (let i = 0; i < count; i++) {
      finishStrand(doubles, at, params, i, this.strands, predictionLength * i, answer, 3 * i);
    }
    return iterations;
  }

  private allocate(count: number, edgeCount: number): void {
    if (this.blocks.length !== 9 * count) {
      this.strands = new Float64Array(predictionLength * count);
      this.blocks = new Float64Array(9 * count);
      this.inverses = new Float64Array(9 * count);
      this.vectors = Array.from({ length: 5 }, () => new Float64Array(3 * count));
    }
    if (this.springs.length !== spring.count * edgeCount)
      this.springs = new Float64Array(spring.count * edgeCount);
  }

  /** Writes the diagonal blocks and forces of the strands. */
  private writeBlocks(
    doubles: Float64Array,
    at: Uint32Array,
    params: number,
    flags: number,
    count: number,
    force: Float64Array,
  ): void {
    const { strands, blocks } = this;
    const hard =
      doubles[params + furParamsIndex.dt] *
      doubles[params + furParamsIndex.dt] *
      doubles[params + furParamsIndex.stiffness];
    for (let i = 0; i < count; i++) {
      predictStrand(doubles, at, params, i, flags, strands, predictionLength * i);
      writeStrandBlock(strands, predictionLength * i, hard, blocks, 9 * i, 3, force, 3 * i);
    }
  }

  /** Computes the springs at the predicted positions and adds their contributions to blocks and forces. */
  private addSprings(
    doubles: Float64Array,
    ends: Int32Array,
    at: Uint32Array,
    params: number,
    edgeCount: number,
    force: Float64Array,
  ): void {
    const { strands, springs, blocks } = this;
    const hard =
      doubles[params + furParamsIndex.dt] *
      doubles[params + furParamsIndex.dt] *
      doubles[params + furParamsIndex.edgeStiffness];
    for (let e = 0; e < edgeCount; e++) {
      const a = ends[2 * e];
      const b = ends[2 * e + 1];
      const k = spring.count * e;
      const [p, q] = [predictionLength * a, predictionLength * b];
      writeSpring(doubles, at, e, a, b, strands, p, q, hard, springs, k);
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
  }

  private solve(ends: Int32Array, edgeCount: number): number {
    const [answer, residual, direction, image, preconditioned] = this.vectors;
    answer.fill(0);
    multiplyBlocks(preconditioned, this.inverses, residual);
    direction.set(preconditioned);
    let strength = dotAll(residual, preconditioned);
    const enough = tolerance * strength;
    let iterations = 0;
    while (strength > enough && strength > 0 && iterations < maxIterations) {
      multiplyBlocks(image, this.blocks, direction);
      this.subtractSprings(image, direction, ends, edgeCount);
      const length = strength / dotAll(direction, image);
      for (let k = 0; k < answer.length; k++) {
        answer[k] += length * direction[k];
        residual[k] -= length * image[k];
      }
      multiplyBlocks(preconditioned, this.inverses, residual);
      const next = dotAll(residual, preconditioned);
      const ratio = next / strength;
      for (let k = 0; k < answer.length; k++) direction[k] = preconditioned[k] + ratio * direction[k];
      strength = next;
      iterations++;
    }
    return iterations;
  }

  /** Subtracts the off-diagonal contributions of the springs from `out`. */
  private subtractSprings(out: Float64Array, x: Float64Array, ends: Int32Array, edgeCount: number): void {
    const { springs } = this;
    for (let e = 0; e < edgeCount; e++) {
      const a = 3 * ends[2 * e];
      const b = 3 * ends[2 * e + 1];
      const k = spring.count * e;
      const stretch = springs[k + spring.stretch];
      const along = springs[k + spring.along];
      const fromB = along * (springs[k] * x[b] + springs[k + 1] * x[b + 1] + springs[k + 2] * x[b + 2]);
      const fromA = along * (springs[k] * x[a] + springs[k + 1] * x[a + 1] + springs[k + 2] * x[a + 2]);
      for (let axis = 0; axis < 3; axis++) {
        out[a + axis] -= stretch * x[b + axis] + fromB * springs[k + axis];
        out[b + axis] -= stretch * x[a + axis] + fromA * springs[k + axis];
      }
    }
  }
}

/** Returns the dot product over all strands. Strands with even and odd numbers are summed separately. */
function dotAll(p: Float64Array, q: Float64Array): number {
  let even = 0;
  let odd = 0;
  for (let k = 0; k < p.length; k += 6) {
    even += p[k] * q[k] + p[k + 1] * q[k + 1] + p[k + 2] * q[k + 2];
    odd += p[k + 3] * q[k + 3] + p[k + 4] * q[k + 4] + p[k + 5] * q[k + 5];
  }
  return even + odd;
}

function multiplyBlocks(out: Float64Array, blocks: Float64Array, x: Float64Array): void {
  for (let i = 0, m = 0; i < x.length; i += 3, m += 9) {
    for (let row = 0; row < 3; row++) {
      const r = m + 3 * row;
      out[i + row] = blocks[r] * x[i] + blocks[r + 1] * x[i + 1] + blocks[r + 2] * x[i + 2];
    }
  }
}

/** Completes the upper triangle of a block and writes the inverse block at the same index. */
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
  out[m + 3] = out[m + 1];
  out[m + 4] = (a * f - d * d) * inverse;
  out[m + 5] = (b * d - a * e) * inverse;
  out[m + 6] = out[m + 2];
  out[m + 7] = out[m + 5];
  out[m + 8] = (a * c - b * b) * inverse;
}
