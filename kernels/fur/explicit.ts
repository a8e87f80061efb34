// Semi-implicit Euler: velocities from the current forces, then positions from the new velocities.

import { EDGES_FLAG, MAX_LEVER, NO_LENGTH, PUSHED_FLAG } from './constants.generated';
import {
  AIR_DRAG, COS_LIMIT, DAMPING, DT, GRAVITY, IS_PRINTED, REST_FRACTION, RESTORING, STIFFNESS, WIND,
} from './fur-params.generated';
import {
  forceOf, lengthOf, massOf, normalOf, offsetOf, pushOf, rootVelocityOf, skinVelocityOf, velocityOf,
} from './fur-store.generated';
import { limitCone } from './limit';
import { add, div, dot, larger, mul, smaller, splat, sub } from './pair';

export function stepExplicit(fur: usize, params: usize, count: i32, flags: i32): void {
  const dx = offsetOf(fur, 0);
  const dy = offsetOf(fur, 1);
  const dz = offsetOf(fur, 2);
  const vx = velocityOf(fur, 0);
  const vy = velocityOf(fur, 1);
  const vz = velocityOf(fur, 2);
  const normalX = normalOf(fur, 0);
  const normalY = normalOf(fur, 1);
  const normalZ = normalOf(fur, 2);
  const ux = rootVelocityOf(fur, 0);
  const uy = rootVelocityOf(fur, 1);
  const uz = rootVelocityOf(fur, 2);
  const wx = skinVelocityOf(fur, 0);
  const wy = skinVelocityOf(fur, 1);
  const wz = skinVelocityOf(fur, 2);
  const lengths = lengthOf(fur);
  const masses = massOf(fur);
  const dt = v128.load_splat<f64>(params, DT);
  const stiffness = v128.load_splat<f64>(params, STIFFNESS);
  const weight = v128.load_splat<f64>(params, RESTORING);
  const restFraction = v128.load_splat<f64>(params, REST_FRACTION);
  const literal = v128.load_splat<f64>(params, IS_PRINTED);
  const air = v128.load_splat<f64>(params, AIR_DRAG);
  const one = splat(1);
  const leverFraction = sub(one, literal);
  const press = mul(literal, weight);
  for (let o: usize = 0, last = <usize>count << 3; o < last; o += 16) {
    const x = v128.load(dx + o);
    const y = v128.load(dy + o);
    const z = v128.load(dz + o);
    const nx = v128.load(normalX + o);
    const ny = v128.load(normalY + o);
    const nz = v128.load(normalZ + o);
    const rest = v128.load(lengths + o);
    const mass = v128.load(masses + o);
    const length = f64x2.sqrt(dot(x, y, z, x, y, z));
    const least = mul(splat(NO_LENGTH), rest);
    const inverse = div(one, larger(length, least));
    const none = f64x2.lt(length, least);
    const sx = v128.bitselect(nx, mul(x, inverse), none);
    const sy = v128.bitselect(ny, mul(y, inverse), none);
    const sz = v128.bitselect(nz, mul(z, inverse), none);
    const up = dot(nx, ny, nz, sx, sy, sz);
    const bent = sub(one, up);
    const lever = smaller(mul(rest, inverse), splat(MAX_LEVER));
    const turn = mul(mul(weight, add(bent, restFraction)), add(literal, mul(leverFraction, lever)));
    const spring = mul(stiffness, sub(rest, length));
    const along = sub(sub(spring, mul(press, mul(bent, bent))), mul(up, turn));
    const drag = mul(mass, v128.load_splat<f64>(params, DAMPING));
    const gain = div(dt, mass);
    let fx = add(mul(along, sx), mul(turn, nx));
    let fy = add(mul(along, sy), mul(turn, ny));
    let fz = add(mul(along, sz), mul(turn, nz));
    const oldX = v128.load(vx + o);
    const oldY = v128.load(vy + o);
    const oldZ = v128.load(vz + o);
    fx = add(fx, mul(mass, v128.load_splat<f64>(params, GRAVITY)));
    fy = add(fy, mul(mass, v128.load_splat<f64>(params, GRAVITY + 8)));
    fz = add(fz, mul(mass, v128.load_splat<f64>(params, GRAVITY + 16)));
    fx = add(fx, mul(air, sub(v128.load_splat<f64>(params, WIND), oldX)));
    fy = add(fy, mul(air, sub(v128.load_splat<f64>(params, WIND + 8), oldY)));
    fz = add(fz, mul(air, sub(v128.load_splat<f64>(params, WIND + 16), oldZ)));
    fx = add(fx, mul(drag, sub(v128.load(wx + o), oldX)));
    fy = add(fy, mul(drag, sub(v128.load(wy + o), oldY)));
    fz = add(fz, mul(drag, sub(v128.load(wz + o), oldZ)));
    if (flags & EDGES_FLAG) {
      fx = add(fx, v128.load(forceOf(fur, 0) + o));
      fy = add(fy, v128.load(forceOf(fur, 1) + o));
      fz = add(fz, v128.load(forceOf(fur, 2) + o));
    }
    if (flags & PUSHED_FLAG) {
      fx = add(fx, v128.load(pushOf(fur, 0) + o));
      fy = add(fy, v128.load(pushOf(fur, 1) + o));
      fz = add(fz, v128.load(pushOf(fur, 2) + o));
    }
    if (flags & EDGES_FLAG) {
      const zero = splat(0);
      v128.store(forceOf(fur, 0) + o, zero);
      v128.store(forceOf(fur, 1) + o, zero);
      v128.store(forceOf(fur, 2) + o, zero);
    }
    const newVx = add(oldX, mul(gain, fx));
    const newVy = add(oldY, mul(gain, fy));
    const newVz = add(oldZ, mul(gain, fz));
    const newX = add(x, mul(dt, sub(newVx, v128.load(ux + o))));
    const newY = add(y, mul(dt, sub(newVy, v128.load(uy + o))));
    const newZ = add(z, mul(dt, sub(newVz, v128.load(uz + o))));
    v128.store(vx + o, newVx);
    v128.store(vy + o, newVy);
    v128.store(vz + o, newVz);
    v128.store(dx + o, newX);
    v128.store(dy + o, newY);
    v128.store(dz + o, newZ);
    const height = dot(newX, newY, newZ, nx, ny, nz);
    const reach = f64x2.sqrt(dot(newX, newY, newZ, newX, newY, newZ));
    if (v128.any_true(f64x2.lt(height, mul(v128.load_splat<f64>(params, COS_LIMIT), reach)))) {
      limitCone(fur, params, o, false);
      limitCone(fur, params, o + 8, false);
    }
  }
}
