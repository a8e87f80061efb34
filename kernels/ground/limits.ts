import {
  axisChangeLanesOf, axisThresholdLanesOf, diagonalChangeLanesOf, diagonalThresholdLanesOf, minThresholdLanesOf,
} from './sheet.generated';


/** Returns the thresholds of four axis pairs. `own` and `other` are the cohesions of their columns. */
export function axisLimits(sheet: usize, isInside: v128, own: v128, other: usize, isCohesive: bool): v128 {
  const base = v128.xor(axisThresholdLanesOf(sheet), v128.and(axisChangeLanesOf(sheet), isInside));
  if (!isCohesive) return base;
  return i32x4.max_s(minThresholdLanesOf(sheet), i32x4.add(base, i32x4.shr_s(i32x4.add(own, v128.load(other)), 1)));
}

/** Returns the thresholds of four diagonal pairs. A diagonal gets √2 times the mean cohesion: 181 / 256 of the sum. */
export function diagonalLimits(sheet: usize, isInside: v128, own: v128, other: usize, isCohesive: bool): v128 {
  const base = v128.xor(diagonalThresholdLanesOf(sheet), v128.and(diagonalChangeLanesOf(sheet), isInside));
  if (!isCohesive) return base;
  const sum = i32x4.shr_s(i32x4.mul(i32x4.add(own, v128.load(other)), i32x4.splat(181)), 8);
  return i32x4.max_s(minThresholdLanesOf(sheet), i32x4.add(base, sum));
}
