/** The two pictures of the scene as formulas: a lake at dusk, and the face of a fox. x to the right, y up, height 2. */
import { sin } from '../../../src/math/portable.ts';
import { smoothStep } from '../shapes/level-set.ts';

/** sRGB, 0..1. */
type Color = readonly [number, number, number];
type Draw = (x: number, y: number) => Color;

const mix = (a: Color, b: Color, opacity: number): Color => [
  a[0] + (b[0] - a[0]) * opacity,
  a[1] + (b[1] - a[1]) * opacity,
  a[2] + (b[2] - a[2]) * opacity,
];

const horizon = -0.36;

function sky(x: number, y: number): Color {
  const up = (y - horizon) / (1 - horizon);
  const glow = mix([0.99, 0.66, 0.34], [0.86, 0.36, 0.38], smoothStep(0, 0.42, up));
  const air = mix(glow, [0.13, 0.15, 0.36], smoothStep(0.18, 1, up));
  const fromSun = Math.sqrt((x - 0.42) ** 2 + (y - 0.02) ** 2);
  const lit = mix(air, [1, 0.8, 0.45], 0.55 * (1 - smoothStep(0.2, 0.75, fromSun)));
  return mix(lit, [1, 0.95, 0.75], 1 - smoothStep(0.225, 0.245, fromSun));
}

function land(x: number, y: number): Color {
  const far = -0.02 + 0.16 * sin(2.3 * x + 0.6) + 0.07 * sin(5.9 * x + 2) + 0.03 * sin(13 * x);
  const near = -0.2 + 0.17 * sin(1.9 * x + 3.6) + 0.05 * sin(7.1 * x + 1);
  const color = mix(sky(x, y), [0.42, 0.25, 0.42], 1 - smoothStep(far - 0.015, far + 0.015, y));
  return mix(color, [0.16, 0.13, 0.29], 1 - smoothStep(near - 0.015, near + 0.015, y));
}

/** Draws a lake in front of hills, with a low sun. */
export const drawDusk: Draw = (x, y) => {
  if (y > horizon) return land(x, y);
  const depth = horizon - y;
  const ripple = 0.03 * sin(60 * depth + 3 * sin(2 * x)) * (0.4 + depth);
  const mirrored = land(x + ripple, horizon + 0.85 * depth);
  return mix(
    mix(mirrored, [0.1, 0.11, 0.26], 0.22 + 0.35 * depth),
    [1, 0.8, 0.5],
    0.12 * smoothStep(0.7, 1, sin(45 * depth)),
  );
};

/** Returns the coverage of a convex polygon at a point, with a soft edge of width `edge`. Corners counter-clockwise. */
function inside(corners: readonly number[], x: number, y: number, edge = 0.012): number {
  let nearest = 1;
  for (let k = 0; k < corners.length; k += 2) {
    const n = (k + 2) % corners.length;
    const [ux, uy] = [corners[n] - corners[k], corners[n + 1] - corners[k + 1]];
    const length = Math.sqrt(ux * ux + uy * uy);
    nearest = Math.min(nearest, (ux * (y - corners[k + 1]) - uy * (x - corners[k])) / length);
  }
  return smoothStep(-edge, edge, nearest);
}

const ellipse = (x: number, y: number, radiusX: number, radiusY: number) =>
  1 - smoothStep(0.9, 1.1, Math.sqrt((x / radiusX) ** 2 + (y / radiusY) ** 2));

/** Draws a fox that looks at the viewer. */
export const drawFoxFace: Draw = (x, y) => {
  const side = Math.abs(x);
  let color = mix([0.1, 0.29, 0.33], [0.2, 0.47, 0.47], smoothStep(1.5, 0.1, Math.sqrt(x * x + y * y)));
  const paint = (paintColor: Color, opacity: number) => {
    color = mix(color, paintColor, opacity);
  };
  const [orange, rust, cream, dark]: Color[] = [
    [0.95, 0.5, 0.15],
    [0.83, 0.37, 0.1],
    [0.98, 0.93, 0.85],
    [0.14, 0.1, 0.1],
  ];
  paint(rust, inside([0.2, 0.34, 0.86, 0.2, 0.8, 0.97], side, y));
  paint(dark, inside([0.42, 0.42, 0.76, 0.34, 0.735, 0.76], side, y));
  paint(
    orange,
    inside([-0.3, -0.86, 0, -0.86, 0.34, -0.5, 0.98, -0.12, 0.8, 0.3, 0.45, 0.53, -0.3, 0.58], side, y),
  );
  paint(rust, 0.6 * inside([-0.12, 0.05, 0.01, 0.05, 0.13, 0.56, -0.12, 0.575], side, y));
  paint(
    cream,
    inside([0.005, -0.86, 0.34, -0.5, 0.98, -0.12, 0.5, -0.14, 0.2, -0.36, 0.005, -0.64], side, y),
  );
  paint(dark, ellipse(x, y + 0.76, 0.13, 0.1));
  paint(dark, ellipse(side - 0.38, y - 0.06, 0.105, 0.12));
  paint(cream, ellipse(side - 0.415, y - 0.1, 0.03, 0.03));
  return color;
};
