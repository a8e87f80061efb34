import type { Collider } from './collider.ts';

/** Moves colliders from step to step. */
export interface ColliderDriver {
  readonly colliders: readonly Collider[];
  /**
   * Makes every collider hold the motion over [t0, t1], seconds, t1 > t0. What a step holds depends on t0 and t1 alone,
   * so a run that is resumed agrees with one that was not; steps that follow each other share the pose between them.
   */
  advance(t0: number, t1: number): void;
}

/** Several drivers as one, colliders in the drivers' order. */
export function combineDrivers(drivers: readonly ColliderDriver[]): ColliderDriver {
  return {
    colliders: drivers.flatMap((driver) => driver.colliders),
    advance(t0, t1) {
      for (const driver of drivers) driver.advance(t0, t1);
    },
  };
}
