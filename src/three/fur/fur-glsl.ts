import type { BendForm } from '../../coats/bend.ts';
import { jitterFactors, strandLobes } from '../../coats/blades/strand-lobes.ts';
import { normalLean, rimShadow, rimWidth, shellsTogether, skinHeight } from './fur-shading.ts';

/** GLSL code of the forms of eq. 4, as in `bendStrand`: the position relative to the root, m. */
const bends: Readonly<Record<BendForm, string>> = {
  arc: `
  vec3 across = s - up * n;
  float sine = length(across);
  float part = sine < 1e-6 ? 0.0 : u * atan(sine, up);
  float chord = u * size * (part < 1e-3 ? 1.0 - part * part / 6.0 : sin(part) / part);
  return chord * cos(part) * n + (sine < 1e-6 ? vec3(0.0) : chord * sin(part) / sine * across);`,
  literal: `
  float aside = pow(u, k) * size;
  return (u * size - aside) * n + aside * s;`,
  tangential: `
  float aside = pow(u, k) * size;
  return (u * size - aside * up) * n + aside * s;`,
};

/** Returns the position of a strand at height u above its root. `bendStrand` explains the variables. */
export function bendGlsl(form: BendForm): string {
  return /* glsl */ `
vec3 bendStrand(float u, float size, float k, vec3 s, vec3 n) {
  float up = dot(s, n);${bends[form]}
}`;
}

/** Amount of self-shadowing, as a fraction: less at grazing angles. */
const rim = /* glsl */ `
float faceSight(vec3 place, vec3 up) {
  // three does not tell materials for shadow maps whether the view is in perspective.
  bool isLevel = projectionMatrix[3][3] == 1.0;
  vec3 sight = isLevel ? vec3(0.0, 0.0, 1.0) : normalize(-(modelViewMatrix * vec4(place, 1.0)).xyz);
  return dot(sight, normalize(normalMatrix * up));
}
float shadeRim(vec3 place, vec3 up) {
  float facing = faceSight(place, up) / ${rimWidth.toFixed(3)};
  return mix(${rimShadow.toFixed(3)}, 1.0, clamp(facing, 0.0, 1.0));
}`;

const varyings = /* glsl */ `
// Position in the tile, density, amount of self-shadowing.
varying vec4 furPatch;
// The range of tones that this projection shows: min, and upper end. Then pixels of the picture from the next shell below to this
// one.
varying vec4 furDealt;
// Squared cosine between normal and view direction: 0 on the silhouette.
varying float furOutline;
// Slice, and number of slices between shells.
flat varying vec2 furSlice;
#ifdef FUR_SHINES
// Direction of the strand in view space.
varying vec3 furTangent;
#endif`;

/** Returns the code before the vertex shader of shells: the position of a vertex of a layer, and the inputs of its fragments. */
export function shellVertex(form: BendForm): string {
  const lean = normalLean(form);
  return /* glsl */ `
attribute vec3 furOffset;
attribute vec2 furPosition;
attribute vec2 furTones;
// Length, density, length as a fraction of the max.
attribute vec3 furStrand;
// Shells over the height, slices, exponent.
uniform vec3 furLayers;
// Half the picture, pixels.
uniform vec2 furHalf;
${varyings}
#ifdef FUR_COLORS
attribute vec3 furColor;
varying vec3 furTint;
#endif
#ifdef FUR_MAPS
attribute vec2 furTexcoord;
varying vec2 furMapPlace;
#endif
${bendGlsl(form)}
${tangentGlsl(form)}
${rim}
vec3 furTip;
vec3 furNormal;
vec3 furShell;
vec2 findOnScreen(vec3 place) {
  vec4 clip = projectionMatrix * (modelViewMatrix * vec4(place, 1.0));
  return furHalf * clip.xy / max(clip.w, 1e-6);
}
void placeShell() {
  // The skin is the last layer, and only as low as needed to cover the mesh's own skin.
  float u = max(1.0 - float(${shellsTogether} * gl_InstanceID) / furLayers.x, ${skinHeight} / furLayers.y);
  float below = max(u - ${(shellsTogether - 1).toFixed(1)} / furLayers.x, 0.0);
  float least = 1e-9;
  float reach = length(furOffset);
  vec3 s = reach < least ? normal : furOffset / reach;
  // Shorter where the skin shrinks to nothing: see shownLength.
  float size = min(furStrand.x, 2.0 * reach);
  furPatch = vec4(furPosition, furStrand.x > 0.0 ? furStrand.y : 0.0, furStrand.z * shadeRim(position, normal));
  furSlice = vec2(u * furLayers.y + 0.5, furLayers.y / furLayers.x);
#ifdef FUR_COLORS
  furTint = furColor;
#endif
#ifdef FUR_MAPS
  furMapPlace = furTexcoord;
#endif
  furTip = position + furOffset;
  furNormal = normal + ${lean.toFixed(2)} * u * (s - normal);
  furShell = position + bendStrand(u, size, furLayers.z, s, normal);
#ifdef FUR_SHINES
  furTangent = normalMatrix * leanTangent(u, s, normal);
#endif
  vec3 lowest = position + bendStrand(below, size, furLayers.z, s, normal);
  vec2 apart = findOnScreen(furShell) - findOnScreen(lowest);
  furDealt = vec4(furTones, apart / max((u - below) * furLayers.x, 1e-3));
  float cosine = faceSight(furShell, normal);
  furOutline = cosine * abs(cosine);
}
`;
}

