import { tetEdges } from '../../../motion/tet-topology.ts';
import { linearMass, linearTerms, quadraticMass, quadraticTerms } from './element-tables.ts';
import { type QuadraturePoint, tetQuadrature } from './quadrature.ts';

/** An isotropic, linearly elastic material. */
export interface FleshMaterial {
  /** Young's modulus, Pa. > 0. */
  readonly youngsModulus: number;
  /** 0 … < 0.5. */
  readonly poissonRatio: number;
  /** Density, kg/m³. > 0. */
  readonly density: number;
}

/** Returns λ = E ν / ((1 + ν)(1 − 2ν)) and μ = E / (2 (1 + ν)), Pa. */
export function lameConstants(material: FleshMaterial): { lambda: number; mu: number } {
  const { youngsModulus, poissonRatio } = material;
  return {
    lambda: (youngsModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio)),
    mu: youngsModulus / (2 * (1 + poissonRatio)),
  };
}

/** The matrices of one element. Each call of `make` overwrites them. */
export interface ElementMatrices {
  /** Blocks of 3 × 3, one per node pair, each row-major, [nodes · nodes]. N/m. */
  readonly stiffness: Float64Array;
  /** Consistent mass of each node pair, kg, [nodes · nodes]. The block is this number times the identity. */
  readonly mass: Float64Array;
  /** Volume, m³. If the element is inverted or flat, it is ≤ 0 and the matrices are undefined. */
  volume: number;
}

export interface ElementMaker {
  readonly out: ElementMatrices;
  /** Computes the matrices of an element. nodes: [3 · nodesPerTet] node positions, metres. */
  make(nodes: Float64Array): void;
}

/**
 * Creates an object that computes the stiffness and the exact consistent mass of tetrahedra with 4 or 10 nodes (VTK's order). Straight
 * elements use the closed form, with the gradients g_a of the barycentric coordinates and ∫ λ_a λ_b = V (1 + δ_ab) / 20. Elements whose
 * mid-edge nodes are not in the middle use quadrature of degree 7, which is exact for the mass.
 */
export function createElementMaker(nodesPerTet: 4 | 10, material: FleshMaterial): ElementMaker {
  const size = nodesPerTet * nodesPerTet;
  const out: ElementMatrices = {
    stiffness: new Float64Array(9 * size),
    mass: new Float64Array(size),
    volume: 0,
  };
  const { lambda, mu } = lameConstants(material);
  const { density } = material;
  const unitMass = nodesPerTet === 4 ? linearMass() : quadraticMass();
  const terms = nodesPerTet === 4 ? linearTerms() : quadraticTerms();
  const gradients = new Float64Array(12);
  const products = new Float64Array(144);

  function makeStraight(): void {
    const { mass, stiffness, volume } = out;
    for (let k = 0; k < size; k++) mass[k] = unitMass[k] * volume * density;
    multiplyGradients(products, gradients, lambda * volume, mu * volume);
    for (let p = 0, q = 0; p < terms.pairs.length; p += 3) {
      const to = terms.pairs[p];
      const mirror = terms.pairs[p + 1];
      const end = terms.pairs[p + 2];
      let k0 = 0;
      let k1 = 0;
      let k2 = 0;
      let k3 = 0;
      let k4 = 0;
      let k5 = 0;
      let k6 = 0;
      let k7 = 0;
      let k8 = 0;
      for (; q < end; q++) {
        const weight = terms.weights[q];
        const at = terms.products[q];
        k0 += weight * products[at];
        k1 += weight * products[at + 1];
        k2 += weight * products[at + 2];
        k3 += weight * products[at + 3];
        k4 += weight * products[at + 4];
        k5 += weight * products[at + 5];
        k6 += weight * products[at + 6];
        k7 += weight * products[at + 7];
        k8 += weight * products[at + 8];
      }
      stiffness[to] = k0;
      stiffness[to + 1] = k1;
      stiffness[to + 2] = k2;
      stiffness[to + 3] = k3;
      stiffness[to + 4] = k4;
      stiffness[to + 5] = k5;
      stiffness[to + 6] = k6;
      stiffness[to + 7] = k7;
      stiffness[to + 8] = k8;
      stiffness[mirror] = k0;
      stiffness[mirror + 1] = k3;
      stiffness[mirror + 2] = k6;
      stiffness[mirror + 3] = k1;
      stiffness[mirror + 4] = k4;
      stiffness[mirror + 5] = k7;
      stiffness[mirror + 6] = k2;
      stiffness[mirror + 7] = k5;
      stiffness[mirror + 8] = k8;
    }
  }

  return {
    out,
    make(nodes) {
      out.volume = barycentricGradients(gradients, nodes);
      if (nodesPerTet === 10 && isCurved(nodes)) makeCurved(out, nodes, lambda, mu, density);
      else if (out.volume > 0) makeStraight();
    },
  };
}

/** Writes the gradients of the four barycentric coordinates to out [12]. Returns the volume. */
export function barycentricGradients(out: Float64Array, nodes: Float64Array): number {
  const ax = nodes[3] - nodes[0];
  const ay = nodes[4] - nodes[1];
  const az = nodes[5] - nodes[2];
  const bx = nodes[6] - nodes[0];
  const by = nodes[7] - nodes[1];
  const bz = nodes[8] - nodes[2];
  const cx = nodes[9] - nodes[0];
  const cy = nodes[10] - nodes[1];
  const cz = nodes[11] - nodes[2];
  out[3] = by * cz - bz * cy;
  out[4] = bz * cx - bx * cz;
  out[5] = bx * cy - by * cx;
  const determinant = ax * out[3] + ay * out[4] + az * out[5];
  out[6] = cy * az - cz * ay;
  out[7] = cz * ax - cx * az;
  out[8] = cx * ay - cy * ax;
  out[9] = ay * bz - az * by;
  out[10] = az * bx - ax * bz;
  out[11] = ax * by - ay * bx;
  for (let k = 3; k < 12; k++) out[k] /= determinant;
  for (let k = 0; k < 3; k++) out[k] = -(out[3 + k] + out[6 + k] + out[9 + k]);
  return determinant / 6;
}

