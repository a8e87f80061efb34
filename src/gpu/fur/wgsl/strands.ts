import { maxLever, minLength, noLength } from '../../../systems/fur/records.generated.ts';
import { common, groupSize } from './common.ts';
import { forceFunctions } from './forces.ts';

/** What all solvers need of a strand: its state, and the limits of `limit-cone.ts`, `limit-stretch.ts` and `hold-above-skin.ts`. */
export const strandFunctions = /* wgsl */ `
const noLength = ${noLength};
const minLength = ${minLength};
const maxLever = ${maxLever}.0;
const maxStretch = 0.1;

/** A strand: rest length, mass of the tip, offset d, velocity v. u and w are the velocities of root and skin, n the rest direction. */
struct Strand {
  rest: f32,
  mass: f32,
  d: vec3f,
  v: vec3f,
  n: vec3f,
  u: vec3f,
  w: vec3f,
  push: vec3f,
  normal: vec3f,
}

fn wind() -> vec3f { return vec3f(step.windX, step.windY, step.windZ); }
fn gravity() -> vec3f { return vec3f(step.gravityX, step.gravityY, step.gravityZ); }

/** Rest direction at a fraction of the step. */
fn directionAt(v: u32, fraction: f32) -> vec3f {
  let a = skinAt(skin_directionStart, v);
  let b = skinAt(skin_direction, v);
  let mixed = a + fraction * (b - a);
  let size = length(mixed);
  if (size < 1e-6) { return a; }
  return mixed / size;
}

fn loadStrand(i: u32) -> Strand {
  let v = vertexOf(i);
  var s: Strand;
  s.rest = reals[sizes.lengths + i];
  s.mass = reals[sizes.masses + i];
  s.d = strandAt(step.readPlane, i);
  s.v = strandAt(strand_velocity, i);
  s.n = skinAt(skin_directionStart, v);
  s.normal = skinAt(skin_normal, v);
  let way = (step.s1 - step.s0) * (skinAt(skin_to, v) - skinAt(skin_from, v));
  s.u = way / (step.dt * f32(step.substeps));
  s.w = s.u;
  return s;
}

/** Moves the rest direction to the end of substep k, and sets the velocity of the skin at the tip. */
fn placeSkin(s: ptr<function, Strand>, v: u32, k: u32, dt: f32) {
  let parts = f32(step.substeps);
  let before = directionAt(v, f32(k) / parts);
  let n = directionAt(v, f32(k + 1u) / parts);
  (*s).n = n;
  (*s).w = (*s).u + (*s).rest / dt * (n - before);
}

/** Explicit steps that are not stable would leave the range of float32. */
const maxSpeed = 1e6;

fn saveStrand(i: u32, s: Strand) {
  setStrand(step.writePlane, i, s.d);
  let largest = max(abs(s.v.x), max(abs(s.v.y), abs(s.v.z)));
  setStrand(strand_velocity, i, select(s.v * (maxSpeed / max(largest, maxSpeed)), s.u, largest > 1e30));
  setStrand(strand_rootVelocity, i, s.u);
}

/** A tip that leans beyond the limit from the direction n is moved back to the cone. */
fn limitCone(s: ptr<function, Strand>, n: vec3f, cosLimit: f32, sinLimit: f32, tolerance: f32, moved: bool, dt: f32) {
  let d = (*s).d;
  let height = dot(d, n);
  let reach = length(d);
  if (!(height < cosLimit * reach - tolerance * reach)) { return; }
  let a = d - height * n;
  let aside = length(a);
  if (aside <= 1e-6 * reach) {
    (*s).d = reach * n;
    (*s).v = (*s).w;
    return;
  }
  let t = a / aside;
  (*s).d = reach * (cosLimit * n + sinLimit * t);
  if (moved) {
    (*s).v += ((*s).d - d) / dt;
    return;
  }
  let out = cosLimit * t - sinLimit * n;
  (*s).v -= max(0.0, dot((*s).v - (*s).w, out)) * out;
}

/** The limits at the end of a step. */
fn finish(s: ptr<function, Strand>) {
  if (!hasFlag(flag_limited)) { return; }
  let reach = length((*s).d);
  let ratio = reach / (*s).rest;
  let wanted = clamp(ratio, 1.0 - maxStretch, 1.0 + maxStretch);
  if (wanted != ratio && reach > 0.0) {
    let along = (*s).d / reach;
    let speed = dot((*s).v - (*s).w, along);
    if ((speed > 0.0) == (ratio > 1.0)) { (*s).v -= speed * along; }
    (*s).d *= wanted / ratio;
  }
  // After a step in which bodies press strands, \`press\` limits the angle.
  if (hasFlag(flag_pressed)) { return; }
  // Rounding errors must not change strands on the cone.
  limitCone(s, (*s).normal, step.cosSkin, step.sinSkin, 1e-6, false, 0.0);
}
`;

