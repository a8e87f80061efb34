import { maxOf } from '../math/lists.ts';
import { roundStep } from './draw-profile.ts';
import { drawText } from './font.ts';
import { type Color, drawLine, type Picture, strokeSegments } from './picture.ts';
import { sheetColors, textStyles } from './sheet-style.ts';

/** Graphs over time, for the bottom of a sheet. */
export interface TimeGraph {
  readonly caption: string;
  /** Seconds, increasing. */
  readonly times: ArrayLike<number>;
  readonly lines: readonly { readonly values: ArrayLike<number>; readonly color: Color }[];
  /** min: minimum range of the scale. show: formats the values of the scale. */
  readonly min: number;
  show(value: number): string;
  /** Times that are marked in the graph. */
  readonly marks: readonly number[];
}

/** Space for the numbers at the left of the graph, and for the times below it. */
const left = 56;
const foot = 22;

/** Draws a graph with its caption above `y`. Width and height include the numbers. */
export function drawTimeGraph(
  sheet: Picture,
  { caption, times, lines, min, show, marks }: TimeGraph,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  drawText(sheet, caption, x, y - 18, textStyles.caption);
  const across = width - left;
  const high = height - foot;
  const [start, end] = [times[0], times[times.length - 1]];
  const toX = (t: number) => x + left + (end > start ? ((t - start) / (end - start)) * across : 0);
  const largest = maxOf(
    lines.map(({ values }) => Array.from(values).reduce((max, value) => Math.max(max, value), 0)),
    min,
  );
  const step = roundStep(largest, 4);
  const highest = Math.max(step, Math.ceil(largest / step - 1e-9) * step);
  const toY = (value: number) => y + high - (value / highest) * high;
  for (let value = 0; value <= highest * 1.0001; value += step) {
    const strength = value === 0 ? 0.5 : 0.12;
    drawLine(sheet, x + left, toY(value), x + width, toY(value), 1, sheetColors.ink, strength);
    drawText(sheet, show(value), x + left - 8, toY(value) + 4, { ...textStyles.caption, align: 'right' });
  }
  for (const t of marks) drawLine(sheet, toX(t), y, toX(t), y + high, 1, sheetColors.ink, 0.3);
  for (const { values, color } of lines) {
    const segments: number[] = [];
    for (let k = 1; k < times.length; k++)
      segments.push(toX(times[k - 1]), toY(values[k - 1]), toX(times[k]), toY(values[k]));
    strokeSegments(sheet, segments, 2, color);
  }
  const tick = roundStep(Math.max(end - start, 1e-3), 10);
  for (let t = Math.ceil(start / tick - 1e-9) * tick; t <= end + 1e-9; t += tick) {
    drawLine(sheet, toX(t), y + high, toX(t), y + high + 4, 1, sheetColors.ink, 0.5);
    const align = t + tick > end ? 'right' : 'center';
    drawText(sheet, `${Number(t.toFixed(3))} s`, toX(t), y + height - 2, { ...textStyles.caption, align });
  }
}
