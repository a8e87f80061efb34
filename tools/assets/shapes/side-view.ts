/**
 * Maps of an animal's coat as side views. Both sides of the animal use the same map, so there are no seams.
 */
import type { Surface } from './build-surface.ts';

export interface SideView {
  /** Side of the square that a map shows, metres. */
  readonly side: number;
  /** z of the square's left edge and y of its upper edge, metres. */
  readonly front: number;
  readonly top: number;
}

/** Converts y and z in the rest pose, metres, to map coordinates: u from the nose to the tail, v downward, 0..1. */
export function toMap({ side, front, top }: SideView, y: number, z: number): [u: number, v: number] {
  return [(front - z) / side, (top - y) / side];
}

/** Converts map coordinates to y and z in the rest pose, metres. */
export function fromMap({ side, front, top }: SideView, u: number, v: number): [y: number, z: number] {
  return [top - side * v, front - side * u];
}

/** Returns the texture coordinates of the vertices, [2 · vertexCount]. The integers 0 to 65535 stand for 0 to 1. */
export function layMaps(view: SideView, { positions }: Surface): Uint16Array {
  const count = positions.length / 3;
  const texcoords = new Uint16Array(2 * count);
  for (let v = 0; v < count; v++) {
    const texcoord = toMap(view, positions[3 * v + 1], positions[3 * v + 2]);
    texcoords.set(
      texcoord.map((part) => Math.round(65535 * part)),
      2 * v,
    );
  }
  return texcoords;
}
