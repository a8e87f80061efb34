import { type DrawnStrands, drawFur, type FurDirection } from './draw-fur.ts';
import { roundStep } from './draw-profile.ts';
import type { Figure } from './figure.ts';
import { drawText, fitText } from './font.ts';
import { createPicture, drawLine, type Picture, placePicture, strokeSegments } from './picture.ts';
import { sheetColors, textStyles } from './sheet-style.ts';

export interface FurMoment {
  /** Seconds. */
  readonly t: number;
  readonly strands: DrawnStrands;
  readonly figures: readonly Figure[];
  readonly direction: FurDirection;
}

/** What a sheet of fur shows. */
export interface FurSheetOptions {
  /** The scene's name. */
  readonly title: string;
  readonly note: string;
  /** In rising order. */
  readonly moments: readonly FurMoment[];
  /** Which of them is drawn large. */
  readonly main: number;
  /** How far strands lean from the normal of their skin, over time: on average and at most, degrees. */
  readonly times: ArrayLike<number>;
  readonly leans: { readonly mean: ArrayLike<number>; readonly most: ArrayLike<number> };
}

const margin = 36;
const gap = 14;
const contentWidth = 1200;
const largeHeight = 620;
const smallHeight = 250;
const graphHeight = 130;
const accent = [196, 92, 48] as const;
const pale = [226, 178, 142] as const;

/** One picture of fur over a bake: moments, one of them large, and how far strands lean over time. */
export function drawFurSheet({ title, note, moments, main, ...graph }: FurSheetOptions): Picture {
  const others = moments.filter((_, k) => k !== main);
  const top = 96;
  const smallTop = top + 22 + largeHeight + gap;
  const graphTop = smallTop + (others.length > 0 ? 22 + smallHeight : 0) + 44;
  const hasGraph = graph.times.length > 1;
  const height = hasGraph ? graphTop + graphHeight + margin : graphTop - 44 + margin;
  const sheet = createPicture(contentWidth + 2 * margin, height, sheetColors.paper);
  drawText(sheet, fitText(title, 22, contentWidth), margin, 52, textStyles.title);
  drawText(sheet, fitText(note, textStyles.note.size, contentWidth), margin, 78, textStyles.note);
  const draw = (moment: FurMoment, x: number, y: number, width: number, high: number) => {
    drawText(sheet, `${moment.t.toFixed(2)} s`, x, y + 12, textStyles.caption);
    const { strands, figures, direction } = moment;
    placePicture(sheet, drawFur(strands, figures, direction, width, high), x, y + 22);
  };
  if (moments[main]) draw(moments[main], margin, top, contentWidth, largeHeight);
  const small = Math.floor((contentWidth - (others.length - 1) * gap) / Math.max(1, others.length));
  others.forEach((moment, k) => {
    draw(moment, margin + k * (small + gap), smallTop, small, smallHeight);
  });
  if (hasGraph) drawLeans(sheet, graphTop, graph, moments);
  return sheet;
}

function drawLeans(
  sheet: Picture,
  top: number,
  { times, leans }: Pick<FurSheetOptions, 'times' | 'leans'>,
  moments: readonly FurMoment[],
): void {
  drawText(
    sheet,
    'How far strands lean from their skin: on average, and pale the furthest',
    margin,
    top - 18,
    textStyles.caption,
  );
  const left = margin + 56;
  const width = contentWidth - 56;
  const height = graphHeight - 22;
  const [start, end] = [times[0], times[times.length - 1]];
  const largest = Array.from(leans.most).reduce((most, value) => Math.max(most, value), 1);
  const step = roundStep(largest, 3);
  const highest = Math.ceil(largest / step - 1e-9) * step;
  const toX = (t: number) => left + ((t - start) / (end - start)) * width;
  const toY = (value: number) => top + height - (value / highest) * height;
  for (let value = 0; value <= highest * 1.0001; value += step) {
    drawLine(sheet, left, toY(value), left + width, toY(value), 1, sheetColors.ink, value === 0 ? 0.5 : 0.12);
    drawText(sheet, `${Number(value.toFixed(2))}°`, left - 8, toY(value) + 4, {
      ...textStyles.caption,
      align: 'right',
    });
  }
  for (const { t } of moments) drawLine(sheet, toX(t), top, toX(t), top + height, 1, sheetColors.ink, 0.3);
  for (const [values, color] of [
    [leans.most, pale],
    [leans.mean, accent],
  ] as const) {
    const segments: number[] = [];
    for (let k = 1; k < times.length; k++)
      segments.push(toX(times[k - 1]), toY(values[k - 1]), toX(times[k]), toY(values[k]));
    strokeSegments(sheet, segments, 2, color);
  }
  const tick = roundStep(end - start, 10);
  for (let t = Math.ceil(start / tick - 1e-9) * tick; t <= end + 1e-9; t += tick) {
    drawLine(sheet, toX(t), top + height, toX(t), top + height + 4, 1, sheetColors.ink, 0.5);
    const align = t + tick > end ? 'right' : 'center';
    drawText(sheet, `${Number(t.toFixed(3))} s`, toX(t), top + graphHeight - 2, {
      ...textStyles.caption,
      align,
    });
  }
}
