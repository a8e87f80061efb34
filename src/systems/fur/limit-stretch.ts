import { furStoreIndex as planes } from './records.generated.ts';
import type { FurStore } from './solve/store.ts';

/** Maximum relative extension or compression of a strand. */
const maxStretch = 0.1;

/**
 * Limits the stretch of strands to ±10 %, and removes the velocity that would increase it. The skin's motion is linear within a step, so
 * each change of its direction excites the stiff springs, and these oscillate for a long time in explicit steps.
 */
export function limitStretch(store: FurStore): void {
  const offset = store.vector(planes.offset);
  const velocity = store.vector(planes.velocity);
  const skinVelocity = store.vector(planes.skinVelocity);
  const lengths = store.plane(planes.length);
  for (let i = 0; i < store.topology.strandCount; i++) {
    const square = offset[0][i] ** 2 + offset[1][i] ** 2 + offset[2][i] ** 2;
    const length = Math.sqrt(square);
    const ratio = length / lengths[i];
    const wanted = Math.min(1 + maxStretch, Math.max(1 - maxStretch, ratio));
    if (wanted === ratio || length === 0) continue;
    let speed = 0;
    for (let axis = 0; axis < 3; axis++) {
      speed += ((velocity[axis][i] - skinVelocity[axis][i]) * offset[axis][i]) / length;
    }
    const isWorse = speed > 0 === ratio > 1;
    for (let axis = 0; axis < 3; axis++) {
      if (isWorse) velocity[axis][i] -= (speed * offset[axis][i]) / length;
      offset[axis][i] *= wanted / ratio;
    }
  }
}
