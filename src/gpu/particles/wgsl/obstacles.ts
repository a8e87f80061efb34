import { loopOverTriangles, surfaceFunctions } from '../../surfaces/surface-functions.ts';

/**
 * Contacts of particles with moving triangle surfaces: `obstacles.ts`, `touch.ts`, `triangle-crossing.ts` and `bounce.ts` of
 * `src/systems/particles/obstacles/` in float32.
 */
export const obstaclesShader = /* wgsl */ `
${surfaceFunctions}
/** Maximum number of contacts of one particle in one step. At the last one it stops. */
const MAX_TOUCHES = 5u;
const MIN_RADIUS = 1e-5;
const REST_SPEED = 1e-4;
const FAR = 1e30;

struct Contact {
  time: f32, normal: vec3f, point: vec3f, velocity: vec3f, offset: vec3f, distance: f32,
  /** Position of the particle at the contact. */
  place: vec3f,
}

fn normalOf(t: Triangle) -> vec3f {
  let n = cross(t.b - t.a, t.c - t.a);
  let square = dot(n, n);
  if (square > 0.0) { return n * inverseSqrt(square); }
  return vec3f(0.0, 1.0, 0.0);
}

fn cubic(c: vec4f, t: f32) -> f32 { return c.x + t * (c.y + t * (c.z + t * c.w)); }

/** When a point from p0 to p1 passes through a moving triangle: 0 to 1, or 2 if it does not. */
fn findCrossing(s: Triangle, e: Triangle, p0: vec3f, p1: vec3f) -> Spot {
  var found = Spot(2.0, vec3f(1.0, 0.0, 0.0), 0u, 0u);
  let r0 = p0 - s.a;
  let r1 = p1 - e.a - r0;
  let u0 = s.b - s.a;
  let u1 = e.b - e.a - u0;
  let w0 = s.c - s.a;
  let w1 = e.c - e.a - w0;
  let n0 = cross(u0, w0);
  let n1 = cross(u0, w1) + cross(u1, w0);
  let n2 = cross(u1, w1);
  let c = vec4f(dot(r0, n0), dot(r1, n0) + dot(r0, n1), dot(r1, n1) + dot(r0, n2), dot(r1, n2));
  // The cubic is monotonic between its extrema.
  var bounds = vec4f(0.0, 1.0, 1.0, 1.0);
  let k = vec3f(c.y, 2.0 * c.z, 3.0 * c.w);
  let discriminant = k.y * k.y - 4.0 * k.z * k.x;
  if (abs(k.z) < 1e-12 * abs(k.y)) {
    bounds.y = -k.x / k.y;
  } else if (discriminant > 0.0 && k.z != 0.0) {
    let q = -0.5 * (k.y + select(1.0, -1.0, k.y < 0.0) * sqrt(discriminant));
    let x1 = q / k.z;
    let x2 = select(x1, k.x / q, q != 0.0);
    bounds.y = min(x1, x2);
    bounds.z = max(x1, x2);
  }
  if (!(bounds.y > 0.0 && bounds.y < 1.0)) { bounds.y = 0.0; }
  if (!(bounds.z > bounds.y && bounds.z < 1.0)) { bounds.z = 1.0; }
  for (var part = 0u; part < 3u; part++) {
    var low = bounds[part];
    var high = bounds[part + 1u];
    if (high <= low) { continue; }
    let isBelow = cubic(c, low) < 0.0;
    if (isBelow == (cubic(c, high) < 0.0)) { continue; }
    for (var n = 0u; n < 26u; n++) {
      let middle = 0.5 * (low + high);
      if ((cubic(c, middle) < 0.0) == isBelow) { low = middle; } else { high = middle; }
    }
    let at = r0 + low * r1;
    let u = u0 + low * u1;
    let w = w0 + low * w1;
    let uu = dot(u, u);
    let uw = dot(u, w);
    let ww = dot(w, w);
    let area = uu * ww - uw * uw;
    if (!(area > 0.0)) { continue; }
    let b = (ww * dot(u, at) - uw * dot(w, at)) / area;
    let d = (uu * dot(w, at) - uw * dot(u, at)) / area;
    // A point cannot pass between two triangles that share an edge.
    if (b < -1e-5 || d < -1e-5 || b + d > 1.00001) { continue; }
    let y = clamp(b, 0.0, 1.0);
    let z = clamp(d, 0.0, 1.0 - y);
    found.value = low;
    found.weights = vec3f(1.0 - y - z, y, z);
    return found;
  }
  return found;
}

/** Searches the triangles of a surface for the first crossing of a path before \`best\`. radius: widens the box that is searched. */
fn searchPath(surface: u32, best: Spot, p0: vec3f, p1: vec3f, radius: f32, fraction: f32) -> Spot {
  var found = best;
  let slack = boxSlack(p1);
  let searchedLow = min(p0, p1) - (radius + slack);
  let searchedHigh = max(p0, p1) + (radius + slack);
${loopOverTriangles(
  'if (any(low > searchedHigh) || any(high < searchedLow)) { continue; }',
  `let stop = placeTriangle(surface, triangle, call.toFraction);
      let spot = findCrossing(placeTriangle(surface, triangle, fraction), stop, p0, p1);
      if (spot.value < found.value) { found = Spot(spot.value, spot.weights, surface, triangle); }`,
)}
  return found;
}

/** Number of times that a ray leaves a surface minus the number of times that it enters it. */
fn exits(surface: u32, vertices: u32, p: vec3f, d: vec3f) -> i32 {
  var sum = 0;
${loopOverTriangles(
  `let t0 = (low - p) / d;
    let t1 = (high - p) / d;
    let near = min(t0, t1);
    let far = max(t0, t1);
    if (max(max(near.x, near.y), near.z) > min(min(far.x, far.y), far.z) + 1e-5 || any(far < vec3f(-1e-5))) { continue; }`,
  `let t = corners(vertices, triangle);
      let u = t.b - t.a;
      let w = t.c - t.a;
      let n = cross(u, w);
      let facing = dot(n, d);
      if (facing == 0.0) { continue; }
      let r = p - t.a;
      let q = cross(r, d);
      let b = -dot(w, q) / facing;
      let c = dot(u, q) / facing;
      if (b < 0.0 || c < 0.0 || b + c > 1.0 || -dot(n, r) / facing < 0.0) { continue; }
      sum += select(-1, 1, facing > 0.0);`,
)}
  return sum;
}

fn isInside(surface: u32, vertices: u32, p: vec3f) -> bool {
  let box = table[surface + 2u];
  if (any(p < vector(box)) || any(p > vector(box + 3u))) { return false; }
  var inside = 0;
  if (exits(surface, vertices, p, vec3f(0.36, 0.82, 0.44)) > 0) { inside++; }
  if (exits(surface, vertices, p, vec3f(-0.71, 0.21, 0.67)) > 0) { inside++; }
  if (exits(surface, vertices, p, vec3f(0.53, -0.35, -0.77)) > 0) { inside++; }
  return inside >= 2;
}

/** Velocity of a point of a surface, m/s. */
fn speedOf(spot: Spot) -> vec3f {
  let s = corners(table[spot.surface + 3u], spot.triangle);
  let e = corners(table[spot.surface + 4u], spot.triangle);
  return (pointOf(e, spot.weights) - pointOf(s, spot.weights)) / call.tickSeconds;
}

/** The remaining fields of a contact at the fraction \`until\` of the path. */
fn finish(spot: Spot, normal: vec3f, startPoint: vec3f, point: vec3f, before: vec3f, x: vec3f, until: f32, time: f32) -> Contact {
  var contact: Contact;
  contact.time = time + until * (call.dt - time);
  contact.place = before + until * (x - before);
  contact.normal = normal;
  contact.point = point;
  contact.velocity = speedOf(spot);
  let offset = contact.place - (startPoint + until * (point - startPoint));
  let distance = dot(offset, normal);
  contact.distance = max(0.0, distance);
  contact.offset = offset - distance * normal;
  return contact;
}

fn describePassage(spot: Spot, before: vec3f, x: vec3f, radius: f32, time: f32, fraction: f32) -> Contact {
  let s = placeTriangle(spot.surface, spot.triangle, fraction);
  let e = placeTriangle(spot.surface, spot.triangle, call.toFraction);
  let startPoint = pointOf(s, spot.weights);
  // The normal at the time of the crossing shows from which side the particle comes.
  var gap = dot(normalOf(between(s, e, spot.value)), before - startPoint);
  let side = select(1.0, -1.0, gap < 0.0);
  gap = abs(gap);
  var until = 0.0;
  if (gap > radius) { until = spot.value * (1.0 - radius / gap); }
  return finish(spot, side * normalOf(e), startPoint, pointOf(e, spot.weights), before, x, until, time);
}

fn describeNear(spot: Spot, before: vec3f, x: vec3f, v: vec3f, radius: f32, time: f32, fraction: f32) -> Contact {
  let s = placeTriangle(spot.surface, spot.triangle, fraction);
  let e = placeTriangle(spot.surface, spot.triangle, call.toFraction);
  let startPoint = pointOf(s, spot.weights);
  let point = pointOf(e, spot.weights);
  let away = x - point;
  let distance = length(away);
  var normal = normalOf(e);
  let isOverFace = min(min(spot.weights.x, spot.weights.y), spot.weights.z) > 0.0;
  if (distance > 1e-6 * radius) {
    if (!isOverFace) { normal = away / distance; } else if (dot(normal, away) < 0.0) { normal = -normal; }
  }
  let gap = dot(normal, before - startPoint);
  let speed = dot(normal, v - speedOf(spot));
  var until = 1.0;
  if (speed < 0.0 && gap > distance) { until = clamp((gap - radius) / (gap - distance), 0.0, 1.0); }
  return finish(spot, normal, startPoint, point, before, x, until, time);
}

struct Motion { x: vec3f, v: vec3f }

fn bounceOff(motion: Motion, contact: Contact, radius: f32, acceleration: vec3f) -> Motion {
  let n = contact.normal;
  let rest = call.dt - contact.time;
  let pull = dot(acceleration, n);
  let relative = motion.v - contact.velocity;
  let speed = dot(relative, n);
  var along = 1.0;
  var height = 0.0;
  var after = speed;
  if (speed < 0.0) {
    let impact = min(0.0, speed + pull * (contact.time - 0.5 * call.dt));
    let isResting = -impact <= max(REST_SPEED, select(0.0, -2.0 * pull * call.dt, pull < 0.0));
    along = select(call.along, call.slide, isResting);
    after = 0.0;
    if (!isResting && call.restitution > 0.0) {
      let leaving = -call.restitution * impact;
      height = max(0.0, leaving * rest + 0.5 * pull * rest * rest);
      after = leaving + pull * (0.5 * call.dt - contact.time);
    }
  }
  let tangential = along * (relative - speed * n);
  return Motion(
    contact.point + (radius + height) * n + contact.offset + tangential * rest,
    contact.velocity + tangential + after * n,
  );
}

/** Moves a particle out of a closed surface that it is in, and returns whether it was inside. */
fn putOut(surface: u32, motion: ptr<function, Motion>, radius: f32) -> bool {
  let x = (*motion).x;
  let spot = searchNearest(surface, Spot(FAR, vec3f(0.0), 0u, 0u), x, FAR, call.toFraction);
  if (spot.value >= FAR) { return false; }
  let point = pointOf(corners(table[surface + 4u], spot.triangle), spot.weights);
  let distance = sqrt(spot.value);
  var normal = vec3f(0.0, 1.0, 0.0);
  if (distance > 0.0) { normal = (point - x) / distance; }
  let speed = dot((*motion).v - speedOf(spot), normal);
  (*motion).x = point + radius * normal;
  (*motion).v -= min(0.0, speed) * normal;
  return true;
}

/** Corrects a particle that has moved straight from \`origin\` in this step. isNew: it may be inside a surface. */
fn meetObstacles(moved: Motion, origin: vec3f, size: f32, acceleration: vec3f, isNew: bool) -> Motion {
  var motion = moved;
  var before = origin;
  var time = 0.0;
  let radius = max(MIN_RADIUS, 0.5 * size);
  if (isNew) {
    for (var s = 0u; s < call.surfaceCount; s++) {
      let surface = call.obstacles + SURFACE_WORDS * s;
      let vertices = table[surface + select(4u, 3u, call.startFraction < 0.5)];
      if (!isInside(surface, vertices, before)) { continue; }
      if (putOut(surface, &motion, radius)) {
        before = motion.x;
        time = call.dt;
      }
    }
  }
  for (var k = 1u; k <= MAX_TOUCHES; k++) {
    let fraction = call.startFraction + (call.toFraction - call.startFraction) * time / call.dt;
    var spot = Spot(1.0000001, vec3f(0.0), 0u, 0u);
    for (var s = 0u; s < call.surfaceCount; s++) {
      spot = searchPath(call.obstacles + SURFACE_WORDS * s, spot, before, motion.x, radius, fraction);
    }
    var contact: Contact;
    if (spot.value <= 1.0) {
      contact = describePassage(spot, before, motion.x, radius, time, fraction);
    } else {
      // A particle that rests on a surface is at the radius up to rounding. It has no new contact.
      let far = max(max(abs(motion.x.x), abs(motion.x.y)), abs(motion.x.z));
      let limit = max(0.0, radius - max(1e-5 * radius, 5e-7 * far));
      spot = Spot(limit * limit, vec3f(0.0), 0u, 0u);
      for (var s = 0u; s < call.surfaceCount; s++) {
        spot = searchNearest(call.obstacles + SURFACE_WORDS * s, spot, motion.x, radius, call.toFraction);
      }
      if (spot.surface == 0u) { return motion; }
      contact = describeNear(spot, before, motion.x, motion.v, radius, time, fraction);
    }
    before = contact.place;
    if (k == MAX_TOUCHES) {
      let speed = dot(motion.v - contact.velocity, contact.normal);
      motion.x = contact.point + contact.distance * contact.normal + contact.offset;
      motion.v -= min(0.0, speed) * contact.normal;
      return motion;
    }
    time = contact.time;
    motion = bounceOff(motion, contact, radius, acceleration);
  }
  return motion;
}
`;
