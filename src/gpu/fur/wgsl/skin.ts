import { minAmount } from '../../../systems/fur/tread/tread.ts';
import { common, drawnStride, groupSize } from './common.ts';
import { treadFunctions } from './tread.ts';

/**
 * `pose` skins the vertices at both ends of a frame. `orient` computes normals and rest directions at the end of a step, as
 * `pose-carrier.ts`, and lets the tread recover. `turn` rotates strands with what carries the skin. `show` writes what
 * is drawn.
 */
export const skinShader = /* wgsl */ `
${common}
${treadFunctions}
fn posed(pose: u32, v: u32) -> vec3f {
  if (sizes.influenceCount == 0u) { return poses[pose * sizes.vertexCount + v].xyz; }
  let rest = vec4f(realsAt(sizes.rest + 3u * v), 1.0);
  var sum = vec3f(0.0);
  for (var k = sizes.influenceCount * v; k < sizes.influenceCount * (v + 1u); k++) {
    let weight = reals[sizes.weights + k];
    let row = 3u * (pose * sizes.matrixCount + ints[sizes.joints + k]);
    sum += weight * vec3f(dot(poses[row], rest), dot(poses[row + 1u], rest), dot(poses[row + 2u], rest));
  }
  return sum;
}

@compute @workgroup_size(${groupSize})
fn pose(@builtin(global_invocation_id) id: vec3u) {
  let v = id.x;
  if (v >= sizes.vertexCount) { return; }
  skin[skin_from * sizes.vertexCount + v] = vec4f(posed(0u, v), 0.0);
  skin[skin_to * sizes.vertexCount + v] = vec4f(posed(1u, v), 0.0);
}

const vanishingSize = 1e-3;

@compute @workgroup_size(${groupSize})
fn orient(@builtin(global_invocation_id) id: vec3u) {
  let v = id.x;
  let count = sizes.vertexCount;
  if (v >= count) { return; }
  var area = vec3f(0.0);
  var comb = vec3f(0.0);
  var square = 0.0;
  for (var k = ints[sizes.firstCorner + v]; k < ints[sizes.firstCorner + v + 1u]; k++) {
    let corner = ints[sizes.corners + k];
    let first = sizes.triangles + corner - corner % 3u;
    let a = pointAt(ints[first], step.s1);
    let b = pointAt(ints[first + 1u], step.s1) - a;
    let c = pointAt(ints[first + 2u], step.s1) - a;
    area += cross(b, c);
    square += dot(b, b) + dot(c, c) + dot(c - b, c - b);
    if (hasFlag(flag_combed)) {
      comb += reals[sizes.combParts + 2u * corner] * b + reals[sizes.combParts + 2u * corner + 1u] * c;
    }
  }
  let restSquare = reals[sizes.restSquares + v];
  let size = select(1.0, sqrt(square / restSquare), restSquare > 0.0);
  let isGone = size < vanishingSize;
  // The products of tiny areas would be rounded to 0.
  let largest = max(abs(area.x), max(abs(area.y), abs(area.z)));
  var normal = vec3f(0.0, 1.0, 0.0);
  if (largest > 0.0) { normal = normalize(area / largest); }
  if (isGone) { normal = realsAt(sizes.restNormals + 3u * v); }
  skin[skin_normal * count + v] = vec4f(normal, size);
  let last = skin[skin_direction * count + v];
  skin[skin_directionStart * count + v] = last;
  var direction = normal;
  if (hasFlag(flag_combed)) {
    let aside = comb - dot(comb, normal) * normal;
    let extent = length(aside);
    let wanted = reals[sizes.combSizes + v];
    if (extent > 1e-12 && wanted > 0.0) {
      let angle = min(1.0, wanted) * sizes.maxCombAngle;
      direction = normalize(cos(angle) * normal + sin(angle) / extent * aside);
    }
  }
  if (hasFlag(flag_trodden)) {
    let at = skin_tread * count + v;
    let amount = skin[at].x * step.treadLeft;
    skin[at].x = select(amount, 0.0, amount < ${minAmount});
    direction = leanedAt(v, direction, normal);
  }
  if (!isGone) { skin[skin_direction * count + v] = vec4f(direction, 0.0); }
}

fn turned(v: vec3f) -> vec3f {
  let q = vec3f(step.turnX, step.turnY, step.turnZ);
  let t = 2.0 * cross(q, v);
  return v + step.turnW * t + cross(q, t);
}

@compute @workgroup_size(${groupSize})
fn turn(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i < sizes.vertexCount) {
    let at = skin_direction * sizes.vertexCount + i;
    skin[at] = vec4f(turned(skin[at].xyz), 0.0);
  }
  if (i >= sizes.strandCount) { return; }
  setStrand(step.writePlane, i, turned(strandAt(step.readPlane, i)));
  setStrand(strand_velocity, i, turned(strandAt(strand_velocity, i)));
  setStrand(strand_rootVelocity, i, turned(strandAt(strand_rootVelocity, i)));
}

@compute @workgroup_size(${groupSize})
fn show(@builtin(global_invocation_id) id: vec3u) {
  let k = id.x;
  if (k >= sizes.drawnCount) { return; }
  let v = ints[sizes.drawn + 2u * k];
  let i = ints[sizes.drawn + 2u * k + 1u];
  let normal = skin[skin_normal * sizes.vertexCount + v];
  // As shrinkOf in skin-sizes.ts.
  let scale = min(1.0, 10.0 * normal.w) * reals[sizes.scales + v];
  let root = pointAt(v, step.s1) + vec3f(step.shiftX, step.shiftY, step.shiftZ);
  let leaning = leanedAt(v, normal.xyz, normal.xyz);
  let offset = scale * strandAt(step.readPlane, i);
  for (var axis = 0u; axis < 3u; axis++) {
    drawn[${drawnStride}u * k + axis] = root[axis];
    drawn[${drawnStride}u * k + 3u + axis] = leaning[axis];
    drawn[${drawnStride}u * k + 6u + axis] = offset[axis];
  }
}
`;
