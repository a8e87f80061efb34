import type { FleshPart } from '../part.ts';
import { measureReach } from '../reach-probe.ts';

export type Vector = readonly [number, number, number];

/** Contributions of the products xx yy zz xy yz zx to ω × (ω × r). */
const products: readonly ((r: Vector) => Vector)[] = [
  ([, y, z]) => [0, -y, -z],
  ([x, , z]) => [-x, 0, -z],
  ([x, y]) => [-x, -y, 0],
  ([x, y]) => [y, x, 0],
  ([, y, z]) => [0, z, y],
  ([x, , z]) => [z, 0, x],
];

export function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

const units: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export interface LumpedOptions {
  /** Positions of the point masses, metres. */
  readonly points: readonly Vector[];
  /** Masses, kg, [points.length]. */
  readonly masses: readonly number[];
  /** Displacement fields over the points. They are orthonormalized with respect to the masses, in this order. */
  readonly fields: readonly (readonly Vector[])[];
  /** Frequency of each field, Hz. */
  readonly frequencies: readonly number[];
  readonly scale?: number;
  readonly node?: number;
}

/**
 * Creates a part from point masses that move in given fields. It has the same data as a part that was solved as an elastic body, but
 * computed with simple sums. The points are also the render vertices.
 */
export function makeLumpedPart(options: LumpedOptions): FleshPart {
  const { points, masses, frequencies } = options;
  const scale = options.scale ?? 1;
  const dot = (a: readonly Vector[], b: readonly Vector[]) =>
    a.reduce((sum, v, k) => sum + masses[k] * (v[0] * b[k][0] + v[1] * b[k][1] + v[2] * b[k][2]), 0);
  const modes: Vector[][] = [];
  for (const field of options.fields) {
    let mode = field.map((v): Vector => [...v]);
    for (const other of modes) {
      const part = dot(mode, other);
      mode = mode.map((v, k): Vector => [0, 1, 2].map((a) => v[a] - part * other[k][a]) as unknown as Vector);
    }
    const length = Math.sqrt(dot(mode, mode));
    modes.push(mode.map((v): Vector => [v[0] / length, v[1] / length, v[2] / length]));
  }
  const inputs = [
    ...units.map((unit) => points.map(() => unit)),
    ...units.map((unit) => points.map((r) => cross(unit, r))),
    ...products.map((product) => points.map(product)),
  ];
  const operate = (operator: (u: Vector) => Vector) =>
    modes.flatMap((left) => modes.map((right) => dot(left, right.map(operator))));
  const surface = {
    surface: 0,
    vertices: Uint32Array.from(points, (_, k) => k),
    shapes: Float32Array.from(modes.flat(2), (value) => value / scale),
    normals: new Float32Array(3 * points.length * modes.length),
  };
  const shown = { modeCount: modes.length, scale, surfaces: [surface] };
  return {
    name: 'lumps',
    key: '0123456789abcdef',
    node: options.node ?? 0,
    inverseBind: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
    ...shown,
    omega2: Float64Array.from(frequencies, (f) => (2 * Math.PI * f) ** 2),
    transfer: Float64Array.from(modes.flatMap((mode) => inputs.map((field) => dot(mode, field)))),
    coriolis: Float64Array.from(units.flatMap((unit) => operate((u) => cross(unit, u)))),
    spin: Float64Array.from(products.flatMap((product) => operate(product))),
    reach: measureReach(shown),
    quality: {
      nodeCount: points.length,
      tetCount: 0,
      fixedNodeCount: 0,
      mass: masses.reduce((sum, mass) => sum + mass, 0),
      volume: masses.reduce((sum, mass) => sum + mass, 0) / 1000,
      worstElement: 1,
      meanElement: 1,
      frequencies,
      effectiveMass: [1, 1, 1],
      expectedError: 0,
      residual: 0,
      iterations: 0,
      warnings: [],
    },
  };
}

/** Creates a rod of eight masses, 2 kg, upward from (0, 0.1, 0). Its seven modes are bending, stretching and higher bending. */
export function makeRod(options: Partial<LumpedOptions> = {}): FleshPart {
  const points = Array.from({ length: 8 }, (_, k): Vector => [0.02, 0.1 + 0.05 * k, -0.01]);
  const along = points.map((_, k) => (k + 1) / 8);
  const field = (shape: (s: number) => Vector) => along.map(shape);
  return makeLumpedPart({
    points,
    masses: points.map(() => 0.25),
    fields: [
      field((s) => [s * s, 0, 0]),
      field((s) => [0, 0, s * s]),
      field((s) => [0, s, 0]),
      field((s) => [s * s * (s - 0.8), 0.1 * s, 0]),
      field((s) => [0, 0, s * s * (s - 0.8)]),
      field((s) => [0.2 * s, s * (s - 0.6), 0]),
      field((s) => [0, 0, s * (s - 0.4) * (s - 0.9)]),
    ],
    frequencies: [3.3, 3.5, 6, 9, 9.5, 15, 22],
    ...options,
  });
}
