import { cos, sin, tan } from '../../math/portable.ts';

/** An affine map x' = a x + c y + e, y' = b x + d y + f, in the order of SVG: a b c d e f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the matrix that applies the second matrix first, then the first. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Returns the square root of the factor by which areas grow. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

const degree = Math.PI / 180;

/** Parses a `transform` attribute. Returns null if it is invalid. */
export function parseTransform(text: string): Matrix | null {
  let matrix = identity;
  let rest = text.trim();
  while (rest !== '') {
    const match = /^(\w+)\s*\(([^)]*)\)[\s,]*/.exec(rest);
    if (!match) return null;
    const numbers = match[2].trim() === '' ? [] : match[2].trim().split(/[\s,]+|(?<=[\d.])(?=[-+])/);
    const step = transformOf(match[1], numbers.map(parseAngleOrNumber));
    if (!step?.every(Number.isFinite)) return null;
    matrix = multiply(matrix, step);
    rest = rest.slice(match[0].length);
  }
  return matrix;
}

function parseAngleOrNumber(word: string): number {
  const match = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?:px|deg)?$/i.exec(word);
  return match ? Number(match[1]) : Number.NaN;
}

function transformOf(kind: string, n: readonly number[]): Matrix | null {
  const [first, second = 0, third = 0] = n;
  if (n.length === 0) return null;
  if (kind === 'matrix') return n.length === 6 ? (n as unknown as Matrix) : null;
  if (kind === 'translate') return [1, 0, 0, 1, first, second];
  if (kind === 'scale') return [first, 0, 0, n[1] ?? first, 0, 0];
  if (kind === 'skewX') return [1, 0, tan(first * degree), 1, 0, 0];
  if (kind === 'skewY') return [1, tan(first * degree), 0, 1, 0, 0];
  if (kind !== 'rotate' || n.length === 2) return null;
  const [c, s] = [cos(first * degree), sin(first * degree)];
  return [c, s, -s, c, second - c * second + s * third, third - s * second - c * third];
}
