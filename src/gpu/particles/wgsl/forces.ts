/**
 * The forces of `src/systems/particles/reference/forces.ts` and `turbulence.ts` in float32. A force in the table: its kind, the offset of
 * its mask or 0, and its parameters.
 */
export const forcesShader = /* wgsl */ `
fn word(at: u32) -> f32 { return bitcast<f32>(table[at]); }
fn vector(at: u32) -> vec3f { return vec3f(word(at), word(at + 1u), word(at + 2u)); }

fn vortex(at: u32, x: vec3f) -> vec3f {
  let n = vector(at + 3u);
  let r = x - vector(at);
  let p = r - dot(r, n) * n;
  let fade = 1.0 + dot(p, p) * word(at + 8u);
  return (word(at + 6u) * cross(n, p) - word(at + 7u) * p) / fade;
}

fn attractor(at: u32, x: vec3f) -> vec3f {
  let r = vector(at) - x;
  let square = dot(r, r);
  let inside = word(at + 4u);
  var near = 1.0;
  if (square > inside) { near = inside / square; }
  let power = table[at + 5u];
  var factor = word(at + 3u);
  if ((power & 1u) == 1u) { factor *= sqrt(near); }
  for (var k = power >> 1u; k > 0u; k--) { factor *= near; }
  return factor * r;
}

fn quadraticDrag(at: u32, v: vec3f) -> vec3f {
  let speed = length(v);
  return -(word(at) * speed / (1.0 + word(at + 1u) * speed)) * v;
}

fn buoyancy(at: u32, birthTime: f32) -> vec3f {
  let age = max(0.0, word(at + 1u) - birthTime);
  return vec3f(0.0, word(at) * exp(-age * word(at + 2u)), 0.0);
}

fn wind(at: u32, x: vec3f) -> vec3f {
  let phase = dot(x, vector(at + 4u)) - word(at + 7u);
  let cell = floor(phase);
  let f = phase - cell;
  let g = 1.0 - f;
  let start = at + 8u + (u32(i32(cell)) & (GUST_PERIOD - 1u));
  let gust = 0.5 * g * g * word(start) + (0.5 + f * g) * word(start + 1u) + 0.5 * f * f * word(start + 2u);
  return (1.0 + word(at + 3u) * gust) * vector(at);
}

/** A row of a component: b and c are linear, c along memory. */
fn row(start: u32, b: u32, c: u32, g: f32, h: f32) -> f32 {
  let low = start + ((b + 1u) & 15u) * FIELD_SIZE;
  let high = start + ((b + 2u) & 15u) * FIELD_SIZE;
  let near = (c + 1u) & 15u;
  let far = (c + 2u) & 15u;
  return mix(mix(word(low + near), word(high + near), g), mix(word(low + far), word(high + far), g), h);
}

/** A component of the field: quadratic along its own axis a, linear along the next ones. */
fn component(start: u32, cell: vec3u, f: vec3f) -> f32 {
  let r = 1.0 - f.x;
  let layer = FIELD_SIZE * FIELD_SIZE;
  let first = row(start + (cell.x & 15u) * layer, cell.y, cell.z, f.y, f.z);
  let second = row(start + ((cell.x + 1u) & 15u) * layer, cell.y, cell.z, f.y, f.z);
  let third = row(start + ((cell.x + 2u) & 15u) * layer, cell.y, cell.z, f.y, f.z);
  return 0.5 * r * r * first + (0.5 + f.x * r) * second + 0.5 * f.x * f.x * third;
}

fn turbulence(at: u32, x: vec3f) -> vec3f {
  let field = table[at + 1u];
  let whole = FIELD_SIZE * FIELD_SIZE * FIELD_SIZE;
  var sum = vec3f(0.0);
  var o = at + 2u;
  for (var octave = table[at]; octave > 0u; octave--) {
    let l = x.x * vector(o) + x.y * vector(o + 3u) + x.z * vector(o + 6u) + vector(o + 9u);
    let floored = floor(l);
    let f = l - floored;
    let cell = vec3u(vec3i(floored));
    let u = vec3f(
      component(field, cell, f),
      component(field + whole, cell.yzx, f.yzx),
      component(field + 2u * whole, cell.zxy, f.zxy),
    );
    sum += u.x * vector(o + 12u) + u.y * vector(o + 15u) + u.z * vector(o + 18u);
    o += OCTAVE_WORDS;
  }
  return sum;
}

/** The sum of the forces that depend on the position. */
fn sumForces(x: vec3f, v: vec3f, own: Fixed) -> vec3f {
  var sum = vec3f(0.0);
  var at = call.forces;
  for (var k = 0u; k < call.forceCount; k++) {
    let mask = table[at + 1u];
    let start = at + 3u;
    var a = vec3f(0.0);
    switch (table[at]) {
      case FORCE_VORTEX: { a = vortex(start, x); }
      case FORCE_ATTRACTOR: { a = attractor(start, x); }
      case FORCE_DRAG: { a = quadraticDrag(start, v); }
      case FORCE_BUOYANCY: { a = buoyancy(start, own.birthTime); }
      case FORCE_WIND: { a = wind(start, x); }
      case FORCE_TURBULENCE: { a = turbulence(start, x); }
      default: {}
    }
    at = start + table[at + 2u];
    if (mask != 0u) { a *= word(mask + own.source); }
    sum += a;
  }
  return sum;
}
`;
