import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import { type ColumnGrid, readColumnGrid } from './column-grid.ts';
import { drawProfile, type Profile } from './draw-profile.ts';
import type { FoundPrint } from './find-prints.ts';
import { drawText } from './font.ts';
import { groundLook } from './ground-look.ts';
import { toPixel, viewAxes, viewGrid, viewRectangle } from './ground-view.ts';
import { drawLine, type Picture, placePicture } from './picture.ts';
import { reliefSun, shadeRelief } from './shade-relief.ts';
import { areaOfExtent, centeredArea, viewOfArea } from './sheet-layout.ts';
import { drawScaleBar, sheetColors, textStyles } from './sheet-style.ts';
import { smoothWalls } from './smooth-walls.ts';
import { displayByte } from './tone.ts';

export interface CloseUp {
  readonly ground: HeightfieldOutput;
  readonly print: FoundPrint;
  readonly turn: number;
}

const maxSamples = 1 << 20;

/**
 * Draws a close-up of one print on the left. On the right, draws two sections: along the longest axis of the print, and across its ball.
 */
export function drawCloseUp(
  sheet: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  { ground, print, turn }: CloseUp,
): void {
  const pictureWidth = Math.floor(width * 0.5);
  const long = framePrint(print, turn, pictureWidth / height, ground.cell);
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
  const smooth = smoothWalls(grid);
  const shown = smooth.change.map((delta, k) => grid.initial[k] + delta);
  const look = groundLook(ground.material, ground.look);
  // The lowest elevation of the sun, 23° to 45°, at which it still lights the floor of the print.
  let rim = 0;
  for (const delta of grid.change) rim = Math.max(rim, delta);
  const slope = Math.min(1, Math.max(0.42, (print.depth + rim) / (0.6 * print.width)));
  const picture = shadeRelief(viewGrid(grid, shown, view), view.width, view.height, view.scale, {
    look,
    pressed: viewGrid(grid, smooth.pressed, view),
    wetness: grid.wetness && viewGrid(grid, grid.wetness, view),
    stones: grid.stones && viewGrid(grid, grid.stones, view),
    sun: { ...reliefSun, slope },
  });

  // The axis must point from left to right in the picture, so it may be reversed.
  let [axisX, axisZ] = print.axis;
  const [x0] = toPixel(view, print.x, print.z);
  if (toPixel(view, print.x + axisX, print.z + axisZ)[0] < x0) [axisX, axisZ] = [-axisX, -axisZ];
  const along: Cut = {
    x: print.x,
    z: print.z,
    axis: [axisX, axisZ],
    half: 0.72 * print.length,
  };
  const ball = findWidestPoint(grid, print);
  const across: Cut = { ...ball, axis: [-axisZ, axisX], half: 1.1 * print.width };
  // The axis across must point downward in the picture.
  if (toPixel(view, across.x - axisZ, across.z + axisX)[1] < toPixel(view, across.x, across.z)[1])
    across.axis = [axisZ, -axisX];
  for (const [cut, name] of [
    [along, 'a'],
    [across, 'b'],
  ] as const) {
    const from = toPixel(view, cut.x - cut.half * cut.axis[0], cut.z - cut.half * cut.axis[1]);
    const to = toPixel(view, cut.x + cut.half * cut.axis[0], cut.z + cut.half * cut.axis[1]);
    drawLine(picture, from[0], from[1], to[0], to[1], 3, [255, 255, 255], 0.35);
    drawLine(picture, from[0], from[1], to[0], to[1], 1.2, sheetColors.ink, 0.8);
    drawText(picture, name, from[0] - 5, from[1] - 6, textStyles.caption);
  }
  drawScaleBar(sheet, x + pictureWidth, y + 12, view.scale, pictureWidth);

  drawText(sheet, 'One print', x, y + 12, textStyles.caption);
  placePicture(sheet, picture, x, y + 22);
  const graphX = x + pictureWidth + 28;
  const graphWidth = width - pictureWidth - 28;
  const shade = (c: number) => displayByte(look.albedo[c] * 0.82);
  const style = {
    ink: sheetColors.ink,
    faint: sheetColors.faint,
    ground: [shade(0), shade(1), shade(2)] as const,
    textSize: 10,
  };
  const graphHeight = Math.floor((height - 30) / 2);
  drawText(sheet, 'Cut a, along it: before (dashed) and after', graphX, y + 12, textStyles.caption);
  drawProfile(sheet, graphX, y + 26, graphWidth, graphHeight, cutGrid(grid, now, along), style);
  drawText(sheet, 'Cut b, across it', graphX, y + graphHeight + 46, textStyles.caption);
  const below = y + graphHeight + 60;
  drawProfile(sheet, graphX, below, graphWidth, y + 22 + height - below, cutGrid(grid, now, across), style);
}

/** Returns the width in metres of a picture with a given aspect ratio that shows a print in any direction, and some ground around it. */
function framePrint({ axis, length, width }: FoundPrint, turn: number, aspect: number, cell: number): number {
  const { right } = viewAxes(turn);
  const along = Math.abs(axis[0] * right[0] + axis[1] * right[1]);
  const across = Math.sqrt(Math.max(0, 1 - along * along));
  return Math.max(
    1.6 * length * along,
    2.5 * width * across,
    1.6 * length * across * aspect,
    2.5 * width * along * aspect,
    12 * cell,
  );
}

/** A line over the ground: its centre, unit direction [x, z] and half its length, metres. */
interface Cut {
  readonly x: number;
  readonly z: number;
  axis: readonly [number, number];
  readonly half: number;
}

/** Returns the point on the axis where a print is widest: the ball of a foot. */
function findWidestPoint(
  grid: ColumnGrid,
  { x, z, axis, length, width, depth }: FoundPrint,
): { x: number; z: number } {
  let best = { x, z };
  let max = 0;
  for (let n = -8; n <= 8; n++) {
    const along = (n / 20) * length;
    const point = { x: x + along * axis[0], z: z + along * axis[1] };
    let inside = 0;
    for (let m = -40; m <= 40; m++) {
      const side = (m / 40) * width;
      const i = (point.x - side * axis[1] - grid.x) / grid.step;
      const j = (point.z + side * axis[0] - grid.z) / grid.step;
      if (sampleBilinear(grid.change, grid.columns, grid.rows, i, j) < -0.25 * depth) inside++;
    }
    if (inside > max) [best, max] = [point, inside];
  }
  return best;
}

/**
 * Returns the heights along a section, linear between samples. There are two values for each sample, up to the edge of the visible part.
 */
function cutGrid(grid: ColumnGrid, now: Float32Array, { x, z, axis, half }: Cut): Profile {
  const count = Math.min(600, Math.max(2, Math.ceil((4 * half) / grid.step) + 1));
  const step = (2 * half) / (count - 1);
  const heights = new Float64Array(count);
  const initial = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const along = k * step - half;
    const i = (x + along * axis[0] - grid.x) / grid.step;
    const j = (z + along * axis[1] - grid.z) / grid.step;
    heights[k] = sampleBilinear(now, grid.columns, grid.rows, i, j);
    initial[k] = sampleBilinear(grid.initial, grid.columns, grid.rows, i, j);
  }
  return { step, heights, initial };
}

/** Returns a layer's value at a point by linear interpolation. Outside of the grid, returns the value at the boundary. */
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
