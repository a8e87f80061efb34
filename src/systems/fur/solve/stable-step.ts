import type { FurTopology } from '../topology/topology.ts';
import type { FurForces } from './kernel-params.ts';

/**
 * The longest step, s, at which semi-implicit Euler is stable: ω² dt² + 2 γ dt < 4, with γ of damping and air and ω² an upper
 * bound of what springs and restoring force do to the lightest and shortest strand (exact for a single strand's spring).
 */
export function stableStep(
  topology: FurTopology,
  forces: FurForces,
  shortest: number,
  lightest: number,
): number {
  const { edges, strandCount } = topology;
  const degrees = new Uint32Array(strandCount);
  for (let k = 0; k < edges.length; k++) degrees[edges[k]]++;
  const max = degrees.reduce((a, b) => Math.max(a, b), 0);
  // (1 − c) c + β c + 1 − c² is largest at c = (1 + β) / 4.
  const beta = forces.form === 'printed' ? 0 : forces.restStiffness;
  const restoring = (forces.restoring / shortest) * (1 + (1 + beta) ** 2 / 8);
  const squared = (Math.max(forces.stiffness, restoring) + 2 * max * forces.edgeStiffness) / lightest;
  const gamma = forces.damping + forces.airDrag / lightest;
  // The positive root of ω² dt² + 2 γ dt − 4.
  return 4 / (gamma + Math.sqrt(gamma * gamma + 4 * squared));
}
