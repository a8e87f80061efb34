import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import type { ShapePart } from './gather-shapes.ts';
import { expandWeights, type Reduction, weighTargets } from './reduce-shapes.ts';
import { type RotatedNormals, sampleNormals } from './rotated-normals.ts';

/** A product of weights is omitted if it is nearly a sum of others: if its remainder is below this fraction of its size. */
const minFraction = 1e-6;

/**
 * Returns those products of a reduction's weights that contribute most to the second-order change of normals, which no sum of targets
 * reproduces. The result has at most `max` lists. Each contains a factor for every pair of weights, see `Reduction.products`. The sums of
 * products are scaled to ± 1 over the samples.
 *
 * amplitudes: [sampleCount · modeCount]. The products are made independent of the weights and of each other, then projected on the motion
 * of the normals. The best sums of products are the eigenvectors of the squared contributions.
 */
export function findProducts(
  parts: readonly ShapePart[],
  turned: RotatedNormals,
  reduction: Reduction,
  amplitudes: Float64Array,
  modeCount: number,
  max: number,
): Float64Array[] {
  const { targetCount } = reduction;
  const weights = weighTargets(amplitudes, reduction);
  const sampleCount = targetCount > 0 ? weights.length / targetCount : 0;
  const products = listProducts(weights, targetCount, sampleCount);
  const columns = Array.from({ length: targetCount }, (_, target) =>
    Float64Array.from({ length: sampleCount }, (_, sample) => weights[sample * targetCount + target]),
  );
  const { basis, mixes } = makeIndependent(products, columns);
  const size = basis.length;
  if (size === 0) return [];
  const samples = sampleNormals(turned, expandWeights(weights, reduction, modeCount), modeCount);
  const energy = measureEnergy(parts, samples, basis);
  const { vectors } = symmetricEigen(energy, size);
  return Array.from({ length: Math.min(max, size) }, (_, k) => {
    const mix = new Float64Array(products.length);
    for (let row = 0; row < size; row++) {
      const fraction = vectors[row * size + size - 1 - k];
      for (let pair = 0; pair < mix.length; pair++) mix[pair] += fraction * mixes[row][pair];
    }
    let largest = 0;
    for (let sample = 0; sample < sampleCount; sample++) {
      let sum = 0;
      for (let pair = 0; pair < mix.length; pair++) sum += mix[pair] * products[pair][sample];
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest > 0 ? mix.map((value) => value / largest) : mix;
  });
}

/** Returns the products w_i · w_j over time for all i ≤ j, in the order of i, then j. */
function listProducts(weights: Float64Array, targetCount: number, sampleCount: number): Float64Array[] {
  const products: Float64Array[] = [];
  for (let i = 0; i < targetCount; i++) {
    for (let j = i; j < targetCount; j++) {
      products.push(
        Float64Array.from(
          { length: sampleCount },
          (_, sample) => weights[sample * targetCount + i] * weights[sample * targetCount + j],
        ),
      );
    }
  }
  return products;
}

/**
 * Gram-Schmidt orthogonalization: returns unit vectors that are orthogonal to the weights and to each other, and for each the factors of
 * the products that form it.
 */
function makeIndependent(
  products: readonly Float64Array[],
  weights: readonly Float64Array[],
): { basis: Float64Array[]; mixes: Float64Array[] } {
  const linear: Float64Array[] = [];
  for (const column of weights) {
    const rest = column.slice();
    for (const other of linear) subtract(rest, other, dot(rest, other));
    const length = Math.sqrt(dot(rest, rest));
    if (length > 0) linear.push(rest.map((value) => value / length));
  }
  const basis: Float64Array[] = [];
  const mixes: Float64Array[] = [];
  products.forEach((product, pair) => {
    const rest = product.slice();
    const mix = new Float64Array(products.length);
    mix[pair] = 1;
    for (const other of linear) subtract(rest, other, dot(rest, other));
    basis.forEach((other, k) => {
      const fraction = dot(rest, other);
      subtract(rest, other, fraction);
      subtract(mix, mixes[k], fraction);
    });
    const length = Math.sqrt(dot(rest, rest));
    if (!(length > minFraction * Math.sqrt(dot(product, product)))) return;
    basis.push(rest.map((value) => value / length));
    mixes.push(mix.map((value) => value / length));
  });
  return { basis, mixes };
}

/** Returns, for each pair of basis vectors [size²], their contribution to the tangential motion of all normals, weighted by area. */
function measureEnergy(
  parts: readonly ShapePart[],
  samples: readonly (readonly Float32Array[] | null)[],
  basis: readonly Float64Array[],
): Float64Array {
  const size = basis.length;
  const energy = new Float64Array(size * size);
  const moves = new Float64Array(3 * size);
  parts.forEach(({ vertices, areas, surface }, index) => {
    const normals = samples[index];
    if (!normals) return;
    for (let vertex = 0; vertex < vertices.length; vertex++) {
      moves.fill(0);
      for (let sample = 0; sample < basis[0].length; sample++) {
        const normal = normals[sample].subarray(3 * vertex, 3 * vertex + 3);
        for (let k = 0; k < size; k++) {
          for (let axis = 0; axis < 3; axis++) moves[3 * k + axis] += basis[k][sample] * normal[axis];
        }
      }
      const base = 3 * vertices[vertex];
      removeAlong(moves, surface.normals!.subarray(base, base + 3));
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) {
          let product = 0;
          for (let axis = 0; axis < 3; axis++) product += moves[3 * i + axis] * moves[3 * j + axis];
          energy[i * size + j] += areas[vertex] * product;
        }
      }
    }
  });
  return energy;
}

/** Removes from each of many vectors its component along a normal. */
function removeAlong(vectors: Float64Array, [x, y, z]: Float32Array): void {
  const square = x * x + y * y + z * z;
  if (!(square > 0)) return;
  for (let k = 0; k < vectors.length; k += 3) {
    const fraction = (vectors[k] * x + vectors[k + 1] * y + vectors[k + 2] * z) / square;
    vectors[k] -= fraction * x;
    vectors[k + 1] -= fraction * y;
    vectors[k + 2] -= fraction * z;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function subtract(out: Float64Array, other: Float64Array, fraction: number): void {
  for (let k = 0; k < out.length; k++) out[k] -= fraction * other[k];
}
