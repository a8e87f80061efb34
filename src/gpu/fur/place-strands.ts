import { poseCarrier } from '../../systems/fur/carrier/pose-carrier.ts';
import { furStoreIndex as planes } from '../../systems/fur/records.generated.ts';
import type { FurState } from '../../systems/fur/state.ts';
import { showState } from '../../systems/fur/step.ts';
import type { SystemInputs } from '../../systems/system.ts';
import type { ReadStrands } from './gpu-fur.ts';
import { drawnStride } from './wgsl/common.ts';

/** Continues on the CPU with the strands of the card, on the skin at the end of the inputs' step. Their velocities relative to the skin stay the same. */
export function placeStrands(
  state: FurState,
  inputs: SystemInputs,
  { offsets, velocities, rootVelocities, tread, isRelative }: ReadStrands,
): void {
  const { solver, skin, contact } = state;
  const { vertexCount } = solver.topology;
  contact?.restore(
    Float64Array.from({ length: 3 * vertexCount }, (_, k) =>
      tread ? tread[4 * (k % vertexCount) + Math.floor(k / vertexCount)] : 0,
    ),
  );
  poseCarrier(state, inputs, 'end');
  // A cut moves the strands to this skin, and makes velocities relative.
  solver.step(0, skin.positions, skin.directions, { cut: true });
  const offset = solver.store.vector(planes.offset);
  const velocity = solver.store.vector(planes.velocity);
  for (let i = 0; i < solver.topology.strandCount; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const k = 4 * i + axis;
      offset[axis][i] = offsets[k];
      velocity[axis][i] = velocities[k] - (isRelative ? 0 : rootVelocities[k]);
    }
  }
  showState(state);
}

/** Writes what the card has drawn to the output of a fur. vertices: the vertex of each drawn one; null: the same. */
export function showStrands(
  { output }: FurState,
  { drawn }: ReadStrands,
  vertices: ArrayLike<number> | null = null,
): void {
  const { roots, normals, offsets } = output;
  for (let k = 0; k < drawn.length / drawnStride; k++) {
    const v = 3 * (vertices ? vertices[k] : k);
    const o = drawnStride * k;
    for (let axis = 0; axis < 3; axis++) {
      roots[v + axis] = drawn[o + axis];
      normals[v + axis] = drawn[o + 3 + axis];
      offsets[v + axis] = drawn[o + 6 + axis];
    }
  }
}