/** Moves strands with the skin at a cut, as `carry-strands.ts`. */
export const carryShader = /* wgsl */ `
${common}
${strandFunctions}
struct Frame { normal: vec3f, tangent: vec3f, isFound: bool }

fn frameOf(normal: vec3f, edge: vec3f) -> Frame {
  let tangent = edge - dot(edge, normal) * normal;
  let square = dot(tangent, tangent);
  return Frame(normal, tangent / sqrt(max(square, 1e-30)), square > 1e-10 * dot(edge, edge));
}

fn carried(v: vec3f, a: Frame, b: Frame) -> vec3f {
  if (a.isFound && b.isFound) {
    return dot(a.normal, v) * b.normal + dot(a.tangent, v) * b.tangent +
      dot(cross(a.normal, a.tangent), v) * cross(b.normal, b.tangent);
  }
  let up = dot(a.normal, b.normal);
  if (up < -1.0 + 1e-6) {
    let axis = normalize(cross(a.normal, select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(a.normal.x) < 0.6)));
    return 2.0 * dot(axis, v) * axis - v;
  }
  let axis = cross(a.normal, b.normal);
  return up * v + cross(axis, v) + dot(axis, v) / (1.0 + up) * axis;
}

@compute @workgroup_size(${groupSize})
fn carry(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= sizes.strandCount) { return; }
  let v = vertexOf(i);
  let n = vertexOf(ints[sizes.neighbors + i]);
  let before = frameOf(skinAt(skin_directionStart, v), skinAt(skin_from, n) - skinAt(skin_from, v));
  let after = frameOf(skinAt(skin_direction, v), skinAt(skin_to, n) - skinAt(skin_to, v));
  var velocity = strandAt(strand_velocity, i);
  if (!hasFlag(flag_carried)) { velocity -= strandAt(strand_rootVelocity, i); }
  var s: Strand;
  s.rest = reals[sizes.lengths + i];
  s.normal = skinAt(skin_normal, v);
  s.d = carried(strandAt(step.readPlane, i), before, after);
  s.v = carried(velocity, before, after);
  finish(&s);
  saveStrand(i, s);
}
`;

