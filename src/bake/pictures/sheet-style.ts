import { roundStep } from './draw-profile.ts';
import { drawText, measureText, type TextStyle } from './font.ts';
import { type Color, fillRectangle, type Picture } from './picture.ts';

/** The colours of every sheet and diagram. */
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

/** A bar of a round length in the lower right corner, `scale` metres a pixel. */
export function drawScaleBar(picture: Picture, scale: number): void {
  const length = roundStep(picture.width * scale, 8);
  const width = Math.round(length / scale);
  const text =
    length >= 1
      ? `${length} m`
      : length >= 0.01
        ? `${Math.round(length * 100)} cm`
        : `${Math.round(length * 1000)} mm`;
  const boxWidth = Math.max(width, measureText(text, 10)) + 20;
  const x = Math.round(picture.width - boxWidth - 8);
  const y = picture.height - 44;
  fillRectangle(picture, x, y, Math.round(boxWidth), 36, sheetColors.paper, 0.78);
  drawText(picture, text, x + boxWidth / 2, y + 17, { size: 10, color: sheetColors.ink, align: 'center' });
  fillRectangle(picture, Math.round(x + (boxWidth - width) / 2), y + 25, width, 3, sheetColors.ink);
}
