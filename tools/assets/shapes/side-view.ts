/**
 * Maps of an animal's coat as side views: left and right share them, so they have no seams and can be drawn by eye.
 */
import type { Surface } from './build-surface.ts';

export interface SideView {
  /** Of the square that a map shows, metres. */
  readonly side: number;
  /** Where its left edge and its upper edge are: z and y, metres. */
  readonly front: number;
  readonly top: number;
}

/** Where a height and a length, metres at rest, lie in a map: u from the nose to the tail, v downward, 0..1. */
export function toMap({ side, front, top }: SideView, y: number, z: number): [u: number, v: number] {
  return [(front - z) / side, (top - y) / side];
}

/** The height and the length, metres, of a place in a map. */
export function fromMap({ side, front, top }: SideView, u: number, v: number): [y: number, z: number] {
  return [top - side * v, front - side * u];
}

/** [2 · vertexCount] the places of a surface's vertices in a map, as 65535ths. */
export function layMaps(view: SideView, { positions }: Surface): Uint16Array {
  const count = positions.length / 3;
  const texcoords = new Uint16Array(2 * count);
  for (let v = 0; v < count; v++) {
    const place = toMap(view, positions[3 * v + 1], positions[3 * v + 2]);
    texcoords.set(
      place.map((share) => Math.round(65535 * share)),
      2 * v,
    );
  }
  return texcoords;
}