/** Backward Euler of single strands in closed form, as `reference/sticks.ts`. */
export const sticksShader = /* wgsl */ `
${common}
${forceFunctions}
${strandFunctions}
fn stepStick(s: ptr<function, Strand>, dt: f32) {
  let square = dt * dt;
  let mass = (*s).mass;
  let rest = (*s).rest;
  let n = (*s).n;
  let damp = dt * mass * step.damping;
  let drift = dt * step.airDrag;
  let inertia = mass + damp + drift;
  let pull = dt * dt * mass * gravity() + dt * drift * wind() + square * (*s).push;
  let g = pull + dt * damp * (*s).w + dt * mass * (*s).v + inertia * ((*s).d - dt * (*s).u);
  let hard = square * step.stiffness;
  let weight = square * step.restoring;
  let press = step.isPrinted * weight;
  let lever = weight * (1.0 - step.isPrinted);
  let size = length(g);
  let least = noLength * rest * inertia;
  let none = size < least;
  let some = max(size, least);
  let all = inertia + hard;
  let unit = 1.0 / some;
  let up = select(dot(n, g) * unit, 1.0, none);
  let bent = 1.0 - up;
  let reach = max((size + hard * rest - press * bent * bent) / all, minLength * rest);
  let arm = min(rest, maxLever * reach);
  let strength = press * reach + lever * arm;
  let turn = strength * (bent + step.restFraction);
  let across = turn * up;
  let drawn = max(hard * (reach - rest), 0.0);
  let sine = bent * (1.0 + up);
  let held = reach * (inertia * reach + drawn) + max(across, 0.0) + strength * sine;
  let scale = reach / sqrt(held * held + turn * turn * sine);
  let ofNormal = select(scale * turn, reach, none);
  let ofGoal = select(scale * (held - across) * unit, 0.0, none);
  let d = ofGoal * g + ofNormal * n;
  (*s).v = (*s).u + (d - (*s).d) / dt;
  (*s).d = d;
  limitCone(s, n, step.cosLimit, step.sinLimit, 0.0, true, dt);
}

struct Energy { sum: f32, size: f32, kinetic: f32 }

fn energyOf(s: Strand) -> Energy {
  let reach = length(s.d);
  let stretch = reach - s.rest;
  let up = select(1.0, dot(s.d, s.n) / reach, reach > 0.0);
  let bent = 1.0 - up;
  let kinetic = 0.5 * s.mass * dot(s.v, s.v);
  let height = -s.mass * dot(gravity(), s.d);
  let inner = kinetic + 0.5 * step.stiffness * stretch * stretch +
    step.restoring * s.rest * bent * (0.5 * bent + step.restFraction);
  // The rounding of a long vector changes the energy of a stiff spring.
  let size = inner + abs(height) + step.stiffness * abs(stretch) * s.rest;
  return Energy(inner + height, size, kinetic);
}

const minStep = 1.0 / 960.0;
const restingFraction = 1e-6;
/** A gain is rounding if it is less than this fraction of the size of the energy. */
const energyRounding = 1e-6;

/** A step without a gain of energy: with shorter steps, then by slowing the tip. */
fn stepWithoutGain(s: ptr<function, Strand>) {
  let start = *s;
  let before = energyOf(start);
  for (var parts = 1u; ; parts *= 2u) {
    *s = start;
    let dt = step.dt / f32(parts);
    for (var k = 0u; k < parts; k++) { stepStick(s, dt); }
    let after = energyOf(*s);
    let gain = after.sum - before.sum;
    if (gain <= energyRounding * before.size) { return; }
    if (dt > minStep && after.kinetic > restingFraction * after.size && parts < 64u) { continue; }
    if (after.kinetic > gain) { (*s).v *= sqrt(1.0 - gain / after.kinetic); }
    else { (*s).d = start.d; (*s).v = vec3f(0.0); }
    return;
  }
}

@compute @workgroup_size(${groupSize})
fn stepSticks(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= sizes.strandCount) { return; }
  let v = vertexOf(i);
  var s = loadStrand(i);
  s.push = forceOn(i, pointAt(v, step.s0), s.n, s.rest, s.mass, s.d, s.v);
  if (hasFlag(flag_carried)) { s.v += s.u; }
  for (var k = 0u; k < step.substeps; k++) {
    placeSkin(&s, v, k, step.dt);
    if (hasFlag(flag_free)) { stepWithoutGain(&s); } else { stepStick(&s, step.dt); }
  }
  finish(&s);
  saveStrand(i, s);
}
`;

/** A substep of semi-implicit Euler, as `reference/explicit.ts`. A strand gathers the forces of the springs between tips. */
export const explicitShader = /* wgsl */ `
${common}
${forceFunctions}
${strandFunctions}
/** A tip at the end of the substep before the springs act: its root there, and its offset. */
fn springForce(i: u32, d: vec3f) -> vec3f {
  let v = vertexOf(i);
  let fraction = f32(step.substep + 1u) / f32(step.substeps);
  let s = step.s0 + fraction * (step.s1 - step.s0);
  let own = reals[sizes.lengths + i] * skinAt(skin_direction, v);
  var sum = vec3f(0.0);
  for (var k = ints[sizes.firstEdge + i]; k < ints[sizes.firstEdge + i + 1u]; k++) {
    let j = ints[sizes.edges + k];
    let other = vertexOf(j);
    let e = pointAt(other, s) - pointAt(v, s) + (strandAt(step.readPlane, j) - d);
    let apart = pointAt(other, step.s1) - pointAt(v, step.s1) + (reals[sizes.lengths + j] * skinAt(skin_direction, other) - own);
    sum += step.edgeStiffness * (1.0 - length(apart) / max(length(e), 1e-12)) * e;
  }
  return sum;
}

@compute @workgroup_size(${groupSize})
fn stepExplicit(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= sizes.strandCount) { return; }
  let v = vertexOf(i);
  var s = loadStrand(i);
  if (step.substep == 0u) {
    s.push = forceOn(i, pointAt(v, step.s0), s.n, s.rest, s.mass, s.d, s.v);
    setStrand(strand_push, i, s.push);
    if (hasFlag(flag_carried)) { s.v += s.u; }
  } else {
    s.push = strandAt(strand_push, i);
  }
  placeSkin(&s, v, step.substep, step.dt);
  let reach = length(s.d);
  let least = noLength * s.rest;
  let inverse = 1.0 / max(reach, least);
  let along = select(s.d * inverse, s.n, reach < least);
  let up = dot(s.n, along);
  let bent = 1.0 - up;
  let lever = min(s.rest * inverse, maxLever);
  let turn = step.restoring * (bent + step.restFraction) * (step.isPrinted + (1.0 - step.isPrinted) * lever);
  let spring = step.stiffness * (s.rest - reach) - step.isPrinted * step.restoring * bent * bent - up * turn;
  let f = spring * along + turn * s.n + s.mass * gravity() + step.airDrag * (wind() - s.v) +
    s.mass * step.damping * (s.w - s.v) + springForce(i, s.d) + s.push;
  s.v += step.dt / s.mass * f;
  s.d += step.dt * (s.v - s.u);
  limitCone(&s, s.n, step.cosLimit, step.sinLimit, 0.0, false, 0.0);
  if (step.substep + 1u == step.substeps) { finish(&s); }
  saveStrand(i, s);
}
`;

