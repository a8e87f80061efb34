/**
 * What the players of moving grounds for three.js, Babylon.js and PlayCanvas have in common: the description that a bake with the output
 * `groundVat` writes, and the vertex shader code (GLSL ES 3.00) that reads the texture.
 */

/** Loads a description (`NAME-vat.json`). Throws an error if the file is something else. */
export async function loadDescription(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  const vat = await response.json();
  if (vat?.version !== 1 || vat.slotSize === undefined || vat.unitMetres === undefined)
    throw new Error(
      `${address}: expected the description of a moving ground (NAME-vat.json of a bake with groundVat)`,
    );
  return vat;
}

/** Returns the address of a file that lies beside another one. */
export function besideOf(address, file) {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  return new URL(file, new URL(address, base)).href;
}

/** Returns the frame that is shown after some seconds, between 0 and the last frame. Without repetition the last frame stays. */
export function frameAt({ fps, frames }, seconds) {
  return Math.min(frames - 1, Math.max(0, seconds * fps));
}

/** The values of the uniform `groundLayout`. */
export function layoutOf({ frames, slotsPerRow, slotRow, slotSize }) {
  return [frames, slotsPerRow, slotRow, slotSize];
}

/** The values of the uniform `groundScale`. frame: result of `frameAt`. */
export function scaleOf({ minMetres, unitMetres, cellMetres }, frame) {
  return [minMetres, unitMetres, 2 * cellMetres, frame];
}

/** The uniforms of `vertexFunctions`. Some engines declare them on their own. */
export const vertexUniforms = /* glsl */ `
uniform highp sampler2D groundTexture;
uniform highp vec4 groundLayout;
uniform highp vec4 groundScale;
`;

/** groundVertex(TEXCOORD_1) returns the normal (x, y, z) and the height (w) of a vertex in the space of its mesh. */
export const vertexFunctions = /* glsl */ `
highp float groundNumber(int pixel) {
  int width = textureSize(groundTexture, 0).x;
  highp vec3 bytes = floor(255.0 * texelFetch(groundTexture, ivec2(pixel % width, pixel / width), 0).rgb + 0.5);
  return dot(bytes, vec3(65536.0, 256.0, 1.0));
}
highp float groundHeight(ivec2 slots, highp float part, int index) {
  ivec4 size = ivec4(groundLayout);
  int width = textureSize(groundTexture, 0).x;
  ivec2 at = ivec2(index % size.w, index / size.w);
  ivec2 x = (slots % size.y) * size.w + at.x;
  ivec2 y = size.z + (slots / size.y) * size.w + at.y;
  highp float before = groundNumber(y.x * width + x.x);
  highp float after = groundNumber(y.y * width + x.y);
  return groundScale.x + groundScale.y * mix(before, after, part);
}
highp vec4 groundVertex(highp vec2 address) {
  int tile = int(address.x + 0.5);
  // The same number if the program has replaced v by 1 - v.
  int index = int(abs(address.y - 0.5) + 0.5 + 0.5) - 1;
  int frames = int(groundLayout.x);
  int size = int(groundLayout.w);
  int first = int(groundScale.w);
  highp float part = groundScale.w - float(first);
  int next = min(first + 1, frames - 1);
  ivec2 slots = ivec2(groundNumber(tile * frames + first), groundNumber(tile * frames + next));
  highp vec3 normal = vec3(
    groundHeight(slots, part, index - 1) - groundHeight(slots, part, index + 1),
    groundScale.z,
    groundHeight(slots, part, index - size) - groundHeight(slots, part, index + size)
  );
  return vec4(normalize(normal), groundHeight(slots, part, index));
}
`;
