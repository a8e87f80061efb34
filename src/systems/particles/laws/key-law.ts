import type { StepLaw } from './step-law.ts';

/** `constant`: L1, the force of the paper; `leastEffort`: L2; `velocity`: L3, position and velocity. */
export type LawName = 'constant' | 'leastEffort' | 'velocity';

/** Options of a key's law. `steps` are the durations of all steps from the start of the key to its end, in seconds. */
export interface KeyLawOptions {
  readonly law: LawName;
  /** [N] the lengths of all steps from the key's start to its end, s, each > 0. They may differ. */
  readonly steps: ArrayLike<number>;
  /** [N] factor by which drag reduces the velocity in each step, in (0, 1]. Absent: there is no drag. */
  readonly drags?: ArrayLike<number>;
  /** True: s is n/N as printed in the paper, and particles miss by |F|Δt²/N. Default false. */
  readonly printed?: boolean;
  /** Fraction of the time over which the control increases, 0..1. Default 0: immediately. */
  readonly ease?: number;
  /** Custom s as a function of the remaining fraction of the time, 1..0. Ignored in steps in which it must be 0. */
  readonly scaling?: (fractionLeft: number) => number;
  /**
   * Custom strength of the control, 0..1, as a function of the remaining fraction of the time. Ignored in steps in which it must
   * be 1.
   */
  readonly leadWeight?: (fractionLeft: number) => number;
}

const rowLength = 9;

/**
 * The control of one key with one arrival time, for every step. It is exact for steps of any lengths and drag, whatever the
 * forces do.
 *
 * W_j = Σ_{m≥j} Δt_m Π_{k=j..m} d_k is the effect of a change of velocity before step j on the final position, and D_j = Π_{m≥j}
 * d_m that on the final velocity. E = target − x − W v and V = v_target − D v are the remaining differences. The sums are over
 * the remaining steps:
 *
 *     L1  a = E / ΣΔt W                        the same in every step
 *     L2  a = W E / ΣΔt W²                     min ΣΔt a²
 *     L3  a = U (E − μ V) / ΣΔt U² + D V / R   min ΣΔt a²; R = ΣΔt D², μ = ΣΔt W D / R, U = W − μ D
 *
 * For equal steps without drag these are the closed forms 2E/(n(n+1)Δt²), 6E/((n+1)(2n+1)Δt²) and 6E/(n(n+1)Δt²) − 2V/(nΔt). The
 * last step (the last two with L3) ignores the velocity at its start: `keep` is 0.
 */
export class KeyLaw {
  readonly stepCount: number;
  /** Number of final steps without forces: 1, or 2 if a velocity must be reached. */
  readonly exactCount: number;
  /** [9 · stepCount] the fields of `StepLaw` in their order. */
  private readonly rows: Float64Array;

  constructor(options: KeyLawOptions) {
    const { steps, drags, law } = options;
    const count = steps.length;
    this.stepCount = count;
    this.exactCount = Math.min(count, law === 'velocity' ? 2 : 1);
    this.rows = new Float64Array(rowLength * count);
    const left = sumTimeLeft(steps);
    const gains = { position: 0, speed: 0, targetSpeed: 0, kept: 0 };
    const sums =
      law === 'constant' ? new ConstantSums() : law === 'velocity' ? new VelocitySums() : new EffortSums();
    for (let step = count - 1; step >= 0; step--) {
      const dt = steps[step];
      const drag = drags ? drags[step] : 1;
      sums.add(gains, dt, drag);
      const e = this.leadWeight(options, left, step);
      const s = this.scaling(options, left, step);
      this.rows.set(
        [
          s,
          e * gains.position,
          e * gains.speed,
          e * gains.targetSpeed,
          // 1 + Δt · speed, computed without subtracting nearly equal numbers.
          drag * (1 - e + e * gains.kept),
          drag * dt * s,
          drag * dt * e * gains.position,
          drag * dt * e * gains.targetSpeed,
          step >= count - this.exactCount ? 1 : 0,
        ],
        rowLength * step,
      );
    }
  }

