import { type DrawnStrands, drawFur, type FurDirection } from './draw-fur.ts';
import { drawText, fitText } from './font.ts';
import { createPicture, type Picture, placePicture } from './picture.ts';
import type { PosedMesh } from './posed-mesh.ts';
import { secondsLabel, sheetColors, textStyles } from './sheet-style.ts';
import { drawTimeGraph } from './time-graph.ts';
import type { Light } from './tone.ts';

export interface FurMoment {
  /** Seconds. */
  readonly t: number;
  readonly strands: DrawnStrands;
  readonly figures: readonly PosedMesh[];
  readonly direction: FurDirection;
  /** Linear colour of the ground on which the strands grow. Absent: they grow on a character. */
  readonly soil?: Light;
}

/** Content of a fur sheet. */
export interface FurSheetOptions {
  /** Name of the scene. */
  readonly title: string;
  readonly note: string;
  /** Formats the time under a picture. Default: in seconds, with the frame number if frames are numbered. */
  readonly label?: (seconds: number) => string;
  /** Moments in increasing order of time. */
  readonly moments: readonly FurMoment[];
  /** Index of the moment that is drawn large. */
  readonly main: number;
  /** Times of the graph, which shows the angle between strands and the normal of their skin: mean and maximum, degrees. */
  readonly times: ArrayLike<number>;
  readonly leans: { readonly mean: ArrayLike<number>; readonly max: ArrayLike<number> };
}

const margin = 36;
const gap = 14;
const contentWidth = 1200;
const largeHeight = 620;
const smallHeight = 250;
const graphHeight = 130;
const accent = [196, 92, 48] as const;
const pale = [226, 178, 142] as const;

/** Draws the contact sheet of fur over a bake: moments, one of them large, and the lean of strands over time. */
export function drawFurSheet({
  title,
  note,
  label = secondsLabel,
  moments,
  main,
  ...graph
}: FurSheetOptions): Picture {
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
    drawText(sheet, label(moment.t), x, y + 12, textStyles.caption);
    const { strands, figures, direction, soil } = moment;
    placePicture(sheet, drawFur(strands, figures, direction, width, high, soil), x, y + 22);
  };
  if (moments[main]) draw(moments[main], margin, top, contentWidth, largeHeight);
  const small = Math.floor((contentWidth - (others.length - 1) * gap) / Math.max(1, others.length));
  others.forEach((moment, k) => {
    draw(moment, margin + k * (small + gap), smallTop, small, smallHeight);
  });
  if (hasGraph) {
    const { times, leans } = graph;
    const lines = [
      { values: leans.max, color: pale },
      { values: leans.mean, color: accent },
    ];
    const caption = 'How far strands lean from their skin: on average, and pale the furthest';
    const show = (value: number) => `${Number(value.toFixed(2))}°`;
    const marks = moments.map(({ t }) => t);
    drawTimeGraph(
      sheet,
      { caption, times, lines, min: 1, show, marks },
      margin,
      graphTop,
      contentWidth,
      graphHeight,
    );
  }
  return sheet;
}
