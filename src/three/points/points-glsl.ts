import { minPixels } from './points-shading.ts';

/** GLSL code for the colour of a vertex. `node-points.ts` does the same in TSL. */
const vertexColor = /* glsl */ `
attribute vec4 pointPosition; // middle, diameter
attribute vec4 pointColor; // sRGB, opacity
attribute float pointSeed;
flat varying vec4 pointTint;
flat varying float pointChance;
void tintPoint() {
  vec3 screen = pointColor.rgb;
  pointTint = vec4(mix(screen / 12.92, pow((screen + 0.055) / 1.055, vec3(2.4)), step(0.04045, screen)), pointColor.a);
  pointChance = pointSeed;
}
`;

/** GLSL code for flat particles that face the camera: a card just large enough for the ball. */
export const cardVertex = /* glsl */ `${vertexColor}
uniform float pointRows; // height in pixels. 0: no min size
uniform float pointTime;
uniform bool pointFlickers;
flat varying vec4 pointBall; // middle in view space, radius
varying vec3 pointOffset; // from the middle, in view space
vec3 pointFacing;

float flickerPoint(float pace) {
  float turn = 6.2831853 * fract(37.0 * pointSeed);
  float rate = pace * (0.6 + 0.8 * fract(113.0 * pointSeed));
  return 0.5 + 0.5 * sin(pointTime * rate + turn) * sin(0.37 * pointTime * rate + 2.0 * turn);
}

void placePoint() {
  tintPoint();
  vec3 middle = (modelViewMatrix * vec4(pointPosition.xyz, 1.0)).xyz;
  float radius = POINT_REACH * pointPosition.w * length(modelMatrix[0].xyz);
  if (pointFlickers) {
    radius *= 0.8 + 0.2 * flickerPoint(5.0);
    pointTint.a *= 0.35 + 0.65 * flickerPoint(11.0);
  }
  bool isLevel = projectionMatrix[3][3] == 1.0;
  float away = isLevel ? 1.0 : max(0.0, -middle.z);
  float least = pointRows > 0.0 ? ${minPixels.toFixed(1)} * away / (projectionMatrix[1][1] * pointRows) : 0.0;
  float drawn = max(radius, least);
  POINT_FADES
  pointFacing = isLevel ? vec3(0.0, 0.0, 1.0) : normalize(-middle);
  float share = drawn / max(length(middle), 1e-9);
  // In perspective the silhouette of a ball is nearer than its middle, and so looks wider.
  float wider = isLevel ? 1.0 : inversesqrt(max(0.05, 1.0 - share * share));
  vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), pointFacing));
  vec3 up = cross(pointFacing, right);
  pointBall = vec4(middle, drawn);
  pointOffset = wider * drawn * (right * position.x + up * position.y);
}
`;

/** GLSL code for a particle that is too small to be drawn at its size: it becomes more transparent instead. */
export const fade = 'pointTint.a *= (radius * radius) / max(drawn * drawn, 1e-30);';

const dither = /* glsl */ `
/** Stochastic transparency: solid particles discard pixels according to their opacity, independent of the order, in shadows too. */
bool isPointHole(vec4 tint, float chance) {
  if (tint.a >= 1.0) return false;
  vec2 pixel = gl_FragCoord.xy + 61.0 * floor(64.0 * chance);
  return tint.a <= fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}
`;

const cardFragment = /* glsl */ `
uniform mat4 projectionMatrix;
flat varying vec4 pointTint;
flat varying float pointChance;
flat varying vec4 pointBall;
varying vec3 pointOffset;
vec3 pointNormal;
`;

