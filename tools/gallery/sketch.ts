import { blendPixel, type Color, drawLine, type Picture } from '../../src/pictures/picture.ts';
import { fillDot } from './plot.ts';

export type Vector = readonly [number, number, number];

/** A parallel projection: a view from above and from one side. */
export interface SketchView {
  /** Point of the world that appears at the pixel (x, y). */
  readonly center: Vector;
  readonly x: number;
  readonly y: number;
  /** Pixels per metre. */
  readonly scale: number;
  /** Direction of the view: angle about y, and height above the horizon, rad. */
  readonly heading: number;
  readonly elevation: number;
}

/** Colour and opacity of a triangle at barycentric coordinates. */
export type Paint = (a: number, b: number, c: number) => { readonly color: Color; readonly opacity: number };

/** Draws surfaces, lines and dots of a diagram in space, the farthest first. */
export class Sketch {
  private readonly items: { readonly depth: number; readonly draw: () => void }[] = [];
  private readonly axes: readonly [Vector, Vector, Vector];

  constructor(
    private readonly picture: Picture,
    private readonly view: SketchView,
  ) {
    const { heading, elevation } = view;
    const [sh, ch] = [Math.sin(heading), Math.cos(heading)];
    const [se, ce] = [Math.sin(elevation), Math.cos(elevation)];
    this.axes = [
      [ch, 0, -sh],
      [-sh * se, ce, -ch * se],
      [sh * ce, se, ch * ce],
    ];
  }

  /** Unit vector towards the viewer. */
  get toViewer(): Vector {
    return this.axes[2];
  }

  /** Returns the pixel of a point, and its distance towards the viewer, m. */
  project(p: Vector): [x: number, y: number, depth: number] {
    const { center, x, y, scale } = this.view;
    const along = (axis: Vector) => axis.reduce((sum, value, c) => sum + value * (p[c] - center[c]), 0);
    const [right, up, near] = this.axes.map(along);
    return [x + scale * right, y - scale * up, near];
  }

  /** lift: added to the depth, m, so that what is on a surface is drawn after it. */
  triangle(points: readonly Vector[], paint: Paint, lift = 0): void {
    const [a, b, c] = points.map((point) => this.project(point));
    const depth = (a[2] + b[2] + c[2]) / 3 + lift;
    this.items.push({ depth, draw: () => fillTriangle(this.picture, a, b, c, paint) });
  }

  line(from: Vector, to: Vector, lineWidth: number, color: Color, opacity = 1, lift = 0): void {
    const [a, b] = [this.project(from), this.project(to)];
    const draw = () => drawLine(this.picture, a[0], a[1], b[0], b[1], lineWidth, color, opacity);
    this.items.push({ depth: (a[2] + b[2]) / 2 + lift, draw });
  }

  /** Draws a spring as a zigzag line. */
  spring(from: Vector, to: Vector, lineWidth: number, color: Color, lift = 0): void {
    const [a, b] = [this.project(from), this.project(to)];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy);
    const size = 3.2 * lineWidth;
    const turns = Math.max(2, Math.round(length / (2.2 * size)));
    const points = [[a[0], a[1]]];
    const at = (t: number, aside: number) => [
      a[0] + t * dx - (aside * dy) / Math.max(length, 1e-9),
      a[1] + t * dy + (aside * dx) / Math.max(length, 1e-9),
    ];
    points.push(at(0.15, 0));
    for (let k = 0; k < 2 * turns; k++)
      points.push(at(0.15 + (0.7 * (k + 0.5)) / (2 * turns), (k % 2 === 0 ? 1 : -1) * size));
    points.push(at(0.85, 0), [b[0], b[1]]);
    const draw = () => {
      for (let k = 0; k + 1 < points.length; k++) {
        const [[x0, y0], [x1, y1]] = [points[k], points[k + 1]];
        drawLine(this.picture, x0, y0, x1, y1, lineWidth, color);
      }
    };
    this.items.push({ depth: (a[2] + b[2]) / 2 + lift, draw });
  }

  dot(at: Vector, radius: number, color: Color, lift = 0): void {
    const [x, y, depth] = this.project(at);
    this.items.push({ depth: depth + lift, draw: () => fillDot(this.picture, x, y, radius, color) });
  }

  paint(): void {
    for (const { draw } of this.items.toSorted((a, b) => a.depth - b.depth)) draw();
  }
}

function fillTriangle(
  picture: Picture,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  c: ArrayLike<number>,
  paint: Paint,
): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  if (Math.abs(area) < 1e-9) return;
  const [left, right] = [Math.min(a[0], b[0], c[0]), Math.max(a[0], b[0], c[0])];
  const [top, bottom] = [Math.min(a[1], b[1], c[1]), Math.max(a[1], b[1], c[1])];
  for (let y = Math.floor(top); y <= bottom; y++) {
    for (let x = Math.floor(left); x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const u = ((b[0] - px) * (c[1] - py) - (b[1] - py) * (c[0] - px)) / area;
      const v = ((c[0] - px) * (a[1] - py) - (c[1] - py) * (a[0] - px)) / area;
      const w = 1 - u - v;
      // A pixel on a common edge of two triangles belongs to one of them.
      if (u < 0 || v < 0 || w <= 0) continue;
      const { color, opacity } = paint(u, v, w);
      blendPixel(picture, x, y, color, opacity);
    }
  }
}

/** Returns a picture of half the width and height. Each pixel is the mean of four. */
export function halve({ width, height, rgb }: Picture): Picture {
  const out = {
    width: width >> 1,
    height: height >> 1,
    rgb: new Uint8Array(3 * (width >> 1) * (height >> 1)),
  };
  for (let y = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      for (let c = 0; c < 3; c++) {
        const k = 3 * (2 * y * width + 2 * x) + c;
        out.rgb[3 * (y * out.width + x) + c] =
          (rgb[k] + rgb[k + 3] + rgb[k + 3 * width] + rgb[k + 3 * width + 3] + 2) >> 2;
      }
    }
  }
  return out;
}
