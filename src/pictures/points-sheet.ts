import { clamp } from '../math/clamp.ts';
import type { PointsKey, PointsLook } from '../systems/outputs/points.ts';
import { chooseBackdrop, drawPoints } from './draw-points.ts';
import { roundStep } from './draw-profile.ts';
import { drawText, fitText, measureText } from './font.ts';
import {
  createPicture,
  drawLine,
  fillRectangle,
  type Picture,
  placePicture,
  strokeSegments,
} from './picture.ts';
import { choosePointsView, type PointsMoment, type PointsView } from './points-view.ts';
import { secondsLabel, sheetColors, textStyles } from './sheet-style.ts';

/** Content of a particle sheet. */
export interface PointsSheetOptions {
  /** Name of the scene. */
  readonly title: string;
  readonly note: string;
  /** Formats the time under a picture. Default: in seconds, with the frame number if frames are numbered. */
  readonly label?: (seconds: number) => string;
  readonly look: PointsLook;
  /** Moments in increasing order of time. */
  readonly moments: readonly PointsMoment[];
  /** Index of the moment that is drawn large. */
  readonly main: number;
  /** The view of each moment. Absent: one view for all moments, chosen from the positions of the particles. */
  readonly views?: readonly (PointsView | null)[];
  /** Times of the graph, which shows the number of particles. */
  readonly times: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  /** Keys that control particles, drawn as bars. */
  readonly keys?: readonly PointsKey[];
}

const margin = 36;
const gap = 14;
const contentWidth = 1200;
const graphHeight = 96;
const keyHeight = 18;
/** Maximum number of bars on a sheet. */
const maxKeys = 12;

/**
 * Draws the contact sheet of particles over a bake: moments, one of them large; the keys that control the particles; and the number of
 * particles if it changes.
 */
export function drawPointsSheet(options: PointsSheetOptions): Picture {
  const { title, note, label = secondsLabel, look, moments, main, keys = [], counts } = options;
  // The large picture shows the final shape. The small ones show the motion before and after it.
  const { views } = options;
  const view = views ? views[main] : choosePointsView(moments.slice(main, main + 1), 0, 2);
  const wideView = views ? view : choosePointsView(moments, main, 4);
  const shapeOf = (seen: PointsView | null) => (seen ? seen.width / seen.height : 2);
  const shape = shapeOf(wideView);
  const others = moments.filter((_, k) => k !== main);
  const perRow =
    shape > 2.4 && others.length % 2 === 0 ? Math.max(1, others.length / 2) : Math.max(1, others.length);
  const small = Math.floor((contentWidth - (perRow - 1) * gap) / perRow);
  const smallHeight = clamp(Math.round(small / shape), 150, 300);
  const rows = Math.ceil(others.length / perRow);
  const largeHeight = clamp(Math.round(contentWidth / shapeOf(view)), 340, 640);
  const top = 96;
  const largeTop = top + rows * (22 + smallHeight + gap);
  const lines: TimelineLines = {
    keysTop: largeTop + 22 + largeHeight + 42,
    keys: keys.slice(0, maxKeys),
    hasGraph: Array.from(counts).some((count) => count !== counts[0]),
  };
  const height = largeTop + 22 + largeHeight + timelineHeight(lines) + margin;
  const sheet = createPicture(contentWidth + 2 * margin, height, sheetColors.paper);
  drawText(sheet, fitText(title, 22, contentWidth), margin, 52, textStyles.title);
  drawText(sheet, fitText(note, textStyles.note.size, contentWidth), margin, 78, textStyles.note);
  const backdrop = chooseBackdrop(moments, look);
  const draw = (
    moment: PointsMoment,
    seen: PointsView | null,
    x: number,
    y: number,
    width: number,
    high: number,
  ) => {
    drawText(sheet, label(moment.t), x, y + 12, textStyles.caption);
    const alive = describeCount(moment.points.count);
    drawText(sheet, alive, x + width, y + 12, { ...textStyles.note, size: 10.5, align: 'right' });
    if (seen) placePicture(sheet, drawPoints(moment, look, seen, backdrop, width, high), x, y + 22);
    else fillRectangle(sheet, x, y + 22, width, high, sheetColors.ink, 0.06);
  };
  others.forEach((moment, k) => {
    const [column, row] = [k % perRow, Math.floor(k / perRow)];
    draw(
      moment,
      views ? views[moments.indexOf(moment)] : wideView,
      margin + column * (small + gap),
      top + row * (22 + smallHeight + gap),
      small,
      smallHeight,
    );
  });
  if (moments[main]) draw(moments[main], view, margin, largeTop, contentWidth, largeHeight);
  drawTimeline(sheet, options, lines);
  return sheet;
}

interface TimelineLines {
  readonly keysTop: number;
  readonly keys: readonly PointsKey[];
  /** Whether there is a graph. A constant number of particles needs none. */
  readonly hasGraph: boolean;
}

