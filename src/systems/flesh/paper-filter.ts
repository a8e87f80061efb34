import { asin, cos, exp } from '../../math/portable.ts';
import { dampingRatio, type RayleighDamping } from './damping.ts';
import type { Filter } from './filter-bank.ts';
import type { FleshPart } from './part.ts';
import { inputCount } from './records.generated.ts';

/** Maximum damping ratio. The paper considers only modes with weak damping. */
const maxRatio = 0.999;

/**
 * The filter as printed: James & Pai 2002, eq. 19,
 *
 *     q(k) = 2ε cos θ · q(k−1) − ε² q(k−2) + 2 [ε cos(θ + γ) − ε² cos(2θ + γ)] / (3 ω ω_d) · Q(k−1),
 *     ε = exp(−ξ ω h), θ = ω_d h, γ = arcsin ξ.
 *
 * The sign of γ is wrong in the paper. The error of the force does not decrease with the step, so the error of the result
 * grows without bound as h → 0. This filter exists only for comparison; use `tabulateFilter` otherwise. It keeps q(k−2) in
 * the velocities of the filter.
 */
export class PaperFilter {
  private readonly gains: Float64Array;
  private dt = Number.NaN;

  constructor(
    private readonly part: FleshPart,
    private readonly damping: RayleighDamping,
  ) {
    this.gains = new Float64Array(3 * part.modeCount);
  }

  /** Advances the filter by one step. Only the inputs at the start of the step are used. */
  step({ amplitudes, velocities, start }: Filter, dt: number): void {
    if (dt !== this.dt) this.tabulate(dt);
    const { part, gains } = this;
    for (let mode = 0; mode < part.modeCount; mode++) {
      let force = 0;
      for (let k = 0; k < inputCount; k++) force -= part.transfer[inputCount * mode + k] * start[k];
      const next =
        gains[3 * mode] * amplitudes[mode] +
        gains[3 * mode + 1] * velocities[mode] +
        gains[3 * mode + 2] * force;
      velocities[mode] = amplitudes[mode];
      amplitudes[mode] = next;
    }
  }

  private tabulate(dt: number): void {
    this.dt = dt;
    for (let mode = 0; mode < this.part.modeCount; mode++) {
      const omega = Math.sqrt(Math.max(this.part.omega2[mode], 0));
      const ratio = Math.min(dampingRatio(this.damping, omega), maxRatio);
      const damped = omega * Math.sqrt(1 - ratio * ratio);
      const epsilon = exp(-ratio * omega * dt);
      const theta = damped * dt;
      const gamma = asin(ratio);
      const bracket = epsilon * cos(theta + gamma) - epsilon * epsilon * cos(2 * theta + gamma);
      this.gains[3 * mode] = 2 * epsilon * cos(theta);
      this.gains[3 * mode + 1] = -epsilon * epsilon;
      this.gains[3 * mode + 2] = omega > 0 ? (2 * bracket) / (3 * omega * damped) : 0;
    }
  }
}
