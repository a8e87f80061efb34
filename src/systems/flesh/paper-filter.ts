import { asin, cos, exp } from '../../math/portable.ts';
import { driveSpin, driveVelocity } from '../../motion/drive.ts';
import { dampingRatio, type RayleighDamping } from './damping.ts';
import type { Filter } from './filter-bank.ts';
import type { FleshPart } from './part.ts';
import { inputCount } from './records.generated.ts';
import type { FleshSettings } from './settings.ts';

/** Maximum damping ratio. The paper considers only modes with weak damping. */
const maxRatio = 0.999;

/**
 * The forces and the filter as printed: James & Pai 2002, eq. 14 to 19,
 *
 *     Q(k−1) = −ΦᵀMΓ (ψ(k−1) − ψ(k−2)) / h,
 *     q(k) = 2ε cos θ · q(k−1) − ε² q(k−2) + 2 [ε cos(θ + γ) − ε² cos(2θ + γ)] / (3 ω ω_d) · Q(k−1),
 *     ε = exp(−ξ ω h), θ = ω_d h, γ = arcsin ξ.
 *
 * ψ(k) is the velocity of the bone's frame at tick k, along the axes of the frame at that tick, since Γ is constant. Only the sign of the
 * force is ours. The components of the velocity along the rotating axes do not show that its direction changes, so centripetal acceleration
 * is missing. The sign of γ is wrong in the paper: the error of the force does not decrease with the step, so the error of the result grows
 * without bound as h → 0. This filter exists only for comparison; use `tabulateFilter` otherwise. It keeps q(k−2) in the velocities of the
 * filter.
 */
export class PaperFilter {
  /**
   * [7] part of the state: ψ(k−2), linear (m/s) and angular (rad/s), and the duration in seconds of the step that began with it. The
   * duration is 0 if there is no ψ(k−2), as at the start and after a jump. The force is then 0.
   */
  readonly earlier = new Float64Array(7);
  private readonly gains: Float64Array;
  private dt = Number.NaN;

  constructor(
    private part: FleshPart,
    private damping: RayleighDamping,
    private settings: Pick<FleshSettings, 'strength' | 'maxForce'>,
  ) {
    this.gains = new Float64Array(3 * part.modeCount);
  }

  /** Replaces the part by one with the same shapes and other frequencies, the damping and the settings. */
  change(
    part: FleshPart,
    damping: RayleighDamping,
    settings: Pick<FleshSettings, 'strength' | 'maxForce'>,
  ): void {
    this.part = part;
    this.damping = damping;
    this.settings = settings;
    this.dt = Number.NaN;
  }

  /** Writes the inputs (ψ(k−1) − ψ(k−2)) / h, multiplied by the strength, to out [12]. moment: the record at tick k − 1 [driveStride]. */
  writeInputs(out: Float64Array, moment: Float64Array): void {
    const { earlier, settings } = this;
    out.fill(0);
    const rate = earlier[6] > 0 ? settings.strength / earlier[6] : 0;
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = (moment[driveVelocity + axis] - earlier[axis]) * rate;
      out[3 + axis] = (moment[driveSpin + axis] - earlier[3 + axis]) * rate;
    }
  }

  /**
   * Advances a filter by one step. Only the inputs at the start of the step are used. Returns the norm of the modal forces divided by its
   * maximum. Forces above the maximum are scaled down to it.
   */
  step({ amplitudes, velocities, start }: Filter, dt: number): number {
    if (dt !== this.dt) this.tabulate(dt);
    const { part, gains, settings } = this;
    let square = 0;
    for (let mode = 0; mode < part.modeCount; mode++) square += this.force(mode, start) ** 2;
    const overload = Math.sqrt(square) / settings.maxForce;
    const factor = overload > 1 ? 1 / overload : 1;
    for (let mode = 0; mode < part.modeCount; mode++) {
      const next =
        gains[3 * mode] * amplitudes[mode] +
        gains[3 * mode + 1] * velocities[mode] +
        gains[3 * mode + 2] * factor * this.force(mode, start);
      velocities[mode] = amplitudes[mode];
      amplitudes[mode] = next;
    }
    return overload;
  }

  /** Stores the velocity at the start of a step of `dt` seconds, for the force of the next step. */
  remember(moment: Float64Array, dt: number): void {
    for (let axis = 0; axis < 3; axis++) {
      this.earlier[axis] = moment[driveVelocity + axis];
      this.earlier[3 + axis] = moment[driveSpin + axis];
    }
    this.earlier[6] = dt;
  }

  /** Drops the stored velocity, so that the next step has no force: after a jump, or if the bone was not moved. */
  forget(): void {
    this.earlier.fill(0);
  }

  private force(mode: number, inputs: Float64Array): number {
    let force = 0;
    for (let k = 0; k < 6; k++) force -= this.part.transfer[inputCount * mode + k] * inputs[k];
    return force;
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
