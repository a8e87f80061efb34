/**
 * The example in a bake's README: shells from a vertex-animation texture in three.js, as short as possible. A test draws with it.
 * The whole look (blades without seams, fins, shadows, level of detail) is in `FurObject`.
 */
export const vatVertexShader = `\
in vec4 tangent;
in float _column, _length;
in vec3 _rest_position, _rest_normal;
uniform sampler2D motion;
uniform float frame, frames, blocks, layers, roots;
out vec3 place, facing, tint;
out float height, lit;
#include <skinning_pars_vertex>
vec3 read(float row) {
  ivec2 size = textureSize(motion, 0);
  ivec2 at = ivec2(int(_column) % size.x, int(row * blocks) + int(_column) / size.x);
  // EXRLoader puts the lowest row first.
  return texelFetch(motion, ivec2(at.x, size.y - 1 - at.y), 0).xyz;
}
vec3 now(float from) {
  float next = min(floor(frame) + 1.0, frames - 1.0);
  return mix(read(from + floor(frame)), read(from + next), fract(frame));
}
void main() {
  mat4 carry = modelMatrix;
#ifdef USE_SKINNING
  carry *= bindMatrixInverse * (skinWeight.x * getBoneMatrix(skinIndex.x) + skinWeight.y *
    getBoneMatrix(skinIndex.y) + skinWeight.z * getBoneMatrix(skinIndex.z) + skinWeight.w *
    getBoneMatrix(skinIndex.w)) * bindMatrix;
#endif
  vec3 z = normalize(mat3(carry) * normal);
  vec3 x = mat3(carry) * tangent.xyz;
  x = normalize(x - dot(x, z) * z);
  mat3 skin = mat3(x, cross(z, x), z);
  vec3 s = normalize(skin * now(0.0));
  vec3 n = normalize(skin * now(frames));
  // From the skin, instance 0, to the tip along an arc.
  float u = float(gl_InstanceID) / layers;
  vec3 across = s - dot(s, n) * n;
  float sine = max(length(across), 1e-6);
  float angle = max(u * atan(sine, dot(s, n)), 1e-4);
  vec3 shell = u * _length * sin(angle) / angle * (cos(angle) * n + sin(angle) / sine * across);
  place = _rest_position;
  facing = _rest_normal;
  height = u;
  lit = max(dot(n, normalize(vec3(-0.55, 0.75, 0.5))), 0.0);
  tint = vec3(1.0);
#ifdef USE_COLOR
  tint = color.rgb;
#endif
  if (roots > 0.0) shell += skin * now(2.0 * frames);
  gl_Position = projectionMatrix * viewMatrix * (carry * vec4(position, 1.0) + vec4(shell, 0.0));
}`;

/** The fragment shader of the same example. */
export const vatFragmentShader = `\
in vec3 place, facing, tint;
in float height, lit;
uniform sampler2D blades;
uniform float layers, tile, texels, columns, ambient, shadow;
uniform vec3 root, tip;
out vec4 shown;
void main() {
  // The tile lies over the skin along the axis that it faces.
  vec3 k = abs(facing);
  vec2 at = k.y >= max(k.x, k.z) ? place.zx : k.x >= k.z ? place.yz : place.xy;
  float layer = floor(max(height * layers - 0.5, 0.0));
  vec2 slice = vec2(mod(layer, columns), floor(layer / columns));
  ivec2 texel = ivec2((slice + fract(at / tile)) * texels);
  ivec2 size = textureSize(blades, 0);
  vec3 blade = texelFetch(blades, ivec2(texel.x, size.y - 1 - texel.y), 0).rgb;
  float light = texelFetch(blades, ivec2(texel.x, size.y / 2 - 1 - texel.y), 0).r;
  if (height > 0.0 && blade.r < 0.4) discard;
  vec3 color = tint * mix(root, tip, blade.b) * (1.0 - shadow * (1.0 - light));
  shown = linearToOutputTexel(vec4(color * (ambient + (1.0 - ambient) * lit), 1.0));
}`;

/** The code that makes a mesh of the GLB draw with these shaders. */
export const vatScript = `\
// gltf: the loaded GLB; motion: of EXRLoader; blades: of TextureLoader; both without mipmaps.
gltf.scene.traverse((mesh) => {
  const fur = mesh.userData.aftermotion?.fur;
  if (!fur?.vat) return;
  mesh.geometry = new THREE.InstancedBufferGeometry().copy(mesh.geometry);
  mesh.geometry.instanceCount = fur.look.layerCount + 1;
  mesh.frustumCulled = false;
  const { vat, blades: atlas } = fur;
  const { colors, tile, layerCount: layers } = fur.look;
  const values = { motion, blades, frame: 0, frames: vat.frames, blocks: vat.blocks, layers, tile,
    roots: Number(vat.hasRoots),
    texels: atlas.width, columns: atlas.columns, ambient: colors.ambient, shadow: colors.shadow,
    root: new THREE.Vector3(...colors.root), tip: new THREE.Vector3(...colors.tip) };
  const uniforms = Object.fromEntries(Object.entries(values).map(([k, value]) => [k, { value }]));
  mesh.material = new THREE.ShaderMaterial({ uniforms, vertexShader, fragmentShader,
    glslVersion: THREE.GLSL3, vertexColors: mesh.geometry.hasAttribute('color') });
});
// On every picture: mixer.setTime(t), then uniforms.frame.value = t * vat.fps, at most vat.frames - 1.`;
