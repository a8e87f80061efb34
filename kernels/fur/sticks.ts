// Backward Euler of single strands in closed form. It gives the same result as `predict` with the 3 × 3 system. Symbols as in
// src/systems/fur/solve/README.md:
//
//     n  rest direction of the strand
//     g  effective mass times the position that the tip would have without springs
//     s  g / |g|, the direction of the strand
//
// The system is diagonal in the directions s, n − (n · s) s, and the one perpendicular to both. The equations are multiplied out, which
// leaves two of seven divisions. The new position is a weighted sum of g and n.

import { MAX_LEVER, MIN_LENGTH, NO_LENGTH, PUSHED_FLAG } from './constants.generated';
import {
  AIR_DRAG, COS_LIMIT, DAMPING, DT, GRAVITY, IS_PRINTED, REST_FRACTION, RESTORING, STIFFNESS, WIND,
} from './fur-params.generated';
import {
  lengthOf, massOf, normalOf, offsetOf, pushOf, rootVelocityOf, skinVelocityOf, velocityOf,
} from './fur-store.generated';
import { limitCone } from './limit';
import { add, div, dot, larger, mul, smaller, splat, sub } from './pair';

/**
 * Number of pairs that each loop processes before the next loop begins. A single pair would wait for its own square roots and divisions.
 */
const BLOCK: usize = 16;
/**
 * Record of a pair: g [3], |g|², n · g. Later, the weights of g and n replace |g|² and n · g. `margins` contains the height above the cone.
 */
const RECORD: usize = 80;
const GOAL: usize = 0;
const GOAL_SQUARE: usize = 48;
const HEIGHT: usize = 64;
const OF_GOAL: usize = 48;
const OF_NORMAL: usize = 64;
const scratch = memory.data(1280, 16);
const margins = memory.data(256, 16);

export function stepSticks(fur: usize, params: usize, count: i32, flags: i32): void {
  const last = <usize>count << 3;
  for (let first: usize = 0; first < last; first += BLOCK << 4) {
    const end = min<usize>(last, first + (BLOCK << 4));
    writeGoals(fur, params, first, end, flags);
    writeWeights(fur, params, first, end);
    moveTips(fur, params, first, end);
  }
}

function writeGoals(fur: usize, params: usize, first: usize, end: usize, flags: i32): void {
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
  const masses = massOf(fur);
  const dt = v128.load_splat<f64>(params, DT);
  const square = mul(dt, dt);
  const drift = mul(dt, v128.load_splat<f64>(params, AIR_DRAG));
  const blow = mul(dt, drift);
  const blowX = mul(blow, v128.load_splat<f64>(params, WIND));
  const blowY = mul(blow, v128.load_splat<f64>(params, WIND + 8));
  const blowZ = mul(blow, v128.load_splat<f64>(params, WIND + 16));
  for (let o = first, out = scratch; o < end; o += 16, out += RECORD) {
    const mass = v128.load(masses + o);
    const step = mul(dt, mass);
    const damp = mul(step, v128.load_splat<f64>(params, DAMPING));
    const inertia = add(add(mass, damp), drift);
    const fall = mul(dt, step);
    const follow = mul(dt, damp);
    let gx = add(mul(fall, v128.load_splat<f64>(params, GRAVITY)), blowX);
    let gy = add(mul(fall, v128.load_splat<f64>(params, GRAVITY + 8)), blowY);
    let gz = add(mul(fall, v128.load_splat<f64>(params, GRAVITY + 16)), blowZ);
    if (flags & PUSHED_FLAG) {
      gx = add(gx, mul(square, v128.load(pushOf(fur, 0) + o)));
      gy = add(gy, mul(square, v128.load(pushOf(fur, 1) + o)));
      gz = add(gz, mul(square, v128.load(pushOf(fur, 2) + o)));
    }
    gx = add(add(gx, mul(follow, v128.load(wx + o))), mul(step, v128.load(vx + o)));
    gy = add(add(gy, mul(follow, v128.load(wy + o))), mul(step, v128.load(vy + o)));
    gz = add(add(gz, mul(follow, v128.load(wz + o))), mul(step, v128.load(vz + o)));
    gx = add(gx, mul(inertia, sub(v128.load(dx + o), mul(dt, v128.load(ux + o)))));
    gy = add(gy, mul(inertia, sub(v128.load(dy + o), mul(dt, v128.load(uy + o)))));
    gz = add(gz, mul(inertia, sub(v128.load(dz + o), mul(dt, v128.load(uz + o)))));
    v128.store(out, gx, GOAL);
    v128.store(out, gy, GOAL + 16);
    v128.store(out, gz, GOAL + 32);
    v128.store(out, dot(gx, gy, gz, gx, gy, gz), GOAL_SQUARE);
    const nx = v128.load(normalX + o);
    const ny = v128.load(normalY + o);
    v128.store(out, dot(nx, ny, v128.load(normalZ + o), gx, gy, gz), HEIGHT);
  }
}

