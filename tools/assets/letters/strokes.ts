/** Strokes of a round pen: lines and arcs, in units of 1/1000 em, y up. */
import { cos, sin } from '../../../src/math/portable.ts';

/** Path of the pen: x and y of its points, and half the width of the stroke. */
export interface Stroke {
  readonly points: readonly number[];
  readonly half: number;
}

/** Half the width of an upright stroke. */
export const penHalf = 63;
/** Ratio of the thickness of horizontal strokes, which look thicker than vertical ones. */
export const penFlatness = 0.92;

/** Returns straight lines from point to point. */
export function line(...points: number[]): Stroke {
  return { points, half: penHalf };
}

/** Returns an arc of an ellipse from one angle to another, in degrees counter-clockwise from the right. Clockwise if `to` is smaller. */
export function arc(
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  from: number,
  to: number,
): Stroke {
  const count = Math.max(2, Math.ceil(Math.abs(to - from) / 6));
  const points = Array.from({ length: count + 1 }, (_, k) => {
    const angle = ((from + ((to - from) * k) / count) * Math.PI) / 180;
    return [x + radiusX * cos(angle), y + radiusY * sin(angle)];
  });
  return { points: points.flat(), half: penHalf };
}

/** Joins strokes to one without lifting the pen. */
export function join(...strokes: Stroke[]): Stroke {
  return { points: strokes.flatMap(({ points }) => points), half: penHalf };
}

/** Returns a dot, larger than the pen. */
export function dot(x: number, y: number): Stroke {
  return { points: [x, y], half: 1.18 * penHalf };
}

/** Returns a field with about the distance to the strokes, negative inside, in units. Joints are filled over `blend` units. */
export function strokeField(strokes: readonly Stroke[], blend: number): (x: number, y: number) => number {
  const upright = strokes.map(({ points, half }) => ({
    half,
    points: points.map((value, k) => (k % 2 === 1 ? value / penFlatness : value)),
  }));
  return (x, y) => {
    let value = 1e4;
    for (const { points, half } of upright) {
      const d = distanceToLine(points, x, y / penFlatness) - half;
      const overlap = Math.max(0, blend - Math.abs(value - d));
      value = Math.min(value, d) - (overlap * overlap) / (4 * blend);
    }
    return value;
  };
}

function distanceToLine(points: readonly number[], x: number, y: number): number {
  let nearest = (x - points[0]) ** 2 + (y - points[1]) ** 2;
  for (let k = 2; k < points.length; k += 2) {
    const [ax, ay] = [points[k - 2], points[k - 1]];
    const [ux, uy] = [points[k] - ax, points[k + 1] - ay];
    const square = ux * ux + uy * uy;
    const along = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / square)) : 0;
    const [dx, dy] = [x - ax - along * ux, y - ay - along * uy];
    const distance = dx * dx + dy * dy;
    if (distance < nearest) nearest = distance;
  }
  return Math.sqrt(nearest);
}
