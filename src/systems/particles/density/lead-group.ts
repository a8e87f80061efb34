import type { StepLaw } from '../laws/step-law.ts';
import type { DensityPlanes } from './density-run.ts';

/** A group is split if its plausibility g(d) falls below 1/2. This is the value of d² / σ² there. */
const implausible = 2 * Math.LN2;

/**
 * Means over a group: out[0…2] position (centre of mass), out[3…5] velocity, out[6…8] centre of its goals. Particles that are not
 * born yet do not count in the first two.
 *
 * [start, end) of `order` contains indices into `members`, of `goalOrder` indices of points in goalPositions [3 · n].
 */
export function sumGroup(
  out: Float64Array,
  planes: DensityPlanes,
  members: Uint32Array,
  order: Uint32Array,
  goalPositions: Float64Array,
  goalOrder: Uint32Array,
  start: number,
  end: number,
): void {
  const { x, y, z, vx, vy, vz, cohort } = planes;
  out.fill(0);
  let there = 0;
  for (let i = start; i < end; i++) {
    const g = 3 * goalOrder[i];
    out[6] += goalPositions[g];
    out[7] += goalPositions[g + 1];
    out[8] += goalPositions[g + 2];
    const p = members[order[i]];
    if (cohort[p] < 0) continue;
    there++;
    out[0] += x[p];
    out[1] += y[p];
    out[2] += z[p];
    out[3] += vx[p];
    out[4] += vy[p];
    out[5] += vz[p];
  }
  for (let i = 0; i < 6; i++) out[i] /= Math.max(1, there);
  for (let i = 6; i < 9; i++) out[i] /= end - start;
}

/**
 * Writes the targets with which the law gives every particle of the group the acceleration of its centre of mass: positionGain (X −
 * C) + speedGain V, the same for each. For a single particle the target is exactly its goal.
 *
 * means [9]: result of `sumGroup`.
 */
export function leadGroup(
  planes: DensityPlanes,
  members: Uint32Array,
  order: Uint32Array,
  start: number,
  end: number,
  law: StepLaw,
  means: Float64Array,
): void {
  const { x, y, z, vx, vy, vz, targetX, targetY, targetZ } = planes;
  if (end - start === 1 || law.positionGain === 0) {
    for (let i = start; i < end; i++) {
      const p = members[order[i]];
      targetX[p] = means[6];
      targetY[p] = means[7];
      targetZ[p] = means[8];
    }
    return;
  }
  const lag = law.speedGain / law.positionGain;
  const baseX = means[6] - means[0] + lag * means[3];
  const baseY = means[7] - means[1] + lag * means[4];
  const baseZ = means[8] - means[2] + lag * means[5];
  for (let i = start; i < end; i++) {
    const p = members[order[i]];
    targetX[p] = baseX + x[p] - lag * vx[p];
    targetY[p] = baseY + y[p] - lag * vy[p];
    targetZ[p] = baseZ + z[p] - lag * vz[p];
  }
}

/**
 * Returns true if a group disperses: at its current velocities its width (root mean square) in `ahead` seconds would exceed the
 * larger of its current width and that of its goals by d, with g(d) = exp(−d²/2σ²) < 1/2. Dingle & Keyser 2005, section 6.2,
 * applied to the whole group.
 */
export function willDisperse(
  planes: DensityPlanes,
  members: Uint32Array,
  order: Uint32Array,
  goalPositions: Float64Array,
  goalOrder: Uint32Array,
  start: number,
  end: number,
  means: Float64Array,
  ahead: number,
  spread: number,
): boolean {
  const { x, y, z, vx, vy, vz, cohort } = planes;
  let there = 0;
  let now = 0;
  let then = 0;
  let goal = 0;
  for (let i = start; i < end; i++) {
    const g = 3 * goalOrder[i];
    const gx = goalPositions[g] - means[6];
    const gy = goalPositions[g + 1] - means[7];
    const gz = goalPositions[g + 2] - means[8];
    goal += gx * gx + gy * gy + gz * gz;
    const p = members[order[i]];
    if (cohort[p] < 0) continue;
    there++;
    const dx = x[p] - means[0];
    const dy = y[p] - means[1];
    const dz = z[p] - means[2];
    const ex = dx + ahead * (vx[p] - means[3]);
    const ey = dy + ahead * (vy[p] - means[4]);
    const ez = dz + ahead * (vz[p] - means[5]);
    now += dx * dx + dy * dy + dz * dz;
    then += ex * ex + ey * ey + ez * ez;
  }
  const count = Math.max(1, there);
  const d = Math.sqrt(then / count) - Math.sqrt(Math.max(now / count, goal / (end - start)));
  return d > 0 && d * d > implausible * spread * spread;
}
