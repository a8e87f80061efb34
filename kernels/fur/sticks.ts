// Backward Euler of single strands, in closed form: the 3 × 3 system is diagonal along s, n − (n · s) s and across both.

import { ACROSS, INERTIA, POLAR, PREDICTED, predict, REACH, S, STRETCH, TOWARD, TURN } from './implicit';
import { limitCone } from './limit';
import { add, div, dot, mul, splat, sub } from './pair';
import { COS_LIMIT, DT, NORMAL, OFFSET, plane, ROOT_VELOCITY, VELOCITY } from './store';

/** Pairs that are predicted before the first of them is moved: a pair alone waits for its own roots and quotients. */
const BLOCK: usize = 16;
const scratch = memory.data(3072, 16);

export function stepSticks(fur: usize, params: usize, count: i32, flags: i32): void {
  const last = <usize>count << 3;
  for (let first: usize = 0; first < last; first += BLOCK << 4) {
    const end = min<usize>(last, first + (BLOCK << 4));
    for (let o = first, out = scratch; o < end; o += 16, out += PREDICTED) predict(fur, params, o, false, flags, out);
    finish(fur, params, first, end);
  }
}

// @ts-ignore
@inline function finish(fur: usize, params: usize, first: usize, end: usize): void {
  const rate = div(splat(1), v128.load_splat<f64>(params, DT));
  for (let o = first, strand = scratch; o < end; o += 16, strand += PREDICTED) {
    const sx = v128.load(strand, S);
    const sy = v128.load(strand, S + 16);
    const sz = v128.load(strand, S + 32);
    const tx = v128.load(strand, TOWARD);
    const ty = v128.load(strand, TOWARD + 16);
    const tz = v128.load(strand, TOWARD + 32);
    const reach = v128.load(strand, REACH);
    const sine = dot(tx, ty, tz, tx, ty, tz);
    const held = add(v128.load(strand, INERTIA), v128.load(strand, STRETCH));
    const stiff = add(v128.load(strand, ACROSS), mul(v128.load(strand, POLAR), sine));
    const angle = div(v128.load(strand, TURN), mul(add(held, stiff), reach));
    const x = add(sx, mul(angle, tx));
    const y = add(sy, mul(angle, ty));
    const z = add(sz, mul(angle, tz));
    const length = f64x2.sqrt(dot(x, y, z, x, y, z));
    const scale = div(reach, length);
    const dx = plane(fur, OFFSET) + o;
    const dy = plane(fur, OFFSET + 1) + o;
    const dz = plane(fur, OFFSET + 2) + o;
    const newX = mul(scale, x);
    const newY = mul(scale, y);
    const newZ = mul(scale, z);
    const goneX = mul(rate, sub(newX, v128.load(dx)));
    const goneY = mul(rate, sub(newY, v128.load(dy)));
    const goneZ = mul(rate, sub(newZ, v128.load(dz)));
    v128.store(plane(fur, VELOCITY) + o, add(v128.load(plane(fur, ROOT_VELOCITY) + o), goneX));
    v128.store(plane(fur, VELOCITY + 1) + o, add(v128.load(plane(fur, ROOT_VELOCITY + 1) + o), goneY));
    v128.store(plane(fur, VELOCITY + 2) + o, add(v128.load(plane(fur, ROOT_VELOCITY + 2) + o), goneZ));
    v128.store(dx, newX);
    v128.store(dy, newY);
    v128.store(dz, newZ);
    const nx = v128.load(plane(fur, NORMAL) + o);
    const ny = v128.load(plane(fur, NORMAL + 1) + o);
    const nz = v128.load(plane(fur, NORMAL + 2) + o);
    const height = dot(nx, ny, nz, x, y, z);
    if (v128.any_true(f64x2.lt(height, mul(v128.load_splat<f64>(params, COS_LIMIT), length)))) {
      limitCone(fur, params, o, true);
      limitCone(fur, params, o + 8, true);
    }
  }
}
