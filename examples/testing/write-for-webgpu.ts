/**
 * Rewrites an example for WebGPURenderer as the README states (here on its WebGL 2 back end). changes: further replacements, in addition
 * to the renderer and the imports.
 */
export function writeForWebGpu(
  text: string,
  ...changes: readonly (readonly [from: string, to: string])[]
): string {
  let changed = text
    .replace("'aftermotion/three'", "'aftermotion/three/webgpu'")
    .replace("from 'three'", "from 'three/webgpu'")
    .replace('WebGLRenderer({ antialias: true })', 'WebGPURenderer({ antialias: true, forceWebGL: true })');
  for (const [from, to] of changes) changed = changed.replace(from, to);
  return changed;
}