function writeWeights(fur: usize, params: usize, first: usize, end: usize): void {
  const lengths = lengthOf(fur);
  const masses = massOf(fur);
  const one = splat(1);
  const zero = splat(0);
  const dt = v128.load_splat<f64>(params, DT);
  const square = mul(dt, dt);
  const drift = mul(dt, v128.load_splat<f64>(params, AIR_DRAG));
  const hard = mul(square, v128.load_splat<f64>(params, STIFFNESS));
  const weight = mul(square, v128.load_splat<f64>(params, RESTORING));
  const literal = v128.load_splat<f64>(params, IS_PRINTED);
  const press = mul(literal, weight);
  const lever = mul(weight, sub(one, literal));
  const restFraction = v128.load_splat<f64>(params, REST_FRACTION);
  const cosLimit = v128.load_splat<f64>(params, COS_LIMIT);
  for (let o = first, strand = scratch, margin = margins; o < end; o += 16, strand += RECORD, margin += 16) {
    const rest = v128.load(lengths + o);
    const mass = v128.load(masses + o);
    const damp = mul(mul(dt, mass), v128.load_splat<f64>(params, DAMPING));
    const inertia = add(add(mass, damp), drift);
    const size = f64x2.sqrt(v128.load(strand, GOAL_SQUARE));
    const height = v128.load(strand, HEIGHT);
    const least = mul(mul(splat(NO_LENGTH), rest), inertia);
    const none = f64x2.lt(size, least);
    const some = larger(size, least);
    const all = add(inertia, hard);
    // One division gives the unit vector along g and the new length.
    const quotient = div(one, mul(some, all));
    const unit = mul(all, quotient);
    const up = v128.bitselect(one, mul(height, unit), none);
    const bent = sub(one, up);
    const balance = sub(add(size, mul(hard, rest)), mul(press, mul(bent, bent)));
    const reach = larger(mul(balance, mul(some, quotient)), mul(splat(MIN_LENGTH), rest));
    // Restoring force: its strength, torque and rotational stiffness, each times dt² and the length.
    const arm = smaller(rest, mul(splat(MAX_LEVER), reach));
    const strength = add(mul(press, reach), mul(lever, arm));
    const turn = mul(strength, add(bent, restFraction));
    const across = mul(turn, up);
    const drawn = larger(mul(hard, sub(reach, rest)), zero);
    const sine = mul(bent, add(one, up));
    const inner = mul(reach, add(mul(inertia, reach), drawn));
    const held = add(add(inner, larger(across, zero)), mul(strength, sine));
    // The tip rotates by turn / held along n − up s. The weights of g and n follow, scaled to the new length.
    const long = f64x2.sqrt(add(mul(held, held), mul(mul(turn, turn), sine)));
    const scale = div(reach, long);
    const ofNormal = v128.bitselect(reach, mul(scale, turn), none);
    const ofGoal = v128.bitselect(zero, mul(mul(scale, sub(held, across)), unit), none);
    v128.store(strand, ofGoal, OF_GOAL);
    v128.store(strand, ofNormal, OF_NORMAL);
    v128.store(margin, sub(add(mul(ofGoal, height), ofNormal), mul(cosLimit, reach)));
  }
}

function moveTips(fur: usize, params: usize, first: usize, end: usize): void {
  const dx = offsetOf(fur, 0);
  const dy = offsetOf(fur, 1);
  const dz = offsetOf(fur, 2);
  const vx = velocityOf(fur, 0);
  const vy = velocityOf(fur, 1);
  const vz = velocityOf(fur, 2);
  const nx = normalOf(fur, 0);
  const ny = normalOf(fur, 1);
  const nz = normalOf(fur, 2);
  const ux = rootVelocityOf(fur, 0);
  const uy = rootVelocityOf(fur, 1);
  const uz = rootVelocityOf(fur, 2);
  const rate = div(splat(1), v128.load_splat<f64>(params, DT));
  for (let o = first, strand = scratch, margin = margins; o < end; o += 16, strand += RECORD, margin += 16) {
    const ofGoal = v128.load(strand, OF_GOAL);
    const ofNormal = v128.load(strand, OF_NORMAL);
    const x = add(mul(ofGoal, v128.load(strand, GOAL)), mul(ofNormal, v128.load(nx + o)));
    const y = add(mul(ofGoal, v128.load(strand, GOAL + 16)), mul(ofNormal, v128.load(ny + o)));
    const z = add(mul(ofGoal, v128.load(strand, GOAL + 32)), mul(ofNormal, v128.load(nz + o)));
    v128.store(vx + o, add(v128.load(ux + o), mul(rate, sub(x, v128.load(dx + o)))));
    v128.store(vy + o, add(v128.load(uy + o), mul(rate, sub(y, v128.load(dy + o)))));
    v128.store(vz + o, add(v128.load(uz + o), mul(rate, sub(z, v128.load(dz + o)))));
    v128.store(dx + o, x);
    v128.store(dy + o, y);
    v128.store(dz + o, z);
    if (v128.any_true(f64x2.lt(v128.load(margin), splat(0)))) {
      limitCone(fur, params, o, true);
      limitCone(fur, params, o + 8, true);
    }
  }
}
