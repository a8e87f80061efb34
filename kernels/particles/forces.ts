// Forces that depend on the position. Each function adds to the accelerations, two particles at a time if possible.

import { accelerationOf, birthTimeOf, cohortOf, positionOf, sourceOf, velocityOf } from './particle-store.generated';

import * as attractor from './attractor-params.generated';
import * as buoyancy from './buoyancy-params.generated';
import * as drag from './drag-params.generated';
import * as vortex from './vortex-params.generated';
import * as wind from './wind-params.generated';

/** Returns the factors of two particles: the mask values of their sources, or 1 without a mask. */
function maskPair(mask: usize, sources: usize, i: usize): v128 {
  if (mask === 0) return f64x2.splat(1);
  const first = load<f64>(mask + (<usize>load<i32>(sources + (i << 2)) << 3));
  const second = load<f64>(mask + (<usize>load<i32>(sources + (i << 2), 4) << 3));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

function maskOne(mask: usize, sources: usize, i: usize): f64 {
  return mask === 0 ? 1.0 : load<f64>(mask + (<usize>load<i32>(sources + (i << 2)) << 3));
}

function addPair(p: usize, value: v128): void {
  v128.store(p, f64x2.add(v128.load(p), value));
}

function addOne(p: usize, value: f64): void {
  store<f64>(p, load<f64>(p) + value);
}

export function addVortex(particles: usize, mask: usize, params: usize, first: i32, end: i32): void {
  const x = positionOf(particles, 0);
  const y = positionOf(particles, 1);
  const z = positionOf(particles, 2);
  const ax = accelerationOf(particles, 0);
  const ay = accelerationOf(particles, 1);
  const az = accelerationOf(particles, 2);
  const sources = sourceOf(particles);
  for (let i = <usize>(first & ~1); i < <usize>end; i += 2) {
    const o = i << 3;
    const nx = v128.load_splat<f64>(params, vortex.AXIS);
    const ny = v128.load_splat<f64>(params, vortex.AXIS + 8);
    const nz = v128.load_splat<f64>(params, vortex.AXIS + 16);
    const rx = f64x2.sub(v128.load(x + o), v128.load_splat<f64>(params, vortex.CENTER));
    const ry = f64x2.sub(v128.load(y + o), v128.load_splat<f64>(params, vortex.CENTER + 8));
    const rz = f64x2.sub(v128.load(z + o), v128.load_splat<f64>(params, vortex.CENTER + 16));
    const h = f64x2.add(f64x2.add(f64x2.mul(rx, nx), f64x2.mul(ry, ny)), f64x2.mul(rz, nz));
    const px = f64x2.sub(rx, f64x2.mul(h, nx));
    const py = f64x2.sub(ry, f64x2.mul(h, ny));
    const pz = f64x2.sub(rz, f64x2.mul(h, nz));
    const square = f64x2.add(f64x2.add(f64x2.mul(px, px), f64x2.mul(py, py)), f64x2.mul(pz, pz));
    const fade = f64x2.add(f64x2.splat(1), f64x2.mul(square, v128.load_splat<f64>(params, vortex.INVERSE_SQUARE_RADIUS)));
    const factor = f64x2.div(maskPair(mask, sources, i), fade);
    const turn = f64x2.mul(factor, v128.load_splat<f64>(params, vortex.ALONG));
    const inward = f64x2.mul(factor, v128.load_splat<f64>(params, vortex.INWARD));
    const tx = f64x2.sub(f64x2.mul(ny, pz), f64x2.mul(nz, py));
    const ty = f64x2.sub(f64x2.mul(nz, px), f64x2.mul(nx, pz));
    const tz = f64x2.sub(f64x2.mul(nx, py), f64x2.mul(ny, px));
    addPair(ax + o, f64x2.sub(f64x2.mul(turn, tx), f64x2.mul(inward, px)));
    addPair(ay + o, f64x2.sub(f64x2.mul(turn, ty), f64x2.mul(inward, py)));
    addPair(az + o, f64x2.sub(f64x2.mul(turn, tz), f64x2.mul(inward, pz)));
  }
}

/** See `ForceKernel.addAttractor`. `power` is the falloff + 1. */
export function addAttractor(particles: usize, mask: usize, params: usize, power: i32, first: i32, end: i32): void {
  const x = positionOf(particles, 0);
  const y = positionOf(particles, 1);
  const z = positionOf(particles, 2);
  const ax = accelerationOf(particles, 0);
  const ay = accelerationOf(particles, 1);
  const az = accelerationOf(particles, 2);
  const sources = sourceOf(particles);
  for (let i = <usize>(first & ~1); i < <usize>end; i += 2) {
    const o = i << 3;
    const rx = f64x2.sub(v128.load_splat<f64>(params, attractor.CENTER), v128.load(x + o));
    const ry = f64x2.sub(v128.load_splat<f64>(params, attractor.CENTER + 8), v128.load(y + o));
    const rz = f64x2.sub(v128.load_splat<f64>(params, attractor.CENTER + 16), v128.load(z + o));
    const square = f64x2.add(f64x2.add(f64x2.mul(rx, rx), f64x2.mul(ry, ry)), f64x2.mul(rz, rz));
    const near = f64x2.min(f64x2.splat(1), f64x2.div(v128.load_splat<f64>(params, attractor.SQUARE_RADIUS), square));
    let factor = f64x2.mul(maskPair(mask, sources, i), v128.load_splat<f64>(params, attractor.STRENGTH));
    if (power & 1) factor = f64x2.mul(factor, f64x2.sqrt(near));
    for (let k = power >> 1; k > 0; k--) factor = f64x2.mul(factor, near);
    addPair(ax + o, f64x2.mul(factor, rx));
    addPair(ay + o, f64x2.mul(factor, ry));
    addPair(az + o, f64x2.mul(factor, rz));
  }
}

export function addDrag(particles: usize, mask: usize, params: usize, first: i32, end: i32): void {
  const x = velocityOf(particles, 0);
  const y = velocityOf(particles, 1);
  const z = velocityOf(particles, 2);
  const ax = accelerationOf(particles, 0);
  const ay = accelerationOf(particles, 1);
  const az = accelerationOf(particles, 2);
  const sources = sourceOf(particles);
  for (let i = <usize>(first & ~1); i < <usize>end; i += 2) {
    const o = i << 3;
    const vx = v128.load(x + o);
    const vy = v128.load(y + o);
    const vz = v128.load(z + o);
    const square = f64x2.add(f64x2.add(f64x2.mul(vx, vx), f64x2.mul(vy, vy)), f64x2.mul(vz, vz));
    const speed = f64x2.sqrt(square);
    const fade = f64x2.add(f64x2.splat(1), f64x2.mul(v128.load_splat<f64>(params, drag.STEP_COEFFICIENT), speed));
    const strength = f64x2.div(f64x2.mul(v128.load_splat<f64>(params, drag.COEFFICIENT), speed), fade);
    const factor = f64x2.neg(f64x2.mul(maskPair(mask, sources, i), strength));
    addPair(ax + o, f64x2.mul(factor, vx));
    addPair(ay + o, f64x2.mul(factor, vy));
    addPair(az + o, f64x2.mul(factor, vz));
  }
}

const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;

/** Returns e to the power x, for x ≤ 0. The result is at least e⁻⁷⁰⁰. */
function decay(exponent: v128): v128 {
  const x = f64x2.max(f64x2.splat(-700), exponent);
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(1.4426950408889634)), f64x2.splat(0.5)));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH))), f64x2.mul(k, f64x2.splat(LN2_LOW)));
  let sum = f64x2.splat(1.6059043836821613e-10);
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.08767569878681e-9));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.505210838544172e-8));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.755731922398589e-7));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.7557319223985893e-6));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.48015873015873e-5));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.984126984126984e-4));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.388888888888889e-3));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(8.333333333333333e-3));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(4.1666666666666664e-2));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.6666666666666666e-1));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(0.5));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1));
  const whole = i32x4.add(i32x4.trunc_sat_f64x2_s_zero(k), i32x4.splat(1023));
  return f64x2.mul(sum, i64x2.shl(i64x2.extend_low_i32x4_s(whole), 52));
}

