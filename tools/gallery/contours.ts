import { drawText } from '../../src/pictures/font.ts';
import {
  type Color,
  createPicture,
  fillRectangle,
  type Picture,
  placePicture,
} from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { touchedBit } from '../../src/systems/ground/flow/sheet.ts';
import { type ContourRule, contourRules } from '../../src/systems/ground/kernel.ts';
import type { GroundState } from '../../src/systems/ground/state.ts';
import { runOnGround } from './run-on-ground.ts';

/** Number of steps, at 120 per second, after which a foot is flat on the ground. */
const stepCount = 140;

const panels: readonly { rule: ContourRule; title: string; unit: number }[] = [
  { rule: 'four-way', title: 'Four-way: steps along the axes, as in the paper', unit: 1 },
  { rule: 'chamfer', title: 'Ours: 5 a step along an axis, 7 along a diagonal', unit: 5 },
];

/** Side of a column, pixels. */
const side = 25;
const near: Color = [226, 238, 244];
const far: Color = [28, 82, 138];
const untouched: Color = [232, 213, 180];

/** A rectangle of columns with their labels. Label 0: no contact with the foot. */
interface ContourMap {
  readonly columns: number;
  readonly rows: number;
  readonly labels: number[];
}

/** Draws the distance of each column under a foot from the nearest column without contact: Sumner 1999, figure 6. */
export async function drawContours(): Promise<Picture> {
  const state = await runOnGround(stepCount, 0.035, { cell: 0.01, noiseAmplitude: 0 });
  const maps = panels.map(({ rule }) => readContours(state, rule));
  const gap = 20;
  const [{ columns, rows }] = maps;
  const [width, height] = [columns * side, rows * side];
  const page = createPicture(2 * width + 3 * gap, height + gap + 44, sheetColors.paper);
  for (const [n, { title, unit }] of panels.entries()) {
    const x = gap + n * (width + gap);
    placePicture(page, drawMap(maps[n], unit), x, gap);
    drawText(page, title, x, gap + height + 24, textStyles.caption);
  }
  return page;
}

/** Returns the contour map of the ground's own kernel, with two columns around the foot. */
function readContours({ kernel, patches }: GroundState, rule: ContourRule): ContourMap {
  for (const { sheet } of patches) {
    const { view } = sheet;
    const touched = [...view.contact.keys()].filter((k) => view.contact[k] & touchedBit);
    if (touched.length === 0) continue;
    kernel.contour(sheet.pointer, contourRules[rule]);
    const across = touched.map((k) => k % view.columns);
    const down = touched.map((k) => Math.floor(k / view.columns));
    const [i0, j0] = [Math.min(...across) - 2, Math.min(...down) - 2];
    const columns = Math.max(...across) + 3 - i0;
    const rows = Math.max(...down) + 3 - j0;
    const labels = Array.from(
      { length: columns * rows },
      (_, k) => view.contour[(j0 + Math.floor(k / columns)) * view.columns + i0 + (k % columns)],
    );
    return { columns, rows, labels };
  }
  throw new Error('no foot touches the ground');
}

/** Draws the labels. `unit`: the label of a column next to the edge. */
function drawMap({ columns, rows, labels }: ContourMap, unit: number): Picture {
  const picture = createPicture(columns * side, rows * side, sheetColors.paper);
  const max = Math.max(...labels) / unit;
  labels.forEach((label, k) => {
    const [x, y] = [(k % columns) * side, Math.floor(k / columns) * side];
    const fraction = (label / unit - 1) / Math.max(1, max - 1);
    const mixed = near.map((value, c) => Math.round(value + fraction * (far[c] - value)));
    fillRectangle(picture, x, y, side - 1, side - 1, label === 0 ? untouched : (mixed as unknown as Color));
    drawText(picture, String(label), x + (side - 1) / 2, y + side / 2 + 4, {
      size: 9,
      color: label === 0 ? sheetColors.faint : fraction > 0.5 ? [250, 250, 250] : sheetColors.ink,
      align: 'center',
    });
  });
  return picture;
}
