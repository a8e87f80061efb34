import { roundStep } from './draw-profile.ts';
import { drawText, type TextStyle } from './font.ts';
import { type Color, fillRectangle, type Picture } from './picture.ts';

/** The colours of all sheets and diagrams. */
export const sheetColors = {
  paper: [250, 248, 244],
  ink: [38, 36, 34],
  faint: [112, 108, 102],
} as const satisfies Record<string, Color>;

export const textStyles = {
  title: { size: 22, color: sheetColors.ink, weight: 0.15 },
  note: { size: 11.5, color: sheetColors.faint },
  caption: { size: 10.5, color: sheetColors.ink },
} as const satisfies Record<string, TextStyle>;

/**
 * Draws a scale bar of a round length with its label, ending at (right, baseline). `scale`: metres per pixel. The length of the bar is
 * between an eighth and a third of `room`.
 */
export function drawScaleBar(
  picture: Picture,
  right: number,
  baseline: number,
  scale: number,
  room: number,
): void {
  const length = roundStep(room * scale, 8);
  const width = Math.round(length / scale);
  const text =
    length >= 1
      ? `${length} m`
      : length >= 0.01
        ? `${Math.round(length * 1000) / 10} cm`
        : `${Math.round(length * 10000) / 10} mm`;
  const left = right - width;
  fillRectangle(picture, left, baseline - 5, width, 2, sheetColors.ink);
  fillRectangle(picture, left, baseline - 9, 1, 10, sheetColors.ink);
  fillRectangle(picture, right - 1, baseline - 9, 1, 10, sheetColors.ink);
  drawText(picture, text, left - 8, baseline, { ...textStyles.caption, align: 'right' });
}

/** Returns the caption under a picture of a moment. */
export function secondsLabel(seconds: number): string {
  return `${seconds.toFixed(2)} s`;
}
