import { maxOf } from '../math/lists.ts';
import { drawFlesh, type FleshFigure, fleshColorBytes, frameFlesh } from './draw-flesh.ts';
import { drawText, fitText } from './font.ts';
import { createPicture, fillRectangle, type Picture, placePicture } from './picture.ts';
import { secondsLabel, sheetColors, textStyles } from './sheet-style.ts';
import { drawTimeGraph } from './time-graph.ts';

export interface FleshMoment {
  /** Seconds. */
  readonly t: number;
  readonly figures: readonly FleshFigure[];
  /** Direction of the character's front, radians about +Y from +Z. */
  readonly front: number;
}

/** Content of a flesh sheet. */
export interface FleshSheetOptions {
  /** Name of the scene. */
  readonly title: string;
  readonly note: string;
  /** Formats the time under a picture. Default: in seconds, with the frame number if frames are numbered. */
  readonly label?: (seconds: number) => string;
  readonly moments: readonly FleshMoment[];
  /** Times of the graph, which shows the maximum displacement of a vertex relative to the pose of the bones. */
  readonly times: ArrayLike<number>;
  /** Metres. */
  readonly distances: ArrayLike<number>;
}

const margin = 36;
const gap = 14;
const contentWidth = 1200;
const figureHeight = 480;
const graphHeight = 150;
/** Angle between the viewing direction and the character's front. */
const beside = 0.6;

/** Draws the contact sheet of flesh over a bake: moments in colours, and the maximum displacement over time. */
export function drawFleshSheet(options: FleshSheetOptions): Picture {
  const { title, note, label = secondsLabel, moments, distances } = options;
  const largest = Array.from(distances).reduce((max, value) => Math.max(max, value), 0);
  const top = 96;
  const graphTop = top + 22 + figureHeight + 40;
  const sheet = createPicture(contentWidth + 2 * margin, graphTop + graphHeight + margin, sheetColors.paper);
  drawText(sheet, fitText(title, 22, contentWidth), margin, 52, textStyles.title);
  drawText(sheet, fitText(note, textStyles.note.size, contentWidth - 260), margin, 78, textStyles.note);
  drawRamp(sheet, largest);
  const width = Math.floor((contentWidth - (moments.length - 1) * gap) / Math.max(1, moments.length));
  const frames = moments.map(({ figures, front }) =>
    frameFlesh(figures, front + beside, width / figureHeight),
  );
  const size = maxOf(
    frames.map((frame) => frame.size),
    0.001,
  );
  moments.forEach(({ t, figures }, k) => {
    const x = margin + k * (width + gap);
    drawText(sheet, label(t), x, top + 12, textStyles.caption);
    const view = { ...frames[k], size };
    placePicture(
      sheet,
      drawFlesh(figures, view, largest, width, figureHeight, sheetColors.paper),
      x,
      top + 22,
    );
  });
  drawGraph(sheet, margin, graphTop, options);
  return sheet;
}

/** Draws the legend of the colours at the right end of the header. */
function drawRamp(sheet: Picture, largest: number): void {
  const [x, y, width] = [margin + contentWidth - 200, 62, 140];
  for (let k = 0; k < width; k++) fillRectangle(sheet, x + k, y, 1, 12, fleshColorBytes(k / (width - 1)));
  drawText(sheet, '0', x - 8, y + 11, { ...textStyles.caption, align: 'right' });
  drawText(sheet, metres(largest), x + width + 8, y + 11, textStyles.caption);
}

function drawGraph(
  sheet: Picture,
  x: number,
  y: number,
  { times, distances, moments }: FleshSheetOptions,
): void {
  const graph = {
    caption: 'Furthest from where the bones alone would have it',
    times,
    lines: [{ values: distances, color: fleshColorBytes(0.75) }],
    min: 1e-6,
    show: metres,
    marks: moments.map(({ t }) => t),
  };
  drawTimeGraph(sheet, graph, x, y, contentWidth, graphHeight);
}

function metres(value: number): string {
  if (value === 0) return '0';
  if (value >= 1) return `${Number(value.toPrecision(3))} m`;
  return value >= 0.01
    ? `${Number((100 * value).toPrecision(2))} cm`
    : `${Number((1000 * value).toPrecision(2))} mm`;
}
