import { exp } from '../../../math/portable.ts';

/**
 * What a particle's motion is in one step, the same for all that share a key and its end. With F the acceleration of the
 * forces and r the particle's weight, the acceleration is a = r s F + placeGain (target − x) + speedGain v +
 * targetSpeedGain v_target, and the step v ← d (v + Δt a), x ← x + Δt v, d being what drag leaves. The last four are the
 * same folded: v ← keep v + r force F + pull (target − x) + aim v_target.
 */
export interface StepLaw {
  /** s: share of the forces. */
  s: number;
  /** 1/s². */
  placeGain: number;
  /** 1/s. */
  speedGain: number;
  /** 1/s. */
  targetSpeedGain: number;
  keep: number;
  /** s. */
  force: number;
  /** 1/s. */
  pull: number;
  aim: number;
  /** The step must end where it is to: obstacles do not push aside. */
  ignoresObstacles: boolean;
}

export function createStepLaw(): StepLaw {
  return {
    s: 1,
    placeGain: 0,
    speedGain: 0,
    targetSpeedGain: 0,
    keep: 1,
    force: 0,
    pull: 0,
    aim: 0,
    ignoresObstacles: false,
  };
}

/** Nothing leads: forces and drag alone. `drag` is what drag leaves of the velocity in the step (`dragFactor`). */
export function freeLaw(out: StepLaw, drag: number, dt: number): void {
  out.s = 1;
  out.placeGain = 0;
  out.speedGain = 0;
  out.targetSpeedGain = 0;
  out.keep = drag;
  out.force = drag * dt;
  out.pull = 0;
  out.aim = 0;
  out.ignoresObstacles = false;
}

/** The share of its velocity that still air leaves a particle after `dt` seconds; `rate` in 1/s, ≥ 0. */
export function dragFactor(rate: number, dt: number): number {
  return exp(-rate * dt);
}
