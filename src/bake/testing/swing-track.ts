import type { Actor } from '../../motion/actor.ts';
import type { MorphSurface } from '../../systems/outputs/morph.ts';
import type { MorphTrack } from '../morph/morph-track.ts';

/** A displacement field in mesh space that decreases to 0 away from a centre, and its gradient. */
type Field = (x: readonly number[]) => { u: number[]; gradient: number[][] };

export interface SwingTrack extends MorphTrack {
  /** Returns the exact normal of the deformed body, not normalised: the cofactor matrix of I + Σ q ∇φ at x, times n. */
  deformNormal(x: readonly number[], n: readonly number[], amplitudes: ArrayLike<number>): number[];
}

export interface SwingOptions {
  /** Indices of the rig's surfaces that the track may move. Absent: all. */
  readonly surfaces?: readonly number[];
  /** Centre and radius of the moving part, mesh units. Absent: the bounds of the whole surface. */
  readonly center?: readonly number[];
  readonly radius?: number;
  /** Maximum displacement, mesh units. */
  readonly size: number;
  readonly end: number;
  /** Number of steps per second. */
  readonly rate?: number;
  /** Period, seconds. Absent: damped oscillations. */
  readonly period?: number;
  readonly modeCount?: number;
}

/**
 * Creates an artificial track like that of a morph output: linear fields (shift, shear, twist, swell) times a smooth bump. Normals change
 * by the exact gradients of the fields. Each field oscillates with its own frequency.
 */
export function createSwingTrack(actor: Actor, options: SwingOptions): SwingTrack {
  const { rig } = actor;
  const { size, end, rate = 240, modeCount = 6 } = options;
  const chosen = options.surfaces ?? rig.surfaces.map((_, index) => index);
  const bounds = measureBounds(chosen.map((index) => rig.surfaces[index].positions));
  const center = options.center ?? bounds.center;
  const radius = options.radius ?? bounds.radius * 1.01;
  const fields = linearFields.slice(0, modeCount).map((matrix) => bumpField(matrix, center, radius, size));
  const surfaces = chosen.flatMap((index) => {
    const surface = buildSurface(
      index,
      rig.surfaces[index].positions,
      rig.surfaces[index].normals,
      fields,
      center,
      radius,
    );
    return surface.vertices.length > 0 ? [surface] : [];
  });
  const count = Math.floor(end * rate) + 1;
  const times = Float64Array.from({ length: count }, (_, k) => k / rate);
  const amplitudes = new Float64Array(count * fields.length);
  times.forEach((t, k) => {
    for (let mode = 0; mode < fields.length; mode++) {
      const turns = options.period ? ((mode + 1) * t) / options.period : t * (1.3 + 0.9 * mode);
      const fade = options.period ? 1 : Math.exp(-0.7 * t);
      amplitudes[k * fields.length + mode] =
        ((0.4 + fade * Math.sin(2 * Math.PI * turns + mode)) * 0.6) / (1 + mode);
    }
  });
  const deformNormal: SwingTrack['deformNormal'] = (x, n, q) => {
    const f = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1 : 0)));
    fields.forEach((field, mode) => {
      const { gradient } = field(x);
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) f[i][j] += q[mode] * gradient[i][j];
    });
    const cofactor = (i: number, j: number) => {
      const [a, b] = [(i + 1) % 3, (i + 2) % 3];
      const [c, d] = [(j + 1) % 3, (j + 2) % 3];
      return f[a][c] * f[b][d] - f[a][d] * f[b][c];
    };
    return [0, 1, 2].map((i) => cofactor(i, 0) * n[0] + cofactor(i, 1) * n[1] + cofactor(i, 2) * n[2]);
  };
  return {
    name: 'belly',
    actor: actor.name,
    modeCount: fields.length,
    surfaces,
    times,
    stepTimes: times,
    amplitudes,
    deformNormal,
  };
}

/** Rows of u = A (x − c) / radius + b, as [A | b]. */
const linearFields: readonly number[][][] = [
  [
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [0, 0, 0, 0],
  ],
  [
    [0, 0, 0, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ],
  [
    [0, 0, -1, 0],
    [0, 0, 0, 0],
    [1, 0, 0, 0],
  ],
  [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 1],
  ],
  [
    [1, 0, 0, 0],
    [0, -1, 0, 0],
    [0, 0, 0.5, 0],
  ],
  [
    [0, 1, 0, 0],
    [-1, 0, 0.4, 0],
    [0, 0, 0, 0.3],
  ],
];

function bumpField(
  matrix: readonly number[][],
  center: readonly number[],
  radius: number,
  size: number,
): Field {
  return (x) => {
    const d = x.map((value, axis) => (value - center[axis]) / radius);
    const inside = 1 - d.reduce((sum, value) => sum + value * value, 0);
    const bump = inside > 0 ? inside ** 3 : 0;
    const slope = inside > 0 ? d.map((value) => (-6 * value * inside ** 2) / radius) : [0, 0, 0];
    const linear = matrix.map((row) => row[0] * d[0] + row[1] * d[1] + row[2] * d[2] + row[3]);
    return {
      u: linear.map((value) => size * bump * value),
      gradient: matrix.map((row, i) =>
        [0, 1, 2].map((j) => size * (bump * (row[j] / radius) + linear[i] * slope[j])),
      ),
    };
  };
}

function buildSurface(
  surface: number,
  positions: Float32Array,
  baseNormals: Float32Array | null,
  fields: readonly Field[],
  center: readonly number[],
  radius: number,
): MorphSurface {
  const at = (vertex: number) => [...positions.subarray(3 * vertex, 3 * vertex + 3)];
  const all = Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  const vertices = Uint32Array.from(
    all.filter(
      (vertex) => at(vertex).reduce((sum, value, axis) => sum + (value - center[axis]) ** 2, 0) < radius ** 2,
    ),
  );
  const shapes = new Float32Array(fields.length * 3 * vertices.length);
  const normals = new Float32Array(shapes.length);
  fields.forEach((field, mode) => {
    vertices.forEach((vertex, k) => {
      const o = 3 * (mode * vertices.length + k);
      const { u, gradient } = field(at(vertex));
      shapes.set(u, o);
      if (!baseNormals) return;
      const n = normalized(baseNormals.subarray(3 * vertex, 3 * vertex + 3));
      const trace = gradient[0][0] + gradient[1][1] + gradient[2][2];
      for (let i = 0; i < 3; i++) {
        normals[o + i] = trace * n[i] - gradient[0][i] * n[0] - gradient[1][i] * n[1] - gradient[2][i] * n[2];
      }
    });
  });
  return { surface, vertices, shapes, normals };
}

function normalized(v: ArrayLike<number>): number[] {
  const length = Math.hypot(v[0], v[1], v[2]) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

function measureBounds(lists: readonly Float32Array[]): { center: number[]; radius: number } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const positions of lists) {
    positions.forEach((value, k) => {
      min[k % 3] = Math.min(min[k % 3], value);
      max[k % 3] = Math.max(max[k % 3], value);
    });
  }
  const center = min.map((value, axis) => (value + max[axis]) / 2);
  return { center, radius: Math.hypot(...max.map((value, axis) => value - center[axis])) };
}
