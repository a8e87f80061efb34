import type { Collider } from './collider.ts';

/** Updates colliders to the motion of one step after the other. */
export interface ColliderDriver {
  readonly colliders: readonly Collider[];
  /**
   * Poses every collider for the motion over [t0, t1], seconds, t1 > t0. The result depends on t0 and t1 alone, so a resumed run agrees
   * with an uninterrupted one. The pose at the end of a step is used again as the start of the next step.
   */
  advance(t0: number, t1: number): void;
}

/** Combines several drivers. The colliders are in the order of the drivers. */
export function combineDrivers(drivers: readonly ColliderDriver[]): ColliderDriver {
  return {
    colliders: drivers.flatMap((driver) => driver.colliders),
    advance(t0, t1) {
      for (const driver of drivers) driver.advance(t0, t1);
    },
  };
}
