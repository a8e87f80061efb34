import { append } from '../../math/lists.ts';
import { cos, sin } from '../../math/portable.ts';
import type { CornerCount } from './corner-count.ts';

export interface StrokeStyle {
  /** Width of the stroke, > 0, in the units of the corners. */
  readonly width: number;
  readonly join: 'miter' | 'round' | 'bevel';
  readonly cap: 'butt' | 'round' | 'square';
  readonly miterLimit: number;
}

/**
 * Converts the stroke of a polyline x y x y … to loops: one rectangle for each segment, one wedge for each join, and the caps. The loops
 * overlap and have the same orientation, so they must be filled with the nonzero winding rule.
 */
export function outlineStroke(
  corners: readonly number[],
  isClosed: boolean,
  style: StrokeStyle,
  tolerance: number,
  count: CornerCount,
): number[][] {
  const points = dropRepeated(corners, isClosed);
  const half = style.width / 2;
  const pointCount = points.length;
  if (pointCount === 1) return style.cap === 'butt' ? [] : [dotOf(points[0], half, style.cap, tolerance)];
  const loops: number[][] = [];
  const pieceCount = isClosed ? pointCount : pointCount - 1;
  for (let k = 0; k < pieceCount; k++) {
    let [from, to] = [points[k], points[(k + 1) % pointCount]];
    const [dx, dy] = directionOf(from, to);
    if (style.cap === 'square' && !isClosed) {
      if (k === 0) from = [from[0] - half * dx, from[1] - half * dy];
      if (k === pieceCount - 1) to = [to[0] + half * dx, to[1] + half * dy];
    }
    const [nx, ny] = [-half * dy, half * dx];
    loops.push([
      from[0] - nx,
      from[1] - ny,
      to[0] - nx,
      to[1] - ny,
      to[0] + nx,
      to[1] + ny,
      from[0] + nx,
      from[1] + ny,
    ]);
    count.add(4);
    const isJoint = isClosed || k < pieceCount - 1;
    if (isJoint) {
      const wedge = wedgeOf(
        points[k],
        points[(k + 1) % pointCount],
        points[(k + 2) % pointCount],
        half,
        style,
        tolerance,
      );
      if (wedge) {
        loops.push(wedge);
        count.add(wedge.length / 2);
      }
    }
  }
  if (style.cap === 'round' && !isClosed) {
    loops.push(
      dotOf(points[0], half, 'round', tolerance),
      dotOf(points[pointCount - 1], half, 'round', tolerance),
    );
  }
  return loops;
}

type Point = readonly [number, number];

function dropRepeated(corners: readonly number[], isClosed: boolean): Point[] {
  const points: Point[] = [];
  for (let k = 0; k < corners.length; k += 2) {
    const last = points[points.length - 1];
    if (!last || last[0] !== corners[k] || last[1] !== corners[k + 1])
      points.push([corners[k], corners[k + 1]]);
  }
  const last = points[points.length - 1];
  if (isClosed && points.length > 1 && last[0] === points[0][0] && last[1] === points[0][1]) points.pop();
  return points;
}

function directionOf(from: Point, to: Point): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  return [dx / length, dy / length];
}

/**
 * Returns the loop that fills the gap on the outer side of a corner, with the same orientation as the rectangles of the segments. Null if
 * the line is straight at the corner.
 */
function wedgeOf(
  before: Point,
  corner: Point,
  after: Point,
  half: number,
  { join, miterLimit }: StrokeStyle,
  tolerance: number,
): number[] | null {
  const [ax, ay] = directionOf(before, corner);
  const [bx, by] = directionOf(corner, after);
  const turn = ax * by - ay * bx;
  const along = ax * bx + ay * by;
  if (join === 'round' && (turn !== 0 || along < 0)) return dotOf(corner, half, 'round', tolerance);
  if (turn === 0) return null;
  // If the line turns left, the gap is on its right side; otherwise on its left side.
  const side = turn > 0 ? 1 : -1;
  const first: Point = [corner[0] + side * half * ay, corner[1] - side * half * ax];
  const last: Point = [corner[0] + side * half * by, corner[1] - side * half * bx];
  const wedge = [...corner, ...first];
  // Distance of the miter tip from the corner, as a multiple of half the stroke width: 1 / cos(turn / 2).
  const reach = Math.sqrt(2 / (1 + along));
  if (join === 'miter' && reach <= miterLimit) {
    const [mx, my] = [first[0] + last[0] - 2 * corner[0], first[1] + last[1] - 2 * corner[1]];
    wedge.push(corner[0] + mx / (1 + along), corner[1] + my / (1 + along));
  }
  append(wedge, last);
  return side > 0 ? wedge : reverseCorners(wedge);
}

function reverseCorners(corners: readonly number[]): number[] {
  return corners.map((_, k) => corners[corners.length - 2 - k + 2 * (k % 2)]);
}

function dotOf([x, y]: Point, half: number, cap: StrokeStyle['cap'], tolerance: number): number[] {
  if (cap === 'square')
    return [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
  // A chord over an angle a deviates from the circle by r (1 − cos(a / 2)) ≈ r a² / 8.
  const count = Math.min(90, Math.max(8, Math.ceil(Math.PI / Math.sqrt((2 * tolerance) / half))));
  return Array.from({ length: 2 * count }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1)) / count;
    return k % 2 === 0 ? x + half * cos(angle) : y + half * sin(angle);
  });
}
