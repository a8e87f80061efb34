/** Declares the values that the vertex shader passes to the fragment shader. */
export const groundVaryings = /* glsl */ `
varying vec2 vGroundPoint;
varying float vGroundPressed;
varying float vGroundStone;
varying float vGroundWetness;
varying float vGroundOpen;
varying float vGroundLevel;`;

/** Computes the position of a vertex of a patch. `node-ground.ts` does the same in TSL. */
export const vertexDeclarations = /* glsl */ `
attribute vec4 place; // first column, first row, layer, columns for each quad
uniform highp isampler2DArray groundHeights;
uniform float groundCell;
uniform float groundDatum;
uniform float groundUnit;
uniform int groundBorder;
uniform int groundCoverBits; // number of lowest bits of a texel that do not hold the height, 0 without cover
uniform float groundCenter; // half the quads along a side
${groundVaryings}
vec3 groundPosition;
vec3 groundNormal;
float groundElevation; // above the datum
float groundPressed;
float groundStone;
float groundWetness;
float groundOpen;

float groundHeight(ivec3 at, int di, int dj) {
  return float(texelFetch(groundHeights, at + ivec3(di, dj, 0), 0).r & ~groundCoverBits) * groundUnit;
}

ivec3 groundTexel() {
  return ivec3(int(position.x) + groundBorder, int(position.z) + groundBorder, int(place.z));
}

// Computes all that shadow maps need.
void placeGround() {
  ivec3 at = groundTexel();
  float spacing = groundCell * place.w;
  float e = groundHeight(at, 0, 0);
  float a = groundHeight(at, -1, -1);
  float b = groundHeight(at, 0, -1);
  float c = groundHeight(at, 1, -1);
  float d = groundHeight(at, -1, 0);
  float f = groundHeight(at, 1, 0);
  float g = groundHeight(at, -1, 1);
  float h = groundHeight(at, 0, 1);
  float i = groundHeight(at, 1, 1);
  // A cubic B-spline through the columns: no zigzag along edges that are oblique to the grid.
  groundElevation = (a + c + g + i + 4.0 * (b + d + f + h) + 16.0 * e) / 36.0;
  float slopeX = c + i - a - g + 4.0 * (f - d);
  float slopeZ = g + i - a - c + 4.0 * (h - b);
  groundNormal = normalize(vec3(-slopeX, 12.0 * spacing, -slopeZ));
  // A hem, outward and down, closes the gap between patches of different resolution, on slopes too.
  float hem = position.y * spacing * 0.2;
  vec2 outward = hem * sign(position.xz - groundCenter);
  groundPosition = vec3(
    groundCell * (place.x + position.x * place.w) + outward.x,
    groundDatum + groundElevation - 0.6 * hem,
    groundCell * (place.y + position.z * place.w) + outward.y
  );
}

void readGround() {
  placeGround();
  ivec3 at = groundTexel();
  int texel = texelFetch(groundHeights, at, 0).r;
  groundPressed = float(texel & 1);
  int covered = texel & groundCoverBits;
  groundStone = float((covered >> 1) & 1);
  groundWetness = float(covered >> 2) / 15.0;
  // Ambient occlusion: lower than the surrounding ground is darker.
  int far = groundBorder;
  float around = groundHeight(at, far, 0) + groundHeight(at, -far, 0) + groundHeight(at, 0, far) + groundHeight(at, 0, -far);
  int near = max(1, (3 * far) / 4);
  around += groundHeight(at, near, near) + groundHeight(at, -near, near) + groundHeight(at, near, -near) + groundHeight(at, -near, -near);
  float hollow = (around * 0.125 - groundElevation) / (groundCell * place.w * float(far));
  groundOpen = 1.0 / (1.0 + max(0.0, 1.6 * hollow));
}

void shareGround() {
  vGroundPoint = groundPosition.xz;
  vGroundPressed = groundPressed;
  vGroundStone = groundStone;
  vGroundWetness = groundWetness;
  vGroundOpen = groundOpen;
  vGroundLevel = groundNormal.y;
}
`;

export const fragmentDeclarations = /* glsl */ `
uniform sampler2D groundGrain;
uniform vec3 groundAlbedo;
uniform vec3 groundPressedTint;
uniform vec3 groundStoneAlbedo;
uniform vec4 groundDetail;
uniform vec3 groundRoughness;
${groundVaryings}
`;

/** Samples the grain at three sizes: texels of 0.8 mm, 6 mm and 47 mm. Rotated, so that repetitions do not align. */
export const fragmentColor = /* glsl */ `
vec4 groundFine = texture2D(groundGrain, vGroundPoint * 4.9) * 2.0 - 1.0;
vec4 groundMiddle = texture2D(groundGrain, mat2(0.8, 0.6, -0.6, 0.8) * vGroundPoint * 0.65) * 2.0 - 1.0;
vec4 groundCoarse = texture2D(groundGrain, mat2(0.6, -0.8, 0.8, 0.6) * vGroundPoint * 0.083) * 2.0 - 1.0;
float groundTone = 1.0 + groundDetail.x * (groundFine.r + 0.55 * groundMiddle.r + 0.5 * groundCoarse.r);
float groundWet = groundRoughness.z * smoothstep(-0.25, 0.5, groundMiddle.r + groundCoarse.r + 0.5 * vGroundPressed);
// Water drains from walls.
groundWet *= smoothstep(0.4, 0.9, vGroundLevel);
float groundCavity = mix(1.0, vGroundOpen, groundDetail.w);
diffuseColor.rgb = mix(groundAlbedo * mix(vec3(1.0), groundPressedTint, vGroundPressed), groundStoneAlbedo, vGroundStone);
diffuseColor.rgb *= groundTone * (1.0 - 0.52 * vGroundWetness);
diffuseColor.rgb *= (1.0 - 0.35 * groundWet) * groundCavity;
diffuseColor.rgb += groundDetail.z * (1.0 - vGroundStone) * max(0.0, groundFine.a);
`;

export const fragmentRoughness = /* glsl */ `
roughnessFactor = mix(groundRoughness.x, groundRoughness.y, vGroundPressed * vGroundLevel);
roughnessFactor = mix(roughnessFactor, 0.16, groundWet);
roughnessFactor = mix(roughnessFactor, 0.34, vGroundWetness);
`;

export const fragmentNormal = /* glsl */ `
vec2 groundSlope = groundFine.gb + 0.6 * groundMiddle.gb + 0.5 * groundCoarse.gb;
groundSlope *= groundDetail.y * (1.0 - 0.45 * vGroundPressed) * (1.0 - 0.7 * groundWet) * (1.0 - 0.6 * vGroundWetness);
normal = normalize(normal - mat3(viewMatrix) * vec3(groundSlope.x, 0.0, groundSlope.y));
`;
