import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import type { NodeShapes } from './gather-shapes.ts';

/** A few shapes (sums of the modes) that approximate a motion best: its proper orthogonal decomposition. */
export interface Reduction {
  readonly targetCount: number;
  /** Each target as a sum of the modes, [targetCount · modeCount]. */
  readonly shapes: Float64Array;
  /** Matrix that converts amplitudes to weights of the targets, [targetCount · modeCount]. */
  readonly toWeights: Float64Array;
  /**
   * For each k, the error with the first k targets, as a fraction of the motion: root mean square over surface and time. [targetCount + 1]
   * 0 to 1, descending.
   */
  readonly leftOut: Float64Array;
  /**
   * Additional targets that only change normals. The weight of each is a sum of products of the weights of the other targets: [pairs]
   * factors of w_i · w_j for i ≤ j, in the order of i, then j.
   */
  readonly products: readonly Float64Array[];
}

/** Returns the scalar products of the modes over the surface, m⁴ per squared amplitude, [modeCount²]. */
export function measureShapeProducts({ modeCount, parts }: NodeShapes): Float64Array {
  const gram = new Float64Array(modeCount * modeCount);
  const scaled = new Float64Array(modeCount);
  for (const { shapes, vertices, areas, scales } of parts) {
    const stride = 3 * vertices.length;
    for (let k = 0; k < stride; k++) {
      const vertex = Math.floor(k / 3);
      const weight = areas[vertex] * scales[vertex] * scales[vertex];
      if (weight === 0) continue;
      for (let mode = 0; mode < modeCount; mode++) scaled[mode] = shapes[mode * stride + k];
      for (let i = 0; i < modeCount; i++) {
        const value = weight * scaled[i];
        for (let j = 0; j <= i; j++) gram[i * modeCount + j] += value * scaled[j];
      }
    }
  }
  for (let i = 0; i < modeCount; i++)
    for (let j = 0; j < i; j++) gram[j * modeCount + i] = gram[i * modeCount + j];
  return gram;
}

/** Directions in the space of modes that move the surface by less than this fraction of the maximum are rounding errors of the shapes. */
const noiseFraction = 1e-12;

/**
 * Reduces a motion to as many targets as it has independent shapes, at most `maxTargets`, in order of their contribution.
 *
 * amplitudes [sampleCount · modeCount]; gram: `measureShapeProducts`. With displacements D = Φ A (vertices × times), the reduction is the
 * singular value decomposition of D weighted by area, computed in the space of modes: G = ΦᵀWΦ = E Λ Eᵀ, B = Λ^½ Eᵀ, and the eigenvectors u
 * of B A Aᵀ Bᵀ. The weights of a target are uᵀ B a, its shape Φ A Aᵀ Bᵀ u / σ. Targets are scaled so that their weights stay within ± 1.
 * Returns no targets if nothing moves.
 */
export function reduceShapes(
  amplitudes: Float64Array,
  gram: Float64Array,
  modeCount: number,
  maxTargets: number,
): Reduction {
  const basis = diagonalize(gram, modeCount);
  const factor = new Float64Array(modeCount * modeCount);
  for (let row = 0; row < modeCount; row++) {
    const value = basis.values[row] > noiseFraction * basis.values[0] ? Math.sqrt(basis.values[row]) : 0;
    for (let mode = 0; mode < modeCount; mode++) {
      factor[row * modeCount + mode] = value * basis.vectors[row * modeCount + mode];
    }
  }
  const moments = measureMoments(amplitudes, modeCount);
  // Row i of (A Aᵀ Bᵀ)ᵀ. Multiplied by u, the rows give a shape.
  const spread = multiply(factor, moments, modeCount);
  const energy = diagonalize(multiplyTransposed(spread, factor, modeCount), modeCount);
  const total = energy.values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const isWorth = (value: number) => value > noiseFraction * noiseFraction * total;
  const targetCount = Math.min(maxTargets, energy.values.filter(isWorth).length);
  const leftOut = Float64Array.from({ length: targetCount + 1 }, (_, count) => {
    const left = energy.values.subarray(count).reduce((sum, value) => sum + Math.max(0, value), 0);
    return total > 0 ? Math.sqrt(left / total) : 0;
  });
  const shapes = new Float64Array(targetCount * modeCount);
  const toWeights = new Float64Array(targetCount * modeCount);
  for (let target = 0; target < targetCount; target++) {
    const own = target * modeCount;
    for (let row = 0; row < modeCount; row++) {
      const u = energy.vectors[own + row];
      for (let mode = 0; mode < modeCount; mode++) {
        shapes[own + mode] += (u * spread[row * modeCount + mode]) / energy.values[target];
        toWeights[own + mode] += u * factor[row * modeCount + mode];
      }
    }
    const largest = largestWeight(amplitudes, toWeights.subarray(own, own + modeCount));
    for (let mode = 0; mode < modeCount; mode++) {
      shapes[own + mode] *= largest;
      toWeights[own + mode] /= largest;
    }
  }
  return { targetCount, shapes, toWeights, leftOut, products: [] };
}

