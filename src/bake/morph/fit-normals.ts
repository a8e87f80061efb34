import { countTargets, type Reduction } from './reduce-shapes.ts';
import type { SurfaceStrain } from './surface-strain.ts';

/**
 * Number of iterations of plain least squares. In the first one, lengths are those of the samples; in the others, those of the previous
 * fit.
 */
const plainRounds = 4;
/**
 * Number of iterations that give more weight to the maximum deviations. Only for vertices that deviate by more than this angle, radians.
 */
const evenRounds = 8;
const fineEnough = 0.001;

export interface NormalFit {
  /** Weights of the targets at the times to fit, [sampleCount · countTargets]. */
  readonly weights: Float64Array;
  readonly modeCount: number;
  readonly reduction: Reduction;
}

/**
 * Computes the normal deltas of each target, [3 · vertexCount]: base + Σ weight · delta approximates the normals of the surface that the
 * targets show.
 *
 * base [3 · vertexCount] normals of the file. samples: the rotated normals at the times to fit, see `RotatedNormals`. The fit is a weighted
 * least squares problem. Its right-hand side is the rotated unit normal times a length, which is a free variable at each time, since
 * viewers normalise normals. Lengths and deltas are computed alternately. Then times are weighted by their deviation (Lawson 1961), which
 * reduces the maximum angle by about half.
 */
export function fitNormals(
  base: Float32Array,
  samples: readonly Float32Array[],
  { weights, reduction }: NormalFit,
): Float32Array[] {
  const targetCount = countTargets(reduction);
  const out = Array.from({ length: targetCount }, () => new Float32Array(base.length));
  const fitter = new VertexFitter(weights, targetCount);
  for (let vertex = 0; vertex < base.length / 3; vertex++) {
    const own = base.subarray(3 * vertex, 3 * vertex + 3);
    if (!own.some((value) => value !== 0)) continue;
    const deltas = fitter.fit(own, samples, 3 * vertex);
    for (let target = 0; target < targetCount; target++) {
      out[target].set(deltas.subarray(3 * target, 3 * target + 3), 3 * vertex);
    }
  }
  return out;
}

/** Fits one vertex after another to the same weights. */
class VertexFitter {
  private readonly sampleCount: number;
  private readonly directions: Float64Array;
  private readonly lengths: Float64Array;
  /** Weight of each time in the least squares fit. */
  private readonly fractions: Float64Array;
  private readonly angles: Float64Array;
  private readonly deltas: Float64Array;
  private readonly best: Float64Array;
  /** Normal equations with three right-hand sides, [targetCount · (targetCount + 3)]. */
  private readonly rows: Float64Array;

  constructor(
    private readonly weights: Float64Array,
    private readonly targetCount: number,
  ) {
    this.sampleCount = weights.length / targetCount;
    this.directions = new Float64Array(3 * this.sampleCount);
    this.lengths = new Float64Array(this.sampleCount);
    this.fractions = new Float64Array(this.sampleCount);
    this.angles = new Float64Array(this.sampleCount);
    this.deltas = new Float64Array(3 * targetCount);
    this.best = new Float64Array(3 * targetCount);
    this.rows = new Float64Array(targetCount * (targetCount + 3));
  }

  /** Fits one vertex. base [3]: normal of the vertex. samples: its rotated normals start at the offset. */
  fit(base: Float32Array, samples: readonly Float32Array[], offset: number): Float64Array {
    const length = Math.sqrt(base[0] ** 2 + base[1] ** 2 + base[2] ** 2);
    const { directions, lengths, fractions, deltas, best } = this;
    for (let sample = 0; sample < this.sampleCount; sample++) {
      const normal = samples[sample].subarray(offset, offset + 3);
      const size = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
      for (let axis = 0; axis < 3; axis++) directions[3 * sample + axis] = size > 0 ? normal[axis] / size : 0;
      lengths[sample] = size * length;
      fractions[sample] = 1;
    }
    let min = Number.POSITIVE_INFINITY;
    for (let round = 0; round < plainRounds + evenRounds; round++) {
      this.solve(base);
      const worst = this.measure(base, length);
      if (worst < min || round < plainRounds) {
        min = worst;
        best.set(deltas);
      }
      if (round < plainRounds - 1) continue;
      if (worst < fineEnough) break;
      this.countWorst(worst);
    }
    return best;
  }

