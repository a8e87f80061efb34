import { drawnStride, groupSize } from './common.ts';

/** Numbers of a fin that never change: lengths and densities of both ends, start and width in the tile, colour. */
export const finConstants = 9;
/** Vectors of a fin that are drawn. */
export const finVectors = 7;

/**
 * `collectFins` writes the fins whose skin is seen edge-on, as `FinEdges.collect`. The others have no size. cosines: below the first a fin
 * appears, below the second it is opaque.
 */
export const finShader = (cosines: readonly [number, number]): string => /* wgsl */ `
struct View {
  eye: vec4f,
  count: u32,
}
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> ends: array<u32>;
@group(0) @binding(2) var<storage, read> constants: array<f32>;
@group(0) @binding(3) var<storage, read> drawn: array<f32>;
@group(0) @binding(4) var<storage, read_write> fins: array<vec4f>;

fn drawnAt(v: u32, part: u32) -> vec3f {
  let at = ${drawnStride}u * v + part;
  return vec3f(drawn[at], drawn[at + 1u], drawn[at + 2u]);
}

@compute @workgroup_size(${groupSize})
fn collectFins(@builtin(global_invocation_id) id: vec3u) {
  let e = id.x;
  if (e >= view.count) { return; }
  let a = ends[2u * e];
  let b = ends[2u * e + 1u];
  let rootA = drawnAt(a, 0u);
  let rootB = drawnAt(b, 0u);
  let normalA = drawnAt(a, 3u);
  let normalB = drawnAt(b, 3u);
  let n = normalA + normalB;
  let v = view.eye.xyz - 0.5 * view.eye.w * (rootA + rootB);
  let cosine = abs(dot(n, v)) / sqrt(dot(n, n) * dot(v, v));
  let at = ${finVectors}u * e;
  if (!(cosine < ${cosines[0]})) {
    for (var k = 0u; k < ${finVectors}u; k++) { fins[at + k] = vec4f(0.0); }
    return;
  }
  let c = ${finConstants}u * e;
  let opacity = min(1.0, (${cosines[0]} - cosine) / (${cosines[0]} - ${cosines[1]}));
  fins[at] = vec4f(rootA, constants[c]);
  fins[at + 1u] = vec4f(rootB, constants[c + 1u]);
  fins[at + 2u] = vec4f(normalA, constants[c + 2u]);
  fins[at + 3u] = vec4f(normalB, constants[c + 3u]);
  fins[at + 4u] = vec4f(drawnAt(a, 6u), opacity);
  fins[at + 5u] = vec4f(drawnAt(b, 6u), constants[c + 4u]);
  fins[at + 6u] = vec4f(constants[c + 6u], constants[c + 7u], constants[c + 8u], constants[c + 5u]);
}
`;
