/**
 * The modal stage for the classic renderer: position += Σ q φ and normal += Σ q N, before skinning. James & Pai 2002, eq. 21.
 * `node-flesh.ts` contains the same computation in nodes.
 */
const declarations = /* glsl */ `
uniform highp usampler2D fleshRows;
uniform highp sampler2D fleshShapes;
uniform highp sampler2D fleshAmplitudes;
#ifdef FLESH_CROWD
uniform highp sampler2D fleshJoints;
#ifndef USE_SKINNING
attribute vec4 skinIndex;
attribute vec4 skinWeight;
#endif
#define FLESH_ROW gl_InstanceID
int fleshPose() { return int(texelFetch(fleshAmplitudes, ivec2(0, gl_InstanceID), 0).r); }
#else
#define FLESH_ROW 0
#endif
ivec2 fleshTexel(const in int index) { return ivec2(index & 2047, index >> 11); }
vec3 fleshTerm(const in int texel) {
  vec4 shape = texelFetch(fleshShapes, fleshTexel(texel), 0);
  return texelFetch(fleshAmplitudes, ivec2(int(shape.w), FLESH_ROW), 0).r * shape.xyz;
}
// part 0: the displacement, of all shapes; part 1: the change of the normal, of the first shapes only.
vec3 fleshSum(const in int part) {
  uvec2 row = texelFetch(fleshRows, fleshTexel(gl_VertexID), 0).xy;
  int first = int(row.x);
  int pairs = int(row.y & 65535u);
  vec3 sum = vec3(0.0);
  for (int k = 0; k < pairs; k++) sum += fleshTerm(first + 2 * k + part);
  if (part == 0) {
    int end = first + 2 * pairs + int(row.y >> 16);
    for (int k = first + 2 * pairs; k < end; k++) sum += fleshTerm(k);
  }
  return sum;
}
#ifdef FLESH_CROWD
mat4 fleshJoint(const in float joint) {
  int column = 3 * int(joint);
  int pose = fleshPose();
  return transpose(mat4(
    texelFetch(fleshJoints, ivec2(column, pose), 0),
    texelFetch(fleshJoints, ivec2(column + 1, pose), 0),
    texelFetch(fleshJoints, ivec2(column + 2, pose), 0),
    vec4(0.0, 0.0, 0.0, 1.0)));
}
mat4 fleshSkin() {
  return skinWeight.x * fleshJoint(skinIndex.x) + skinWeight.y * fleshJoint(skinIndex.y)
    + skinWeight.z * fleshJoint(skinIndex.z) + skinWeight.w * fleshJoint(skinIndex.w);
}
#endif
`;

/** The tangent rotates with the normal: the component of the tangent along the normal does not change. */
const moveNormal = /* glsl */ `
{
  vec3 fleshTurn = fleshSum(1);
  objectNormal += fleshTurn;
#ifdef USE_TANGENT
  vec3 fleshNormal = normal + fleshTurn;
  objectTangent -= fleshNormal * (dot(fleshTurn, objectTangent) / max(dot(fleshNormal, fleshNormal), 1e-12));
#endif
#ifdef FLESH_CROWD
  mat3 fleshBones = mat3(fleshSkin());
  objectNormal = fleshBones * objectNormal;
#ifdef USE_TANGENT
  objectTangent = fleshBones * objectTangent;
#endif
#endif
}
`;

const movePosition = /* glsl */ `
transformed += fleshSum(0);
#ifdef FLESH_CROWD
transformed = (fleshSkin() * vec4(transformed, 1.0)).xyz;
#endif
`;

const include = (chunk: string) => `#include <${chunk}>`;

/**
 * The position at which flesh is inserted: directly before skinning and after morph targets. If that chunk was replaced, the position after
 * an earlier chunk is used.
 */
const positions = [
  { code: moveNormal, before: 'skinnormal_vertex', after: ['morphnormal_vertex', 'beginnormal_vertex'] },
  { code: movePosition, before: 'skinning_vertex', after: ['morphtarget_vertex', 'begin_vertex'] },
];

/** Returns whether `insertFlesh` was applied to a vertex shader. */
export function hasFlesh(vertexShader: string): boolean {
  return vertexShader.includes('fleshSum(0)');
}

/**
 * Inserts the modal stage into a vertex shader that consists of shader chunks of three.js. A shader without these chunks is returned
 * unchanged.
 */
export function insertFlesh(vertexShader: string, isCrowd: boolean): string {
  let text = vertexShader;
  for (const { code, before, after } of positions) {
    if (text.includes(include(before))) {
      text = text.replace(include(before), () => `${code}${include(before)}`);
      continue;
    }
    const chunk = after.find((name) => text.includes(include(name)));
    if (chunk) text = text.replace(include(chunk), () => `${include(chunk)}\n${code}`);
  }
  if (!hasFlesh(text)) return vertexShader;
  return `${isCrowd ? '#define FLESH_CROWD\n' : ''}${declarations}${text}`;
}
