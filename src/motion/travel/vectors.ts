/** Small vectors of the legs' geometry. Plain tuples: a pose needs a few dozen of them. */
export type Vector = [number, number, number];

/** Where the origin of a node stands, of matrices [16 · nodeCount]. */
export function originOf(matrices: Float64Array, node: number): Vector {
  const o = 16 * node + 12;
  return [matrices[o], matrices[o + 1], matrices[o + 2]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function norm(a: Vector): number {
  return Math.sqrt(dot(a, a));
}

export function distance(a: Vector, b: Vector): number {
  return norm(subtract(a, b));
}

/** Unit length; zero stays zero. */
export function normalize(a: Vector): Vector {
  const length = norm(a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}
