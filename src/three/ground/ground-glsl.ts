/** Places a vertex of a patch. `node-ground.ts` says the same in TSL. */
export const vertexDeclarations = /* glsl */ `
attribute vec4 place; // first column, first row, layer, columns a quad
uniform highp isampler2DArray groundHeights;
uniform float groundCell;
uniform float groundDatum;
uniform float groundUnit;
uniform int groundBorder;
varying vec2 vGroundPoint;
varying float vGroundPressed;
varying float vGroundOpen;
vec3 groundPosition;
vec3 groundNormal;
float groundPressed;
float groundOpen;

float groundHeight(ivec3 at, int di, int dj) {
  return float(texelFetch(groundHeights, at + ivec3(di, dj, 0), 0).r) * groundUnit;
}

void readGround() {
  ivec3 at = ivec3(int(position.x) + groundBorder, int(position.z) + groundBorder, int(place.z));
  float spacing = groundCell * place.w;
  int texel = texelFetch(groundHeights, at, 0).r;
  float height = float(texel) * groundUnit;
  groundPressed = float(texel & 1);
  float slopeX = groundHeight(at, 1, 0) - groundHeight(at, -1, 0);
  float slopeZ = groundHeight(at, 0, 1) - groundHeight(at, 0, -1);
  groundNormal = normalize(vec3(-slopeX, 2.0 * spacing, -slopeZ));
  // How open the sky is: lower than the ground around is less.
  int far = groundBorder;
  float around = groundHeight(at, far, 0) + groundHeight(at, -far, 0) + groundHeight(at, 0, far) + groundHeight(at, 0, -far);
  int near = max(1, (3 * far) / 4);
  around += groundHeight(at, near, near) + groundHeight(at, -near, near) + groundHeight(at, near, -near) + groundHeight(at, -near, -near);
  float hollow = (around * 0.125 - height) / (spacing * float(far));
  groundOpen = 1.0 / (1.0 + max(0.0, 1.6 * hollow));
  float skirt = position.y * min(0.5 * spacing, 0.05);
  groundPosition = vec3(
    groundCell * (place.x + position.x * place.w),
    groundDatum + height - skirt,
    groundCell * (place.y + position.z * place.w)
  );
}

void shareGround() {
  vGroundPoint = groundPosition.xz;
  vGroundPressed = groundPressed;
  vGroundOpen = groundOpen;
}
`;

export const fragmentDeclarations = /* glsl */ `
uniform sampler2D groundGrain;
uniform vec3 groundAlbedo;
uniform vec3 groundPressedTint;
uniform vec4 groundDetail;
uniform vec3 groundRoughness;
varying vec2 vGroundPoint;
varying float vGroundPressed;
varying float vGroundOpen;
`;

/** Samples the grain at three sizes: texels of 1.1 mm, 6 mm and 47 mm. Turned, so that repeats do not line up. */
export const fragmentColor = /* glsl */ `
vec4 groundFine = texture2D(groundGrain, vGroundPoint * 3.55) * 2.0 - 1.0;
vec4 groundMiddle = texture2D(groundGrain, mat2(0.8, 0.6, -0.6, 0.8) * vGroundPoint * 0.65) * 2.0 - 1.0;
vec4 groundCoarse = texture2D(groundGrain, mat2(0.6, -0.8, 0.8, 0.6) * vGroundPoint * 0.083) * 2.0 - 1.0;
float groundTone = 1.0 + groundDetail.x * (0.9 * groundFine.r + groundMiddle.r + 0.8 * groundCoarse.r);
float groundWet = groundRoughness.z * smoothstep(-0.15, 0.35, groundMiddle.r + groundCoarse.r + 0.5 * vGroundPressed);
float groundCavity = mix(1.0, vGroundOpen, groundDetail.w);
diffuseColor.rgb = groundAlbedo * groundTone * mix(vec3(1.0), groundPressedTint, vGroundPressed);
diffuseColor.rgb *= (1.0 - 0.35 * groundWet) * groundCavity;
diffuseColor.rgb += groundDetail.z * max(0.0, groundFine.a);
`;

export const fragmentRoughness = /* glsl */ `
roughnessFactor = mix(groundRoughness.x, groundRoughness.y, vGroundPressed);
roughnessFactor = mix(roughnessFactor, 0.16, groundWet);
`;

export const fragmentNormal = /* glsl */ `
vec2 groundSlope = groundFine.gb + groundMiddle.gb + 0.7 * groundCoarse.gb;
groundSlope *= groundDetail.y * (1.0 - 0.45 * vGroundPressed) * (1.0 - 0.7 * groundWet);
normal = normalize(normal - mat3(viewMatrix) * vec3(groundSlope.x, 0.0, groundSlope.y));
`;