function timelineHeight({ keys, hasGraph }: TimelineLines): number {
  if (keys.length === 0 && !hasGraph) return 0;
  return 42 + keys.length * keyHeight + (hasGraph ? graphHeight : 22);
}

const graphLeft = margin + 64;
const graphWidth = contentWidth - 64;

/** Draws keys as bars and the number of particles as a line, both over the time of the bake. */
function drawTimeline(
  sheet: Picture,
  { times, counts, moments }: PointsSheetOptions,
  { keysTop, keys, hasGraph }: TimelineLines,
): void {
  if (keys.length === 0 && !hasGraph) return;
  const captions = [keys.length > 0 ? 'what leads them' : '', hasGraph ? 'how many there are' : ''];
  const caption = captions.filter(Boolean).join(', and ');
  drawText(sheet, caption[0].toUpperCase() + caption.slice(1), margin, keysTop - 14, textStyles.caption);
  const [start, end] = [times[0], times[times.length - 1]];
  const toX = (t: number) =>
    graphLeft + (end > start ? clamp((t - start) / (end - start), 0, 1) * graphWidth : 0);
  const graphTop = keysTop + keys.length * keyHeight;
  const bottom = graphTop + (hasGraph ? graphHeight - 22 : 0);
  for (const { t } of moments) drawLine(sheet, toX(t), keysTop, toX(t), bottom, 1, sheetColors.ink, 0.22);
  keys.forEach((key, k) => {
    drawKey(sheet, key, toX, keysTop + k * keyHeight);
  });
  if (hasGraph) drawCounts(sheet, Array.from(times, toX), Array.from(counts), graphTop + 8, bottom);
  drawLine(sheet, graphLeft, bottom, graphLeft + graphWidth, bottom, 1, sheetColors.ink, 0.5);
  const tick = roundStep(Math.max(end - start, 1e-3), 10);
  for (let t = Math.ceil(start / tick - 1e-9) * tick; t <= end + 1e-9; t += tick) {
    drawLine(sheet, toX(t), bottom, toX(t), bottom + 4, 1, sheetColors.ink, 0.5);
    const align = t + tick > end ? 'right' : 'center';
    const label = `${Number(t.toFixed(3))} s`;
    drawText(sheet, label, toX(t), bottom + 20, { ...textStyles.caption, align });
  }
}

function drawCounts(
  sheet: Picture,
  x: readonly number[],
  counts: readonly number[],
  top: number,
  bottom: number,
): void {
  const max = counts.reduce((largest, count) => Math.max(largest, count), 1);
  const step = Math.max(1, roundStep(max, 2));
  const highest = Math.ceil(max / step) * step;
  const toY = (count: number) => bottom - (count / highest) * (bottom - top);
  for (let count = 0; count <= highest; count += step) {
    drawLine(sheet, graphLeft, toY(count), graphLeft + graphWidth, toY(count), 1, sheetColors.ink, 0.12);
    drawText(sheet, groupDigits(count), graphLeft - 8, toY(count) + 4, {
      ...textStyles.caption,
      align: 'right',
    });
  }
  const segments: number[] = [];
  for (let k = 1; k < x.length; k++) segments.push(x[k - 1], toY(counts[k - 1]), x[k], toY(counts[k]));
  strokeSegments(sheet, segments, 2, accent);
}

const accent = [196, 92, 48] as const;

/** Draws the bar of a key: pale until all particles have arrived, in full colour while they are held at their targets. */
function drawKey(sheet: Picture, key: PointsKey, toX: (t: number) => number, y: number): void {
  const { name, count, arrived } = key;
  const [left, middle, right] = [key.start, key.end, key.until].map((t) => Math.round(toX(t)));
  fillRectangle(sheet, left, y + 3, Math.max(1, middle - left), keyHeight - 7, accent, 0.28);
  fillRectangle(sheet, middle - 1, y + 3, Math.max(2, right - middle), keyHeight - 7, accent, 0.75);
  const of = arrived === count ? '' : ` of ${groupDigits(count)}`;
  const label = `${name}: ${groupDigits(arrived)}${of} arrived`;
  const style = { ...textStyles.caption, size: 9.5 };
  const width = measureText(label, style.size);
  // The label is on the pale part if there is room, otherwise after or before the bar.
  if (middle - left > width + 16) drawText(sheet, label, left + 8, y + 13, style);
  else if (right + width + 16 < margin + contentWidth) drawText(sheet, label, right + 8, y + 13, style);
  else drawText(sheet, label, left - 8, y + 13, { ...style, align: 'right' });
}

function describeCount(count: number): string {
  return count === 1 ? '1 particle' : `${groupDigits(count)} particles`;
}

/** Formats a number with its digits in groups: 12 000 for 12000. */
function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}
