import { maxOf, minOf } from '../math/lists.ts';
import {
  type ColumnRectangle,
  type HeightfieldOutput,
  nameMaterial,
} from '../systems/outputs/heightfield.ts';
import { type ColumnGrid, readColumnGrid } from './column-grid.ts';
import { drawCloseUp } from './draw-close-up.ts';
import { drawFiguresFromAbove, shadeOfFigures } from './draw-figures.ts';
import { chooseBestPrint, type FoundPrint, findPrints } from './find-prints.ts';
import { drawText, fitText } from './font.ts';
import { groundLook } from './ground-look.ts';
import { type GroundView, viewGrid, viewRectangle } from './ground-view.ts';
import { type Color, createPicture, fillRectangle, type Picture, placePicture } from './picture.ts';
import { figureBounds, type PosedMesh, type PosedMeshBounds } from './posed-mesh.ts';
import { shadeRelief } from './shade-relief.ts';
import {
  type Area,
  areaOfAction,
  areaOfExtent,
  areaOfGrid,
  centeredArea,
  chooseArea,
  chooseTurn,
  cutArea,
  type Moment,
  turnedSize,
  viewOfArea,
} from './sheet-layout.ts';
import { drawScaleBar, secondsLabel, sheetColors, textStyles } from './sheet-style.ts';
import { addBorder, smoothWalls } from './smooth-walls.ts';
import { drawThreeQuarter } from './three-quarter.ts';
import { drawTimeGraph, type TimeGraph } from './time-graph.ts';

/** Options of `createContactSheet`. */
export interface ContactSheetOptions {
  /** Name of the scene. */
  readonly title: string;
  /** Description of the character that leaves the prints, such as a file and a clip. */
  readonly note?: string;
  /** Formats the time under a picture. Default: in seconds, with the frame number if frames are numbered. */
  readonly label?: (seconds: number) => string;
  /** The part of the ground that is shown, see `findLastTouched`. Default: everything that was touched. */
  readonly part?: ColumnRectangle | null;
  /** Graphs over time at the bottom, side by side. Default: none. */
  readonly graphs?: SheetGraphs | null;
}

/** Graphs over time with a common legend. */
export interface SheetGraphs {
  readonly legend: readonly LegendEntry[];
  /** Text after the legend. */
  readonly note: string;
  readonly graphs: readonly TimeGraph[];
}

/** The lines that have the same colour in all graphs. */
export interface LegendEntry {
  readonly name: string;
  readonly color: Color;
}

/** A picture of a bake, built while the bake runs. */
export interface ContactSheet {
  /**
   * Adds the ground and the characters at time t, seconds. Times must increase. Reads only changed columns and keeps at most half a million
   * of them. The arrays in `figures` are kept, so they must not change later.
   */
  addMoment(t: number, ground: HeightfieldOutput, figures: readonly PosedMesh[]): void;
  /**
   * Draws the sheet: the last moment from behind, all moments from above, the last one again without characters, and a close-up of one print
   * with a section through it.
   */
  render(): Picture;
}

const momentCount = 4;
const margin = 36;
const gap = 14;
const contentWidth = 1200;
/** Maximum height of a picture of the ground, pixels. */
const tallest = 560;
const maxSamples = 1 << 19;
const threeQuarterHeight = 380;
/** Tangent of the sun's elevation for the shadows of characters. */
const shadowSlope = 1.5;
/** Heights of the graphs, of their legend and of their captions, pixels. */
const graphHeight = 150;
const legendHeight = 30;
/** Maximum width of an entry of the legend, pixels. */
const legendWidth = 400;
const captionHeight = 24;
/** Distance between graphs, pixels. */
const graphGap = 40;

/** Returns the times at which a sheet shows the ground: four at equal intervals, the last at the end. If start = end, one time. */
export function momentTimes(start: number, end: number): number[] {
  if (!(end > start)) return [start];
  return Array.from({ length: momentCount }, (_, k) =>
    k === momentCount - 1 ? end : start + ((end - start) * (k + 1)) / momentCount,
  );
}

