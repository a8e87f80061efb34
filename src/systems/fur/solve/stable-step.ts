import type { FurTopology } from '../topology/topology.ts';
import type { FurForces } from './kernel-params.ts';

/**
 * Returns the longest step, s, at which semi-implicit Euler is stable: ω² dt² + 2 γ dt < 4. γ consists of damping and air drag. ω² is
 * an upper bound for springs and restoring force of the lightest and shortest strand. It is exact for the spring of a single strand.
 */
export function stableStep(
  topology: FurTopology,
  forces: FurForces,
  minLength: number,
  minMass: number,
): number {
  const { edges, strandCount } = topology;
  const degrees = new Uint32Array(strandCount);
  for (let k = 0; k < edges.length; k++) degrees[edges[k]]++;
  const max = degrees.reduce((a, b) => Math.max(a, b), 0);
  // (1 − c) c + β c + 1 − c² is largest at c = (1 + β) / 4.
  const beta = forces.form === 'printed' ? 0 : forces.restStiffness;
  const restoring = (forces.restoring / minLength) * (1 + (1 + beta) ** 2 / 8);
  const squared = (Math.max(forces.stiffness, restoring) + 2 * max * forces.edgeStiffness) / minMass;
  const gamma = forces.damping + forces.airDrag / minMass;
  // The positive root of ω² dt² + 2 γ dt − 4.
  return 4 / (gamma + Math.sqrt(gamma * gamma + 4 * squared));
}