/** Returns GLSL code of the direction of a strand at height u. `bendStrand` explains the variables. */
function tangentGlsl(form: BendForm): string {
  // An arc leans by twice the angle of its chord at the tip. The other forms are near the straight line in their upper part.
  const direction =
    form === 'arc'
      ? `vec3 across = s - up * n;
  float sine = length(across);
  float angle = sine < 1e-6 ? 0.0 : 2.0 * u * atan(sine, up);
  return cos(angle) * n + (sine < 1e-6 ? vec3(0.0) : sin(angle) / sine * across);`
      : 'return mix(n, s, u);';
  return /* glsl */ `
vec3 leanTangent(float u, vec3 s, vec3 n) {
  float up = dot(s, n);
  ${direction}
}`;
}

const glslNumber = (value: number) => value.toFixed(4);

/** Before the fragment shader, after three's own lights: `shineStrand`, added to the diffuse light of each lamp. */
export const shineGlsl = /* glsl */ `
#ifdef FUR_SHINES
// Brightness of the highlights and of the light that shines through.
uniform vec2 furShine;
// Tone, light that arrives at the strand, and brightness of its surface.
vec3 furStrandLight;
float furLobe(vec3 tangent, vec3 halfway, float exponent) {
  float along = dot(normalize(tangent), halfway);
  return pow(sqrt(max(0.0, 1.0 - along * along)), exponent) * smoothstep(-1.0, 0.0, along);
}
void lightStrand(const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight) {
  RE_Direct_Lambert(directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight);
  vec3 toLight = directLight.direction;
  vec3 tangent = normalize(furTangent);
  vec3 aside = ${glslNumber(strandLobes.jitter)} * (2.0 * fract(furStrandLight.x * vec3(${jitterFactors.map(glslNumber).join(', ')})) - 1.0);
  vec3 halfway = normalize(toLight + geometryViewDir);
  float facing = smoothstep(${glslNumber(-strandLobes.fade)}, ${glslNumber(strandLobes.fade)}, dot(geometryNormal, toLight)) * furStrandLight.y;
  float surface = furStrandLight.z * furShine.x * ${glslNumber(strandLobes.surfaceStrength)} * furLobe(tangent + ${glslNumber(strandLobes.surfaceShift)} * geometryNormal + aside, halfway, ${glslNumber(strandLobes.surfaceExponent)});
  float inner = furShine.x * ${glslNumber(strandLobes.innerStrength)} * furLobe(tangent + ${glslNumber(strandLobes.innerShift)} * geometryNormal + aside, halfway, ${glslNumber(strandLobes.innerExponent)});
  float through = furShine.y * ${glslNumber(strandLobes.throughStrength)} * length(cross(tangent, toLight)) * pow(max(0.0, -dot(toLight, geometryViewDir)), ${glslNumber(strandLobes.throughExponent)});
  reflectedLight.directDiffuse += RECIPROCAL_PI * facing * directLight.color * (surface + (inner + through) * material.diffuseColor);
}
#undef RE_Direct
#define RE_Direct lightStrand
#endif
`;

