// Semi-implicit Euler: velocities from the forces of now, then places from the new velocities.

import { limitCone } from './limit';
import { add, div, dot, larger, mul, smaller, splat, sub } from './pair';
import {
  AIR, COS_LIMIT, DAMPING, DT, EDGES, FORCE, GRAVITY, LENGTH, LITERAL, MASS, MOST_LEVER, NO_LENGTH, NORMAL, OFFSET,
  plane, PUSH, PUSHED, ROOT_VELOCITY, SHARE, SKIN_VELOCITY, STIFFNESS, VELOCITY, WEIGHT, WIND,
} from './store';

export function stepExplicit(fur: usize, params: usize, count: i32, flags: i32): void {
  const dx = plane(fur, OFFSET);
  const dy = plane(fur, OFFSET + 1);
  const dz = plane(fur, OFFSET + 2);
  const vx = plane(fur, VELOCITY);
  const vy = plane(fur, VELOCITY + 1);
  const vz = plane(fur, VELOCITY + 2);
  const normalX = plane(fur, NORMAL);
  const normalY = plane(fur, NORMAL + 1);
  const normalZ = plane(fur, NORMAL + 2);
  const ux = plane(fur, ROOT_VELOCITY);
  const uy = plane(fur, ROOT_VELOCITY + 1);
  const uz = plane(fur, ROOT_VELOCITY + 2);
  const wx = plane(fur, SKIN_VELOCITY);
  const wy = plane(fur, SKIN_VELOCITY + 1);
  const wz = plane(fur, SKIN_VELOCITY + 2);
  const lengths = plane(fur, LENGTH);
  const masses = plane(fur, MASS);
  const dt = v128.load_splat<f64>(params, DT);
  const stiffness = v128.load_splat<f64>(params, STIFFNESS);
  const weight = v128.load_splat<f64>(params, WEIGHT);
  const share = v128.load_splat<f64>(params, SHARE);
  const literal = v128.load_splat<f64>(params, LITERAL);
  const air = v128.load_splat<f64>(params, AIR);
  const one = splat(1);
  const leverShare = sub(one, literal);
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
    const lever = smaller(mul(rest, inverse), splat(MOST_LEVER));
    const turn = mul(mul(weight, add(bent, share)), add(literal, mul(leverShare, lever)));
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
    if (flags & EDGES) {
      fx = add(fx, v128.load(plane(fur, FORCE) + o));
      fy = add(fy, v128.load(plane(fur, FORCE + 1) + o));
      fz = add(fz, v128.load(plane(fur, FORCE + 2) + o));
    }
    if (flags & PUSHED) {
      fx = add(fx, v128.load(plane(fur, PUSH) + o));
      fy = add(fy, v128.load(plane(fur, PUSH + 1) + o));
      fz = add(fz, v128.load(plane(fur, PUSH + 2) + o));
    }
    if (flags & EDGES) {
      const zero = splat(0);
      v128.store(plane(fur, FORCE) + o, zero);
      v128.store(plane(fur, FORCE + 1) + o, zero);
      v128.store(plane(fur, FORCE + 2) + o, zero);
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
