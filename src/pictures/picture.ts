/** A picture: 8-bit sRGB, three bytes per pixel, row 0 at the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, [3 · width · height]. */
  readonly rgb: Uint8Array;
}

/** sRGB bytes. */
export type Color = readonly [number, number, number];

/** Creates a picture with one colour. Sizes are integers ≥ 1. */
export function createPicture(width: number, height: number, color: Color): Picture {
  const picture = { width, height, rgb: new Uint8Array(3 * width * height) };
  for (let k = 0; k < 3 * width; k++) picture.rgb[k] = color[k % 3];
  for (let row = 1; row < height; row++) picture.rgb.copyWithin(3 * width * row, 0, 3 * width);
  return picture;
}

/** Blends a colour into one pixel. coverage: 0..1. Pixels outside of the picture are ignored. */
export function blendPixel(picture: Picture, x: number, y: number, color: Color, coverage: number): void {
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height || coverage <= 0) return;
  const k = 3 * (y * picture.width + x);
  const { rgb } = picture;
  const c = Math.min(coverage, 1);
  rgb[k] += Math.round((color[0] - rgb[k]) * c);
  rgb[k + 1] += Math.round((color[1] - rgb[k + 1]) * c);
  rgb[k + 2] += Math.round((color[2] - rgb[k + 2]) * c);
}

/** Fills a rectangle of pixels, clipped to the picture. */
export function fillRectangle(
  picture: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  color: Color,
  opacity = 1,
): void {
  const right = Math.min(picture.width, x + width);
  const bottom = Math.min(picture.height, y + height);
  for (let row = Math.max(0, y); row < bottom; row++) {
    for (let column = Math.max(0, x); column < right; column++)
      blendPixel(picture, column, row, color, opacity);
  }
}

/** Draws a frame, one pixel wide, just inside a rectangle. */
export function strokeRectangle(
  picture: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  color: Color,
  opacity = 1,
): void {
  fillRectangle(picture, x, y, width, 1, color, opacity);
  fillRectangle(picture, x, y + height - 1, width, 1, color, opacity);
  fillRectangle(picture, x, y + 1, 1, height - 2, color, opacity);
  fillRectangle(picture, x + width - 1, y + 1, 1, height - 2, color, opacity);
}

/** Copies one picture into another, with its top left corner at (x, y), clipped. */
export function placePicture(target: Picture, source: Picture, x: number, y: number): void {
  const left = Math.max(0, -x);
  const right = Math.min(source.width, target.width - x);
  if (right <= left) return;
  for (let row = Math.max(0, -y); row < source.height && row + y < target.height; row++) {
    const from = 3 * (row * source.width + left);
    const to = 3 * ((row + y) * target.width + x + left);
    target.rgb.set(source.rgb.subarray(from, from + 3 * (right - left)), to);
  }
}

/** Returns the distance of the point (px, py) from the segment (x0, y0) to (x1, y1). */
export function distanceToSegment(
  px: number,
  py: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const lengthSquared = dx * dx + dy * dy;
  let s = lengthSquared > 0 ? ((px - x0) * dx + (py - y0) * dy) / lengthSquared : 0;
  s = s < 0 ? 0 : Math.min(s, 1);
  const ex = px - x0 - s * dx;
  const ey = py - y0 - s * dy;
  return Math.sqrt(ex * ex + ey * ey);
}

/**
 * Draws polylines as one antialiased stroke with round ends. As they are one stroke, joints and crossings are not darker. segments [4 · n]:
 * x0 y0 x1 y1 in pixels; pixel centres are at + 0.5. `lineWidth`: in pixels.
 */
export function strokeSegments(
  picture: Picture,
  segments: ArrayLike<number>,
  lineWidth: number,
  color: Color,
  opacity = 1,
): void {
  if (segments.length < 4) return;
  const radius = lineWidth / 2;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < segments.length; k += 2) {
    left = Math.min(left, segments[k]);
    right = Math.max(right, segments[k]);
    top = Math.min(top, segments[k + 1]);
    bottom = Math.max(bottom, segments[k + 1]);
  }
  const x0 = Math.max(0, Math.floor(left - radius - 1));
  const x1 = Math.min(picture.width - 1, Math.ceil(right + radius + 1));
  const y1 = Math.min(picture.height - 1, Math.ceil(bottom + radius + 1));
  for (let y = Math.max(0, Math.floor(top - radius - 1)); y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      let nearest = Infinity;
      for (let k = 0; k + 3 < segments.length; k += 4) {
        const d = distanceToSegment(
          x + 0.5,
          y + 0.5,
          segments[k],
          segments[k + 1],
          segments[k + 2],
          segments[k + 3],
        );
        if (d < nearest) nearest = d;
      }
      const coverage = radius + 0.5 - nearest;
      if (coverage > 0) blendPixel(picture, x, y, color, Math.min(1, coverage) * opacity);
    }
  }
}

/** Draws one antialiased line. */
export function drawLine(
  picture: Picture,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  lineWidth: number,
  color: Color,
  opacity = 1,
): void {
  strokeSegments(picture, [x0, y0, x1, y1], lineWidth, color, opacity);
}
