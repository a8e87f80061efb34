/** Whether a file holds a mesh alone: without a skeleton and without motion. */
export function isMeshFile(file: string): boolean {
  return /\.(obj|stl|ply)$/i.test(file);
}

/** Whether keys are those of a node in another file, rather than a list. */
export function isNodeFile(keys: unknown): boolean {
  return typeof keys === 'string' && /\.(glb|gltf)$/i.test(keys);
}