/**
 * Writes to out [16 · 9] the blocks λ g_a ⊗ g_b + μ g_b ⊗ g_a + μ g_a · g_b of all corner pairs. The stiffness is a linear combination of
 * them.
 */
function multiplyGradients(out: Float64Array, g: Float64Array, lambda: number, mu: number): void {
  for (let a = 0; a < 12; a += 3) {
    for (let b = 0; b < 12; b += 3) {
      const to = 12 * a + 3 * b;
      const trace = mu * (g[a] * g[b] + g[a + 1] * g[b + 1] + g[a + 2] * g[b + 2]);
      for (let r = 0; r < 3; r++) {
        for (let s = 0; s < 3; s++)
          out[to + 3 * r + s] = lambda * g[a + r] * g[b + s] + mu * g[b + r] * g[a + s];
        out[to + 4 * r] += trace;
      }
    }
  }
}

/** Writes K_ij = λ H + μ Hᵀ + μ tr H for H = ∫ ∇N_i ⊗ ∇N_j, and its transpose to (j, i). */
function putPair(
  stiffness: Float64Array,
  count: number,
  i: number,
  j: number,
  inner: Float64Array,
  lambda: number,
  mu: number,
): void {
  const trace = mu * (inner[0] + inner[4] + inner[8]);
  const to = 9 * (i * count + j);
  const mirror = 9 * (j * count + i);
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s < 3; s++) {
      const value = lambda * inner[3 * r + s] + mu * inner[3 * s + r] + (r === s ? trace : 0);
      stiffness[to + 3 * r + s] = value;
      stiffness[mirror + 3 * s + r] = value;
    }
  }
}

/** Returns whether a mid-edge node is more than 1e-10 of the edge length away from the middle of its edge. */
export function isCurved(nodes: Float64Array): boolean {
  for (let k = 0; k < 6; k++) {
    const a = tetEdges[k][0];
    const b = tetEdges[k][1];
    let off = 0;
    let length = 0;
    for (let axis = 0; axis < 3; axis++) {
      const from = nodes[3 * a + axis];
      const to = nodes[3 * b + axis];
      const bend = nodes[3 * (4 + k) + axis] - (from + to) / 2;
      off += bend * bend;
      length += (to - from) * (to - from);
    }
    if (off > 1e-20 * length) return true;
  }
  return false;
}

function makeCurved(
  out: ElementMatrices,
  nodes: Float64Array,
  lambda: number,
  mu: number,
  density: number,
): void {
  out.volume = 0;
  out.mass.fill(0);
  const inner = new Float64Array(900);
  const gradients = new Float64Array(30);
  for (const point of tetQuadrature()) {
    const determinant = mapGradients(gradients, point, nodes);
    if (!(determinant > 0)) {
      out.volume = Math.min(0, determinant);
      return;
    }
    const weight = point.weight * determinant;
    out.volume += weight;
    for (let i = 0; i < 10; i++) {
      const weightedValue = density * weight * point.values[i];
      for (let j = 0; j < 10; j++) out.mass[10 * i + j] += weightedValue * point.values[j];
      const x = weight * gradients[3 * i];
      const y = weight * gradients[3 * i + 1];
      const z = weight * gradients[3 * i + 2];
      for (let j = i, at = 9 * 11 * i; j < 10; j++, at += 9) {
        const u = gradients[3 * j];
        const v = gradients[3 * j + 1];
        const w = gradients[3 * j + 2];
        inner[at] += x * u;
        inner[at + 1] += x * v;
        inner[at + 2] += x * w;
        inner[at + 3] += y * u;
        inner[at + 4] += y * v;
        inner[at + 5] += y * w;
        inner[at + 6] += z * u;
        inner[at + 7] += z * v;
        inner[at + 8] += z * w;
      }
    }
  }
  for (let i = 0; i < 10; i++) {
    for (let j = i; j < 10; j++) {
      const at = 9 * (10 * i + j);
      putPair(out.stiffness, 10, i, j, inner.subarray(at, at + 9), lambda, mu);
    }
  }
}

/** Writes the spatial gradients of the ten shape functions at a point to out [30]. Returns the Jacobian's determinant. */
function mapGradients(out: Float64Array, point: QuadraturePoint, nodes: Float64Array): number {
  // Rows: d position / d (ξ, η, ζ).
  const jacobian = new Float64Array(9);
  for (let n = 0; n < 10; n++) {
    for (let d = 0; d < 3; d++) {
      for (let axis = 0; axis < 3; axis++)
        jacobian[3 * d + axis] += point.derivatives[3 * n + d] * nodes[3 * n + axis];
    }
  }
  // The determinant equals the result for a straight element whose edges from the first corner are these rows.
  const corners = new Float64Array(12);
  corners.set(jacobian, 3);
  const gradients = new Float64Array(12);
  const determinant = 6 * barycentricGradients(gradients, corners);
  for (let n = 0; n < 10; n++) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let d = 0; d < 3; d++) sum += point.derivatives[3 * n + d] * gradients[3 + 3 * d + axis];
      out[3 * n + axis] = sum;
    }
  }
  return determinant;
}
