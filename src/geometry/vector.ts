/** Operations on small vectors. An argument may be any list of three numbers. */
export type Vector = [number, number, number];
type Numbers = ArrayLike<number>;

/** a − b. */
export function subtract(a: Numbers, b: Numbers): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** a · b. */
export function dot(a: Numbers, b: Numbers): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** a × b. */
export function cross(a: Numbers, b: Numbers): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** out = a × b, for inner loops. `out` must be neither a nor b. */
export function crossInto(out: { [index: number]: number }, a: Numbers, b: Numbers): void {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/** Returns the length of a vector. */
export function norm(a: Numbers): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/** Returns the distance between two points. */
export function distance(a: Numbers, b: Numbers): number {
  return norm(subtract(a, b));
}

/** Returns the vector with unit length; `fallback` if its length is 0. */
export function normalize(a: Numbers, fallback: Vector = [0, 0, 0]): Vector {
  const length = norm(a);
  return length > 0 ? [a[0] / length, a[1] / length, a[2] / length] : fallback;
}
