import { norm } from '../../../geometry/vector.ts';
import { KeyLaw, type LawName } from './key-law.ts';
import { createStepLaw } from './step-law.ts';

/** Numbers of steps for which laws are tabulated, at first and at most. */
const firstCount = 1024;
const maxCount = 65_536;

/**
 * Finds the acceleration that brings a particle to a position in the smallest number of equal steps in which a law stays within a
 * bound. For the laws without a target velocity, a = g (D − W v) with n steps left: D is the remaining displacement, g and W depend
 * on n only.
 */
export class BoundedPlan {
  /** By number of steps left: 1/s² and s. */
  private gains = new Float64Array(0);
  private reach = new Float64Array(0);

  /** dt: duration of a step, s. drag: factor by which drag reduces the velocity in a step. */
  constructor(
    private readonly law: LawName,
    private readonly dt: number,
    private readonly drag: number,
  ) {
    this.tabulate(firstCount);
  }

  /**
   * Writes the acceleration, m/s², to out [3]. missing [3] m: remaining displacement. speed [3] m/s. bound: m/s². `minSteps`: the plan
   * has at least as many. If no number of steps suffices, it brakes.
   */
  accelerate(
    out: Float64Array,
    missing: Float64Array,
    speed: Float64Array,
    bound: number,
    minSteps: number,
  ): void {
    const distance = norm(missing);
    const velocity = norm(speed);
    let steps = this.findFirst(Math.max(1, minSteps), distance, velocity, bound);
    for (; this.has(steps); steps++) {
      const gain = this.gains[steps];
      for (let axis = 0; axis < 3; axis++)
        out[axis] = gain * (missing[axis] - this.reach[steps] * speed[axis]);
      if (norm(out) <= bound) return;
    }
    const brake = velocity > 0 ? Math.min(bound, velocity / this.dt) / velocity : 0;
    for (let axis = 0; axis < 3; axis++) out[axis] = -brake * speed[axis];
  }

  /** Returns a number of steps below which no plan can suffice: |D| is more than a particle moves, W |v| + bound / g. */
  private findFirst(minSteps: number, distance: number, velocity: number, bound: number): number {
    const suffices = (steps: number) => this.reach[steps] * velocity + bound / this.gains[steps] >= distance;
    let [low, high] = [minSteps - 1, minSteps];
    while (this.has(high) && !suffices(high)) [low, high] = [high, 2 * high];
    high = Math.min(high, this.gains.length - 1);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (suffices(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  private has(steps: number): boolean {
    if (steps < this.gains.length) return true;
    if (steps > maxCount) return false;
    let count = this.gains.length - 1;
    while (count < steps) count *= 2;
    this.tabulate(count);
    return true;
  }

  private tabulate(count: number): void {
    const law = new KeyLaw({
      law: this.law,
      steps: new Float64Array(count).fill(this.dt),
      drags: new Float64Array(count).fill(this.drag),
    });
    const now = createStepLaw();
    this.gains = new Float64Array(count + 1);
    this.reach = new Float64Array(count + 1);
    for (let left = 1; left <= count; left++) {
      law.at(now, count - left);
      this.gains[left] = now.positionGain;
      this.reach[left] = -now.speedGain / now.positionGain;
    }
  }
}