/** Returns a reduction with only its first targets. */
export function keepTargets(
  { shapes, toWeights, leftOut, targetCount }: Reduction,
  count: number,
): Reduction {
  const length = targetCount > 0 ? (count * shapes.length) / targetCount : 0;
  return {
    targetCount: count,
    shapes: shapes.subarray(0, length),
    toWeights: toWeights.subarray(0, length),
    leftOut: leftOut.subarray(0, count + 1),
    products: [],
  };
}

/** Returns the amplitudes of the modes that correspond to given weights of the targets [sampleCount · countTargets]. */
export function expandWeights(
  weights: ArrayLike<number>,
  reduction: Reduction,
  modeCount: number,
): Float64Array {
  const { shapes, targetCount } = reduction;
  const width = countTargets(reduction);
  const count = targetCount > 0 ? weights.length / width : 0;
  const out = new Float64Array(count * modeCount);
  for (let sample = 0; sample < count; sample++) {
    for (let target = 0; target < targetCount; target++) {
      const weight = weights[sample * width + target];
      for (let mode = 0; mode < modeCount; mode++) {
        out[sample * modeCount + mode] += weight * shapes[target * modeCount + mode];
      }
    }
  }
  return out;
}

/** Returns the number of targets of a reduction, including targets that only change normals. */
export function countTargets({ targetCount, products }: Reduction): number {
  return targetCount + products.length;
}

/** Returns the weights of all targets at each sample [sampleCount · countTargets]. */
export function weighTargets(amplitudes: Float64Array, reduction: Reduction): Float64Array {
  const { toWeights, targetCount, products } = reduction;
  const width = countTargets(reduction);
  const modeCount = targetCount > 0 ? toWeights.length / targetCount : 1;
  const count = targetCount > 0 ? amplitudes.length / modeCount : 0;
  const weights = new Float64Array(count * width);
  for (let sample = 0; sample < count; sample++) {
    const own = weights.subarray(sample * width, (sample + 1) * width);
    for (let target = 0; target < targetCount; target++) {
      let sum = 0;
      for (let mode = 0; mode < modeCount; mode++) {
        sum += toWeights[target * modeCount + mode] * amplitudes[sample * modeCount + mode];
      }
      own[target] = sum;
    }
    products.forEach((factors, k) => {
      let sum = 0;
      for (let i = 0, pair = 0; i < targetCount; i++) {
        for (let j = i; j < targetCount; j++, pair++) sum += factors[pair] * own[i] * own[j];
      }
      own[targetCount + k] = sum;
    });
  }
  return weights;
}

function measureMoments(amplitudes: Float64Array, modeCount: number): Float64Array {
  const moments = new Float64Array(modeCount * modeCount);
  for (let sample = 0; sample < amplitudes.length; sample += modeCount) {
    for (let i = 0; i < modeCount; i++) {
      for (let j = 0; j < modeCount; j++) {
        moments[i * modeCount + j] += amplitudes[sample + i] * amplitudes[sample + j];
      }
    }
  }
  return moments;
}

function largestWeight(amplitudes: Float64Array, toWeight: Float64Array): number {
  let largest = 0;
  for (let sample = 0; sample < amplitudes.length; sample += toWeight.length) {
    let sum = 0;
    for (let mode = 0; mode < toWeight.length; mode++) sum += toWeight[mode] * amplitudes[sample + mode];
    largest = Math.max(largest, Math.abs(sum));
  }
  return largest;
}

function multiply(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      for (let j = 0; j < size; j++) out[i * size + j] += a[i * size + k] * b[k * size + j];
    }
  }
  return out;
}

/** a · bᵀ. */
function multiplyTransposed(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) out[i * size + j] += a[i * size + k] * b[j * size + k];
    }
  }
  return out;
}

/** Returns the eigenvalues, descending, and the eigenvectors as rows. */
function diagonalize(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const { values, vectors } = symmetricEigen(matrix, size);
  const rows = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    for (let i = 0; i < size; i++) rows[k * size + i] = vectors[i * size + size - 1 - k];
  }
  return { values: values.toReversed(), vectors: rows };
}
