/** Whether keys are those of a node in another file, rather than a list. */
export function isNodeFile(keys: unknown): boolean {
  return typeof keys === 'string' && /\.(glb|gltf)$/i.test(keys);
}
