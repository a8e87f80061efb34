import { inputCount } from '../../../systems/flesh/records.generated.ts';
import { filterRows } from '../../../systems/flesh/tabulate-filter.ts';

/** Threads of a workgroup. Each workgroup computes one character, each thread one mode, then every 64th vertex. */
export const groupThreads = 64;
/** Number of float32 values that describe a character's last frame: see `packFrame`. */
export const frameStride = 24;

/**
 * Returns the shader of a part with so many modes. For each character it evaluates the path of the last frame, advances the exact filter, limits the displacement
 * and writes the displayed amplitudes.
 *
 * The formulas are those of `LiveDrive.advance`, `writeInputs`, `reference/filter.ts` and `bendToLimit`. `sin` and `cos` of WGSL may be wrong by 5e-4, so polynomials
 * replace them.
 */
export function writeFleshShader(modeCount: number): string {
  return /* wgsl */ `
const modeCount = ${modeCount}u;
const filterRows = ${filterRows}u;
const inputCount = ${inputCount}u;
const stateStride = 2u * modeCount + 1u;

struct Setup {
  /** The down direction in the part's frame at which the shape was made, or 0. gravity: multiplied by the strength. */
  restDown: vec3f, gravity: f32,
  strength: f32, inverseMaxForce: f32, halfLimit: f32, vertexCount: u32,
  /** Of the displayed amplitudes: floats of a row, and the column of the first mode. */
  rowLength: u32, firstColumn: u32, count: u32, steps: u32,
}
@group(0) @binding(0) var<uniform> setup: Setup;
@group(0) @binding(1) var<storage, read> frames: array<vec4f>;
/** Coefficients of the filter [8], negative transfer [12], 1 / omega2, reach; each [modeCount]. */
@group(0) @binding(2) var<storage, read> tables: array<f32>;
/** Displacements at amplitude 1, m: mode by mode x, y, z of all vertices. */
@group(0) @binding(3) var<storage, read> shapes: array<f32>;
/** For each character: amplitudes, velocities, the factor of the limit. */
@group(0) @binding(4) var<storage, read_write> state: array<f32>;
@group(0) @binding(5) var<storage, read_write> shown: array<f32>;

var<workgroup> amplitudes: array<f32, modeCount>;
var<workgroup> forces: array<vec2f, modeCount>;
/** Bits of the largest squared displacement: those of numbers that are not negative have the order of the numbers. */
var<workgroup> farthest: atomic<u32>;

/** sin, cos. Error below 2e-7 up to 100 radians: terms of the series within a quarter of π. */
fn sinCos(angle: f32) -> vec2f {
  let quarter = round(angle * 0.6366197723675814);
  // π / 2 in three parts whose products are exact.
  let r = ((angle - quarter * 1.5703125) - quarter * 4.837512969970703e-4) - quarter * 7.549789948768648e-8;
  let x = r * r;
  let s = r * (1.0 - x * (1.0 / 6.0 - x * (1.0 / 120.0 - x * (1.0 / 5040.0 - x / 362880.0))));
  let c = 1.0 - x * (0.5 - x * (1.0 / 24.0 - x * (1.0 / 720.0 - x * (1.0 / 40320.0 - x / 3628800.0))));
  switch (i32(quarter) & 3) {
    case 1: { return vec2f(c, -s); }
    case 2: { return vec2f(-s, -c); }
    case 3: { return vec2f(-c, s); }
    default: { return vec2f(s, c); }
  }
}

/** A, B and their derivatives by φ, divided by φ, for x = φ²: see \`motion/rotation-vector.ts\`. */
fn spinCoefficients(x: f32) -> vec4f {
  if (x < 9.0) {
    var sum = vec4f(0.0);
    // Terms of (−x)ⁿ / (2n + 2)! and (−x)ⁿ / (2n + 3)!. A derivative is n times the term one power lower.
    var a = 0.5;
    var b = 1.0 / 6.0;
    for (var n = 0u; n < 12u; n++) {
      let k = f32(2u * n);
      let nextA = -a / ((k + 3.0) * (k + 4.0));
      let nextB = -b / ((k + 4.0) * (k + 5.0));
      sum += vec4f(a, b, (k + 2.0) * nextA, (k + 2.0) * nextB);
      a = nextA * x;
      b = nextB * x;
    }
    return sum;
  }
  let angle = sqrt(x);
  let sc = sinCos(angle);
  let c = 1.0 - sc.y;
  return vec4f(
    c / x,
    (angle - sc.x) / (x * angle),
    (angle * sc.x - 2.0 * c) / (x * x),
    (c * angle - 3.0 * (angle - sc.x)) / (x * x * angle));
}

struct Moment { linear: vec3f, angular: vec3f, spin: vec3f, down: vec3f }

fn intoFrame(rotation: vec4f, mirror: f32, v: vec3f) -> vec3f {
  let t = 2.0 * cross(v, rotation.xyz);
  let turned = v + rotation.w * t + cross(t, rotation.xyz);
  return vec3f(mirror * turned.x, turned.yz);
}

/** The motion at a fraction of a character's last frame. */
fn momentAt(character: u32, s: f32) -> Moment {
  let at = 6u * character;
  let before = frames[at];
  let mirror = frames[at + 1u].w;
  let turn = frames[at + 1u].xyz;
  let inverse = frames[at + 2u].w;
  let excessStart = frames[at + 4u].xyz;
  let excessEnd = frames[at + 5u].xyz;
  let rest = 1.0 - s;
  let theta = s * (turn + rest * rest * excessStart - s * rest * excessEnd);
  let first = inverse * (turn + (1.0 - s * (4.0 - 3.0 * s)) * excessStart + s * (3.0 * s - 2.0) * excessEnd);
  let second = inverse * inverse * ((6.0 * s - 4.0) * excessStart + (6.0 * s - 2.0) * excessEnd);
  let linear = (6.0 * s - 4.0) * frames[at + 2u].xyz + (6.0 * s - 2.0) * frames[at + 3u].xyz;

  let square = dot(theta, theta);
  let angle = sqrt(square);
  let half = sinCos(0.5 * angle);
  let b = vec4f(theta * select(0.5, half.x / max(angle, 1e-9), angle > 1e-9), half.y);
  let rotation = vec4f(
    before.w * b.xyz + b.w * before.xyz + cross(before.xyz, b.xyz),
    before.w * b.w - dot(before.xyz, b.xyz));

  let k = spinCoefficients(square);
  let growth = dot(theta, first);
  let tf = cross(theta, first);
  let ttf = cross(theta, tf);
  let ts = cross(theta, second);
  let spin = first - k.x * tf + k.y * ttf;
  let angular = second - k.x * ts + k.y * (cross(first, tf) + cross(theta, ts)) + growth * (k.w * ttf - k.z * tf);
  let flip = vec3f(1.0, mirror, mirror);
  return Moment(
    intoFrame(rotation, mirror, linear),
    flip * angular,
    flip * spin,
    intoFrame(rotation, mirror, vec3f(0.0, -1.0, 0.0)));
}

fn productsOf(spin: vec3f) -> array<vec3f, 2> {
  return array<vec3f, 2>(spin * spin, spin * spin.yzx);
}

fn pull(mode: u32, row: u32, v: vec3f) -> f32 {
  let at = (filterRows + row) * modeCount + mode;
  return tables[at] * v.x + tables[at + modeCount] * v.y + tables[at + 2u * modeCount] * v.z;
}

/** The force of gravity on a mode. */
fn weigh(mode: u32, moment: Moment) -> f32 {
  return pull(mode, 0u, -setup.gravity * (moment.down - setup.restDown));
}

/** The modal force at one end of a step. change: of the angular velocity over the step, see \`LiveDrive.advance\`. */
fn forceOn(mode: u32, moment: Moment, change: vec3f) -> f32 {
  let products = productsOf(moment.spin);
  let changes = productsOf(change);
  return weigh(mode, moment) + setup.strength * (
    pull(mode, 0u, moment.linear) + pull(mode, 3u, moment.angular) +
    pull(mode, 6u, products[0] - changes[0] / 6.0) + pull(mode, 9u, products[1] - changes[1] / 6.0));
}

/** The factor of forces whose norm has this square. */
fn saturate(square: f32) -> f32 {
  let x2 = min(square * setup.inverseMaxForce * setup.inverseMaxForce, 1e18);
  return inverseSqrt(sqrt(1.0 + x2 * x2));
}

/** \`bendToLimit\`. Beyond 1, powers are inverted, so that none overflows. */
fn bend(distance: f32) -> f32 {
  let half = setup.halfLimit;
  if (!(distance > half)) { return 1.0; }
  let y = (distance - half) / half;
  let small = min(y, 1.0);
  let inverse = 1.0 / max(y, 1.0);
  let bent = select(
    inverseSqrt(sqrt(1.0 + inverse * inverse * inverse * inverse)),
    y * inverseSqrt(sqrt(1.0 + small * small * small * small)),
    y < 1.0);
  return half * (1.0 + bent) / distance;
}

fn isFinite(value: f32) -> bool {
  return (bitcast<u32>(value) & 0x7f800000u) != 0x7f800000u;
}

@compute @workgroup_size(${groupThreads})
fn advance(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) mode: u32) {
  let character = group.y * groups.x + group.x;
  if (character >= setup.count) { return; }
  let isMode = mode < modeCount;
  let base = stateStride * character;
  var q = 0.0;
  var v = 0.0;
  if (isMode) {
    q = state[base + mode];
    v = state[base + modeCount + mode];
    // The sign that the character settles before the steps.
    if (frames[6u * character + 3u].w > 0.0) {
      q = weigh(mode, momentAt(character, 1.0)) * tables[(filterRows + inputCount) * modeCount + mode];
      v = 0.0;
    }
  }
  for (var step = 0u; step < setup.steps; step++) {
    let start = momentAt(character, f32(step) / f32(setup.steps));
    let end = momentAt(character, f32(step + 1u) / f32(setup.steps));
    let change = end.spin - start.spin;
    var force = vec2f(0.0);
    if (isMode) { force = vec2f(forceOn(mode, start, change), forceOn(mode, end, change)); }
    if (setup.inverseMaxForce > 0.0) {
      if (isMode) { forces[mode] = force; }
      workgroupBarrier();
      var squares = vec2f(0.0);
      for (var m = 0u; m < modeCount; m++) { squares += forces[m] * forces[m]; }
      force *= vec2f(saturate(squares.x), saturate(squares.y));
      workgroupBarrier();
    }
    if (isMode) {
      let c = mode;
      let n = modeCount;
      let next = tables[c] * q + tables[c + n] * v + tables[c + 2u * n] * force.x + tables[c + 3u * n] * force.y;
      v = tables[c + 4u * n] * q + tables[c + 5u * n] * v + tables[c + 6u * n] * force.x + tables[c + 7u * n] * force.y;
      q = next;
    }
  }
  if (isMode) { amplitudes[mode] = q; }
  if (mode == 0u) { atomicStore(&farthest, 0u); }
  workgroupBarrier();
  // The sum of the maximum displacements of all modes is an upper bound, so most frames need no measurement.
  var bound = 0.0;
  for (var m = 0u; m < modeCount; m++) {
    bound += abs(amplitudes[m]) * tables[(filterRows + inputCount + 1u) * modeCount + m];
  }
  if (bound > setup.halfLimit) {
    var largest = 0.0;
    for (var vertex = mode; vertex < setup.vertexCount; vertex += ${groupThreads}u) {
      var moved = vec3f(0.0);
      for (var m = 0u; m < modeCount; m++) {
        let at = 3u * m * setup.vertexCount + vertex;
        moved += amplitudes[m] * vec3f(shapes[at], shapes[at + setup.vertexCount], shapes[at + 2u * setup.vertexCount]);
      }
      largest = max(largest, dot(moved, moved));
    }
    atomicMax(&farthest, bitcast<u32>(largest));
  }
  workgroupBarrier();
  let factor = bend(sqrt(bitcast<f32>(atomicLoad(&farthest))));
  if (isMode) {
    state[base + mode] = q;
    state[base + modeCount + mode] = v;
    let value = factor * q;
    shown[character * setup.rowLength + setup.firstColumn + mode] = select(0.0, value, isFinite(value));
  }
  if (mode == 0u) { state[base + 2u * modeCount] = factor; }
}
`;
}
