import { AXIS_CHANGE, AXIS_LIMIT, DIAGONAL_CHANGE, DIAGONAL_LIMIT, LEAST_THRESHOLD } from './block';

/** Thresholds of four pairs; `own` and `other` are the columns' cohesions. */
// @ts-ignore
@inline export function axisLimits(sheet: usize, isInside: v128, own: v128, other: usize, isCohesive: bool): v128 {
  const base = v128.xor(v128.load(sheet, AXIS_LIMIT), v128.and(v128.load(sheet, AXIS_CHANGE), isInside));
  if (!isCohesive) return base;
  return i32x4.max_s(v128.load(sheet, LEAST_THRESHOLD), i32x4.add(base, i32x4.shr_s(i32x4.add(own, v128.load(other)), 1)));
}

// @ts-ignore
@inline export function diagonalLimits(sheet: usize, isInside: v128, own: v128, other: usize, isCohesive: bool): v128 {
  const base = v128.xor(v128.load(sheet, DIAGONAL_LIMIT), v128.and(v128.load(sheet, DIAGONAL_CHANGE), isInside));
  if (!isCohesive) return base;
  const sum = i32x4.shr_s(i32x4.mul(i32x4.add(own, v128.load(other)), i32x4.splat(181)), 8);
  return i32x4.max_s(v128.load(sheet, LEAST_THRESHOLD), i32x4.add(base, sum));
}