/** Starts a contact sheet of a ground. Moments are added while the bake runs. The sheet is drawn at the end. */
export function createContactSheet(options: ContactSheetOptions): ContactSheet {
  const moments: Moment[] = [];
  let last: HeightfieldOutput | null = null;
  let known: { readonly rectangle: ColumnRectangle; readonly grid: ColumnGrid } | null = null;
  return {
    addMoment(t, ground, figures) {
      const changed = ground.changed() && (options.part ?? ground.changed());
      const same = changed && known && isEqual(known.rectangle, changed) ? known.grid : null;
      const grid = changed ? readColumnGrid(ground, changed, maxSamples, false, same) : null;
      known = changed && { rectangle: { ...changed }, grid: grid! };
      const shown = options.part
        ? figures.filter((figure) => isNear(figure, options.part!, ground))
        : figures;
      moments.push({ t, figures: shown, bounds: figureBounds(shown), grid });
      last = ground;
    },
    render() {
      return last ? drawSheet(options, moments, last) : drawEmptySheet(options);
    },
  };
}

function isEqual(a: ColumnRectangle, b: ColumnRectangle): boolean {
  return a.i0 === b.i0 && a.j0 === b.j0 && a.columns === b.columns && a.rows === b.rows;
}

/** Characters are drawn if they are within this distance of the shown part, metres. */
const figureMargin = 2;

function isNear(
  figure: PosedMesh,
  { i0, j0, columns, rows }: ColumnRectangle,
  { cell }: HeightfieldOutput,
): boolean {
  const bounds = figureBounds([figure]);
  if (!bounds) return false;
  const { min, max } = bounds;
  return (
    max[0] > i0 * cell - figureMargin &&
    min[0] < (i0 + columns) * cell + figureMargin &&
    max[2] > j0 * cell - figureMargin &&
    min[2] < (j0 + rows) * cell + figureMargin
  );
}

interface Block {
  readonly picture: Picture;
  readonly caption: string;
  /** Metres per pixel. Absent if no scale bar is drawn. */
  readonly scale?: number;
}

function drawSheet(
  options: ContactSheetOptions,
  moments: readonly Moment[],
  ground: HeightfieldOutput,
): Picture {
  const { label = secondsLabel } = options;
  const action = areaOfAction(moments, ground);
  const turn = chooseTurn(action, moments);
  const final = moments[moments.length - 1];
  const prints = final.grid ? findPrints(final.grid) : [];

  const rows: Block[][] = [];
  const momentViews = chooseMomentViews(moments, action, turn, ground);
  const perRow = momentViews[0].width > contentWidth / 3 ? 2 : 4;
  const threeQuarter = drawThreeQuarter(
    ground,
    final.figures,
    displacement(moments),
    contentWidth,
    threeQuarterHeight,
  );
  if (threeQuarter) rows.push([{ picture: threeQuarter, caption: `${label(final.t)}, from behind` }]);
  const finalViews = chooseFinalViews(final.grid ? areaOfGrid(final.grid) : action, turn, ground);
  const untouched = readUntouched(ground, [...momentViews, ...finalViews]);
  moments.forEach((moment, k) => {
    const view = momentViews[k];
    if (k % perRow === 0) rows.push([]);
    rows[rows.length - 1].push({
      picture: drawGround(ground, untouched, moment, view, true),
      caption: label(moment.t),
    });
  });
  finalViews.forEach((view, k) => {
    const picture = drawGround(ground, untouched, final, view, false);
    const part = finalViews.length > 1 ? `, part ${k + 1} of ${finalViews.length}` : '';
    const caption = `The ground after ${label(final.t)}${part}`;
    rows.push([{ picture, caption, scale: view.scale }]);
  });
  const best = chooseBestPrint(prints, standing(final));
  const nearHeight = 420;
  const top = 96;
  let height = top + margin;
  for (const row of rows) height += 22 + maxOf(row.map((block) => block.picture.height)) + gap;
  if (best) height += 22 + nearHeight;
  const graphsTop = height - margin + gap;
  if (options.graphs) height = graphsTop + legendHeight + captionHeight + graphHeight + margin;
  const sheet = createPicture(contentWidth + 2 * margin, height, sheetColors.paper);
  drawHeader(sheet, options, ground, moments, prints);

  let y = top;
  for (const row of rows) {
    let x = margin;
    const cellWidth = row.length > 1 ? (contentWidth + gap) / perRow : 0;
    for (const block of row) {
      drawText(sheet, block.caption, x, y + 12, textStyles.caption);
      placePicture(sheet, block.picture, Math.round(x), y + 22);
      const { width } = block.picture;
      if (block.scale) drawScaleBar(sheet, x + width, y + 12, block.scale, width);
      x += cellWidth;
    }
    y += 22 + maxOf(row.map((block) => block.picture.height)) + gap;
  }
  if (best) drawCloseUp(sheet, margin, y, contentWidth, nearHeight, { ground, print: best, turn });
  if (options.graphs) drawGraphs(sheet, graphsTop, options.graphs);
  return sheet;
}

