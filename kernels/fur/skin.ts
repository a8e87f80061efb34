// Roots and directions between the start and the end of a tick.

import {
  lengthOf, normalEndOf, normalOf, normalStartOf, rootEndOf, rootOf, rootStartOf, rootVelocityOf, skinVelocityOf,
} from './fur-store.generated';
import { add, div, dot, mul, splat, sub } from './pair';

/**
 * Interpolates roots and rest directions. The velocity of the skin at a tip is the velocity of the root plus the velocity due to the
 * rotation of the normal.
 */
export function placeSkin(fur: usize, fraction: f64, rate: f64, count: i32): void {
  const fractions = splat(fraction);
  const rates = splat(rate);
  for (let axis: usize = 0; axis < 3; axis++) {
    const from = rootStartOf(fur, axis);
    const to = rootEndOf(fur, axis);
    const out = rootOf(fur, axis);
    for (let o: usize = 0, last = <usize>count << 3; o < last; o += 16) {
      const a = v128.load(from + o);
      v128.store(out + o, add(a, mul(fractions, sub(v128.load(to + o), a))));
    }
  }
  const nx = normalOf(fur, 0);
  const ny = normalOf(fur, 1);
  const nz = normalOf(fur, 2);
  const ax = normalStartOf(fur, 0);
  const ay = normalStartOf(fur, 1);
  const az = normalStartOf(fur, 2);
  const bx = normalEndOf(fur, 0);
  const by = normalEndOf(fur, 1);
  const bz = normalEndOf(fur, 2);
  const ux = rootVelocityOf(fur, 0);
  const uy = rootVelocityOf(fur, 1);
  const uz = rootVelocityOf(fur, 2);
  const wx = skinVelocityOf(fur, 0);
  const wy = skinVelocityOf(fur, 1);
  const wz = skinVelocityOf(fur, 2);
  const lengths = lengthOf(fur);
  for (let o: usize = 0, last = <usize>count << 3; o < last; o += 16) {
    const x0 = v128.load(ax + o);
    const y0 = v128.load(ay + o);
    const z0 = v128.load(az + o);
    const x = add(x0, mul(fractions, sub(v128.load(bx + o), x0)));
    const y = add(y0, mul(fractions, sub(v128.load(by + o), y0)));
    const z = add(z0, mul(fractions, sub(v128.load(bz + o), z0)));
    const size = f64x2.sqrt(dot(x, y, z, x, y, z));
    const inverse = div(splat(1), f64x2.pmax(size, splat(1e-9)));
    const flat = f64x2.lt(size, splat(1e-9));
    const newX = v128.bitselect(v128.load(nx + o), mul(x, inverse), flat);
    const newY = v128.bitselect(v128.load(ny + o), mul(y, inverse), flat);
    const newZ = v128.bitselect(v128.load(nz + o), mul(z, inverse), flat);
    const reach = mul(v128.load(lengths + o), rates);
    v128.store(wx + o, add(v128.load(ux + o), mul(reach, sub(newX, v128.load(nx + o)))));
    v128.store(wy + o, add(v128.load(uy + o), mul(reach, sub(newY, v128.load(ny + o)))));
    v128.store(wz + o, add(v128.load(uz + o), mul(reach, sub(newZ, v128.load(nz + o)))));
    v128.store(nx + o, newX);
    v128.store(ny + o, newY);
    v128.store(nz + o, newZ);
  }
}