  /**
   * Solves the weighted least squares problem by Gauss-Jordan elimination. The matrix is symmetric and positive, so no pivoting is needed.
   */
  private solve(base: Float32Array): void {
    const { weights, targetCount: size, directions, lengths, fractions, deltas, rows } = this;
    const stride = size + 3;
    rows.fill(0);
    for (let sample = 0; sample < this.sampleCount; sample++) {
      const s = lengths[sample];
      const x = s * directions[3 * sample] - base[0];
      const y = s * directions[3 * sample + 1] - base[1];
      const z = s * directions[3 * sample + 2] - base[2];
      for (let i = 0, row = 0; i < size; i++, row += stride) {
        const weight = fractions[sample] * weights[sample * size + i];
        for (let j = 0; j < size; j++) rows[row + j] += weight * weights[sample * size + j];
        rows[row + size] += weight * x;
        rows[row + size + 1] += weight * y;
        rows[row + size + 2] += weight * z;
      }
    }
    for (let i = 0; i < size; i++) {
      // If weights hardly change, the deltas must become 0 instead of huge.
      const pivot = 1 / (rows[i * stride + i] * (1 + 1e-9) + 1e-30);
      for (let k = i; k < stride; k++) rows[i * stride + k] *= pivot;
      for (let j = 0; j < size; j++) {
        const factor = j === i ? 0 : rows[j * stride + i];
        if (factor !== 0)
          for (let k = i; k < stride; k++) rows[j * stride + k] -= factor * rows[i * stride + k];
      }
    }
    for (let i = 0; i < size; i++) deltas.set(rows.subarray(i * stride + size, (i + 1) * stride), 3 * i);
  }

  /** Measures the angles between the fitted and the rotated normals, in radians by the small-angle approximation. Returns the maximum. */
  private measure(base: Float32Array, length: number): number {
    const { weights, targetCount, directions, lengths, angles, deltas } = this;
    let worst = 0;
    for (let sample = 0; sample < this.sampleCount; sample++) {
      let [x, y, z] = base;
      for (let target = 0; target < targetCount; target++) {
        const weight = weights[sample * targetCount + target];
        x += weight * deltas[3 * target];
        y += weight * deltas[3 * target + 1];
        z += weight * deltas[3 * target + 2];
      }
      const o = 3 * sample;
      const along = x * directions[o] + y * directions[o + 1] + z * directions[o + 2];
      const beside = Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along));
      // Lengths must stay above 0.
      lengths[sample] = Math.max(0.2 * length, along);
      angles[sample] = beside / lengths[sample];
      worst = Math.max(worst, angles[sample]);
    }
    return worst;
  }

  private countWorst(worst: number): void {
    const { fractions, angles } = this;
    let sum = 0;
    for (let sample = 0; sample < fractions.length; sample++) {
      fractions[sample] *= 0.02 + angles[sample] / worst;
      sum += fractions[sample];
    }
    for (let sample = 0; sample < fractions.length; sample++) fractions[sample] *= fractions.length / sum;
  }
}

/**
 * Computes tangent deltas of each target: base + Σ weight · delta is the base tangent transformed by the surface. This is exact, since it
 * is linear in the displacement. base [4 · vertexCount]; the component w does not change.
 */
export function carryTangents(
  { frames, gradients }: SurfaceStrain,
  base: Float32Array,
  modeCount: number,
  reduction: Reduction,
): Float32Array[] {
  const { shapes } = reduction;
  const targetCount = countTargets(reduction);
  const vertexCount = base.length / 4;
  return Array.from({ length: targetCount }, (_, target) => {
    const out = new Float32Array(3 * vertexCount);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const frame = frames.subarray(9 * vertex, 9 * vertex + 9);
      const along = [0, 3].map(
        (row) =>
          base[4 * vertex] * frame[row] +
          base[4 * vertex + 1] * frame[row + 1] +
          base[4 * vertex + 2] * frame[row + 2],
      );
      const change = [0, 0, 0];
      for (let mode = 0; mode < modeCount; mode++) {
        const fraction = shapes[target * modeCount + mode] ?? 0;
        const k = 6 * (vertex * modeCount + mode);
        for (let c = 0; c < 3; c++)
          change[c] += fraction * (along[0] * gradients[k + c] + along[1] * gradients[k + 3 + c]);
      }
      for (let axis = 0; axis < 3; axis++) {
        out[3 * vertex + axis] =
          change[0] * frame[axis] + change[1] * frame[3 + axis] + change[2] * frame[6 + axis];
      }
    }
    return out;
  });
}