/** Draws a legend, and graphs side by side below it. */
function drawGraphs(sheet: Picture, top: number, { legend, note, graphs }: SheetGraphs): void {
  const room = Math.min(legendWidth, (contentWidth - gap) / (legend.length + (note ? 1 : 0)));
  legend.forEach(({ name, color }, k) => {
    const x = Math.round(margin + k * room);
    fillRectangle(sheet, x, top + 9, 18, 3, color);
    drawText(sheet, fitText(name, textStyles.caption.size, room - 32), x + 24, top + 14, textStyles.caption);
  });
  drawText(sheet, note, margin + legend.length * room, top + 14, textStyles.caption);
  const width = (contentWidth - (graphs.length - 1) * graphGap) / graphs.length;
  graphs.forEach((graph, k) => {
    const x = Math.round(margin + k * (width + graphGap));
    drawTimeGraph(sheet, graph, x, top + legendHeight + captionHeight, width, graphHeight);
  });
}

/** Returns the horizontal displacement of the characters over the moments, x and z, metres. */
function displacement(moments: readonly Moment[]): [number, number] {
  const boxes = moments.flatMap(({ bounds }) => bounds ?? []);
  if (boxes.length === 0) return [0, 0];
  const [first, last] = [boxes[0], boxes[boxes.length - 1]];
  const moved = (axis: number) => (last.min[axis] + last.max[axis] - first.min[axis] - first.max[axis]) / 2;
  return [moved(0), moved(2)];
}

/** Returns one view for each moment: the same whole area, or a window that follows the characters if the track is long. */
function chooseMomentViews(
  moments: readonly Moment[],
  action: Area,
  turn: number,
  ground: HeightfieldOutput,
): GroundView[] {
  const figureSize = maxOf(
    moments.map(({ bounds }) => levelSize(bounds)),
    0,
  );
  // Space for the shadows of the characters, which `shadeOfFigures` draws to the right and down.
  const figureHeight = maxOf(
    moments.map(({ bounds }) => (bounds ? bounds.max[1] - bounds.min[1] : 0)),
    0,
  );
  const room = Math.max(0.35 * figureSize, figureHeight / shadowSlope / Math.SQRT2);
  const { x0, z0, x1, z1 } = action;
  const wider = { x0: x0 - room, z0: z0 - room, x1: x1 + room, z1: z1 + room };
  const whole = chooseArea(wider, turn, ground, 1.4, 5);
  const size = turnedSize(whole, turn);
  const half = (contentWidth - gap) / 2;
  const quarter = (contentWidth - 3 * gap) / 4;
  if (figureSize === 0 || size.long < 16 * figureSize) {
    const width = size.long < 2.4 * size.cross ? quarter : half;
    const view = viewOfArea(whole, turn, Math.floor(width), 300);
    return moments.map(() => view);
  }
  const cross = 2 * figureSize;
  return moments.map(({ bounds, grid }) => {
    const x = bounds ? (bounds.min[0] + bounds.max[0]) / 2 : grid ? grid.x : (action.x0 + action.x1) / 2;
    const z = bounds ? (bounds.min[2] + bounds.max[2]) / 2 : grid ? grid.z : (action.z0 + action.z1) / 2;
    const area = centeredArea(x, z, 4 * cross, cross, turn, areaOfExtent(ground));
    return viewOfArea(area, turn, Math.floor(half), 300);
  });
}

/** Returns the longer horizontal side of the characters' bounds, metres. 0 without characters. */
function levelSize(bounds: PosedMeshBounds | null): number {
  return bounds ? Math.max(bounds.max[0] - bounds.min[0], bounds.max[2] - bounds.min[2]) : 0;
}

/** Returns the initial ground in the range of the views. As it is smooth, coarse samples are enough. */
function readUntouched(ground: HeightfieldOutput, views: readonly GroundView[]): ColumnGrid {
  const seen = views.map((view) => viewRectangle(view, ground));
  const i0 = minOf(seen.map((rectangle) => rectangle.i0));
  const j0 = minOf(seen.map((rectangle) => rectangle.j0));
  const columns = maxOf(seen.map((rectangle) => rectangle.i0 + rectangle.columns)) - i0;
  const rows = maxOf(seen.map((rectangle) => rectangle.j0 + rectangle.rows)) - j0;
  return readColumnGrid(ground, { i0, j0, columns, rows }, 1 << 15, true);
}

