import { commonShader } from './common.ts';

/**
 * Writes what is drawn, as `outputs.ts` and `PointInstances` do. Particles that do not exist are transparent. In the arguments, `pull` is the origin,
 * `dt` the duration of a tick, and `forces` the offset of the times in which particles of each source fade.
 */
export const showShader = /* wgsl */ `
${commonShader}
@group(0) @binding(0) var<storage, read> position: array<vec4u>;
@group(0) @binding(1) var<storage, read> color: array<vec4f>;
@group(0) @binding(2) var<storage, read> body: array<vec2f>;
@group(0) @binding(3) var<storage, read> constant: array<Fixed>;
@group(0) @binding(4) var<storage, read> table: array<u32>;
@group(0) @binding(5) var<storage, read_write> places: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> colors: array<u32>;
@group(0) @binding(7) var<uniform> call: Call;

/** Square of the full width of a Gaussian at half of its maximum, for a variance of 1: 8 ln 2. */
const SQUARED_WIDTH = 5.545177444479562;

fn toScreen(light: f32) -> f32 {
  let x = clamp(light, 0.0, 1.0);
  return select(1.055 * pow(x, 1.0 / 2.4) - 0.055, 12.92 * x, x < 0.0031308);
}

@compute @workgroup_size(GROUP)
fn show(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = indexOf(id, groups);
  if (i >= call.end) { return; }
  let own = constant[i];
  if (call.tick < own.birthTick || call.tick >= own.deathTick) {
    places[i] = vec4f(0.0);
    colors[i] = 0u;
    return;
  }
  var size = body[i].x;
  let c = color[i];
  var opacity = c.a;
  let fade = bitcast<f32>(table[call.forces + own.source]);
  let left = f32(own.deathTick - call.tick) * call.dt;
  if (left < fade) { opacity *= left / fade; }
  let variance = body[i].y;
  if (variance > 0.0) {
    let wide = size * size + SQUARED_WIDTH * variance;
    if (opacity < 1.0) { opacity = 1.0 - pow(1.0 - opacity, size * size / wide); }
    size = sqrt(wide);
  }
  places[i] = vec4f(bitcast<vec3f>(position[i].xyz) + call.pull, size);
  colors[i] = pack4x8unorm(vec4f(toScreen(c.r), toScreen(c.g), toScreen(c.b), opacity));
}
`;
