import { createFurKernel } from '../load-kernel.ts';
import { FurSolver, type FurSolverOptions } from '../solve/fur-solver.ts';
import type { PlacedMesh } from '../topology/testing/paper-meshes.ts';
import { buildTopology, type TopologyKind } from '../topology/topology.ts';

/** A configuration to measure. */
export interface TimedFur {
  readonly mesh: PlacedMesh;
  readonly kind: TopologyKind;
  readonly solver: NonNullable<FurSolverOptions['solver']>;
  /** Default wasm. */
  readonly implementation?: 'wasm' | 'reference';
}

const dt = 1 / 120;

/**
 * Measures the milliseconds per solver step of fur in a wind, with springs of 1e3 N/m on a stationary skin. Returns the minimum over
 * `lotCount` runs of `steps` steps. Because of the wind, the solver does not measure the energy.
 */
export function timeFurStep(
  { mesh, kind, solver, implementation = 'wasm' }: TimedFur,
  steps: number,
  lotCount = 10,
): number {
  const topology = buildTopology(kind, mesh);
  const fur = new FurSolver({
    topology,
    lengths: 0.05,
    masses: 1,
    solver,
    substeps: steps,
    forces: { stiffness: 1000, edgeStiffness: 1000, airDrag: 0.1, wind: [2, 0, 1], gravity: [0, -9.81, 0] },
    kernel: createFurKernel({ implementation }),
  });
  fur.reset(mesh.positions, mesh.normals);
  fur.step(dt * steps, mesh.positions, mesh.normals);
  let min = Infinity;
  for (let lot = 0; lot < lotCount; lot++) {
    const before = performance.now();
    fur.step(dt * steps, mesh.positions, mesh.normals);
    min = Math.min(min, performance.now() - before);
  }
  return min / steps;
}

/** Measures how many millions of masses the solver advances per second. As in the paper, both roots and tips are counted. */
export function timeMasses(run: TimedFur, steps: number): number {
  const { massCount } = buildTopology(run.kind, run.mesh);
  return massCount / (1000 * timeFurStep(run, steps));
}
