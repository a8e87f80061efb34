import { cross, normalize, subtract } from '../../geometry/vector.ts';
import { tan } from '../../math/portable.ts';

export type Point = readonly [number, number, number];

export interface CameraPosition {
  readonly position: Point;
  readonly target: Point;
  /** Vertical field of view, radians. */
  readonly fieldOfView: number;
}

/** Axes and scale of a camera for a picture of a given size. Right-handed, Y up. */
export interface Camera {
  readonly position: Point;
  readonly right: Point;
  readonly up: Point;
  readonly forward: Point;
  readonly width: number;
  readonly height: number;
  /** Pixels per unit of the tangent of the viewing angle. */
  readonly focal: number;
}

export function createCamera(place: CameraPosition, width: number, height: number): Camera {
  const forward = normalize(subtract(place.target, place.position), [1, 0, 0]);
  const right = normalize([-forward[2], 0, forward[0]], [1, 0, 0]);
  const up = cross(right, forward);
  const focal = height / 2 / tan(place.fieldOfView / 2);
  return { position: place.position, right, up, forward, width, height, focal };
}

/**
 * Projects points for `drawTriangles`: x and y in pixels, and −1/distance, which is linear in the picture. Points closer than `near` metres
 * become NaN, so that their triangles are omitted.
 */
export function projectPoints(camera: Camera, positions: ArrayLike<number>, near = 0.05): Float64Array {
  const { position, right, up, forward, focal, width, height } = camera;
  const out = new Float64Array(positions.length);
  for (let k = 0; k + 2 < positions.length; k += 3) {
    const x = positions[k] - position[0];
    const y = positions[k + 1] - position[1];
    const z = positions[k + 2] - position[2];
    const depth = x * forward[0] + y * forward[1] + z * forward[2];
    const inverse = depth > near ? 1 / depth : Number.NaN;
    out[k] = width / 2 + (x * right[0] + y * right[1] + z * right[2]) * focal * inverse;
    out[k + 1] = height / 2 - (x * up[0] + y * up[1] + z * up[2]) * focal * inverse;
    out[k + 2] = -inverse;
  }
  return out;
}

/** Returns the unit direction of the ray through the point (x, y) of the picture, pixels. */
export function rayThrough(camera: Camera, x: number, y: number): [number, number, number] {
  const { right, up, forward, focal, width, height } = camera;
  const a = (x - width / 2) / focal;
  const b = (height / 2 - y) / focal;
  const inverse = 1 / Math.sqrt(1 + a * a + b * b);
  return [
    (forward[0] + a * right[0] + b * up[0]) * inverse,
    (forward[1] + a * right[1] + b * up[1]) * inverse,
    (forward[2] + a * right[2] + b * up[2]) * inverse,
  ];
}
