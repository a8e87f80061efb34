// Last part of an implicit step: positions and velocities from the solution.

import { MIN_LENGTH } from './constants.generated';
import { COS_LIMIT, DT } from './fur-params.generated';
import { lengthOf, normalOf, offsetOf, rootVelocityOf, velocityOf } from './fur-store.generated';
import { pairAt } from './implicit';
import { limitCone } from './limit';
import { add, div, dot, larger, mul, splat, sub } from './pair';
import { DIRECTION, REACH } from './strand-prediction.generated';

function storeAt(p: usize, value: v128, single: bool): void {
  if (single) v128.store64_lane(p, value, 0);
  else v128.store(p, value);
}

/**
 * Moves the two tips at byte o of their planes by (ax, ay, az) from their predicted positions. The component across the strand
 * moves them on a sphere, so that rotation does not stretch the strand.
 */
export function moveTips(
  fur: usize, params: usize, o: usize, single: bool, strand: usize, ax: v128, ay: v128, az: v128,
): void {
  const sx = v128.load(strand, DIRECTION);
  const sy = v128.load(strand, DIRECTION + 16);
  const sz = v128.load(strand, DIRECTION + 32);
  const reach = v128.load(strand, REACH);
  const along = dot(ax, ay, az, sx, sy, sz);
  const minimum = mul(splat(MIN_LENGTH), pairAt(lengthOf(fur) + o, single));
  const newReach = larger(add(reach, along), minimum);
  const perReach = div(splat(1), reach);
  const x = add(sx, mul(perReach, sub(ax, mul(along, sx))));
  const y = add(sy, mul(perReach, sub(ay, mul(along, sy))));
  const z = add(sz, mul(perReach, sub(az, mul(along, sz))));
  const length = f64x2.sqrt(dot(x, y, z, x, y, z));
  const scale = div(newReach, length);
  const rate = div(splat(1), v128.load_splat<f64>(params, DT));
  moveAlong(fur, 0, o, single, mul(scale, x), rate);
  moveAlong(fur, 1, o, single, mul(scale, y), rate);
  moveAlong(fur, 2, o, single, mul(scale, z), rate);
  const nx = pairAt(normalOf(fur, 0) + o, single);
  const ny = pairAt(normalOf(fur, 1) + o, single);
  const nz = pairAt(normalOf(fur, 2) + o, single);
  const height = dot(nx, ny, nz, x, y, z);
  if (v128.any_true(f64x2.lt(height, mul(v128.load_splat<f64>(params, COS_LIMIT), length)))) {
    limitCone(fur, params, o, true);
    if (!single) limitCone(fur, params, o + 8, true);
  }
}

function moveAlong(fur: usize, axis: usize, o: usize, single: bool, position: v128, rate: v128): void {
  const d = offsetOf(fur, axis) + o;
  const velocity = mul(rate, sub(position, pairAt(d, single)));
  const u = pairAt(rootVelocityOf(fur, axis) + o, single);
  storeAt(velocityOf(fur, axis) + o, add(u, velocity), single);
  storeAt(d, position, single);
}
