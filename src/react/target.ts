import type { RefObject } from 'react';
import type { Mesh, Object3D } from 'three';

/** An object of the scene, or React's reference to one. A reference may be empty until the object has loaded. */
export type Target<Kind = Object3D> = Kind | RefObject<Kind | null> | null;

/** Returns the object that a target means, null if there is none yet. */
export function findTarget<Kind extends object>(target: Target<Kind> | undefined): Kind | null {
  if (!target) return null;
  return 'current' in target ? (target as RefObject<Kind | null>).current : target;
}

/**
 * Lists an object and the meshes and geometries below it. If the list differs from that of an earlier frame, the model was replaced, and what
 * was made from it must be made again. Null while there is no object or it has no mesh, because the model is still loading.
 */
export function listModel(target: Target): [Object3D, ...unknown[]] | null {
  const object = findTarget(target);
  if (!object) return null;
  const parts: unknown[] = [];
  object.traverse((part) => {
    if ((part as Mesh).isMesh) parts.push(part, (part as Mesh).geometry);
  });
  return parts.length > 0 ? [object, ...parts] : null;
}
