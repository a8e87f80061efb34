import { slerp } from '../../math/slerp.ts';
import type { Actor } from '../actor.ts';
import { Pose } from '../pose.ts';
import type { SpringBones } from './spring-bones.ts';
import { SpringSimulation, springRate } from './spring-simulation.ts';

/** Number of steps with the first pose before time 0, so that the joints hang at rest when the motion begins: one second. */
const settlingSteps = springRate;

/**
 * Returns an actor whose spring bones swing. The other motion of the actor is known at all times, so the joints are simulated from time 0
 * to the latest time that was requested, and kept: like those of the actor, the poses are a function of time.
 */
export function withSprings(actor: Actor, springs: SpringBones): Actor {
  const motion = new SpringMotion(actor, springs);
  return {
    ...actor,
    springs,
    poseAt(t, pose) {
      const posed = actor.poseAt(t, pose);
      motion.apply(posed, t);
      posed.updateWorld();
      return posed;
    },
  };
}

class SpringMotion {
  private readonly simulation: SpringSimulation;
  private readonly pose: Pose;
  /** The rotations of all joints after each step. [4 · joint count] for each. */
  private readonly steps: Float64Array[] = [];

  constructor(
    private readonly actor: Actor,
    private readonly springs: SpringBones,
  ) {
    this.simulation = new SpringSimulation(actor.rig, springs, actor.scale);
    this.pose = new Pose(actor.rig);
  }

  /** Writes the rotations of the joints at time t into a pose. */
  apply(pose: Pose, t: number): void {
    const step = Math.max(0, t) * springRate;
    const before = Math.floor(step);
    while (this.steps.length < before + 2) this.advance();
    const [from, to] = [this.steps[before], this.steps[before + 1]];
    for (const [index, { node }] of this.springs.joints.entries()) {
      const part = [4 * index, 4 * index + 4] as const;
      slerp(rotation, from.subarray(...part), to.subarray(...part), step - before);
      pose.rotation.set(rotation, 4 * node);
    }
  }

  private advance(): void {
    const { actor, simulation, pose, steps } = this;
    const time = steps.length / springRate;
    actor.poseAt(time, pose);
    if (steps.length === 0) {
      simulation.place(pose);
      for (let k = 0; k < settlingSteps; k++) simulation.step(pose);
    } else if (actor.cutBetween((steps.length - 1) / springRate, time)) simulation.place(pose);
    else simulation.step(pose);
    steps.push(simulation.rotations.slice());
  }
}

const rotation = new Float64Array(4);