/** GLSL code that finds where the view ray hits the ball: side −1 in front, 1 at the back. */
export const ballFragment = /* glsl */ `${cardFragment}${dither}
vec3 pointHit;
vec2 pointDepth;
void meetBall(float side) {
  if (isPointHole(pointTint, pointChance)) discard;
  vec3 sight = projectionMatrix[3][3] == 1.0 ? vec3(0.0, 0.0, -1.0) : normalize(pointBall.xyz + pointOffset);
  vec3 across = pointOffset - dot(pointOffset, sight) * sight;
  float inside = pointBall.w * pointBall.w - dot(across, across);
  if (inside < 0.0) discard;
  vec3 outward = across + side * sqrt(inside) * sight;
  pointNormal = outward / pointBall.w;
  pointHit = pointBall.xyz + outward;
  pointDepth = (projectionMatrix * vec4(pointHit, 1.0)).zw;
#ifndef USE_LOGARITHMIC_DEPTH_BUFFER
  float depth = pointDepth.x / pointDepth.y;
#ifdef USE_REVERSED_DEPTH_BUFFER
  gl_FragDepth = depth;
#else
  gl_FragDepth = 0.5 * depth + 0.5;
#endif
#endif
}
`;

/** GLSL code for a puff of smoke: dense in its middle, without an edge, slightly irregular. It is lit as a part of something larger. */
export const smokeFragment = /* glsl */ `${cardFragment}
float puffThickness;
void meetPuff() {
  vec3 from = pointOffset / pointBall.w;
  float out2 = dot(from, from);
  if (out2 >= 1.0) discard;
  float turn = 6.2831853 * pointChance;
  vec2 place = 3.1 * vec2(from.x * cos(turn) - from.y * sin(turn), from.x * sin(turn) + from.y * cos(turn));
  float lumps = sin(place.x + 1.7 * sin(place.y + turn)) * sin(place.y - 1.3 * sin(1.4 * place.x + 2.0 * turn));
  puffThickness = (1.0 - out2) * (1.0 - out2) * (1.0 + 0.3 * lumps);
  vec3 above = (viewMatrix * vec4(0.0, 1.0, 0.0, 0.0)).xyz;
  pointNormal = normalize(0.5 * from + 0.5 * above + normalize(-pointBall.xyz));
}
`;

/**
 * GLSL code for light in smoke. The light is scattered in all directions: more than half of it leaves on the lit side, some on the opposite
 * side.
 */
export const smokeLight = /* glsl */ `
void lightSmoke(const in IncidentLight light, const in vec3 at, const in vec3 normal, const in vec3 view, const in vec3 coat, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
  float share = 0.3 + 0.7 * (0.5 + 0.5 * dot(normal, light.direction));
  reflectedLight.directDiffuse += share * light.color * BRDF_Lambert(material.diffuseColor);
}
#undef RE_Direct
#define RE_Direct lightSmoke
// Smoke has no specular reflection. Many layers overlap, so their light must be cheap.
#undef RE_IndirectSpecular
#undef RE_IndirectDiffuse
#define RE_IndirectDiffuse(light, at, normal, view, coat, surface, sum) (sum).indirectDiffuse += ((light) + iblIrradiance) * BRDF_Lambert((surface).diffuseColor)
`;

/** GLSL code for a spark: white in its centre, with a halo of its colour. */
export const emberFragment = /* glsl */ `${cardFragment}
vec3 sparkLight() {
  vec3 from = pointOffset / pointBall.w;
  float out2 = dot(from, from);
  if (out2 >= 1.0) discard;
  float edge = (1.0 - out2) * (1.0 - out2);
  float heart = exp(-22.0 * out2);
  float halo = 0.35 * exp(-5.0 * out2);
  vec3 hot = mix(pointTint.rgb, vec3(1.0), 0.45);
  return edge * (pointTint.rgb * halo + 2.2 * hot * heart);
}
`;

/** GLSL code for meshes of the user: scaled, rotated, moved to their positions. */
export const solidVertex = /* glsl */ `${vertexColor}
attribute vec4 pointTurn;
varying vec2 pointCorner;
vec3 turnPoint(vec3 from) {
  vec4 turn = normalize(pointTurn);
  return from + 2.0 * cross(turn.xyz, cross(turn.xyz, from) + turn.w * from);
}
void placePoint() {
  tintPoint();
  pointCorner = 2.0 * position.xy;
}
`;

export const solidFragment = /* glsl */ `${dither}
flat varying vec4 pointTint;
flat varying float pointChance;
varying vec2 pointCorner;
void meetSolid() {
  if (isPointHole(pointTint, pointChance)) discard;
}
void meetDisc() {
  if (dot(pointCorner, pointCorner) > 1.0) discard;
  meetSolid();
}
`;
