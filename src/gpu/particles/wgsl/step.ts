import { commonShader } from './common.ts';
import { forcesShader } from './forces.ts';
import { obstaclesShader } from './obstacles.ts';

/**
 * One step of every particle, as in `src/systems/particles/reference/step.ts`, and the change of its row. `restore`: after a tick in
 * parts, resets the particles that do not belong to its keys.
 */
const createStep = (hasObstacles: boolean) => /* wgsl */ `
${commonShader}
@group(0) @binding(0) var<storage, read_write> position: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(2) var<storage, read> goals: array<vec4f>;
@group(0) @binding(3) var<storage, read> constant: array<Fixed>;
@group(0) @binding(4) var<storage, read> body: array<vec2f>;
@group(0) @binding(5) var<storage, read> table: array<u32>;
@group(0) @binding(6) var<uniform> call: Call;
${forcesShader}
${hasObstacles ? obstaclesShader : ''}
@compute @workgroup_size(GROUP)
fn ${hasObstacles ? 'stepAmong' : 'step'}(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = indexOf(id, groups);
  if (i >= call.end) { return; }
  let own = constant[i];
  if (call.tick < own.birthTick || call.tick >= own.deathTick) { return; }
  let old = position[i];
  let rowIndex = old.w & ROW_MASK;
  let at = call.rows + ROW_WORDS * rowIndex;
  let flags = table[at + 7u];
  var next = table[at + 10u] | (rowIndex << 16u) | (old.w & CHECKED);
  if ((flags & ROW_IS_LEFT_OUT) != 0u) {
    position[i].w = next;
    return;
  }
  let x = bitcast<vec3f>(old.xyz);
  let v = velocity[i];
  let kind = flags & 3u;
  let forces = sumForces(x, v.xyz, own);
  var gain = word(at + 1u) * forces + vector(at + 4u);
  if (kind != 0u) { gain *= v.w; }
  var speed = word(at) * v.xyz + gain;
  var goal = vec3f(0.0);
  if (kind != 0u) {
    goal = goals[call.goalStride * i].xyz;
    speed += word(at + 2u) * (goal - x);
  }
  if (kind == 2u) { speed += word(at + 3u) * goals[call.goalStride * i + 1u].xyz; }
  var to = x + call.dt * speed;
  if ((flags & ROW_SNAPS) != 0u) { to = goal; }
${hasObstacles ? meet : ''}  position[i] = vec4u(bitcast<vec3u>(to), next);
  velocity[i] = vec4f(speed, v.w);
}
`;

const meet = /* wgsl */ `
  if ((flags & ROW_IGNORES_OBSTACLES) != 0u) {
    next &= ~CHECKED;
  } else {
    // The acceleration of a particle that a key controls is unknown, since its law has changed the velocity.
    var acceleration = vec3f(0.0);
    if (kind == 0u) { acceleration = call.pull + forces; }
    let isNew = (old.w & CHECKED) == 0u || call.isUnchecked != 0u;
    let met = meetObstacles(Motion(to, speed), to - call.dt * speed, body[i].x, acceleration, isNew);
    to = met.x;
    speed = met.v;
    next |= CHECKED;
  }
`;

export const stepShader = createStep(false);
export const stepAmongShader = createStep(true);

export const restoreShader = /* wgsl */ `
${commonShader}
@group(0) @binding(0) var<storage, read_write> position: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(2) var<storage, read> savedPosition: array<vec4u>;
@group(0) @binding(3) var<storage, read> savedVelocity: array<vec4f>;
@group(0) @binding(4) var<storage, read> table: array<u32>;
@group(0) @binding(5) var<uniform> call: Call;

@compute @workgroup_size(GROUP)
fn restore(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = indexOf(id, groups);
  if (i >= call.end) { return; }
  let flags = table[call.rows + ROW_WORDS * (position[i].w & ROW_MASK) + 7u];
  if ((flags & ROW_IS_LEFT_OUT) != 0u) { return; }
  position[i] = savedPosition[i];
  velocity[i] = savedVelocity[i];
}
`;

/** Colours, opacities, sizes and diffusion after a step, as in `approach-states.ts` and `diffuse.ts`. */
export const dressShader = /* wgsl */ `
${commonShader}
@group(0) @binding(0) var<storage, read> position: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> color: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> body: array<vec2f>;
@group(0) @binding(3) var<storage, read> constant: array<Fixed>;
@group(0) @binding(4) var<storage, read> table: array<u32>;
@group(0) @binding(5) var<storage, read> ownColor: array<vec4f>;
@group(0) @binding(6) var<uniform> call: Call;

fn word(at: u32) -> f32 { return bitcast<f32>(table[at]); }
fn approach(value: f32, goal: f32, fraction: f32) -> f32 {
  return select(value + (goal - value) * fraction, goal, fraction == 1.0);
}

@compute @workgroup_size(GROUP)
fn dress(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = indexOf(id, groups);
  if (i >= call.end) { return; }
  let own = constant[i];
  if (call.tick < own.birthTick || call.tick >= own.deathTick) { return; }
  // The row with which the particle has made its step.
  let at = call.rows + ROW_WORDS * (position[i].w >> 16u);
  let fraction = word(at + 8u);
  let growth = word(at + 9u);
  var size = body[i];
  size.y += growth;
  if (fraction > 0.0) {
    let look = table[at + 11u];
    let flags = table[look];
    var c = color[i];
    var goal = vec4f(word(look + 1u), word(look + 2u), word(look + 3u), word(look + 4u));
    if ((flags & LOOK_OWN_RGB) != 0u) { goal = vec4f(ownColor[i].rgb, goal.a); }
    if ((flags & LOOK_OWN_OPACITY) != 0u) { goal.a = ownColor[i].a; }
    if ((flags & LOOK_RGB) != 0u) {
      c = vec4f(approach(c.r, goal.r, fraction), approach(c.g, goal.g, fraction), approach(c.b, goal.b, fraction), c.a);
    }
    if ((flags & LOOK_OPACITY) != 0u) { c.a = approach(c.a, goal.a, fraction); }
    color[i] = c;
    if ((flags & LOOK_SIZE) != 0u) { size.x = approach(size.x, word(look + 5u), fraction); }
    if ((flags & LOOK_GATHERS) != 0u) { size.y = approach(size.y, 0.0, fraction); }
  }
  body[i] = size;
}
`;
