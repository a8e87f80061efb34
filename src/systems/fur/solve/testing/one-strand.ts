import { createFurKernel } from '../../load-kernel.ts';
import { furStoreIndex as planes } from '../../records.generated.ts';
import { buildTopology, type TopologyKind } from '../../topology/topology.ts';
import { FurSolver, type FurSolverOptions } from '../fur-solver.ts';

/** A skin of one triangle with sides of 10 m and more, whose normals point up. */
export const triangle = {
  vertexCount: 3,
  triangles: Uint32Array.of(0, 1, 2),
  positions: Float64Array.of(0, 0, 0, 0, 0, 10, 10, 0, 0),
  normals: Float64Array.of(0, 1, 0, 0, 1, 0, 0, 1, 0),
};

/** Creates three strands of 1 m and 1 kg on `triangle`, in their rest shape. */
export function createTriangleFur(
  options: Partial<FurSolverOptions> & { kind?: TopologyKind } = {},
): FurSolver {
  const topology = buildTopology(options.kind ?? 'sticks', triangle);
  const kernel = createFurKernel();
  const fur = new FurSolver({ topology, lengths: 1, kernel, ...options });
  fur.reset(triangle.positions, triangle.normals);
  return fur;
}

/** Returns the tip minus the root of strand i, m. */
export function offsetOf(fur: FurSolver, i = 0): [number, number, number] {
  const [x, y, z] = [0, 1, 2].map((axis) => fur.store.plane(planes.offset + axis)[i]);
  return [x, y, z];
}

/** Returns the velocity of the tip of strand i, m/s. */
export function velocityOf(fur: FurSolver, i = 0): [number, number, number] {
  const [x, y, z] = [0, 1, 2].map((axis) => fur.store.plane(planes.velocity + axis)[i]);
  return [x, y, z];
}

/** Sets the offset of tip i, m, and its velocity to 0. */
export function layStrand(fur: FurSolver, offset: readonly number[], i = 0): void {
  for (let axis = 0; axis < 3; axis++) {
    fur.store.plane(planes.offset + axis)[i] = offset[axis];
    fur.store.plane(planes.velocity + axis)[i] = 0;
  }
}

/** Returns the angle of strand i from its normal, rad. */
export function angleOf(fur: FurSolver, i = 0): number {
  const [x, y, z] = offsetOf(fur, i);
  const n = [0, 1, 2].map((axis) => fur.store.plane(planes.normal + axis)[i]);
  const up = x * n[0] + y * n[1] + z * n[2];
  const across = [y * n[2] - z * n[1], z * n[0] - x * n[2], x * n[1] - y * n[0]];
  return Math.atan2(Math.hypot(...across), up);
}
