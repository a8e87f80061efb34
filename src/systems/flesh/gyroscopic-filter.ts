import { solveLinear } from '../../math/solve-linear.ts';
import { driveAngular, driveProducts, driveSpin } from '../../motion/drive.ts';
import type { RayleighDamping } from './damping.ts';
import type { Filter } from './filter-bank.ts';
import type { FleshPart } from './part.ts';
import { inputCount } from './records.generated.ts';
import { filterRows, tabulateFilter } from './tabulate-filter.ts';

/** Share of its stiffness that flesh keeps however fast it spins. */
const leastStiffness = 0.05;

/**
 * The exact filter with what spin does to flesh that is displaced or moves: Coriolis forces 2ω × u̇, the angular
 * acceleration α × u, and ω × (ω × u), which softens across the axis. They couple the modes, so they enter as forces at
 * both ends of the step, linear in between; those at its end depend on the answer, which is found by solving for them, not
 * by iterating. So the step is stable for any spin below the one at which the flesh would fly off (buckle); from there on
 * the last term is held back. Second order in the step; without spin the exact filter to the bit of rounding.
 */
export class GyroscopicFilter {
  private readonly coefficients = new Map<number, Float64Array>();
  private readonly size: number;
  /** [modeCount²] what q and v give to the modal forces, at one end of the step. */
  private readonly byAmplitude: Float64Array;
  private readonly byVelocity: Float64Array;
  private readonly system: Float64Array;
  private readonly startForce: Float64Array;
  private readonly endForce: Float64Array;
  private readonly plain: Float64Array;

  constructor(
    private readonly part: FleshPart,
    private readonly damping: RayleighDamping,
    private readonly largestForce: number,
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

  /**
   * One step; `start` and `end` [driveStride] are the moments that the filter's inputs were made of. Returns the force at
   * the end over the largest one, and whether spin was held back.
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
    // Where the modes would be without a force at the end.
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
      // Steps have one length, what looks ahead between them has any.
      if (this.coefficients.size > 8) this.coefficients.clear();
      rows = new Float64Array(filterRows * this.size);
      tabulateFilter(rows, this.size, this.part.omega2, this.damping, dt);
      this.coefficients.set(dt, rows);
    }
    return rows;
  }

  /** out = the modal forces of the inputs [12], kept below the largest. Returns them over it. */
  private force(out: Float64Array, inputs: Float64Array): number {
    const { transfer } = this.part;
    let square = 0;
    for (let mode = 0; mode < this.size; mode++) {
      let sum = 0;
      for (let k = 0; k < inputCount; k++) sum -= transfer[inputCount * mode + k] * inputs[k];
      out[mode] = sum;
      square += sum * sum;
    }
    const overload = Math.sqrt(square) / this.largestForce;
    const squared = overload * overload;
    const factor = 1 / Math.sqrt(Math.sqrt(1 + squared * squared));
    for (let mode = 0; mode < this.size; mode++) out[mode] *= factor;
    return overload;
  }

  /** Fills `byAmplitude` and `byVelocity` for a moment. True when spin had to be held back. */
  private couple(moment: Float64Array): boolean {
    const { size, byAmplitude, byVelocity, part } = this;
    const square = size * size;
    byAmplitude.fill(0);
    for (let k = 0; k < 6; k++) {
      const product = moment[driveProducts + k];
      if (product === 0) continue;
      for (let e = 0; e < square; e++) byAmplitude[e] -= product * part.spin[k * square + e];
    }
    let share = 1;
    while (share > 1e-3 && !this.holds(share)) share *= 0.8;
    for (let e = 0; e < square; e++) {
      byAmplitude[e] *= share;
      byVelocity[e] = 0;
      for (let axis = 0; axis < 3; axis++) {
        const coriolis = part.coriolis[axis * square + e];
        byAmplitude[e] -= moment[driveAngular + axis] * coriolis;
        byVelocity[e] -= 2 * moment[driveSpin + axis] * coriolis;
      }
    }
    return share < 1;
  }

  /** Whether stiffness less what spin takes of it is positive definite, by Cholesky's factors. */
  private holds(share: number): boolean {
    const { size, byAmplitude, system } = this;
    const { omega2 } = this.part;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = -0.5 * share * (byAmplitude[i * size + j] + byAmplitude[j * size + i]);
        if (i === j) sum += (1 - leastStiffness) * omega2[i];
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
