import { drawText } from './font.ts';
import { blendPixel, type Color, drawLine, fillRectangle, type Picture, strokeSegments } from './picture.ts';

/** A section through the ground, heights in metres at equal distances. */
export interface Profile {
  /** Metres between samples. */
  readonly step: number;
  readonly heights: ArrayLike<number>;
  /** Heights along the line in the initial state, metres. */
  readonly initial: ArrayLike<number>;
}

export interface ProfileStyle {
  readonly ink: Color;
  readonly faint: Color;
  readonly ground: Color;
  readonly textSize: number;
}

/** Returns a step of 1, 2 or 5 times a power of ten that divides `range` into at most `count` parts. range > 0. */
export function roundStep(range: number, count: number): number {
  let step = 1;
  while (step * count < range) step *= 10;
  while ((step / 10) * count >= range) step /= 10;
  if ((step / 5) * count >= range) return step / 5;
  return (step / 2) * count >= range ? step / 2 : step;
}

/**
 * Draws a profile as a graph: centimetres horizontally, millimetres vertically, 0 mm at the mean of the initial ground.
 */
export function drawProfile(
  picture: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  profile: Profile,
  style: ProfileStyle,
): void {
  const count = profile.heights.length;
  const zero = mean(profile.initial);
  const millimetres = (value: number) => 1000 * (value - zero);
  let [low, high] = [-1, 1];
  for (let k = 0; k < count; k++) {
    low = Math.min(low, millimetres(profile.heights[k]), millimetres(profile.initial[k]));
    high = Math.max(high, millimetres(profile.heights[k]), millimetres(profile.initial[k]));
  }
  const tick = roundStep(high - low, Math.max(2, Math.round(height / 50)));
  const bottom = Math.floor(low / tick - 0.25) * tick;
  const top = Math.ceil(high / tick + 0.25) * tick;
  const left = x + 4.6 * style.textSize;
  const plotWidth = x + width - left;
  const plotHeight = height - 2.6 * style.textSize;
  const toY = (value: number) => y + ((top - value) / (top - bottom)) * plotHeight;
  const toX = (k: number) => left + (k / Math.max(1, count - 1)) * plotWidth;
  const label = { size: style.textSize, color: style.faint };

  const heightAt = (values: ArrayLike<number>, column: number) => {
    const s = (Math.min(Math.max(column + 0.5, 0), plotWidth) / plotWidth) * (count - 1);
    const k = Math.min(Math.max(0, count - 2), Math.floor(s));
    const next = Math.min(count - 1, k + 1);
    return millimetres(values[k] + (s - k) * (values[next] - values[k]));
  };
  for (let column = 0; column < Math.floor(plotWidth); column++) {
    const surface = toY(heightAt(profile.heights, column));
    for (let row = Math.floor(surface); row < Math.floor(y + plotHeight); row++)
      blendPixel(picture, Math.round(left) + column, row, style.ground, Math.min(1, row + 1 - surface));
  }
  for (let n = Math.round(bottom / tick); n <= Math.round(top / tick); n++) {
    const row = toY(n * tick);
    fillRectangle(
      picture,
      Math.round(left),
      Math.round(row),
      Math.floor(plotWidth),
      1,
      style.ink,
      n === 0 ? 0.3 : 0.1,
    );
    const unit = n === Math.round(top / tick) ? ' mm' : '';
    const value = `${roundLabel(n * tick)}${unit}`;
    drawText(picture, value, left - 8, row + style.textSize / 2, { ...label, align: 'right' });
  }
  const strokes = (values: ArrayLike<number>, keep: (k: number) => boolean) => {
    const segments: number[] = [];
    for (let k = 0; k + 1 < count; k++) {
      if (keep(k))
        segments.push(toX(k), toY(millimetres(values[k])), toX(k + 1), toY(millimetres(values[k + 1])));
    }
    return segments;
  };
  // The line is drawn in chunks of a few segments, because the time for a stroke is the area of its bounding box times the number of its
  // segments.
  const drawPieces = (
    values: ArrayLike<number>,
    lineWidth: number,
    opacity: number,
    keep: (k: number) => boolean,
  ) => {
    for (let k = 0; k < count; k += 6)
      strokeSegments(
        picture,
        strokes(values, (n) => n >= k && n < k + 6 && keep(n)),
        lineWidth,
        style.ink,
        opacity,
      );
  };
  const dash = Math.max(1, Math.round((8 * count) / plotWidth));
  drawPieces(profile.initial, 1.2, 0.55, (k) => Math.floor(k / dash) % 2 === 0);
  drawPieces(profile.heights, 2, 1, () => true);

  const length = 100 * profile.step * (count - 1);
  const lengthTick = roundStep(Math.max(length, 1e-6), 6);
  for (let n = 0; n * lengthTick <= length * 1.0001; n++) {
    const column = left + (n * lengthTick * plotWidth) / Math.max(length, 1e-6);
    drawLine(picture, column, y + plotHeight, column, y + plotHeight + 4, 1, style.ink, 0.5);
    const last = (n + 1) * lengthTick > length;
    const text = last ? `${roundLabel(n * lengthTick)} cm` : roundLabel(n * lengthTick);
    const align = last ? 'right' : n === 0 ? 'left' : 'center';
    drawText(picture, text, last ? Math.min(x + width, column + 22) : column, y + height - 1, {
      ...label,
      align,
    });
  }
}

function roundLabel(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return (rounded < 0 ? `−${-rounded}` : `${rounded}`).replace(/^−0$/, '0');
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  return values.length > 0 ? sum / values.length : 0;
}
