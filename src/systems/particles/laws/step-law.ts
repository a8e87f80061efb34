import { exp } from '../../../math/portable.ts';

/**
 * The law of motion of a particle in one step, the same for all particles with the same key and arrival. With F the acceleration
 * of the forces and r the particle's weight, the acceleration is a = r s F + positionGain (target − x) + speedGain v +
 * targetSpeedGain v_target. The step is v ← d (v + Δt a), x ← x + Δt v, where d is the factor of drag. The last four fields are
 * the same in combined form: v ← keep v + r force F + pull (target − x) + aim v_target.
 */
export interface StepLaw {
  /** s: factor of the forces. */
  s: number;
  /** Factor of target − x, 1/s². */
  positionGain: number;
  /** Factor of v, 1/s. */
  speedGain: number;
  /** Factor of v_target, 1/s. */
  targetSpeedGain: number;
  keep: number;
  /** s. */
  force: number;
  /** 1/s. */
  pull: number;
  aim: number;
  /** True if the step must end at the target, so that obstacles have no effect. */
  ignoresObstacles: boolean;
}

export function createStepLaw(): StepLaw {
  return {
    s: 1,
    positionGain: 0,
    speedGain: 0,
    targetSpeedGain: 0,
    keep: 1,
    force: 0,
    pull: 0,
    aim: 0,
    ignoresObstacles: false,
  };
}

/**
 * Writes the law without control: only forces and drag. `drag`: factor by which the velocity is multiplied in the step because of
 * drag (`dragFactor`).
 */
export function freeLaw(out: StepLaw, drag: number, dt: number): void {
  out.s = 1;
  out.positionGain = 0;
  out.speedGain = 0;
  out.targetSpeedGain = 0;
  out.keep = drag;
  out.force = drag * dt;
  out.pull = 0;
  out.aim = 0;
  out.ignoresObstacles = false;
}

/** Returns the fraction of its velocity that a particle keeps in still air after `dt` seconds; `rate` in 1/s, ≥ 0. */
export function dragFactor(rate: number, dt: number): number {
  return exp(-rate * dt);
}