/** GLSL code of `shadeFur`, which computes the colour of a blade. */
const colorParts = /* glsl */ `
// Texels across a tile, number of slices that a shell represents, that minus 1, spread of tones.
uniform vec4 furDetail;
// Colours of root and tip. Their fourth components: height at which the tip's colour begins, darkness of the self-shadow.
uniform vec4 furRoot;
uniform vec4 furTipColor;
// Fraction of the light that arrives. shade: amount of self-shadowing.
float shadeBlade(vec4 blade, float shade) {
#ifdef FUR_SELF_SHADOW
  return 1.0 - furTipColor.a * shade * (1.0 - blade.a);
#else
  return 1.0;
#endif
}
// tint: factor of the coat's colours.
vec3 colorBlade(vec4 blade, vec3 tint, float shade) {
#ifdef FUR_COLOR
  vec3 base = mix(furRoot.rgb, furTipColor.rgb, 1.0 - sqrt(shade) * (1.0 - smoothstep(furRoot.a, 1.0, blade.b)));
  base *= tint;
#else
  vec3 base = vec3(furRoot.rgb);
#endif
  float scale = 1.0 + furDetail.w * (2.0 * blade.g - 1.0);
  return base * scale * shadeBlade(blade, shade);
}
`;

const cellParts = /* glsl */ `
// Random value in each cell of the tile, 0..1. It does not repeat with the tile, and moves with the skin.
float drawChance(ivec2 cell) {
  uvec2 h = uvec2(cell) * uvec2(1597334673u, 3812015801u);
  return float(((h.x ^ h.y) * 1597334673u) >> 8) * (1.0 / 16777216.0);
}
`;

/** Before the fragment shader: the coverage by blades, and their colour. `shadeFur` computes the colour in TypeScript. */
export const shellFragment = /* glsl */ `
uniform highp sampler2DArray furSlices;
${varyings}
${colorParts}
${cellParts}
#ifdef FUR_COLORS
varying vec3 furTint;
#endif
#ifdef FUR_MAPS
varying vec2 furMapPlace;
#endif
#ifdef FUR_COLOR_MAP
uniform sampler2D furColorMap;
#endif
#ifdef FUR_DENSITY_MAP
uniform sampler2D furDensityMap;
#endif

// The values of the blades: opacity, tone, along, light. Discards fragments without a blade.
vec4 meetFur() {
  vec2 across = dFdx(furPatch.xy);
  vec2 down = dFdy(furPatch.xy);
  // Texels for each pixel. At grazing angles the other shells fill in what a level for the longer side would blur.
  float area = abs(across.x * down.y - across.y * down.x) * furDetail.x * furDetail.x;
  // The bits of a float are approximately its logarithm. Half of that is the level, and a cell is as large as its texels.
  int bits = floatBitsToInt(area);
  float level = float(bits) * (0.5 / 8388608.0) - 63.5;
  float cells = furDetail.x * intBitsToFloat((190 - (bits >> 24)) << 23);
  // Outlines are sharp at short distances.
  float blur = clamp(2.67 * area - 0.33, 0.0, 1.0);
  // Where the view ray meets the next shell: as far to the side in the picture as strands extend from there.
  vec3 toNext = vec3(across * furDealt.z + down * furDealt.w, -furSlice.y);
  float outlineToNext = dFdx(furOutline) * furDealt.z + dFdy(furOutline) * furDealt.w;
  vec3 place = vec3(furPatch.xy, furSlice.x);
  float outline = furOutline;
#ifdef FUR_THINNED
  float density = furPatch.z;
#ifdef FUR_DENSITY_MAP
  density *= texture2D(furDensityMap, furMapPlace).g;
#endif
#endif
  for (int k = 0; k < ${shellsTogether}; k++) {
    float chance = drawChance(ivec2(floor(place.xy * cells)));
    vec4 blade = textureLod(furSlices, vec3(place.xy, max(floor(place.z), 0.0)), level);
    // At a distance at which blades merge, a random value replaces their tone.
    float tone = area > 8.0 ? fract(251.0 * chance) : blade.g;
    bool isThere = tone >= furDealt.x && tone < furDealt.y
      && blade.r * furDetail.y >= mix(0.4, chance, blur) * (1.0 + furDetail.z * blade.r);
#ifdef FUR_THINNED
    isThere = isThere && (density >= 1.0 || fract(13.37 * tone + 0.5) < density);
#endif
    if (isThere) return blade;
    place += toNext;
    outline += outlineToNext;
    // Outside of its silhouette a shell has nothing to look through.
    if (outline < 0.0) break;
  }
  discard;
}

#ifdef FUR_SHINES
vec3 findStrandLight(vec4 blade) {
  return vec3(blade.g, shadeBlade(blade, furPatch.w), sqrt(furPatch.w));
}
#endif
vec3 colorFur(vec4 blade) {
  vec3 tint = vec3(1.0);
#ifdef FUR_COLORS
  tint *= furTint;
#endif
#ifdef FUR_COLOR_MAP
  tint *= texture2D(furColorMap, furMapPlace).rgb;
#endif
  return colorBlade(blade, tint, furPatch.w);
}
`;

