import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { checkout } from './checkout.ts';
import { drawAxes, fillDot, placeOn, plotColors, strokePath } from './plot.ts';

/** The measured curves. `measure-riders.ts` writes them. */
export const riderTimesFile = join(checkout, 'tools', 'gallery', 'rider-times.json');

export interface RiderTimes {
  readonly curves: readonly {
    readonly label: string;
    /** Seconds for one second of motion, for each number of riders. */
    readonly points: readonly (readonly [riders: number, seconds: number])[];
  }[];
}

const colors = [plotColors.orange, plotColors.blue, plotColors.green];

/** Draws the time for one second of motion against the number of riders: Sumner 1999, figure 8. */
export async function drawRiderTimes(): Promise<Picture> {
  const { curves } = JSON.parse(readFileSync(riderTimesFile, 'utf8')) as RiderTimes;
  const [width, height] = [900, 470];
  const page = createPicture(width, height, sheetColors.paper);
  const all = curves.flatMap(({ points }) => points);
  const most = Math.max(...all.map(([riders]) => riders));
  const longest = Math.max(...all.map(([, seconds]) => seconds));
  const tick = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((step) => longest / step <= 8) ?? 10;
  const tickCount = Math.ceil(longest / tick);
  const x = { from: 0, to: most, fromPixel: 84, toPixel: width - 30 };
  const y = { from: 0, to: tickCount * tick, fromPixel: height - 70, toPixel: 56 };
  const numbers = Array.from({ length: most / 2 + 1 }, (_, k) => [2 * k, `${2 * k}`] as const);
  const digits = tick < 0.1 ? 2 : 1;
  const times = Array.from(
    { length: tickCount + 1 },
    (_, k) => [k * tick, (k * tick).toFixed(digits)] as const,
  );
  drawAxes(page, x, y, numbers, times);
  for (const [k, { label, points }] of curves.entries()) {
    const color = colors[k % colors.length];
    const placed = points.map(([riders, seconds]) => [placeOn(x, riders), placeOn(y, seconds)] as const);
    strokePath(page, placed.flat(), 2, color);
    for (const [px, py] of placed) fillDot(page, px, py, 4.5, color);
    const row = 86 + 26 * k;
    fillDot(page, 108, row - 5, 4.5, color);
    drawText(page, label, 122, row, textStyles.caption);
  }
  drawText(
    page,
    'Seconds for one second of motion, each thread on a core of its own',
    30,
    34,
    textStyles.caption,
  );
  drawText(page, 'Riders on one ground, cells of 10 mm', width - 30, height - 20, {
    ...textStyles.caption,
    align: 'right',
  });
  return page;
}
