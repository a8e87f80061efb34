/**
 * An example's text as the README says to write it for WebGPURenderer (here on its WebGL 2 back end). changes: what else to put in
 * place of what, beside the renderer and where things come from.
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
