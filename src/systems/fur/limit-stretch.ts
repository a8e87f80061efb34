import { furStoreIndex as planes } from './records.generated.ts';
import type { FurStore } from './solve/store.ts';

/** How much longer or shorter than at rest a strand gets, as a share. */
const mostStretch = 0.1;

/**
 * Brings tips back whose strand is drawn out or pressed by more than a tenth, and takes the speed that does it. The skin's
 * motion is straight within a step: each corner of it plucks the stiff springs, and in explicit steps they ring on.
 */
export function limitStretch(store: FurStore): void {
  const three = (plane: number) => [0, 1, 2].map((axis) => store.plane(plane + axis));
  const offset = three(planes.offset);
  const velocity = three(planes.velocity);
  const skinVelocity = three(planes.skinVelocity);
  const lengths = store.plane(planes.length);
  for (let i = 0; i < store.topology.strandCount; i++) {
    const square = offset[0][i] ** 2 + offset[1][i] ** 2 + offset[2][i] ** 2;
    const length = Math.sqrt(square);
    const ratio = length / lengths[i];
    const wanted = Math.min(1 + mostStretch, Math.max(1 - mostStretch, ratio));
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
