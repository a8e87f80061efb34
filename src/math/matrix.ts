/** 4 × 4 affine matrices, column-major as in glTF: m[12..14] is the translation, the last row is 0 0 0 1. */
export type Matrix = Float64Array;
type Numbers = ArrayLike<number>;
type Target = { [index: number]: number };

/** Returns the identity matrix. */
export function createMatrix(): Matrix {
  const m = new Float64Array(16);
  m[0] = m[5] = m[10] = m[15] = 1;
  return m;
}

/** Writes translation · rotation · scale to out[outOffset…]. Each of the three is read at its own offset. */
export function composeMatrix(
  out: Target,
  outOffset: number,
  translation: Numbers,
  translationOffset: number,
  rotation: Numbers,
  rotationOffset: number,
  scale: Numbers,
  scaleOffset: number,
): void {
  const x = rotation[rotationOffset];
  const y = rotation[rotationOffset + 1];
  const z = rotation[rotationOffset + 2];
  const w = rotation[rotationOffset + 3];
  const sx = scale[scaleOffset];
  const sy = scale[scaleOffset + 1];
  const sz = scale[scaleOffset + 2];
  out[outOffset] = (1 - 2 * (y * y + z * z)) * sx;
  out[outOffset + 1] = 2 * (x * y + z * w) * sx;
  out[outOffset + 2] = 2 * (x * z - y * w) * sx;
  out[outOffset + 3] = 0;
  out[outOffset + 4] = 2 * (x * y - z * w) * sy;
  out[outOffset + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[outOffset + 6] = 2 * (y * z + x * w) * sy;
  out[outOffset + 7] = 0;
  out[outOffset + 8] = 2 * (x * z + y * w) * sz;
  out[outOffset + 9] = 2 * (y * z - x * w) * sz;
  out[outOffset + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[outOffset + 11] = 0;
  out[outOffset + 12] = translation[translationOffset];
  out[outOffset + 13] = translation[translationOffset + 1];
  out[outOffset + 14] = translation[translationOffset + 2];
  out[outOffset + 15] = 1;
}

/** Writes a[aOffset…] · b[bOffset…], both affine, to out[outOffset…]. `out` must not overlap a or b. */
export function multiplyMatrices(
  out: Target,
  outOffset: number,
  a: Numbers,
  aOffset: number,
  b: Numbers,
  bOffset: number,
): void {
  for (let column = 0; column < 4; column++) {
    const k = bOffset + column * 4;
    const b0 = b[k];
    const b1 = b[k + 1];
    const b2 = b[k + 2];
    const b3 = b[k + 3];
    const o = outOffset + column * 4;
    out[o] = a[aOffset] * b0 + a[aOffset + 4] * b1 + a[aOffset + 8] * b2 + a[aOffset + 12] * b3;
    out[o + 1] = a[aOffset + 1] * b0 + a[aOffset + 5] * b1 + a[aOffset + 9] * b2 + a[aOffset + 13] * b3;
    out[o + 2] = a[aOffset + 2] * b0 + a[aOffset + 6] * b1 + a[aOffset + 10] * b2 + a[aOffset + 14] * b3;
    out[o + 3] = b3;
  }
}

/** Applies m to the point p, and writes the result to `out`. */
export function transformPoint(out: Target, m: Numbers, p: Numbers, mOffset = 0): void {
  const [x, y, z] = [p[0], p[1], p[2]];
  out[0] = m[mOffset] * x + m[mOffset + 4] * y + m[mOffset + 8] * z + m[mOffset + 12];
  out[1] = m[mOffset + 1] * x + m[mOffset + 5] * y + m[mOffset + 9] * z + m[mOffset + 13];
  out[2] = m[mOffset + 2] * x + m[mOffset + 6] * y + m[mOffset + 10] * z + m[mOffset + 14];
}

/** Applies m to the vector v, without its translation, and writes the result to `out`. */
export function transformVector(out: Target, m: Numbers, v: Numbers, mOffset = 0): void {
  const [x, y, z] = [v[0], v[1], v[2]];
  for (let row = 0; row < 3; row++) {
    const at = mOffset + row;
    out[row] = m[at] * x + m[at + 4] * y + m[at + 8] * z;
  }
}

/** Returns the determinant of the upper 3 × 3 block. It is negative if the matrix mirrors. */
export function determinant(m: Numbers, offset = 0): number {
  const [a, b, c] = [m[offset], m[offset + 1], m[offset + 2]];
  const [d, e, f] = [m[offset + 4], m[offset + 5], m[offset + 6]];
  const [g, h, i] = [m[offset + 8], m[offset + 9], m[offset + 10]];
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** A matrix is treated as singular if |determinant| / (length of its longest column)³ is below this. */
const singularFraction = 1e-10;

/**
 * Writes the inverse of the affine matrix m to `out`. Returns false, and leaves `out` unchanged, if m is singular or too close to singular
 * to be inverted accurately.
 */
export function invertMatrix(out: Target, m: Numbers): boolean {
  const det = determinant(m);
  let square = 0;
  for (let k = 0; k < 12; k += 4) square = Math.max(square, m[k] ** 2 + m[k + 1] ** 2 + m[k + 2] ** 2);
  if (!(Math.abs(det) > singularFraction * square * Math.sqrt(square))) return false;
  const s = 1 / det;
  if (!Number.isFinite(s)) return false;
  const r = [
    (m[5] * m[10] - m[9] * m[6]) * s,
    (m[9] * m[2] - m[1] * m[10]) * s,
    (m[1] * m[6] - m[5] * m[2]) * s,
    (m[8] * m[6] - m[4] * m[10]) * s,
    (m[0] * m[10] - m[8] * m[2]) * s,
    (m[4] * m[2] - m[0] * m[6]) * s,
    (m[4] * m[9] - m[8] * m[5]) * s,
    (m[8] * m[1] - m[0] * m[9]) * s,
    (m[0] * m[5] - m[4] * m[1]) * s,
  ];
  const [tx, ty, tz] = [m[12], m[13], m[14]];
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) out[column * 4 + row] = r[column * 3 + row];
    out[column * 4 + 3] = 0;
  }
  for (let row = 0; row < 3; row++) out[12 + row] = -(r[row] * tx + r[3 + row] * ty + r[6 + row] * tz);
  out[15] = 1;
  return true;
}
