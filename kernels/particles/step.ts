// One step of every particle: v ← keep v + weight (force a + g) + pull (target − x) + aim v_target, x ← x + dt v.

import {
  AIM, aimOf, COHORT_ROW_BYTES, FORCE, forceOf, gainOf, KEEP, keepOf, kindOf, PULL, pullOf,
} from './cohort-row.generated';
import { FORCES_FLAG, WEIGHTS_FLAG } from './constants.generated';
import { accelerationOf, cohortOf, positionOf, targetOf, targetVelocityOf, velocityOf, weightOf } from './particle-store.generated';

/** Size of a block of particles. If all particles of a block belong to one cohort, they are processed two at a time. */
const BLOCK: i32 = 64;

export function step(particles: usize, table: usize, dt: f64, first: i32, end: i32, flags: i32): void {
  const cohorts = cohortOf(particles);
  let i = first;
  while (i < end) {
    const next = min(end, (i | (BLOCK - 1)) + 1);
    const cohort = load<i32>(cohorts + (<usize>i << 2));
    if (next - i === BLOCK && isUniform(cohorts + (<usize>i << 2), cohort)) {
      if (cohort >= 0) stepBlock(particles, table + <usize>cohort * COHORT_ROW_BYTES, dt, <usize>i << 3, flags);
    } else {
      for (; i < next; i++) {
        const own = load<i32>(cohorts + (<usize>i << 2));
        if (own >= 0) stepOne(particles, table + <usize>own * COHORT_ROW_BYTES, dt, <usize>i << 3, flags);
      }
    }
    i = next;
  }
}

function isUniform(p: usize, cohort: i32): bool {
  const all = i32x4.splat(cohort);
  let other = i32x4.splat(0);
  for (const last = p + (BLOCK << 2); p < last; p += 32) {
    other = v128.or(other, v128.xor(v128.load(p), all));
    other = v128.or(other, v128.xor(v128.load(p, 16), all));
  }
  return !v128.any_true(other);
}

function stepBlock(particles: usize, row: usize, dt: f64, offset: usize, flags: i32): void {
  const kind = kindOf(row);
  const w = weightOf(particles) + offset;
  for (let axis: usize = 0; axis < 3; axis++) {
    const x = positionOf(particles, axis) + offset;
    const v = velocityOf(particles, axis) + offset;
    const t = targetOf(particles, axis) + offset;
    const u = targetVelocityOf(particles, axis) + offset;
    const a = accelerationOf(particles, axis) + offset;
    const g = gainOf(row, axis);
    if (kind === 0) {
      if (flags & FORCES_FLAG) freeForces(x, v, a, keepOf(row), forceOf(row), g, dt);
      else free(x, v, keepOf(row), g, dt);
    } else if (flags === 0 && kind === 1) {
      lead(x, v, t, keepOf(row), pullOf(row), g, dt);
    } else leadAll(x, v, t, u, a, w, row, g, dt, flags, kind);
  }
}

function free(x: usize, v: usize, keep: f64, g: f64, dt: f64): void {
  const keeps = f64x2.splat(keep);
  const gs = f64x2.splat(g);
  const dts = f64x2.splat(dt);
  for (const last = x + (BLOCK << 3); x < last; x += 16, v += 16) {
    const speed = f64x2.add(f64x2.mul(keeps, v128.load(v)), gs);
    v128.store(v, speed);
    v128.store(x, f64x2.add(v128.load(x), f64x2.mul(dts, speed)));
  }
}

function freeForces(x: usize, v: usize, a: usize, keep: f64, force: f64, g: f64, dt: f64): void {
  const keeps = f64x2.splat(keep);
  const forces = f64x2.splat(force);
  const gs = f64x2.splat(g);
  const dts = f64x2.splat(dt);
  for (const last = x + (BLOCK << 3); x < last; x += 16, v += 16, a += 16) {
    const gain = f64x2.add(f64x2.mul(forces, v128.load(a)), gs);
    const speed = f64x2.add(f64x2.mul(keeps, v128.load(v)), gain);
    v128.store(v, speed);
    v128.store(x, f64x2.add(v128.load(x), f64x2.mul(dts, speed)));
  }
}

function lead(x: usize, v: usize, t: usize, keep: f64, pull: f64, g: f64, dt: f64): void {
  const keeps = f64x2.splat(keep);
  const pulls = f64x2.splat(pull);
  const gs = f64x2.splat(g);
  const dts = f64x2.splat(dt);
  for (const last = x + (BLOCK << 3); x < last; x += 16, v += 16, t += 16) {
    const position = v128.load(x);
    const kept = f64x2.add(f64x2.mul(keeps, v128.load(v)), gs);
    const speed = f64x2.add(kept, f64x2.mul(pulls, f64x2.sub(v128.load(t), position)));
    v128.store(v, speed);
    v128.store(x, f64x2.add(position, f64x2.mul(dts, speed)));
  }
}

function leadAll(
  x: usize, v: usize, t: usize, u: usize, a: usize, w: usize, row: usize, g: f64, dt: f64, flags: i32, kind: i32,
): void {
  const keeps = v128.load_splat<f64>(row, KEEP);
  const forces = v128.load_splat<f64>(row, FORCE);
  const pulls = v128.load_splat<f64>(row, PULL);
  const aims = v128.load_splat<f64>(row, AIM);
  const gs = f64x2.splat(g);
  const dts = f64x2.splat(dt);
  for (const last = x + (BLOCK << 3); x < last; x += 16, v += 16, t += 16, a += 16, w += 16, u += 16) {
    const position = v128.load(x);
    let gain = gs;
    if (flags & FORCES_FLAG) gain = f64x2.add(f64x2.mul(forces, v128.load(a)), gs);
    if (flags & WEIGHTS_FLAG) gain = f64x2.mul(v128.load(w), gain);
    const kept = f64x2.add(f64x2.mul(keeps, v128.load(v)), gain);
    let speed = f64x2.add(kept, f64x2.mul(pulls, f64x2.sub(v128.load(t), position)));
    if (kind === 2) speed = f64x2.add(speed, f64x2.mul(aims, v128.load(u)));
    v128.store(v, speed);
    v128.store(x, f64x2.add(position, f64x2.mul(dts, speed)));
  }
}

/** Steps one particle, in the same order of operations as the loops over blocks. */
function stepOne(particles: usize, row: usize, dt: f64, offset: usize, flags: i32): void {
  const kind = kindOf(row);
  const keep = keepOf(row);
  const force = forceOf(row);
  for (let axis: usize = 0; axis < 3; axis++) {
    const x = positionOf(particles, axis) + offset;
    const v = velocityOf(particles, axis) + offset;
    const position = load<f64>(x);
    let gain = gainOf(row, axis);
    if (flags & FORCES_FLAG) gain = force * load<f64>(accelerationOf(particles, axis) + offset) + gain;
    if (kind !== 0 && flags & WEIGHTS_FLAG) gain = load<f64>(weightOf(particles) + offset) * gain;
    let speed = keep * load<f64>(v) + gain;
    if (kind !== 0) speed += pullOf(row) * (load<f64>(targetOf(particles, axis) + offset) - position);
    if (kind === 2) speed += aimOf(row) * load<f64>(targetVelocityOf(particles, axis) + offset);
    store<f64>(v, speed);
    store<f64>(x, position + dt * speed);
  }
}
