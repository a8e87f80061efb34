import { forceStride, gustTable } from './common.ts';

/**
 * Forces on a tip that vary in space: gusts, blowers and whirls (`air-field.ts`), and pushes (`push-tips.ts`). A force is a kind and
 * ${forceStride - 1} numbers; the coefficients of gusts follow all forces.
 */
export const forceFunctions = /* wgsl */ `
const forceStride = ${forceStride}u;
const along = ${gustTable.along};
const across = ${gustTable.across};

fn forceVector(at: u32) -> vec3f { return vec3f(forces[at], forces[at + 1u], forces[at + 2u]); }

fn weightsOf(f: f32) -> vec3f {
  let g = 1.0 - f;
  return vec3f(0.5 * g * g, 0.5 + f * g, 0.5 * f * f);
}

/** The velocity of a gust at a tip. The coordinates p and q in its noise are in cells of the noise. Their offsets contain the base of the frame, since tips are relative to it. */
fn gustAt(at: u32, tip: vec3f) -> vec3f {
  let p = dot(tip, forceVector(at + 1u)) + forces[at + 4u];
  let q = dot(tip, forceVector(at + 5u)) + forces[at + 8u];
  let i = i32(floor(p));
  let j = i32(floor(q));
  let beside = weightsOf(q - floor(q));
  let ahead = weightsOf(p - floor(p));
  let table = u32(forces[at + 12u]);
  var gust = 0.0;
  for (var n = 0; n < 3; n++) {
    let row = along * ((j + n) & (across - 1));
    var sum = 0.0;
    for (var m = 0; m < 3; m++) { sum += ahead[m] * forces[table + u32(row + ((i + m) & (along - 1)))]; }
    gust += beside[n] * sum;
  }
  return gust * forceVector(at + 9u);
}

fn blowerAt(at: u32, tip: vec3f) -> vec3f {
  let d = tip - forceVector(at + 1u);
  let speed = forces[at + 4u];
  let radius = forces[at + 5u];
  let square = dot(d, d);
  if (square < radius * radius) { return speed / radius * d; }
  return speed * radius * radius / (square * sqrt(square)) * d;
}

fn whirlAt(at: u32, tip: vec3f) -> vec3f {
  let r = tip - forceVector(at + 1u);
  let axis = forceVector(at + 4u);
  let p = r - dot(r, axis) * axis;
  let radius = forces[at + 8u];
  return 2.0 * forces[at + 7u] * radius / (radius * radius + dot(p, p)) * cross(axis, p);
}

fn pushAt(at: u32, i: u32, root: vec3f, n: vec3f, rest: f32, mass: f32, velocity: vec3f) -> vec3f {
  let radius = forces[at + 4u];
  var x = root - forceVector(at + 1u);
  if (dot(x, x) >= (radius + rest) * (radius + rest)) { return vec3f(0.0); }
  x += clamp(-dot(x, n), 0.0, rest) * n;
  let fade = 1.0 - dot(x, x) / (radius * radius);
  if (fade <= 0.0) { return vec3f(0.0); }
  if (hasFlag(flag_separable)) {
    let faces = sizes.faceCount;
    let first = i % faces;
    x += (pointAt(vertexOf(first), step.s0) + pointAt(vertexOf(first + faces), step.s0) +
      pointAt(vertexOf(first + 2u * faces), step.s0)) / 3.0 - root;
  }
  x -= dot(x, n) * n;
  let line = forceVector(at + 12u);
  x -= dot(x, line) * line;
  let away = length(x);
  let outward = select(0.0, forces[at + 5u] / away, away > 1e-6 * radius);
  let gain = forces[at + 6u];
  let stroke = forces[at + 7u];
  let ball = forceVector(at + 15u);
  let p = gain * (ball - velocity) + stroke * ball;
  return mass * fade * fade * (forceVector(at + 8u) + outward * x + p - dot(p, n) * n);
}

/** The force of all air but the uniform wind, and of all pushes, on strand i. */
fn forceOn(i: u32, root: vec3f, n: vec3f, rest: f32, mass: f32, offset: vec3f, velocity: vec3f) -> vec3f {
  let tip = root + offset;
  var air = vec3f(0.0);
  var push = vec3f(0.0);
  for (var k = 0u; k < step.forceCount; k++) {
    let at = step.forceAt + k * forceStride;
    switch (u32(forces[at])) {
      case force_gust: { air += gustAt(at, tip); }
      case force_blower: { air += blowerAt(at, tip); }
      case force_whirl: { air += whirlAt(at, tip); }
      default: { push += pushAt(at, i, root, n, rest, mass, velocity); }
    }
  }
  return step.airDrag * air + push;
}
`;
