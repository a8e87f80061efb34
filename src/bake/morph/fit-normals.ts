import type { Reduction } from './reduce-shapes.ts';
import type { SurfaceStrain } from './surface-strain.ts';

/** Rounds of the fit: lengths first as they are, then as they come out. */
const rounds = 4;

export interface NormalFit {
  /** Weights of the targets at the times to fit: [sampleCount · targetCount]. */
  readonly weights: Float64Array;
  /** Amplitudes that they add up to: [sampleCount · modeCount]. */
  readonly amplitudes: Float64Array;
  readonly modeCount: number;
  readonly reduction: Reduction;
}

/**
 * Normal deltas of each target, [3 · vertexCount] each, such that base + Σ weight · delta points where the surface that the
 * targets show does, as nearly as a sum can: light then lies on the shape that is seen.
 *
 * base [3 · vertexCount] normals as the file has them, of the moved vertices. Linear least squares against the deformed
 * unit normals times a length that is free at each time, since viewers normalise: found by turns with the deltas.
 */
export function fitNormals(strain: SurfaceStrain, base: Float32Array, fit: NormalFit): Float32Array[] {
  const { amplitudes, weights, modeCount, reduction } = fit;
  const { targetCount } = reduction;
  const vertexCount = base.length / 3;
  const sampleCount = weights.length / targetCount;
  const inverse = invertProjection(weights, targetCount, sampleCount);
  const out = Array.from({ length: targetCount }, () => new Float32Array(base.length));
  const directions = new Float64Array(3 * sampleCount);
  const lengths = new Float64Array(sampleCount);
  const delta = new Float64Array(3 * targetCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const length = Math.sqrt(base[3 * vertex] ** 2 + base[3 * vertex + 1] ** 2 + base[3 * vertex + 2] ** 2);
    if (!(length > 0)) continue;
    const gradients = strain.gradients.subarray(6 * modeCount * vertex, 6 * modeCount * (vertex + 1));
    for (let sample = 0; sample < sampleCount; sample++) {
      deformNormal(normal, gradients, amplitudes, sample * modeCount);
      const size = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
      for (let axis = 0; axis < 3; axis++) directions[3 * sample + axis] = size > 0 ? normal[axis] / size : 0;
      lengths[sample] = size * length;
    }
    for (let round = 0; round < rounds; round++) {
      if (round > 0) refineLengths(lengths, directions, delta, weights, targetCount, length);
      delta.fill(0);
      for (let sample = 0; sample < sampleCount; sample++) {
        const s = lengths[sample];
        const x = s * directions[3 * sample];
        const y = s * directions[3 * sample + 1];
        const z = s * directions[3 * sample + 2] - length;
        for (let target = 0; target < targetCount; target++) {
          const share = inverse[target * sampleCount + sample];
          delta[3 * target] += share * x;
          delta[3 * target + 1] += share * y;
          delta[3 * target + 2] += share * z;
        }
      }
    }
    const frame = strain.frames.subarray(9 * vertex, 9 * vertex + 9);
    for (let target = 0; target < targetCount; target++) {
      const [a, b, c] = delta.subarray(3 * target, 3 * target + 3);
      for (let axis = 0; axis < 3; axis++) {
        out[target][3 * vertex + axis] = a * frame[axis] + b * frame[3 + axis] + c * frame[6 + axis];
      }
    }
  }
  return out;
}

const normal = new Float64Array(3);

/** Writes the deformed normal, not normalised, in the vertex's own frame. gradients: one vertex's, all modes. */
export function deformNormal(
  out: Float64Array,
  gradients: Float64Array,
  amplitudes: Float64Array,
  offset: number,
): void {
  let a1 = 1;
  let b1 = 0;
  let c1 = 0;
  let a2 = 0;
  let b2 = 1;
  let c2 = 0;
  for (let k = 0, mode = offset; k < gradients.length; k += 6, mode++) {
    const q = amplitudes[mode];
    a1 += q * gradients[k];
    b1 += q * gradients[k + 1];
    c1 += q * gradients[k + 2];
    a2 += q * gradients[k + 3];
    b2 += q * gradients[k + 4];
    c2 += q * gradients[k + 5];
  }
  out[0] = b1 * c2 - c1 * b2;
  out[1] = c1 * a2 - a1 * c2;
  out[2] = a1 * b2 - b1 * a2;
}

/**
 * Tangent deltas of each target: base + Σ weight · delta is the base tangent carried along by the surface, exactly, since
 * that is linear in the displacement. base [4 · vertexCount], w left alone.
 */
export function carryTangents(
  { frames, gradients }: SurfaceStrain,
  base: Float32Array,
  modeCount: number,
  { shapes, targetCount }: Reduction,
): Float32Array[] {
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
        const share = shapes[target * modeCount + mode];
        const k = 6 * (vertex * modeCount + mode);
        for (let c = 0; c < 3; c++)
          change[c] += share * (along[0] * gradients[k + c] + along[1] * gradients[k + 3 + c]);
      }
      for (let axis = 0; axis < 3; axis++) {
        out[3 * vertex + axis] =
          change[0] * frame[axis] + change[1] * frame[3 + axis] + change[2] * frame[6 + axis];
      }
    }
    return out;
  });
}

/** [targetCount · sampleCount] (WᵀW)⁻¹Wᵀ. The weights of a reduction are as good as orthogonal. */
function invertProjection(weights: Float64Array, targetCount: number, sampleCount: number): Float64Array {
  const size = targetCount;
  const rows = new Float64Array(size * (size + sampleCount));
  const stride = size + sampleCount;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let sample = 0; sample < sampleCount; sample++)
        sum += weights[sample * size + i] * weights[sample * size + j];
      rows[i * stride + j] = sum;
    }
    // Weights that hardly ever move get no deltas rather than wild ones.
    rows[i * stride + i] = rows[i * stride + i] * (1 + 1e-9) + 1e-30;
    for (let sample = 0; sample < sampleCount; sample++)
      rows[i * stride + size + sample] = weights[sample * size + i];
  }
  // Gauss and Jordan: symmetric and positive, so no pivoting.
  for (let i = 0; i < size; i++) {
    const pivot = 1 / rows[i * stride + i];
    for (let k = i; k < stride; k++) rows[i * stride + k] *= pivot;
    for (let j = 0; j < size; j++) {
      const factor = j === i ? 0 : rows[j * stride + i];
      if (factor !== 0)
        for (let k = i; k < stride; k++) rows[j * stride + k] -= factor * rows[i * stride + k];
    }
  }
  const out = new Float64Array(size * sampleCount);
  for (let i = 0; i < size; i++) out.set(rows.subarray(i * stride + size, (i + 1) * stride), i * sampleCount);
  return out;
}

/** The length that each fitted normal has along its direction, kept well above nothing. */
function refineLengths(
  lengths: Float64Array,
  directions: Float64Array,
  delta: Float64Array,
  weights: Float64Array,
  targetCount: number,
  length: number,
): void {
  for (let sample = 0; sample < lengths.length; sample++) {
    let along = length * directions[3 * sample + 2];
    for (let target = 0; target < targetCount; target++) {
      const w = weights[sample * targetCount + target];
      for (let axis = 0; axis < 3; axis++)
        along += w * delta[3 * target + axis] * directions[3 * sample + axis];
    }
    lengths[sample] = Math.max(0.2 * length, along);
  }
}