export function addBuoyancy(particles: usize, mask: usize, params: usize, first: i32, end: i32): void {
  const births = birthTimeOf(particles);
  const sources = sourceOf(particles);
  const ay = accelerationOf(particles, 1);
  for (let i = <usize>(first & ~1); i < <usize>end; i += 2) {
    const o = i << 3;
    const time = v128.load_splat<f64>(params, buoyancy.TIME);
    const age = f64x2.max(f64x2.splat(0), f64x2.sub(time, v128.load(births + o)));
    const fraction = decay(f64x2.mul(f64x2.neg(age), v128.load_splat<f64>(params, buoyancy.RATE)));
    const up = f64x2.mul(v128.load_splat<f64>(params, buoyancy.ACCELERATION), fraction);
    addPair(ay + o, f64x2.mul(maskPair(mask, sources, i), up));
  }
}

/** See `ForceKernel.addWind`. `gusts` contains 258 coefficients. */
export function addWind(particles: usize, mask: usize, params: usize, gusts: usize, first: i32, end: i32): void {
  const x = positionOf(particles, 0);
  const y = positionOf(particles, 1);
  const z = positionOf(particles, 2);
  const ax = accelerationOf(particles, 0);
  const ay = accelerationOf(particles, 1);
  const az = accelerationOf(particles, 2);
  const cohorts = cohortOf(particles);
  const sources = sourceOf(particles);
  const fraction = wind.gustFractionOf(params);
  const ux = wind.waveOf(params, 0);
  const uy = wind.waveOf(params, 1);
  const uz = wind.waveOf(params, 2);
  const shift = wind.shiftOf(params);
  for (let i = <usize>first; i < <usize>end; i++) {
    if (load<i32>(cohorts + (i << 2)) < 0) continue;
    const o = i << 3;
    const phase = load<f64>(x + o) * ux + load<f64>(y + o) * uy + load<f64>(z + o) * uz - shift;
    const cell = floor<f64>(phase);
    const f = phase - cell;
    const wrapped = cell - 256.0 * floor<f64>(cell * 0.00390625);
    const at = gusts + (<usize><i32>wrapped << 3);
    const g = 1.0 - f;
    const gust =
      0.5 * g * g * load<f64>(at) + (0.5 + f * g) * load<f64>(at, 8) + 0.5 * f * f * load<f64>(at, 16);
    const factor = maskOne(mask, sources, i) * (1.0 + fraction * gust);
    addOne(ax + o, factor * wind.accelerationOf(params, 0));
    addOne(ay + o, factor * wind.accelerationOf(params, 1));
    addOne(az + o, factor * wind.accelerationOf(params, 2));
  }
}
