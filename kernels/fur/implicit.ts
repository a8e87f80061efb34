// Backward Euler of a single strand: the exact tip position under inertia and the spring alone, and the restoring force at that
// position. Forces and stiffnesses are multiplied by dt², so all quantities are in kilograms.

import { MAX_LEVER, MIN_LENGTH, NO_LENGTH, PUSHED_FLAG } from './constants.generated';
import {
  AIR_DRAG, DAMPING, DT, GRAVITY, IS_PRINTED, REST_FRACTION, RESTORING, STIFFNESS, WIND,
} from './fur-params.generated';
import {
  lengthOf, massOf, normalOf, offsetOf, pushOf, rootVelocityOf, skinVelocityOf, velocityOf,
} from './fur-store.generated';
import { add, div, dot, larger, mul, smaller, splat, sub } from './pair';
import { ACROSS, DIRECTION, INERTIA, POLAR, REACH, STRETCH, TOWARD, TURN } from './strand-prediction.generated';

/** Loads the numbers of two strands, or the number of one strand twice if `single`. */
export function pairAt(p: usize, single: bool): v128 { return single ? v128.load64_splat(p) : v128.load(p); }

/** Returns the tip position without springs, relative to the root, times the inertia. */
@inline function goal(
  fur: usize, params: usize, axis: usize, o: usize, single: bool, flags: i32, mass: v128, dt: v128, drag: v128,
  air: v128, inertia: v128,
): v128 {
  let pull = mul(mass, v128.load_splat<f64>(params + (axis << 3), GRAVITY));
  pull = add(pull, mul(air, v128.load_splat<f64>(params + (axis << 3), WIND)));
  pull = add(pull, mul(drag, pairAt(skinVelocityOf(fur, axis) + o, single)));
  if (flags & PUSHED_FLAG) pull = add(pull, pairAt(pushOf(fur, axis) + o, single));
  const momentum = add(mul(mass, pairAt(velocityOf(fur, axis) + o, single)), mul(dt, pull));
  const behind = mul(dt, pairAt(rootVelocityOf(fur, axis) + o, single));
  const position = sub(pairAt(offsetOf(fur, axis) + o, single), behind);
  return add(mul(inertia, position), mul(dt, momentum));
}

/** Writes the StrandPredictionRecord of the two strands at byte o of their planes, or of one strand twice if `single`. */
@inline export function predict(fur: usize, params: usize, o: usize, single: bool, flags: i32, out: usize): void {
  const one = splat(1);
  const dt = v128.load_splat<f64>(params, DT);
  const square = mul(dt, dt);
  const weight = v128.load_splat<f64>(params, RESTORING);
  const literal = v128.load_splat<f64>(params, IS_PRINTED);
  const air = v128.load_splat<f64>(params, AIR_DRAG);
  const rest = pairAt(lengthOf(fur) + o, single);
  const mass = pairAt(massOf(fur) + o, single);
  const nx = pairAt(normalOf(fur, 0) + o, single);
  const ny = pairAt(normalOf(fur, 1) + o, single);
  const nz = pairAt(normalOf(fur, 2) + o, single);
  const drag = mul(mass, v128.load_splat<f64>(params, DAMPING));
  const inertia = add(mass, mul(dt, add(drag, air)));
  const x = goal(fur, params, 0, o, single, flags, mass, dt, drag, air, inertia);
  const y = goal(fur, params, 1, o, single, flags, mass, dt, drag, air, inertia);
  const z = goal(fur, params, 2, o, single, flags, mass, dt, drag, air, inertia);
  const size = f64x2.sqrt(dot(x, y, z, x, y, z));
  const minimum = mul(mul(splat(NO_LENGTH), rest), inertia);
  const unit = div(one, larger(size, minimum));
  const none = f64x2.lt(size, minimum);
  const sx = v128.bitselect(nx, mul(x, unit), none);
  const sy = v128.bitselect(ny, mul(y, unit), none);
  const sz = v128.bitselect(nz, mul(z, unit), none);
  const up = dot(nx, ny, nz, sx, sy, sz);
  const bent = sub(one, up);
  const hard = mul(square, v128.load_splat<f64>(params, STIFFNESS));
  const press = mul(square, mul(mul(literal, weight), mul(bent, bent)));
  const all = add(inertia, hard);
  const floor = mul(mul(splat(MIN_LENGTH), rest), all);
  const balance = larger(sub(add(size, mul(hard, rest)), press), floor);
  // One division gives both the length and its inverse.
  const quotient = div(one, mul(balance, all));
  const reach = mul(mul(balance, balance), quotient);
  const perReach = mul(mul(all, all), quotient);
  const lever = smaller(mul(rest, perReach), splat(MAX_LEVER));
  const strength = mul(mul(square, weight), add(literal, mul(sub(one, literal), lever)));
  const turn = mul(strength, add(bent, v128.load_splat<f64>(params, REST_FRACTION)));
  const stretched = sub(hard, mul(mul(hard, rest), perReach));
  v128.store(out, sx, DIRECTION);
  v128.store(out, sy, DIRECTION + 16);
  v128.store(out, sz, DIRECTION + 32);
  v128.store(out, sub(nx, mul(up, sx)), TOWARD);
  v128.store(out, sub(ny, mul(up, sy)), TOWARD + 16);
  v128.store(out, sub(nz, mul(up, sz)), TOWARD + 32);
  v128.store(out, reach, REACH);
  v128.store(out, inertia, INERTIA);
  v128.store(out, larger(stretched, splat(0)), STRETCH);
  v128.store(out, turn, TURN);
  v128.store(out, mul(larger(mul(turn, up), splat(0)), perReach), ACROSS);
  v128.store(out, mul(strength, perReach), POLAR);
}

/**
 * Writes the diagonal blocks and the forces of two strands from their prediction. Entry i, j (i ≥ j) goes to the address block + i · row +
 * j · column, component i of the force to force + i · part. All strides are in bytes.
 */
@inline export function writeStrandBlock(
  strand: usize, hard: v128, block: usize, row: usize, column: usize, force: usize, part: usize,
): void {
  const stretch = v128.load(strand, STRETCH);
  const across = v128.load(strand, ACROSS);
  const even = add(add(v128.load(strand, INERTIA), stretch), across);
  const along = sub(sub(hard, stretch), across);
  const polar = v128.load(strand, POLAR);
  const turn = v128.load(strand, TURN);
  for (let i: usize = 0; i < 3; i++) {
    const si = mul(along, v128.load(strand + DIRECTION + (i << 4)));
    const toward = v128.load(strand + TOWARD + (i << 4));
    const ti = mul(polar, toward);
    for (let j: usize = 0; j <= i; j++) {
      let value = add(mul(si, v128.load(strand + DIRECTION + (j << 4))), mul(ti, v128.load(strand + TOWARD + (j << 4))));
      if (i === j) value = add(value, even);
      v128.store(block + i * row + j * column, value);
    }
    v128.store(force + i * part, mul(turn, toward));
  }
}