/** Backward Euler of separable prisms: the three strands of a triangle, as `reference/triangles.ts`. A thread solves a triangle. */
export const trianglesShader = /* wgsl */ `
${common}
${forceFunctions}
${strandFunctions}
/** What a strand does by itself, as \`reference/predict.ts\`. */
struct Prediction {
  s: vec3f,
  toward: vec3f,
  reach: f32,
  inertia: f32,
  stretch: f32,
  turn: f32,
  across: f32,
  polar: f32,
}

fn predict(s: Strand, dt: f32) -> Prediction {
  let square = dt * dt;
  let drag = s.mass * step.damping;
  let inertia = s.mass + dt * (drag + step.airDrag);
  let pull = s.mass * gravity() + step.airDrag * wind() + drag * s.w + s.push;
  let g = inertia * (s.d - dt * s.u) + dt * (s.mass * s.v + dt * pull);
  let size = length(g);
  let least = noLength * s.rest * inertia;
  var p: Prediction;
  p.s = select(g / max(size, least), s.n, size < least);
  let up = dot(s.n, p.s);
  let bent = 1.0 - up;
  let hard = square * step.stiffness;
  let all = inertia + hard;
  let balance = size + hard * s.rest - square * step.isPrinted * step.restoring * bent * bent;
  p.reach = max(balance / all, minLength * s.rest);
  let lever = min(s.rest / p.reach, maxLever);
  let strength = square * step.restoring * (step.isPrinted + (1.0 - step.isPrinted) * lever);
  p.toward = s.n - up * p.s;
  p.inertia = inertia;
  p.stretch = max(hard * (1.0 - s.rest / p.reach), 0.0);
  p.turn = strength * (bent + step.restFraction);
  p.across = max(p.turn * up, 0.0) / p.reach;
  p.polar = strength / p.reach;
  return p;
}

var<private> matrix: array<f32, 81>;
var<private> right: array<f32, 9>;

fn addBlock(row: u32, column: u32, block: mat3x3f) {
  for (var i = 0u; i < 3u; i++) {
    for (var j = 0u; j < 3u; j++) { matrix[(row + i) * 9u + column + j] += block[j][i]; }
  }
}
fn addRight(row: u32, force: vec3f) {
  for (var i = 0u; i < 3u; i++) { right[row + i] += force[i]; }
}
/** a · bᵀ */
fn outer(a: vec3f, b: vec3f) -> mat3x3f { return mat3x3f(a * b.x, a * b.y, a * b.z); }
fn diagonal(value: f32) -> mat3x3f {
  return mat3x3f(vec3f(value, 0.0, 0.0), vec3f(0.0, value, 0.0), vec3f(0.0, 0.0, value));
}

/** Solves the symmetric system by L D Lᵀ. The solution replaces the right-hand side. */
fn solve() {
  for (var j = 0u; j < 9u; j++) {
    var inverse = 0.0;
    for (var i = j; i < 9u; i++) {
      var sum = matrix[i * 9u + j];
      for (var k = 0u; k < j; k++) { sum -= matrix[i * 9u + k] * matrix[k * 9u + j]; }
      if (i == j) {
        inverse = 1.0 / sum;
        matrix[j * 9u + j] = inverse;
      } else {
        matrix[j * 9u + i] = sum;
        matrix[i * 9u + j] = sum * inverse;
      }
    }
  }
  for (var i = 0u; i < 9u; i++) {
    for (var k = 0u; k < i; k++) { right[i] -= matrix[i * 9u + k] * right[k]; }
  }
  for (var r = 0u; r < 9u; r++) {
    let i = 8u - r;
    var sum = right[i] * matrix[i * 9u + i];
    for (var k = i + 1u; k < 9u; k++) { sum -= matrix[k * 9u + i] * right[k]; }
    right[i] = sum;
  }
}

@compute @workgroup_size(${groupSize})
fn stepTriangles(@builtin(global_invocation_id) id: vec3u) {
  let t = id.x;
  let faces = sizes.faceCount;
  if (t >= faces) { return; }
  var s: array<Strand, 3>;
  var p: array<Prediction, 3>;
  var rest: array<f32, 3>;
  for (var c = 0u; c < 3u; c++) {
    let i = c * faces + t;
    let v = vertexOf(i);
    s[c] = loadStrand(i);
    s[c].push = forceOn(i, pointAt(v, step.s0), s[c].n, s[c].rest, s[c].mass, s[c].d, s[c].v);
    if (hasFlag(flag_carried)) { s[c].v += s[c].u; }
  }
  for (var c = 0u; c < 3u; c++) {
    let a = vertexOf(c * faces + t);
    let next = (c + 1u) % 3u;
    let b = vertexOf(next * faces + t);
    rest[c] = length(pointAt(b, step.s1) - pointAt(a, step.s1) +
      (s[next].rest * skinAt(skin_direction, b) - s[c].rest * skinAt(skin_direction, a)));
  }
  let dt = step.dt;
  let hard = dt * dt * step.stiffness;
  let edgeHard = dt * dt * step.edgeStiffness;
  for (var k = 0u; k < step.substeps; k++) {
    let part = step.s0 + f32(k + 1u) / f32(step.substeps) * (step.s1 - step.s0);
    for (var e = 0u; e < 81u; e++) { matrix[e] = 0.0; }
    for (var e = 0u; e < 9u; e++) { right[e] = 0.0; }
    for (var c = 0u; c < 3u; c++) {
      var one = s[c];
      placeSkin(&one, vertexOf(c * faces + t), k, dt);
      s[c] = one;
      let q = predict(one, dt);
      p[c] = q;
      let even = q.inertia + q.stretch + q.across;
      let along = hard - q.stretch - q.across;
      addBlock(3u * c, 3u * c, diagonal(even) + along * outer(q.s, q.s) + q.polar * outer(q.toward, q.toward));
      addRight(3u * c, q.turn * q.toward);
    }
    for (var c = 0u; c < 3u; c++) {
      let next = (c + 1u) % 3u;
      let roots = pointAt(vertexOf(next * faces + t), part) - pointAt(vertexOf(c * faces + t), part);
      let e = roots + (p[next].reach * p[next].s - p[c].reach * p[c].s);
      let size = max(length(e), 1e-12);
      let force = edgeHard * (1.0 - rest[c] / size);
      let stretch = max(force, 0.0);
      let block = diagonal(stretch) + (edgeHard - stretch) * outer(e / size, e / size);
      addBlock(3u * c, 3u * c, block);
      addBlock(3u * next, 3u * next, block);
      addBlock(3u * c, 3u * next, -1.0 * block);
      addBlock(3u * next, 3u * c, -1.0 * block);
      addRight(3u * c, force * e);
      addRight(3u * next, -force * e);
    }
    solve();
    for (var c = 0u; c < 3u; c++) {
      let a = vec3f(right[3u * c], right[3u * c + 1u], right[3u * c + 2u]);
      var one = s[c];
      let q = p[c];
      let along = dot(a, q.s);
      let reach = max(q.reach + along, minLength * one.rest);
      let x = q.s + (a - along * q.s) / q.reach;
      let d = reach * normalize(x);
      one.v = one.u + (d - one.d) / dt;
      one.d = d;
      limitCone(&one, one.n, step.cosLimit, step.sinLimit, 0.0, true, dt);
      s[c] = one;
    }
  }
  for (var c = 0u; c < 3u; c++) {
    var one = s[c];
    finish(&one);
    saveStrand(c * faces + t, one);
  }
}
`;