  /** Writes the law of a step, 0 … stepCount − 1. */
  at(out: StepLaw, step: number): void {
    const { rows } = this;
    const o = rowLength * step;
    out.s = rows[o];
    out.positionGain = rows[o + 1];
    out.speedGain = rows[o + 2];
    out.targetSpeedGain = rows[o + 3];
    out.keep = rows[o + 4];
    out.force = rows[o + 5];
    out.pull = rows[o + 6];
    out.aim = rows[o + 7];
    out.ignoresObstacles = rows[o + 8] !== 0;
  }

  private scaling({ printed, scaling }: KeyLawOptions, left: Float64Array, step: number): number {
    if (printed) return left[step] / left[0];
    const last = this.stepCount - this.exactCount;
    if (step >= last) return 0;
    return scaling ? scaling(left[step] / left[0]) : (left[step] - left[last]) / (left[0] - left[last]);
  }

  private leadWeight({ ease = 0, leadWeight }: KeyLawOptions, left: Float64Array, step: number): number {
    if (step >= this.stepCount - this.exactCount) return 1;
    const shareLeft = left[step] / left[0];
    const elapsed = 1 - shareLeft;
    const u = elapsed < ease ? elapsed / ease : 1;
    const given = leadWeight ? Math.min(1, Math.max(0, leadWeight(shareLeft))) : 1;
    return u * u * (3 - 2 * u) * given;
  }
}

/** Returns the remaining time at the start of each step, and 0 at the end of the last step: [stepCount + 1], seconds. */
function sumTimeLeft(steps: ArrayLike<number>): Float64Array {
  const left = new Float64Array(steps.length + 1);
  for (let step = steps.length - 1; step >= 0; step--) left[step] = left[step + 1] + steps[step];
  return left;
}

/** Gains of acceleration, and the factor of the velocity before drag: 1 + Δt · speed. */
interface Gains {
  position: number;
  speed: number;
  targetSpeed: number;
  kept: number;
}

/** The sums over the remaining steps are accumulated from the last step to the first. */
interface LawSums {
  add(out: Gains, dt: number, drag: number): void;
}

class ConstantSums implements LawSums {
  private w = 0;
  private sum = 0;

  add(out: Gains, dt: number, drag: number): void {
    const before = this.sum;
    this.w = drag * (dt + this.w);
    this.sum = before + dt * this.w;
    out.position = 1 / this.sum;
    out.speed = -this.w / this.sum;
    out.kept = before / this.sum;
  }
}

class EffortSums implements LawSums {
  private w = 0;
  private sum = 0;

  add(out: Gains, dt: number, drag: number): void {
    const before = this.sum;
    this.w = drag * (dt + this.w);
    this.sum = before + dt * this.w * this.w;
    out.position = this.w / this.sum;
    out.speed = (-this.w * this.w) / this.sum;
    out.kept = before / this.sum;
  }
}

/** R, μ and ΣΔt U² by the update of weighted least squares, which does not subtract nearly equal numbers. */
class VelocitySums implements LawSums {
  private w = 0;
  private d = 1;
  private r = 0;
  private mean = 0;
  private sum = 0;

  add(out: Gains, dt: number, drag: number): void {
    const { r: rBefore, sum: sumBefore } = this;
    this.w = drag * (dt + this.w);
    this.d *= drag;
    const { w, d } = this;
    const r = rBefore + dt * d * d;
    this.r = r;
    if (rBefore === 0) {
      // The last step only reaches the position.
      this.mean = w / d;
      out.position = 1 / (dt * w);
      out.speed = -1 / dt;
      out.targetSpeed = 0;
      out.kept = 0;
      return;
    }
    const difference = w - this.mean * d;
    this.mean += (dt * d * difference) / r;
    this.sum = sumBefore + (dt * difference * difference * rBefore) / r;
    const u = (difference * rBefore) / r;
    out.position = u / this.sum;
    out.targetSpeed = d / r - (this.mean * u) / this.sum;
    out.speed = -((u * u) / this.sum + (d * d) / r);
    out.kept = (rBefore / r) * (sumBefore / this.sum);
  }
}
