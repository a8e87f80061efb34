import { createFurKernel } from '../load-kernel.ts';
import { FurSolver, type FurSolverOptions } from '../solve/fur-solver.ts';
import type { PlacedMesh } from '../topology/testing/paper-meshes.ts';
import { buildTopology, type TopologyKind } from '../topology/topology.ts';

/** What to time. */
export interface TimedFur {
  readonly mesh: PlacedMesh;
  readonly kind: TopologyKind;
  readonly solver: NonNullable<FurSolverOptions['solver']>;
  /** Default wasm. */
  readonly implementation?: 'wasm' | 'reference';
}

const dt = 1 / 120;

/**
 * Fur in a wind on the paper's models, springs of 1e3 N/m: milliseconds a step, with all that a solver does in it, in the
 * quickest of some lots of so many steps. Wind forces it, so energy is not measured; the skin stands.
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

/** Millions of masses, as the paper counts them (roots and tips), a second. */
export function timeMasses(run: TimedFur, steps: number): number {
  const { massCount } = buildTopology(run.kind, run.mesh);
  return massCount / (1000 * timeFurStep(run, steps));
}
