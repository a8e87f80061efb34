import { maxSampleDistance, maxSamples, minSampleDistance } from '../../../systems/fur/collide/body.ts';
import {
  asideLimit,
  clearance,
  heightCount,
  heightStep,
  maxBends,
  maxDrag,
  maxRefinements,
  minGain,
  searchDistance,
  slipTime,
} from '../../../systems/fur/collide/strand-press.ts';
import { minAmount } from '../../../systems/fur/tread/tread.ts';
import { surfaceFunctions } from '../../surfaces/surface-functions.ts';
import { declareConstants } from '../../wgsl.ts';
import { bodyWords, common, groupSize, pieceWords } from './common.ts';
import { strandFunctions } from './strands.ts';
import { treadFunctions } from './tread.ts';

/**
 * Bends strands out of bodies after a step, and treads them down: `fur-contact.ts`, `strand-press.ts`, `body.ts` and `hold-above-skin.ts` of
 * `src/systems/fur/collide/` in float32. A thread for each strand, which is the only one of its vertex. The bodies are those of `CardBodies`.
 */
export const pressShader = /* wgsl */ `
${common}
@group(0) @binding(9) var<storage, read> table: array<u32>;
fn word(at: u32) -> f32 { return bitcast<f32>(table[at]); }
fn vector(at: u32) -> vec3f { return vec3f(word(at), word(at + 1u), word(at + 2u)); }
${strandFunctions}
${treadFunctions}
${surfaceFunctions}
${declareConstants('u32', { BODY_WORDS: bodyWords, PIECE_WORDS: pieceWords })}
${declareConstants('f32', {
  HEIGHT_STEP: heightStep,
  SEARCH_DISTANCE: searchDistance,
  CLEARANCE: clearance,
  MIN_GAIN: minGain,
  SLIP_TIME: slipTime,
  MAX_DRAG: maxDrag,
  ASIDE_LIMIT: asideLimit,
  MIN_SAMPLE_DISTANCE: minSampleDistance,
  MAX_SAMPLE_DISTANCE: maxSampleDistance,
  MIN_AMOUNT: minAmount,
})}
const FAR = 1e30;
/** Barycentric coordinates up to this count as 0. Distances that differ by less than this fraction are equal. */
const ON_EDGE = 1e-6;

struct Touch { distance: f32, normal: vec3f, velocity: vec3f }
struct Closest { touch: Touch, height: f32, spot: vec3f }

/** The strand of this thread. direction: from root to tip; stand: the rest direction, as trodden. */
var<private> rest: f32;
var<private> rootStart: vec3f;
var<private> rootEnd: vec3f;
var<private> root: vec3f;
var<private> normal: vec3f;
var<private> direction: vec3f;
var<private> stand: vec3f;
var<private> offset: vec3f;
var<private> velocity: vec3f;
var<private> tread: vec3f;
var<private> basis: Basis;
var<private> closest: Closest;

fn seconds() -> f32 { return step.dt * f32(step.substeps); }

fn hashUnit(seed: u32, a: u32, b: u32) -> f32 {
  var h = mixBits(seed ^ 0x9e3779b9u);
  h = mixBits(h ^ (a * 0xcc9e2d51u));
  h = mixBits(h ^ (b * 0x1b873593u) ^ 0x68e31da4u);
  return f32(mixBits(h ^ 0x1b56c4e9u)) / 4294967296.0;
}
fn mixBits(h: u32) -> u32 {
  var x = (h ^ (h >> 16u)) * 0x85ebca6bu;
  x = (x ^ (x >> 13u)) * 0xc2b2ae35u;
  return x ^ (x >> 16u);
}

/** Corner of a triangle at which a vertex is. 3: none. */
fn cornerAt(piece: u32, triangle: u32, vertex: u32) -> u32 {
  for (var k = 0u; k < 3u; k++) {
    if (table[table[piece + 5u] + table[triangle + k]] == vertex) { return k; }
  }
  return 3u;
}

/** The unit normal of a triangle, multiplied by the angle at a corner. Corner 3: the factor is 1. */
fn weighedNormal(piece: u32, triangle: u32, corner: u32, fraction: f32) -> vec3f {
  let t = placeTriangle(piece, triangle, fraction);
  var u = t.b - t.a;
  var w = t.c - t.a;
  if (corner == 1u) { u = t.c - t.b; w = t.a - t.b; }
  if (corner == 2u) { u = t.a - t.c; w = t.b - t.c; }
  let n = cross(u, w);
  let size = length(n);
  if (size == 0.0) { return vec3f(0.0); }
  return select(atan2(size, dot(u, w)), 1.0, corner == 3u) / size * n;
}

/** The normal of a face, the sum at an edge, or the sum at a corner weighted by angle. Its sign distinguishes inside from outside. */
fn pseudonormal(piece: u32, spot: Spot, fraction: f32) -> vec3f {
  let w = spot.weights;
  if (all(w > vec3f(ON_EDGE))) { return weighedNormal(piece, spot.triangle, 3u, fraction); }
  let names = table[piece + 5u];
  let i = table[names + table[spot.triangle]];
  let j = table[names + table[spot.triangle + 1u]];
  let k = table[names + table[spot.triangle + 2u]];
  // The point is at the corner \`first\`, or on the edge from \`first\` to \`second\`.
  var first = k;
  if (w.y > ON_EDGE) { first = j; }
  if (w.x > ON_EDGE) { first = i; }
  var second = first;
  if (w.z > ON_EDGE) { second = k; }
  if (w.x > ON_EDGE && w.y > ON_EDGE) { second = j; }
  var sum = vec3f(0.0);
  let ends = table[piece + 6u] + first;
  for (var f = table[ends]; f < table[ends + 1u]; f++) {
    let triangle = table[table[piece + 7u] + f];
    if (second == first) {
      sum += weighedNormal(piece, triangle, cornerAt(piece, triangle, first), fraction);
    } else if (cornerAt(piece, triangle, second) < 3u) {
      sum += weighedNormal(piece, triangle, 3u, fraction);
    }
  }
  return sum;
}

/** The nearest surface of a body within \`limit\` of p, at a fraction of the step. The distance is FAR if there is none. */
fn measure(body: u32, p: vec3f, limit: f32, fraction: f32) -> Touch {
  var best = limit;
  var isFound = false;
  var sum = vec3f(0.0);
  var nearest = vec3f(0.0);
  var touch = Touch(FAR, vec3f(0.0), vec3f(0.0));
  for (var k = 0u; k < table[body]; k++) {
    let piece = body + BODY_WORDS + PIECE_WORDS * k;
    let reach = best * (1.0 + ON_EDGE);
    let spot = searchNearest(piece, Spot(reach * reach, vec3f(0.0), 0u, 0u), p, reach, fraction);
    if (spot.surface == 0u) { continue; }
    let distance = sqrt(spot.value);
    // At the boundary that two pieces have in common, the normals of both are summed.
    if (!(isFound && distance >= best * (1.0 - ON_EDGE))) {
      best = distance;
      isFound = true;
      sum = vec3f(0.0);
      nearest = pointOf(placeTriangle(piece, spot.triangle, fraction), spot.weights);
      let before = pointOf(placeTriangle(piece, spot.triangle, 0.0), spot.weights);
      let after = pointOf(placeTriangle(piece, spot.triangle, 1.0), spot.weights);
      if (seconds() > 0.0) { touch.velocity = (after - before) / seconds(); }
    }
    sum += pseudonormal(piece, spot, fraction);
  }
  if (!isFound) { return touch; }
  let away = p - nearest;
  touch.distance = select(best, -best, dot(sum, away) < 0.0);
  let size = length(sum);
  // Near the surface, the direction to it is that of rounding errors.
  if (best > boxSlack(p)) { touch.normal = away / touch.distance; }
  else if (size > 0.0) { touch.normal = sum / size; }
  else { touch.normal = vec3f(0.0, 1.0, 0.0); }
  return touch;
}

/** A point of the strand at a height, relative to its root: the arc of \`bendStrand\`. */
fn pointOn(height: f32) -> vec3f {
  let up = dot(direction, stand);
  let across = direction - up * stand;
  let sine = length(across);
  if (sine < 1e-7) { return height * rest * stand; }
  let part = height * atan2(sine, up);
  let rise = sin(part);
  var chord = height * rest;
  if (part > 1e-4) { chord *= rise / part; }
  return chord * (cos(part) * stand + rise / sine * across);
}

/** Sets \`closest\` to the point of the strand that is nearest to the body, or deepest inside. free: known distance of its middle. */
fn findClosest(body: u32, fraction: f32, free: f32) {
  closest.touch.distance = FAR;
  let known = free / rest;
  for (var k = 0; k < ${heightCount}; ) {
    let height = 1.0 - f32(k) * HEIGHT_STEP;
    if (abs(height - 0.5) < known - CLEARANCE) {
      k++;
      continue;
    }
    let limit = min(height, SEARCH_DISTANCE) * rest;
    let point = pointOn(height);
    let touch = measure(body, root + point, limit, fraction);
    if (touch.distance < closest.touch.distance) { closest = Closest(touch, height, point); }
    let open = min(limit, touch.distance) / rest - 2.0 * CLEARANCE;
    k += max(1, i32(ceil(open / HEIGHT_STEP)));
  }
}

/** \`wanted\` lowered by −down. It has the length \`chord\`. */
fn lowered(wanted: vec3f, v: u32, chord: f32, down: f32) -> vec3f {
  let up = dot(wanted, normal);
  let low = max(0.0, up + down);
  var aside = (wanted - up * normal) / chord;
  let fast = length(closest.touch.velocity);
  if (fast > 0.0) { aside += 0.25 / fast * closest.touch.velocity; }
  aside += 0.05 * (vec3f(hashUnit(step.seed, v, 0u), hashUnit(step.seed, v, 1u), hashUnit(step.seed, v, 2u)) - 0.5);
  aside -= dot(aside, normal) * normal;
  let size = length(aside);
  if (size == 0.0) { return wanted; }
  return low * normal + sqrt(max(0.0, chord * chord - low * low)) / size * aside;
}

/** Limits the angle between \`direction\` and the normal. */
fn holdInCone() {
  let up = dot(direction, normal);
  if (up >= step.cosSkin) { return; }
  let aside = direction - up * normal;
  let size = length(aside);
  if (size == 0.0) { direction = normal; } else { direction = step.cosSkin * normal + step.sinSkin / size * aside; }
}

fn treadDown(amount: f32) {
  if (!(amount > tread.x) || amount < MIN_AMOUNT) { return; }
  let aside = vec2f(dot(direction, basis.tangent), dot(direction, basis.bitangent));
  let size = length(aside);
  if (size == 0.0) { return; }
  tread = vec3f(min(1.0, amount), aside / size);
}

/** Rotates \`direction\` so that the closest point leaves the body along the skin and down. */
fn bendAway(v: u32) {
  let out = closest.touch.normal;
  let spot = closest.spot;
  let depth = CLEARANCE * rest - closest.touch.distance;
  let down = min(0.0, depth * dot(out, normal));
  let chord = length(spot);
  var wanted = spot + depth * out - down * normal;
  let size = length(wanted);
  if (size > 0.0) { wanted *= chord / size; }
  if (down < 0.0) { wanted = lowered(wanted, v, chord, down); }
  // A point lower on the arc rotates by less than the tip.
  direction = normalize(direction + (wanted - spot) / (chord * closest.height));
  holdInCone();
  let pressed = (-dot(out, normal) - ASIDE_LIMIT) / (1.0 - ASIDE_LIMIT);
  if (pressed > 0.0) {
    let up = dot(direction, normal);
    treadDown(pressed * atan2(sqrt(max(0.0, 1.0 - up * up)), up) / step.maxLean);
    stand = leaned(tread, normal, normal, basis);
  }
}

/** Moves \`direction\`, which was bent too far, back towards \`before\` until the strand has just the clearance. */
fn refine(body: u32, fraction: f32, before: vec3f, distance: f32) {
  let clear = CLEARANCE * rest;
  let after = direction;
  var low = vec2f(0.0, distance);
  var high = vec2f(1.0, closest.touch.distance);
  for (var k = 0; k < ${maxRefinements}; k++) {
    let part = low.x + (high.x - low.x) * ((clear - low.y) / (high.y - low.y));
    direction = normalize(before + part * (after - before));
    findClosest(body, fraction, 0.0);
    let found = closest.touch.distance;
    if (abs(found - clear) <= 0.05 * clear) { return; }
    if (found < clear) { low = vec2f(part, found); } else { high = vec2f(part, found); }
  }
  if (closest.touch.distance < 0.0) { direction = after; }
}

/** Removes the velocity of the tip into the body, and reduces the slip. */
fn slow() {
  let out = closest.touch.normal;
  var surface = closest.touch.velocity;
  let aside = out - dot(out, direction) * direction;
  let lever = dot(aside, aside);
  let inward = dot(velocity, aside) - min(0.0, dot(surface, out));
  if (lever > 1e-3 && inward < 0.0) { velocity -= inward / lever * aside; }
  let fast = length(surface);
  if (fast > MAX_DRAG * rest) { surface *= MAX_DRAG * rest / fast; }
  let slip = velocity - surface;
  let grip = seconds() / (seconds() + SLIP_TIME);
  velocity -= grip * (slip - dot(slip, out) * out);
}

fn liesFlat() -> bool {
  return dot(closest.touch.normal, normal) < -0.5 && dot(direction, normal) < step.cosSkin + 1e-6;
}

/** Bends the posed strand out of a body. Returns whether they touched. */
fn bendOut(v: u32, body: u32, fraction: f32, reach: f32, free: f32) -> bool {
  let clear = CLEARANCE * rest;
  var isTouched = false;
  var distance = -FAR;
  var before = direction;
  for (var bend = 0; bend < ${maxBends}; bend++) {
    findClosest(body, fraction, select(0.0, free, bend == 0));
    let found = closest.touch.distance;
    // Rounding errors must not bend a strand that already has the clearance.
    if (found >= 0.95 * clear) { break; }
    isTouched = true;
    if (found < distance + MIN_GAIN * rest || liesFlat()) { break; }
    distance = found;
    before = direction;
    bendAway(v);
  }
  if (!isTouched) { return false; }
  if (closest.touch.distance > 1.05 * clear) { refine(body, fraction, before, distance); }
  offset = reach * direction;
  if (seconds() > 0.0) { slow(); }
  return true;
}

/** Bends the strand out of a body at \`samples\` times of the step. travel: upper bound of the motion of the body relative to the strand. */
fn pressAt(v: u32, body: u32, samples: i32, travel: f32) -> bool {
  var isTouched = false;
  for (var sample = 1; sample <= samples; sample++) {
    let fraction = f32(sample) / f32(samples);
    root = mix(rootStart, rootEnd, fraction);
    let reach = length(offset);
    if (!(reach > 1e-9 * rest)) { return false; }
    direction = offset / reach;
    stand = leaned(tread, normal, normal, basis);
    // No point of the strand is farther from its middle than half its length.
    let half = (0.5 + 2.0 * CLEARANCE) * rest;
    let left = travel * (1.0 - fraction);
    let distance = min(half + left, measure(body, root + pointOn(0.5), half + left, fraction).distance);
    if (distance >= half + left) { return isTouched; }
    if (distance >= half) {
      // Samples at which the body cannot have reached the strand yet are skipped, except the last sample.
      sample += max(0, i32(ceil((distance - half) / travel * f32(samples))) - 1);
      if (sample >= samples) { sample = samples - 1; }
      continue;
    }
    if (bendOut(v, body, fraction, reach, distance)) { isTouched = true; }
  }
  return isTouched;
}

/** Whether the box of a piece comes within \`reach\` of the root along each axis. */
fn isNear(body: u32, reach: f32) -> bool {
  for (var k = 0u; k < table[body]; k++) {
    let box = table[body + BODY_WORDS + PIECE_WORDS * k + 2u];
    if (all(rootEnd + reach >= vector(box)) && all(rootEnd - reach <= vector(box + 3u))) { return true; }
  }
  return false;
}

@compute @workgroup_size(${groupSize})
fn press(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= sizes.strandCount) { return; }
  let v = vertexOf(i);
  rest = reals[sizes.lengths + i];
  rootEnd = pointAt(v, step.s1);
  rootStart = rootEnd;
  if (!hasFlag(flag_cut)) { rootStart = pointAt(v, step.s0); }
  normal = skinAt(skin_normal, v);
  offset = strandAt(step.readPlane, i);
  velocity = strandAt(strand_velocity, i);
  tread = skinAt(skin_tread, v);
  basis = basisAt(v, normal);
  let way = abs(rootEnd - rootStart);
  let rootStep = max(way.x, max(way.y, way.z));
  var touchCount = 0;
  // One body may bend a strand into another one. Then all bodies are checked again at the end of the step. One place calls \`pressAt\`, because compilers
  // copy functions to where they are called.
  for (var check = 0; check < 2; check++) {
    if (check == 1 && touchCount < 2) { break; }
    var body = step.bodiesAt + 1u;
    for (var b = 0u; b < table[step.bodiesAt]; b++) {
      let motion = word(body + 1u) + rootStep;
      if (check == 1 || isNear(body, rest + motion)) {
        let widest = min(MAX_SAMPLE_DISTANCE * rest, word(body + 2u) / 3.0);
        let needed = clamp(ceil(motion / max(MIN_SAMPLE_DISTANCE * rest, widest)), 1.0, ${maxSamples}.0);
        let samples = select(i32(needed), 1, check == 1);
        let travel = select(sqrt(3.0) * motion, 0.0, check == 1);
        if (pressAt(v, body, samples, travel) && check == 0) { touchCount++; }
      }
      body += BODY_WORDS + PIECE_WORDS * table[body];
    }
  }
  if (touchCount > 0) { skin[skin_tread * sizes.vertexCount + v] = vec4f(tread, 0.0); }
  var s: Strand;
  if (!hasFlag(flag_cut)) {
    s = loadStrand(i);
    placeSkin(&s, v, step.substeps - 1u, step.dt);
  }
  s.d = offset;
  s.v = velocity;
  limitCone(&s, normal, step.cosSkin, step.sinSkin, 1e-6, false, 0.0);
  setStrand(step.writePlane, i, s.d);
  setStrand(strand_velocity, i, s.v);
}
`;
