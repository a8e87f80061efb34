import type { PointsLook } from '../../systems/system.ts';
import { chooseBackdrop, drawPoints } from './draw-points.ts';
import { roundStep } from './draw-profile.ts';
import { drawText, fitText } from './font.ts';
import {
  createPicture,
  drawLine,
  fillRectangle,
  type Picture,
  placePicture,
  strokeSegments,
} from './picture.ts';
import { choosePointsView, type PointsMoment } from './points-view.ts';
import { sheetColors, textStyles } from './sheet-style.ts';

/** What a sheet of particles shows. */
export interface PointsSheetOptions {
  /** The scene's name. */
  readonly title: string;
  readonly note: string;
  readonly look: PointsLook;
  /** In rising order; the last is drawn large. */
  readonly moments: readonly PointsMoment[];
  /** How many particles there are, over time. */
  readonly times: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  /** What keys lead, as bars above the graph. */
  readonly spans?: readonly PointsSpan[];
}

/** A key on the sheet. */
export interface PointsSpan {
  readonly name: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** How many it led, and how many of them got there. */
  readonly count: number;
  readonly arrived: number;
}

const margin = 36;
const gap = 14;
const contentWidth = 1200;
const graphHeight = 96;
const spanHeight = 18;

/** One picture of particles over a bake: moments, the last one large, and how many there are, with what keys do. */
export function drawPointsSheet(options: PointsSheetOptions): Picture {
  const { title, note, look, moments, spans = [] } = options;
  const view = choosePointsView(moments);
  const shape = view ? view.width / view.height : 2;
  const last = moments[moments.length - 1];
  const early = moments.slice(0, -1);
  const perRow =
    shape > 2.4 && early.length % 2 === 0 ? Math.max(1, early.length / 2) : Math.max(1, early.length);
  const small = Math.floor((contentWidth - (perRow - 1) * gap) / perRow);
  const smallHeight = clamp(Math.round(small / shape), 150, 300);
  const rows = Math.ceil(early.length / perRow);
  const largeHeight = clamp(Math.round(contentWidth / shape), 340, 640);
  const top = 96;
  const largeTop = top + rows * (22 + smallHeight + gap);
  const spanTop = largeTop + 22 + largeHeight + 40;
  const graphTop = spanTop + spans.length * spanHeight + (spans.length > 0 ? 8 : 0);
  const height = graphTop + graphHeight + margin;
  const sheet = createPicture(contentWidth + 2 * margin, height, sheetColors.paper);
  drawText(sheet, fitText(title, 22, contentWidth), margin, 52, textStyles.title);
  drawText(sheet, fitText(note, textStyles.note.size, contentWidth), margin, 78, textStyles.note);
  const backdrop = chooseBackdrop(moments, look);
  const draw = (moment: PointsMoment, x: number, y: number, width: number, high: number) => {
    drawText(sheet, `${moment.t.toFixed(2)} s`, x, y + 12, textStyles.caption);
    const alive = countWords(moment.points.count);
    drawText(sheet, alive, x + width, y + 12, { ...textStyles.note, size: 10.5, align: 'right' });
    if (view) placePicture(sheet, drawPoints(moment, look, view, backdrop, width, high), x, y + 22);
    else fillRectangle(sheet, x, y + 22, width, high, sheetColors.ink, 0.06);
  };
  early.forEach((moment, k) => {
    const [column, row] = [k % perRow, Math.floor(k / perRow)];
    draw(moment, margin + column * (small + gap), top + row * (22 + smallHeight + gap), small, smallHeight);
  });
  if (last) draw(last, margin, largeTop, contentWidth, largeHeight);
  drawTimeline(sheet, options, spanTop, graphTop);
  return sheet;
}

const graphLeft = margin + 64;
const graphWidth = contentWidth - 64;

/** What keys lead as bars, how many particles there are as a line, both over the time of the bake. */
function drawTimeline(
  sheet: Picture,
  { times, counts, moments, spans = [] }: PointsSheetOptions,
  spanTop: number,
  graphTop: number,
): void {
  const caption =
    spans.length > 0 ? 'Keys, and how many particles there are' : 'How many particles there are';
  drawText(sheet, caption, margin, spanTop - 14, textStyles.caption);
  const [start, end] = [times[0], times[times.length - 1]];
  const toX = (t: number) => graphLeft + (end > start ? ((t - start) / (end - start)) * graphWidth : 0);
  const high = graphHeight - 22;
  for (const { t } of moments)
    drawLine(sheet, toX(t), spanTop, toX(t), graphTop + high, 1, sheetColors.ink, 0.22);
  spans.forEach((span, k) => {
    drawSpan(
      sheet,
      span,
      toX(Math.max(start, span.start)),
      toX(Math.min(end, span.end)),
      spanTop + k * spanHeight,
    );
  });
  const most = Math.max(
    1,
    Array.from(counts).reduce((most, count) => Math.max(most, count), 0),
  );
  const step = Math.max(1, roundStep(most, 2));
  const highest = Math.ceil(most / step) * step;
  const toY = (count: number) => graphTop + high - (count / highest) * high;
  for (let count = 0; count <= highest; count += step) {
    drawLine(
      sheet,
      graphLeft,
      toY(count),
      graphLeft + graphWidth,
      toY(count),
      1,
      sheetColors.ink,
      count === 0 ? 0.5 : 0.12,
    );
    drawText(sheet, groupDigits(count), graphLeft - 8, toY(count) + 4, {
      ...textStyles.caption,
      align: 'right',
    });
  }
  const segments: number[] = [];
  for (let k = 1; k < times.length; k++)
    segments.push(toX(times[k - 1]), toY(counts[k - 1]), toX(times[k]), toY(counts[k]));
  strokeSegments(sheet, segments, 2, accent);
  const tick = roundStep(Math.max(end - start, 1e-3), 10);
  for (let t = Math.ceil(start / tick - 1e-9) * tick; t <= end + 1e-9; t += tick) {
    drawLine(sheet, toX(t), graphTop + high, toX(t), graphTop + high + 4, 1, sheetColors.ink, 0.5);
    const align = t + tick > end ? 'right' : 'center';
    const label = `${Number(t.toFixed(3))} s`;
    drawText(sheet, label, toX(t), graphTop + graphHeight - 2, { ...textStyles.caption, align });
  }
}

const accent = [196, 92, 48] as const;

function drawSpan(sheet: Picture, span: PointsSpan, left: number, right: number, y: number): void {
  const { name, count, arrived } = span;
  const width = Math.max(3, Math.round(right) - Math.round(left));
  fillRectangle(sheet, Math.round(left), y + 2, width, spanHeight - 6, accent, 0.28);
  fillRectangle(sheet, Math.round(right) - 2, y + 2, 2, spanHeight - 6, accent);
  const words = `${name}: ${groupDigits(arrived)}${arrived === count ? '' : ` of ${groupDigits(count)}`} arrived`;
  const style = { ...textStyles.caption, size: 9.5 };
  // Inside the bar where there is room, else before or after it.
  const room = contentWidth + margin - right;
  if (width > 8 * words.length) drawText(sheet, words, left + 8, y + 12, style);
  else if (room > 8 * words.length) drawText(sheet, words, right + 8, y + 12, style);
  else drawText(sheet, words, left - 8, y + 12, { ...style, align: 'right' });
}

function countWords(count: number): string {
  return count === 1 ? '1 particle' : `${groupDigits(count)} particles`;
}

/** 12 000 for 12000. */
function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
