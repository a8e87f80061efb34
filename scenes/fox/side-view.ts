/**
 * Maps of the fox are side views: left and right share them, so they have no seams and can be drawn by eye.
 */
const side = 1.3;
const [front, top] = [0.5, 0.72];

/** Where a height and a length of the fox at rest, metres, lie in a map: u from the nose to the tail, v downward, 0..1. */
export function toMap(y: number, z: number): [u: number, v: number] {
  return [(front - z) / side, (top - y) / side];
}

/** The height and the length, metres, of a place in a map. */
export function fromMap(u: number, v: number): [y: number, z: number] {
  return [top - side * v, front - side * u];
}
