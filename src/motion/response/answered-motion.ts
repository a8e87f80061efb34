import type { Actor } from '../actor.ts';
import type { RigidMotion } from '../rigid-motion.ts';
import type { BodyResponse } from './body-response.ts';

/** Returns the motion of a body that sinks into the ground by a fraction (0 to 1) of what the ground computes. */
export function answerMotion(motion: RigidMotion, response: BodyResponse, amount: number): RigidMotion {
  return {
    // The depth changes at all times.
    knots: null,
    cutBetween: (t0, t1) => motion.cutBetween(t0, t1),
    sample(out, t) {
      motion.sample(out, t);
      out.position[1] -= amount * response.displacementAt(t);
    },
  };
}

/**
 * Returns a character that sinks into the ground as a whole, by a fraction (0 to 1) of what the ground computes. `lowered`: depth in metres by which
 * the character is already lowered.
 */
export function answerActor(actor: Actor, response: BodyResponse, amount: number, lowered: number): Actor {
  return {
    ...actor,
    poseAt(t, pose) {
      const posed = actor.poseAt(t, pose);
      posed.carry[1] -= (amount * (response.displacementAt(t) + lowered)) / actor.scale;
      posed.updateWorld();
      return posed;
    },
  };
}
