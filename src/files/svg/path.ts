import { SVGPathData } from 'svg-pathdata';
import { atan2, cos, sin, tan } from '../../math/portable.ts';
import { flattenCubic } from '../flatten-curve.ts';
import type { CornerCount } from './corner-count.ts';
import { type Matrix, multiply } from './matrix.ts';

/** A subpath in absolute coordinates: its start, its lines and cubic Bézier curves, and whether it is closed. */
export interface Subpath {
  readonly startX: number;
  readonly startY: number;
  /** Lines and curves in order; each begins at the end of the previous one. */
  readonly pieces: readonly PathPiece[];
  readonly isClosed: boolean;
}

/** A line as x y (its end), or a curve as x1 y1 x2 y2 x y (its control points and end). */
export type PathPiece = readonly number[];

/** Parses a `d` attribute. Throws SyntaxError for invalid path data. */
export function parsePath(d: string): Subpath[] {
  const builder = new PathBuilder();
  const commands = new SVGPathData(d).toAbs().normalizeST().commands;
  for (const command of commands) {
    switch (command.type) {
      case SVGPathData.MOVE_TO:
        builder.moveTo(command.x, command.y);
        break;
      case SVGPathData.LINE_TO:
        builder.lineTo(command.x, command.y);
        break;
      case SVGPathData.HORIZ_LINE_TO:
        builder.lineTo(command.x, builder.y);
        break;
      case SVGPathData.VERT_LINE_TO:
        builder.lineTo(builder.x, command.y);
        break;
      case SVGPathData.CURVE_TO:
        builder.curveTo(command.x1, command.y1, command.x2, command.y2, command.x, command.y);
        break;
      case SVGPathData.QUAD_TO:
        builder.quadTo(command.x1, command.y1, command.x, command.y);
        break;
      case SVGPathData.ARC:
        builder.arcTo(
          command.rX,
          command.rY,
          command.xRot,
          command.lArcFlag === 1,
          command.sweepFlag === 1,
          command.x,
          command.y,
        );
        break;
      case SVGPathData.CLOSE_PATH:
        builder.close();
        break;
    }
  }
  return builder.finish();
}

/** Builds subpaths from the movements of a pen. */
export class PathBuilder {
  x = 0;
  y = 0;
  private startX = 0;
  private startY = 0;
  private pieces: PathPiece[] = [];
  private readonly subpaths: Subpath[] = [];

  moveTo(x: number, y: number): this {
    this.end(false);
    [this.x, this.y, this.startX, this.startY] = [x, y, x, y];
    return this;
  }

