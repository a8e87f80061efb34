import type { HeightfieldOutput } from '../../systems/system.ts';
import { type ColumnGrid, readColumnGrid } from './column-grid.ts';
import { drawProfile, type Profile } from './draw-profile.ts';
import type { FoundPrint } from './find-prints.ts';
import { drawText } from './font.ts';
import { groundLook } from './ground-look.ts';
import { toPixel, viewGrid, viewRectangle } from './ground-view.ts';
import { drawLine, type Picture, placePicture } from './picture.ts';
import { shadeRelief } from './shade-relief.ts';
import { areaOfExtent, centeredArea, viewOfArea } from './sheet-layout.ts';
import { drawScaleBar, sheetColors, textStyles } from './sheet-style.ts';
import { displayByte } from './tone.ts';

export interface CloseUp {
  readonly ground: HeightfieldOutput;
  readonly print: FoundPrint;
  readonly turn: number;
}

const maxSamples = 1 << 20;

/** One print from near on the left, and on the right the cut through it along its longest axis. */
export function drawCloseUp(
  sheet: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  { ground, print, turn }: CloseUp,
): void {
  const pictureWidth = Math.floor(width * 0.5);
  const long = Math.max(1.9 * print.length, (2.6 * print.width * pictureWidth) / height, 12 * ground.cell);
  const area = centeredArea(
    print.x,
    print.z,
    long,
    (long * height) / pictureWidth,
    turn,
    areaOfExtent(ground),
  );
  const view = viewOfArea(area, turn, pictureWidth, height);
  const grid = readColumnGrid(ground, viewRectangle(view, ground), maxSamples);
  const now = new Float32Array(grid.initial.length);
  for (let k = 0; k < now.length; k++) now[k] = grid.initial[k] + grid.change[k];
  const look = groundLook(ground.material);
  const picture = shadeRelief(viewGrid(grid, now, view), view.width, view.height, view.scale, {
    look,
    pressed: viewGrid(grid, grid.pressed, view),
  });

  // Left to right in the picture, whichever way the print's axis was found.
  let [axisX, axisZ] = print.axis;
  const [x0] = toPixel(view, print.x, print.z);
  if (toPixel(view, print.x + axisX, print.z + axisZ)[0] < x0) [axisX, axisZ] = [-axisX, -axisZ];
  const half = Math.min(0.85 * print.length, long / 2);
  const from = toPixel(view, print.x - half * axisX, print.z - half * axisZ);
  const to = toPixel(view, print.x + half * axisX, print.z + half * axisZ);
  drawLine(picture, from[0], from[1], to[0], to[1], 3, [255, 255, 255], 0.35);
  drawLine(picture, from[0], from[1], to[0], to[1], 1.2, sheetColors.ink, 0.8);
  drawScaleBar(picture, view.scale);

  drawText(sheet, 'One print', x, y + 12, textStyles.caption);
  placePicture(sheet, picture, x, y + 22);
  const graphX = x + pictureWidth + 28;
  drawText(sheet, 'The cut along its line: before (dashed) and after', graphX, y + 12, textStyles.caption);
  const profile = cutGrid(grid, now, print, [axisX, axisZ], half);
  const shade = (c: number) => displayByte(look.albedo[c] * 0.82);
  drawProfile(sheet, graphX, y + 22, width - pictureWidth - 28, height, profile, {
    ink: sheetColors.ink,
    faint: sheetColors.faint,
    ground: [shade(0), shade(1), shade(2)],
    textSize: 10,
  });
}

/** Heights along a line through a print, straight between samples, two to a sample but no more than show. */
function cutGrid(
  grid: ColumnGrid,
  now: Float32Array,
  print: FoundPrint,
  axis: readonly [number, number],
  half: number,
): Profile {
  const count = Math.min(600, Math.max(2, Math.ceil((4 * half) / grid.step) + 1));
  const step = (2 * half) / (count - 1);
  const heights = new Float64Array(count);
  const initial = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const along = k * step - half;
    const i = (print.x + along * axis[0] - grid.x) / grid.step;
    const j = (print.z + along * axis[1] - grid.z) / grid.step;
    heights[k] = sampleBilinear(now, grid.columns, grid.rows, i, j);
    initial[k] = sampleBilinear(grid.initial, grid.columns, grid.rows, i, j);
  }
  return { step, heights, initial };
}

/** A layer's value between samples, its border's beyond. */
export function sampleBilinear(
  layer: ArrayLike<number>,
  columns: number,
  rows: number,
  i: number,
  j: number,
): number {
  const x = Math.min(columns - 1, Math.max(0, i));
  const y = Math.min(rows - 1, Math.max(0, j));
  const column = Math.min(Math.max(0, columns - 2), Math.floor(x));
  const row = Math.min(Math.max(0, rows - 2), Math.floor(y));
  const next = Math.min(columns - 1, column + 1);
  const below = Math.min(rows - 1, row + 1);
  const [s, t] = [x - column, y - row];
  return (
    (1 - t) * ((1 - s) * layer[row * columns + column] + s * layer[row * columns + next]) +
    t * ((1 - s) * layer[below * columns + column] + s * layer[below * columns + next])
  );
}
