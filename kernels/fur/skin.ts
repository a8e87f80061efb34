// Roots and directions between the start and the end of a tick.

import { add, dot, div, mul, splat, sub } from './pair';
import {
  LENGTH, NORMAL, NORMAL_END, NORMAL_START, plane, ROOT, ROOT_END, ROOT_START, ROOT_VELOCITY, SKIN_VELOCITY,
} from './store';

/** Roots go straight, directions turn with them; the skin's velocity at the tips is that of the roots and of the turn. */
export function placeSkin(fur: usize, share: f64, rate: f64, count: i32): void {
  const shares = splat(share);
  const rates = splat(rate);
  for (let axis: usize = 0; axis < 3; axis++) {
    const from = plane(fur, ROOT_START + axis);
    const to = plane(fur, ROOT_END + axis);
    const out = plane(fur, ROOT + axis);
    for (let o: usize = 0, last = <usize>count << 3; o < last; o += 16) {
      const a = v128.load(from + o);
      v128.store(out + o, add(a, mul(shares, sub(v128.load(to + o), a))));
    }
  }
  const nx = plane(fur, NORMAL);
  const ny = plane(fur, NORMAL + 1);
  const nz = plane(fur, NORMAL + 2);
  const ax = plane(fur, NORMAL_START);
  const ay = plane(fur, NORMAL_START + 1);
  const az = plane(fur, NORMAL_START + 2);
  const bx = plane(fur, NORMAL_END);
  const by = plane(fur, NORMAL_END + 1);
  const bz = plane(fur, NORMAL_END + 2);
  const ux = plane(fur, ROOT_VELOCITY);
  const uy = plane(fur, ROOT_VELOCITY + 1);
  const uz = plane(fur, ROOT_VELOCITY + 2);
  const wx = plane(fur, SKIN_VELOCITY);
  const wy = plane(fur, SKIN_VELOCITY + 1);
  const wz = plane(fur, SKIN_VELOCITY + 2);
  const lengths = plane(fur, LENGTH);
  for (let o: usize = 0, last = <usize>count << 3; o < last; o += 16) {
    const x0 = v128.load(ax + o);
    const y0 = v128.load(ay + o);
    const z0 = v128.load(az + o);
    const x = add(x0, mul(shares, sub(v128.load(bx + o), x0)));
    const y = add(y0, mul(shares, sub(v128.load(by + o), y0)));
    const z = add(z0, mul(shares, sub(v128.load(bz + o), z0)));
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