  lineTo(x: number, y: number): this {
    return this.add([x, y]);
  }

  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    return this.add([x1, y1, x2, y2, x, y]);
  }

  quadTo(x1: number, y1: number, x: number, y: number): this {
    const third = (from: number, handle: number) => from + (2 / 3) * (handle - from);
    return this.curveTo(third(this.x, x1), third(this.y, y1), third(x, x1), third(y, y1), x, y);
  }

  /** Adds an elliptical arc. rotation: rotation of the ellipse, degrees. Radii that are too small are scaled up. SVG 2, appendix B.2.4. */
  arcTo(
    radiusX: number,
    radiusY: number,
    rotation: number,
    isLarge: boolean,
    isPositive: boolean,
    x: number,
    y: number,
  ): this {
    if (x === this.x && y === this.y) return this;
    let [rx, ry] = [Math.abs(radiusX), Math.abs(radiusY)];
    if (rx === 0 || ry === 0) return this.lineTo(x, y);
    const [c, s] = [cos((rotation * Math.PI) / 180), sin((rotation * Math.PI) / 180)];
    const [halfX, halfY] = [(this.x - x) / 2, (this.y - y) / 2];
    const [ownX, ownY] = [c * halfX + s * halfY, c * halfY - s * halfX];
    const reach = (ownX / rx) ** 2 + (ownY / ry) ** 2;
    if (reach > 1) {
      rx *= Math.sqrt(reach);
      ry *= Math.sqrt(reach);
    }
    const over = (rx * ownY) ** 2 + (ry * ownX) ** 2;
    const away = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - over) / over)) * (isLarge === isPositive ? -1 : 1);
    const [middleX, middleY] = [(away * rx * ownY) / ry, (-away * ry * ownX) / rx];
    const from = atan2((ownY - middleY) / ry, (ownX - middleX) / rx);
    let turn = atan2((-ownY - middleY) / ry, (-ownX - middleX) / rx) - from;
    if (isPositive && turn < 0) turn += 2 * Math.PI;
    if (!isPositive && turn > 0) turn -= 2 * Math.PI;
    const placement: Matrix = [c, s, -s, c, (this.x + x) / 2, (this.y + y) / 2];
    const circle = multiply(placement, [rx, 0, 0, ry, middleX, middleY]);
    return this.turnAbout(circle, from, turn, x, y);
  }

  /** Adds a whole ellipse that begins at its rightmost point. */
  ellipse(cx: number, cy: number, rx: number, ry: number): this {
    this.moveTo(cx + rx, cy);
    return this.turnAbout([rx, 0, 0, ry, cx, cy], 0, 2 * Math.PI, cx + rx, cy).close();
  }

  close(): this {
    this.end(true);
    [this.x, this.y] = [this.startX, this.startY];
    return this;
  }

  finish(): Subpath[] {
    this.end(false);
    return this.subpaths;
  }

  /**
   * Adds an arc of the unit circle, transformed by a matrix, as curves of at most 45°. The deviation from the arc is 4e-6 of the radius.
   * from: start angle, radians. turn: angle of the arc, radians. (x, y): end of the arc.
   */
  private turnAbout([a, b, c, d, e, f]: Matrix, from: number, turn: number, x: number, y: number): this {
    const count = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 4) - 1e-9));
    const step = turn / count;
    const handle = (4 / 3) * tan(step / 4);
    const point = (px: number, py: number) => [a * px + c * py + e, b * px + d * py + f];
    for (let k = 0; k < count; k++) {
      const [c0, s0] = [cos(from + k * step), sin(from + k * step)];
      const [c1, s1] = [cos(from + (k + 1) * step), sin(from + (k + 1) * step)];
      const end = k === count - 1 ? [x, y] : point(c1, s1);
      this.add([
        ...point(c0 - handle * s0, s0 + handle * c0),
        ...point(c1 + handle * s1, s1 - handle * c1),
        ...end,
      ]);
    }
    return this;
  }

  private add(piece: PathPiece): this {
    this.pieces.push(piece);
    [this.x, this.y] = piece.slice(-2);
    return this;
  }

  private end(isClosed: boolean): void {
    const { startX, startY, pieces } = this;
    if (pieces.length > 0) this.subpaths.push({ startX, startY, pieces, isClosed });
    this.pieces = [];
    [this.startX, this.startY] = isClosed ? [startX, startY] : [this.x, this.y];
  }
}

/** Transforms subpaths by a matrix. */
export function transformPath(subpaths: readonly Subpath[], [a, b, c, d, e, f]: Matrix): Subpath[] {
  const move = (values: readonly number[]) =>
    values.map((value, k) =>
      k % 2 === 0 ? a * value + c * values[k + 1] + e : b * values[k - 1] + d * value + f,
    );
  return subpaths.map(({ startX, startY, pieces, isClosed }) => {
    const [x, y] = move([startX, startY]);
    return { startX: x, startY: y, pieces: pieces.map(move), isClosed };
  });
}

/** Flattens a subpath to corners x y x y …, including its start. If the last corner equals the start, the last corner is left out. */
export function flattenSubpath(
  { startX, startY, pieces }: Subpath,
  tolerance: number,
  count: CornerCount,
): number[] {
  const corners = [startX, startY];
  let counted = 0;
  for (const piece of pieces) {
    count.add(corners.length / 2 - counted);
    counted = corners.length / 2;
    if (piece.length === 2) {
      corners.push(piece[0], piece[1]);
      continue;
    }
    const [x0, y0] = corners.slice(-2);
    const [x1, y1, x2, y2, x3, y3] = piece;
    flattenCubic(corners, x0, y0, x1, y1, x2, y2, x3, y3, tolerance);
  }
  const last = corners.length - 2;
  if (last > 0 && corners[last] === startX && corners[last + 1] === startY) corners.length = last;
  return corners;
}
