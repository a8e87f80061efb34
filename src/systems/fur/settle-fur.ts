import { limitStretch } from './limit-stretch.ts';
import { furStoreIndex as planes } from './records.generated.ts';
import type { FurState } from './state.ts';

/** Step, s. */
const dt = 1 / 120;
/** The strands are in equilibrium if none of them moves by more than this fraction of its length in a step. */
const tolerance = 1e-6;
/** Maximum number of steps. The coats need 10 to 110. */
const maxSteps = 400;

/**
 * Moves strands into static equilibrium under gravity and the steady air at `time`, so that the hair of a stationary character does not
 * fall at the start. The skin does not move. Bodies and pushes act only in later steps. The method is dynamic relaxation with kinetic
 * damping: implicit steps without damping, in which every strand is stopped as soon as it slows down. With `paper`, strands start upright,
 * as in the paper.
 */
export function settleFur({ solver, skin, field, contact, params }: FurState, time: number): void {
  if (params.paper) return;
  const { store, topology } = solver;
  const { damping } = solver.forces;
  const ownSolver = solver.solver;
  const velocity = store.vector(planes.velocity);
  const lengths = store.plane(planes.length);
  const squaredSpeeds = new Float64Array(topology.strandCount);
  solver.solver = 'implicit';
  solver.forces = { ...solver.forces, damping: 0 };
  let isSettled = false;
  for (let count = 0; !isSettled && count < maxSteps; count++) {
    field.applySteady(solver, time);
    solver.step(dt, skin.positions, skin.directions);
    limitStretch(store);
    contact?.step(solver, { dt, colliders: [], positions: skin.positions, normals: skin.normals });
    isSettled = true;
    solver.stop((i) => {
      const square = velocity[0][i] ** 2 + velocity[1][i] ** 2 + velocity[2][i] ** 2;
      if (Math.sqrt(square) * dt > tolerance * lengths[i]) isSettled = false;
      const isSlower = square < squaredSpeeds[i];
      squaredSpeeds[i] = isSlower ? 0 : square;
      return isSlower;
    });
  }
  solver.stop();
  solver.solver = ownSolver;
  solver.forces = { ...solver.forces, damping };
}
