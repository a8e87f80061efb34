import { tetEdges } from '../../../motion/tet-topology.ts';

/** Describes how the blocks of node pairs i ≤ j are sums of the blocks of corner pairs. */
export interface StiffnessTerms {
  /** Three numbers for each pair: the positions of its block and of the transposed block, and the end of its terms in `products`. */
  readonly pairs: Int32Array;
  /** Two numbers for each term: its index among the blocks of `multiplyGradients`, and its weight. */
  readonly products: Int32Array;
  readonly weights: Float64Array;
}

function listTerms(
  count: number,
  termsOf: (i: number, j: number) => [a: number, b: number, weight: number][],
): StiffnessTerms {
  const pairs: number[] = [];
  const products: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < count; i++) {
    for (let j = i; j < count; j++) {
      for (const [a, b, weight] of termsOf(i, j)) {
        products.push(9 * (4 * a + b));
        weights.push(weight);
      }
      pairs.push(9 * (i * count + j), 9 * (j * count + i), products.length);
    }
  }
  return {
    pairs: Int32Array.from(pairs),
    products: Int32Array.from(products),
    weights: Float64Array.from(weights),
  };
}

/** Returns the terms of a linear element. Its gradients are those of its corners. */
export function linearTerms(): StiffnessTerms {
  return listTerms(4, (i, j) => [[i, j, 1]]);
}

/**
 * Returns the terms of ∫ ∇N_i ⊗ ∇N_j for a straight ten-node element of volume 1. Corner a: ∇N = (4 λ_a − 1) g_a. Middle of the edge ab: ∇N
 * = 4 (λ_a g_b + λ_b g_a). The integrals are ∫ λ_a λ_b = (1 + δ_ab) / 20 and ∫ λ_a = 1 / 4.
 */
export function quadraticTerms(): StiffnessTerms {
  return listTerms(10, (i, j) => {
    if (j < 4) return [[i, j, i === j ? 0.6 : -0.2]];
    const [c, d] = tetEdges[j - 4];
    if (i < 4) {
      // ∫ (4 λ_i − 1) 4 λ_c = 0.8 (1 + δ_ic) − 1.
      return [
        [i, d, i === c ? 0.6 : -0.2],
        [i, c, i === d ? 0.6 : -0.2],
      ];
    }
    const [a, b] = tetEdges[i - 4];
    const weight = (p: number, q: number) => (p === q ? 1.6 : 0.8);
    return [
      [b, d, weight(a, c)],
      [b, c, weight(a, d)],
      [a, d, weight(b, c)],
      [a, c, weight(b, d)],
    ];
  });
}

/** Returns ∫ λ_i λ_j over a tetrahedron of volume 1. */
export function linearMass(): Float64Array {
  return Float64Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? 0.1 : 0.05));
}

/** Returns ∫ N_i N_j over a tetrahedron of volume 1 with ten nodes. These are known multiples of 1 / 420. */
export function quadraticMass(): Float64Array {
  const out = new Float64Array(100);
  for (let i = 0; i < 10; i++) {
    for (let j = 0; j < 10; j++) out[10 * i + j] = quadraticMassEntry(Math.min(i, j), Math.max(i, j)) / 420;
  }
  return out;
}

function quadraticMassEntry(i: number, j: number): number {
  if (j < 4) return i === j ? 6 : 1;
  const [c, d] = tetEdges[j - 4];
  if (i < 4) return i === c || i === d ? -4 : -6;
  if (i === j) return 32;
  const [a, b] = tetEdges[i - 4];
  return a === c || a === d || b === c || b === d ? 16 : 8;
}