/** Returns the views of the last state: one, or up to three rows if the track is long. */
function chooseFinalViews(changed: Area, turn: number, ground: HeightfieldOutput): GroundView[] {
  const area = chooseArea(changed, turn, ground, contentWidth / tallest, 24);
  const { long, cross } = turnedSize(area, turn);
  const count = Math.max(1, Math.min(3, Math.ceil(long / cross / 8)));
  const pieces = cutArea(area, turn, count);
  return pieces.map((piece) => viewOfArea(piece, turn, contentWidth, tallest));
}

function drawGround(
  ground: HeightfieldOutput,
  untouched: ColumnGrid,
  moment: Moment,
  view: GroundView,
  small: boolean,
): Picture {
  // Stones need finer samples. The cover is read in the last state.
  const cover =
    ground.readWetness || ground.readStones
      ? readColumnGrid(ground, viewRectangle(view, ground), maxSamples, true)
      : null;
  const before = cover ?? untouched;
  const heights = viewGrid(before, before.initial, view);
  let pressed: Float32Array | undefined;
  if (moment.grid) {
    // A print may end at the boundary of the grid.
    const grid = small ? moment.grid : smoothWalls(addBorder(moment.grid, 8));
    const change = viewGrid(grid, grid.change, view, 0);
    for (let k = 0; k < heights.length; k++) heights[k] += change[k];
    pressed = viewGrid(grid, grid.pressed, view, 0);
  }
  const bounds = small ? moment.bounds : null;
  const unshaded = bounds ? shadeOfFigures(view, moment.figures, mean(heights), shadowSlope) : undefined;
  const picture = shadeRelief(heights, view.width, view.height, view.scale, {
    look: groundLook(ground.material, ground.look),
    pressed,
    wetness: cover?.wetness && viewGrid(cover, cover.wetness, view),
    stones: cover?.stones && viewGrid(cover, cover.stones, view),
    unshaded,
    plain: small,
  });
  if (bounds) drawFiguresFromAbove(picture, view, moment.figures);
  return picture;
}

function drawHeader(
  sheet: Picture,
  options: ContactSheetOptions,
  ground: HeightfieldOutput,
  moments: readonly Moment[],
  prints: readonly FoundPrint[],
): void {
  const first = [options.title, options.note].filter(Boolean).join(' · ');
  drawText(sheet, fitText(first, 22, contentWidth), margin, 52, textStyles.title);
  const { t, grid } = moments[moments.length - 1];
  const facts = [nameMaterial(ground), `cells ${trim(1000 * ground.cell)} mm`, `${t.toFixed(2)} s`];
  if (grid && prints.length > 0) {
    let raised = 0;
    for (const delta of grid.change) raised = Math.max(raised, delta);
    const deepest = maxOf(prints.map((print) => print.depth));
    facts.push(`prints up to ${trim(1000 * deepest)} mm deep`);
    facts.push(raised > 0.0005 ? `rims up to ${trim(1000 * raised)} mm high` : 'no rims');
  } else facts.push('nothing touched the ground');
  const touched = ground.changed();
  if (options.part && touched) {
    const sides = [touched.columns, touched.rows].map((count) => Math.round(count * ground.cell));
    facts.push(`what was touched last, of ${sides[0]} × ${sides[1]} m`);
  }
  drawText(sheet, facts.join('  ·  '), margin, 78, textStyles.note);
}

function drawEmptySheet(options: ContactSheetOptions): Picture {
  const sheet = createPicture(contentWidth + 2 * margin, 130, sheetColors.paper);
  drawText(sheet, fitText(options.title, 22, contentWidth), margin, 52, textStyles.title);
  drawText(sheet, 'no moment was drawn', margin, 78, textStyles.note);
  return sheet;
}

/** Returns the rectangles in which characters are close to the ground at a moment. */
function standing({ bounds }: Moment): [number, number, number, number][] {
  return bounds ? [[bounds.min[0], bounds.min[2], bounds.max[0], bounds.max[2]]] : [];
}

/** Formats a number with at most one decimal. */
function trim(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

function mean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length > 0 ? sum / values.length : 0;
}
