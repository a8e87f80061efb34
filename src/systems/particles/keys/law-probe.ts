import type { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw } from '../laws/step-law.ts';

/** Number of steps of a path that are sampled, including the first and the last. */
const lookCount = 9;

/**
 * The accelerations of a law when no other force acts: in any step a linear combination of the remaining displacement, the
 * velocity at the start and the velocity at the end, with the same coefficients for all particles.
 */
export class LawProbe {
  /** [3 · looks] 1/s², 1/s, 1/s. */
  private readonly gains: Float64Array;

  /** steps [N]: durations for which the law was made, s. `first`: the step at which the particle comes under control. */
  constructor(law: KeyLaw, steps: ArrayLike<number>, first = 0) {
    const last = law.stepCount - 1;
    const looks = Array.from({ length: lookCount }, (_, k) =>
      Math.round(first + ((last - first) * k) / (lookCount - 1)),
    );
    this.gains = new Float64Array(3 * lookCount);
    const now = createStepLaw();
    for (let unit = 0; unit < 3; unit++) {
      let missing = unit === 0 ? 1 : 0;
      let speed = unit === 1 ? 1 : 0;
      const endSpeed = unit === 2 ? 1 : 0;
      for (let step = first; step <= last; step++) {
        law.at(now, step);
        const asked = now.positionGain * missing + now.speedGain * speed + now.targetSpeedGain * endSpeed;
        for (let look = 0; look < lookCount; look++) {
          if (looks[look] === step) this.gains[3 * look + unit] = asked;
        }
        speed = now.keep * speed + now.pull * missing + now.aim * endSpeed;
        missing -= steps[step] * speed;
      }
    }
  }

  /**
   * Returns the squared max acceleration, m²/s⁴. Arguments, [3] each at an offset: remaining displacement, m, and current and final
   * velocity, m/s.
   */
  peakSquare(missing: Float64Array, speed: Float64Array, endSpeed: ArrayLike<number>, at: number): number {
    const { gains } = this;
    let peak = 0;
    for (let o = 0; o < gains.length; o += 3) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const a =
          gains[o] * missing[at + axis] + gains[o + 1] * speed[at + axis] + gains[o + 2] * endSpeed[axis];
        square += a * a;
      }
      if (square > peak) peak = square;
    }
    return peak;
  }
}