/** Returns the code before the vertex shader of fins. */
export function finVertex(form: BendForm): string {
  return /* glsl */ `
attribute vec4 finRootA;
attribute vec4 finRootB;
attribute vec4 finNormalA;
attribute vec4 finNormalB;
attribute vec4 finOffsetA;
attribute vec4 finOffsetB;
attribute vec4 finTint;
// Number of slices, exponent, length of the longest strand, opacity of all fins.
uniform vec4 finDetail;
${finVaryings}
${bendGlsl(form)}
${tangentGlsl(form)}
${rim}
vec3 furTip;
vec3 furNormal;
vec3 furShell;
void placeFin() {
  bool isA = position.x < 0.5;
  vec4 root = isA ? finRootA : finRootB;
  vec4 up = isA ? finNormalA : finNormalB;
  vec3 offset = isA ? finOffsetA.xyz : finOffsetB.xyz;
  float reach = length(offset);
  vec3 s = reach < 1e-9 ? up.xyz : offset / reach;
  finPatch = vec4(finOffsetB.w + position.x * finTint.w, position.y, root.w > 0.0 ? up.w : 0.0, root.w / finDetail.z * shadeRim(root.xyz, up.xyz));
  finColor = vec4(finTint.rgb, finOffsetA.w * finDetail.w);
  furTip = root.xyz + offset;
  furNormal = up.xyz + ${normalLean(form).toFixed(2)} * position.y * (s - up.xyz);
  furShell = root.xyz + bendStrand(position.y, min(root.w, 2.0 * reach), finDetail.y, s, up.xyz);
#ifdef FUR_SHINES
  furTangent = normalMatrix * leanTangent(position.y, s, up.xyz);
#endif
}
`;
}

const finVaryings = /* glsl */ `
// Position along the tile, height, density, amount of self-shadowing.
varying vec4 finPatch;
varying vec4 finColor;
#ifdef FUR_SHINES
varying vec3 furTangent;
#endif`;

/** Before the fragment shader of fins. */
export const finFragment = /* glsl */ `
uniform sampler2D finSide;
uniform vec4 finDetail;
${finVaryings}
${colorParts}
${cellParts}
vec4 meetFur() {
  vec2 texel = finPatch.xy * vec2(furDetail.x, finDetail.x);
  vec2 across = dFdx(texel);
  vec2 down = dFdy(texel);
  float level = 0.5 * log2(abs(across.x * down.y - across.y * down.x));
  vec4 blade = textureLod(finSide, finPatch.xy, level);
  float chance = drawChance(ivec2(floor(texel * exp2(-clamp(floor(level), -4.0, 8.0)))));
  float least = mix(0.4, chance, clamp(level + 1.5, 0.0, 1.0));
  float tone = level > 1.5 ? fract(251.0 * chance) : blade.g;
  bool isHole = blade.r <= least || fract(13.37 * tone + 0.5) >= finPatch.z * finColor.a;
  if (isHole) discard;
  return blade;
}
#ifdef FUR_SHINES
vec3 findStrandLight(vec4 blade) {
  return vec3(blade.g, shadeBlade(blade, finPatch.w), sqrt(finPatch.w));
}
#endif
vec3 colorFur(vec4 blade) {
  return colorBlade(blade, finColor.rgb, finPatch.w);
}
`;
