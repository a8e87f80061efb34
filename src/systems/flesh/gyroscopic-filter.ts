import { solveLinear } from '../../math/solve-linear.ts';
import { driveAngular, driveProducts, driveSpin } from '../../motion/drive.ts';
import type { RayleighDamping } from './damping.ts';
import type { Filter } from './filter-bank.ts';
import type { FleshPart } from './part.ts';
import { inputCount } from './records.generated.ts';
import { filterRows, tabulateFilter } from './tabulate-filter.ts';

/** Whatever the angular velocity, flesh keeps at least this fraction of its stiffness. */
const minStiffness = 0.05;

/**
 * The exact filter plus the forces that the rotation of the frame causes in displaced or moving flesh: the Coriolis force 2ω × u̇, the
 * Euler force α × u, and the centrifugal force ω × (ω × u), which softens the flesh across the axis.
 *
 * These forces couple the modes. They are evaluated at both ends of the step and are assumed to be linear in between. The forces at the end
 * depend on the result of the step. Both are found by solving one linear system, without iteration. The step is therefore stable up to the
 * angular velocity at which the flesh would buckle. Beyond it, the centrifugal force is reduced. The method is of second order in the step.
 * Without rotation it equals the exact filter up to rounding.
 */
export class GyroscopicFilter {
  private readonly coefficients = new Map<number, Float64Array>();
  private readonly size: number;
  /** Modal forces at one end of the step. byAmplitude: per unit of each amplitude. byVelocity: per unit of each velocity. [modeCount²] */
  private readonly byAmplitude: Float64Array;
  private readonly byVelocity: Float64Array;
  private readonly system: Float64Array;
  private readonly startForce: Float64Array;
  private readonly endForce: Float64Array;
  private readonly plain: Float64Array;

  constructor(
    private part: FleshPart,
    private damping: RayleighDamping,
    private maxForce: number,
  ) {
    const size = part.modeCount;
    this.size = size;
    this.byAmplitude = new Float64Array(size * size);
    this.byVelocity = new Float64Array(size * size);
    this.system = new Float64Array(size * size);
    this.startForce = new Float64Array(size);
    this.endForce = new Float64Array(size);
    this.plain = new Float64Array(2 * size);
  }

  /** Replaces the part by one with the same shapes and other frequencies, the damping and the maximum force. */
  change(part: FleshPart, damping: RayleighDamping, maxForce: number): void {
    this.part = part;
    this.damping = damping;
    this.maxForce = maxForce;
    this.coefficients.clear();
  }

  /**
   * Advances the filter by one step. start, end: [driveStride] the records from which the filter's inputs were computed.
   * Returns the force at the end divided by its maximum, and whether the centrifugal force was reduced.
   */
  step(
    filter: Filter,
    start: Float64Array,
    end: Float64Array,
    dt: number,
  ): { overload: number; buckles: boolean } {
    const { size, startForce, endForce, plain, system, byAmplitude, byVelocity } = this;
    const { amplitudes, velocities } = filter;
    const rows = this.rowsFor(dt);
    this.force(startForce, filter.start);
    const overload = this.force(endForce, filter.end);
    const buckled = this.couple(start);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        startForce[i] += byAmplitude[i * size + j] * amplitudes[j] + byVelocity[i * size + j] * velocities[j];
      }
    }
    // Computes the result without the rotational force at the end first.
    for (let m = 0; m < size; m++) {
      const [q, v, f] = [amplitudes[m], velocities[m], startForce[m]];
      plain[m] = rows[m] * q + rows[size + m] * v + rows[2 * size + m] * f;
      plain[size + m] = rows[4 * size + m] * q + rows[5 * size + m] * v + rows[6 * size + m] * f;
    }
    const buckles = this.couple(end) || buckled;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const [a, b] = [byAmplitude[i * size + j], byVelocity[i * size + j]];
        endForce[i] += a * plain[j] + b * plain[size + j];
        system[i * size + j] = (i === j ? 1 : 0) - a * rows[3 * size + j] - b * rows[7 * size + j];
      }
    }
    solveLinear(system, endForce, size);
    for (let m = 0; m < size; m++) {
      amplitudes[m] = plain[m] + rows[3 * size + m] * endForce[m];
      velocities[m] = plain[size + m] + rows[7 * size + m] * endForce[m];
    }
    return { overload, buckles };
  }

  private rowsFor(dt: number): Float64Array {
    let rows = this.coefficients.get(dt);
    if (!rows) {
      // All steps of a simulation have the same duration, but outputs between steps need arbitrary durations. So the size of the cache is
      // limited.
      if (this.coefficients.size > 8) this.coefficients.clear();
      rows = new Float64Array(filterRows * this.size);
      tabulateFilter(rows, this.size, this.part.omega2, this.damping, dt);
      this.coefficients.set(dt, rows);
    }
    return rows;
  }

  /**
   * Writes the modal forces of the inputs [12], limited to the maximum, to `out`. Returns their norm before the limit, divided by the
   * maximum.
   */
  private force(out: Float64Array, inputs: Float64Array): number {
    const { transfer } = this.part;
    let square = 0;
    for (let mode = 0; mode < this.size; mode++) {
      let sum = 0;
      for (let k = 0; k < inputCount; k++) sum -= transfer[inputCount * mode + k] * inputs[k];
      out[mode] = sum;
      square += sum * sum;
    }
    const overload = Math.sqrt(square) / this.maxForce;
    const squared = overload * overload;
    const factor = 1 / Math.sqrt(Math.sqrt(1 + squared * squared));
    for (let mode = 0; mode < this.size; mode++) out[mode] *= factor;
    return overload;
  }

  /** Computes `byAmplitude` and `byVelocity` for one instant. Returns whether the centrifugal force had to be reduced. */
  private couple(moment: Float64Array): boolean {
    const { size, byAmplitude, byVelocity, part } = this;
    const square = size * size;
    byAmplitude.fill(0);
    for (let k = 0; k < 6; k++) {
      const product = moment[driveProducts + k];
      if (product === 0) continue;
      for (let e = 0; e < square; e++) byAmplitude[e] -= product * part.spin[k * square + e];
    }
    let fraction = 1;
    while (fraction > 1e-3 && !this.isStable(fraction)) fraction *= 0.8;
    for (let e = 0; e < square; e++) {
      byAmplitude[e] *= fraction;
      byVelocity[e] = 0;
      for (let axis = 0; axis < 3; axis++) {
        const coriolis = part.coriolis[axis * square + e];
        byAmplitude[e] -= moment[driveAngular + axis] * coriolis;
        byVelocity[e] -= 2 * moment[driveSpin + axis] * coriolis;
      }
    }
    return fraction < 1;
  }

  /** Returns whether the stiffness minus `fraction` times the centrifugal softening is positive definite (Cholesky factorization). */
  private isStable(fraction: number): boolean {
    const { size, byAmplitude, system } = this;
    const { omega2 } = this.part;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = -0.5 * fraction * (byAmplitude[i * size + j] + byAmplitude[j * size + i]);
        if (i === j) sum += (1 - minStiffness) * omega2[i];
        for (let k = 0; k < j; k++) sum -= system[i * size + k] * system[j * size + k];
        if (i === j) {
          if (!(sum > 0)) return false;
          system[i * size + i] = Math.sqrt(sum);
        } else {
          system[i * size + j] = sum / system[j * size + j];
        }
      }
    }
    return true;
  }
}
