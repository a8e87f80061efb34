import { drawText, type TextStyle } from '../../src/pictures/font.ts';
import { blendPixel, type Color, drawLine, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';

/** Colours of diagrams, on paper. */
export const plotColors = {
  orange: [196, 92, 48],
  blue: [58, 104, 160],
  green: [84, 132, 84],
  red: [206, 46, 44],
  gray: [150, 145, 138],
  pale: [222, 217, 209],
  panel: [253, 252, 249],
} as const satisfies Record<string, Color>;

/** Draws an antialiased disc. Centre and radius in pixels. */
export function fillDot(
  picture: Picture,
  x: number,
  y: number,
  radius: number,
  color: Color,
  opacity = 1,
): void {
  for (let row = Math.floor(y - radius - 1); row <= Math.ceil(y + radius); row++) {
    for (let column = Math.floor(x - radius - 1); column <= Math.ceil(x + radius); column++) {
      const away = Math.sqrt((column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2);
      const cover = Math.min(1, radius + 0.5 - away);
      if (cover > 0) blendPixel(picture, column, row, color, cover * opacity);
    }
  }
}

/** Draws a circle with a line of one pixel. */
export function strokeCircle(
  picture: Picture,
  x: number,
  y: number,
  radius: number,
  lineWidth: number,
  color: Color,
  opacity = 1,
): void {
  const reach = radius + lineWidth;
  for (let row = Math.floor(y - reach - 1); row <= Math.ceil(y + reach); row++) {
    for (let column = Math.floor(x - reach - 1); column <= Math.ceil(x + reach); column++) {
      const away = Math.abs(Math.sqrt((column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2) - radius);
      const cover = Math.min(1, lineWidth / 2 + 0.5 - away);
      if (cover > 0) blendPixel(picture, column, row, color, cover * opacity);
    }
  }
}

/** Draws an opaque polyline through points [x y x y …]. `dash`: number of pixels that are alternately drawn and left out. */
export function strokePath(
  picture: Picture,
  points: readonly number[],
  lineWidth: number,
  color: Color,
  dash = 0,
): void {
  let gone = 0;
  for (let k = 0; k + 3 < points.length; k += 2) {
    const [x0, y0, x1, y1] = points.slice(k, k + 4);
    const length = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
    if (dash === 0) {
      drawLine(picture, x0, y0, x1, y1, lineWidth, color);
      continue;
    }
    for (let from = 0; from < length; ) {
      const phase = gone % (2 * dash);
      const to = Math.min(length, from + (phase < dash ? dash - phase : 2 * dash - phase));
      const [a, b] = [from / length, to / length];
      if (phase < dash) {
        drawLine(
          picture,
          x0 + a * (x1 - x0),
          y0 + a * (y1 - y0),
          x0 + b * (x1 - x0),
          y0 + b * (y1 - y0),
          lineWidth,
          color,
        );
      }
      gone += Math.max(to - from, 1e-6);
      from = to + 1e-9;
    }
  }
}

/** Draws an arrow with a filled head at (x1, y1). */
export function drawArrow(
  picture: Picture,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  lineWidth: number,
  color: Color,
): void {
  const length = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
  const head = Math.min(0.6 * length, 3.6 * lineWidth + 3);
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  drawLine(picture, x0, y0, x1 - head * dx, y1 - head * dy, lineWidth, color);
  // The head is filled with parallel lines.
  for (let along = 0; along < head; along += 0.5) {
    const half = (0.42 * along * head) / head;
    const [x, y] = [x1 - along * dx, y1 - along * dy];
    drawLine(picture, x - half * dy, y + half * dx, x + half * dy, y - half * dx, 1, color);
  }
}

export interface Axis {
  /** Values at both ends of the axis, and the positions of the ends, pixels. */
  readonly from: number;
  readonly to: number;
  readonly fromPixel: number;
  readonly toPixel: number;
  readonly isLog?: boolean;
}

/** Returns the position of a value on an axis, pixels. */
export function placeOn({ from, to, fromPixel, toPixel, isLog }: Axis, value: number): number {
  const t = isLog
    ? Math.log(Math.max(value, 1e-300) / from) / Math.log(to / from)
    : (value - from) / (to - from);
  return fromPixel + t * (toPixel - fromPixel);
}

/** Draws the background, lines and labels of two axes around a plot. ticks: values with their labels. */
export function drawAxes(
  picture: Picture,
  x: Axis,
  y: Axis,
  xTicks: readonly (readonly [number, string])[],
  yTicks: readonly (readonly [number, string])[],
  style: TextStyle = textStyles.caption,
): void {
  const [left, right, top, bottom] = [x.fromPixel, x.toPixel, y.toPixel, y.fromPixel];
  fillRectangle(picture, left, top, right - left, bottom - top, plotColors.panel);
  for (const [value, label] of xTicks) {
    const at = Math.round(placeOn(x, value));
    fillRectangle(picture, at, top, 1, bottom - top, sheetColors.ink, 0.1);
    drawText(picture, label, at, bottom + 20, { ...style, align: 'center' });
  }
  for (const [value, label] of yTicks) {
    const at = Math.round(placeOn(y, value));
    fillRectangle(picture, left, at, right - left, 1, sheetColors.ink, 0.1);
    drawText(picture, label, left - 9, at + style.size / 2, { ...style, align: 'right' });
  }
  fillRectangle(picture, left, bottom, right - left, 1, sheetColors.ink, 0.6);
  fillRectangle(picture, left, top, 1, bottom - top, sheetColors.ink, 0.6);
}
