import { furStoreIndex as planes, strandPredictionIndex as predicted } from '../records.generated.ts';

/**
 * Writes the diagonal block of a strand in backward Euler, [3][3], and force · dt² of the strand, [3]. Entry i, j (i ≥ j) goes to
 * `block[from + rowLength · i + j]`, the force to `force[k ...]`.
 */
export function writeStrandBlock(
  strand: Float64Array,
  s: number,
  hard: number,
  block: Float64Array,
  from: number,
  rowLength: number,
  force: Float64Array,
  k: number,
): void {
  const stretch = strand[s + predicted.stretch];
  const across = strand[s + predicted.across];
  const even = strand[s + predicted.inertia] + stretch + across;
  const along = hard - stretch - across;
  const polar = strand[s + predicted.polar];
  const turn = strand[s + predicted.turn];
  for (let i = 0; i < 3; i++) {
    const si = along * strand[s + i];
    const toward = strand[s + predicted.toward + i];
    const ti = polar * toward;
    for (let j = 0; j <= i; j++) {
      let value = si * strand[s + j] + ti * strand[s + predicted.toward + j];
      if (i === j) value += even;
      block[from + rowLength * i + j] = value;
    }
    force[k + i] = turn * toward;
  }
}

/** Indices of the results of `writeSpring`. */
export const spring = { vector: 0, force: 3, stretch: 4, along: 5, count: 6 } as const;

/**
 * Writes the spring between the predicted tips of strands a and b into out[from ...]: its vector e, the factor of e in force · dt², and
 * `stretch` and `along` in stiffness · dt² = `stretch` I + `along` e eᵀ. p, q: indices in `strands` at which the predictions of a and b
 * begin.
 */
export function writeSpring(
  doubles: Float64Array,
  at: Uint32Array,
  edge: number,
  a: number,
  b: number,
  strands: Float64Array,
  p: number,
  q: number,
  hard: number,
  out: Float64Array,
  from: number,
): void {
  const startReach = strands[p + predicted.reach];
  const endReach = strands[q + predicted.reach];
  for (let axis = 0; axis < 3; axis++) {
    const roots = at[planes.root + axis];
    const apart = doubles[roots + b] - doubles[roots + a];
    out[from + axis] = apart + (endReach * strands[q + axis] - startReach * strands[p + axis]);
  }
  const x = out[from];
  const y = out[from + 1];
  const z = out[from + 2];
  const root = Math.sqrt(x * x + y * y + z * z);
  const length = root < 1e-12 ? 1e-12 : root;
  const force = hard * (1 - doubles[at[planes.edgeLengths] + edge] / length);
  const stretch = force < 0 ? 0 : force;
  out[from + spring.force] = force;
  out[from + spring.stretch] = stretch;
  out[from + spring.along] = (hard - stretch) / (length * length);
}
