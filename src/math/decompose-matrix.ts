import { determinant } from './matrix.ts';

type Numbers = ArrayLike<number>;

/** Splits an affine matrix without shear into translation, unit rotation and scale. If the matrix mirrors, the x scale is negative. */
export function decomposeMatrix(m: Numbers): {
  translation: [number, number, number];
  rotation: [number, number, number, number];
  scale: [number, number, number];
} {
  const sx = Math.sqrt(m[0] ** 2 + m[1] ** 2 + m[2] ** 2) * (determinant(m) < 0 ? -1 : 1);
  const sy = Math.sqrt(m[4] ** 2 + m[5] ** 2 + m[6] ** 2);
  const sz = Math.sqrt(m[8] ** 2 + m[9] ** 2 + m[10] ** 2);
  const [ix, iy, iz] = [sx ? 1 / sx : 0, sy ? 1 / sy : 0, sz ? 1 / sz : 0];
  const [a, b, c] = [m[0] * ix, m[1] * ix, m[2] * ix];
  const [d, e, f] = [m[4] * iy, m[5] * iy, m[6] * iy];
  const [g, h, i] = [m[8] * iz, m[9] * iz, m[10] * iz];
  const trace = a + e + i;
  let q: [number, number, number, number];
  if (trace > 0) {
    const s = 0.5 / Math.sqrt(trace + 1);
    q = [(f - h) * s, (g - c) * s, (b - d) * s, 0.25 / s];
  } else if (a > e && a > i) {
    const s = 2 * Math.sqrt(1 + a - e - i);
    q = [0.25 * s, (d + b) / s, (g + c) / s, (f - h) / s];
  } else if (e > i) {
    const s = 2 * Math.sqrt(1 + e - a - i);
    q = [(d + b) / s, 0.25 * s, (h + f) / s, (g - c) / s];
  } else {
    const s = 2 * Math.sqrt(1 + i - a - e);
    q = [(g + c) / s, (h + f) / s, 0.25 * s, (b - d) / s];
  }
  const length = Math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2) || 1;
  return {
    translation: [m[12], m[13], m[14]],
    rotation: [q[0] / length, q[1] / length, q[2] / length, q[3] / length],
    scale: [sx, sy, sz],
  };
}
