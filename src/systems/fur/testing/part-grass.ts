import { fillParams } from '../../params.ts';
import { furForceKinds } from '../force-params.ts';
import type { FurForceParams } from '../params.ts';
import { FurSolver } from '../solve/fur-solver.ts';
import { gridMesh, type PlacedMesh } from '../topology/testing/paper-meshes.ts';
import { buildTopology, type TopologyKind } from '../topology/topology.ts';
import { createFurForces } from '../wind/fur-forces.ts';

/** Grass that a push has parted, at rest: figure 5 of Banisch & Wüthrich 2006. */
export interface PartedGrass {
  readonly mesh: PlacedMesh;
  /** Length of the strands, m. */
  readonly length: number;
  readonly solver: FurSolver;
  /** Tips minus roots of the strands, m, [3 · strandCount]. */
  readonly offsets: Float64Array;
}

/** Size of a cell of the skin, m, and number of vertices along x and z. */
const [spacing, columns, rows] = [0.1, 7, 5];

/** Parts grass along the line x = 0.3 m, in the middle of the skin, and waits until it rests. */
export function partGrass(kind: TopologyKind): PartedGrass {
  const mesh = gridMesh(columns, rows, spacing);
  const length = 0.15;
  const solver = new FurSolver({
    topology: buildTopology(kind, mesh),
    lengths: length,
    forces: { stiffness: 20_000, edgeStiffness: 400, restoring: 150, damping: 20 },
  });
  const push = {
    force: 'push',
    ...fillParams(furForceKinds.push.fields, {
      center: [0.3, 0, 0.2],
      radius: 0.5,
      outward: 90,
      along: [0, 0, 1],
    }),
  } as FurForceParams;
  const forces = createFurForces([push], 1);
  solver.reset(mesh.positions, mesh.normals);
  const dt = 1 / 120;
  for (let tick = 0; tick < 360; tick++) {
    forces.apply(solver, tick * dt, dt);
    solver.step(dt, mesh.positions, mesh.normals);
  }
  const offsets = new Float64Array(3 * solver.topology.strandCount);
  solver.readOffsets(offsets);
  return { mesh, length, solver, offsets };
}
