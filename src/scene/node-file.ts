/** Returns whether a file contains only a mesh, without a skeleton and without motion. */
export function isMeshFile(file: string): boolean {
  return /\.(obj|stl|ply)$/i.test(file);
}

/** Returns whether keys are the name of a file that contains the motion of a node, not a list. */
export function isNodeFile(keys: unknown): boolean {
  return typeof keys === 'string' && /\.(glb|gltf)$/i.test(keys);
}
