import type { ColumnRectangle, HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import type { ColumnGrid } from './column-grid.ts';
import { resampleGrid } from './resample.ts';

/** A part of the ground seen from straight above: its position, orientation and scale. */
export interface GroundView {
  /** World x and z of the picture's centre, metres. */
  readonly x: number;
  readonly z: number;
  /**
   * Rotation in steps of 90°. The direction to the right in the picture is +X, +Z, −X, −Z for 0, 1, 2, 3. The picture is never mirrored.
   */
  readonly turn: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Metres per pixel. */
  readonly scale: number;
}

/** Returns the world directions [x, z] of right and down in the picture. */
export function viewAxes(turn: number): { right: [number, number]; down: [number, number] } {
  const [x, z] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][turn & 3];
  return { right: [x, z], down: [-z || 0, x] };
}

/** Returns the position of a world point in the picture, pixels from its top left corner. */
export function toPixel(view: GroundView, x: number, z: number): [number, number] {
  const { right, down } = viewAxes(view.turn);
  const [dx, dz] = [x - view.x, z - view.z];
  return [
    (dx * right[0] + dz * right[1]) / view.scale + view.width / 2,
    (dx * down[0] + dz * down[1]) / view.scale + view.height / 2,
  ];
}

/** Returns the columns that are visible in a view, clipped to the ground's boundary. */
export function viewRectangle(view: GroundView, ground: HeightfieldOutput): ColumnRectangle {
  const sideways = (view.turn & 1) === 1;
  const halfX = ((sideways ? view.height : view.width) * view.scale) / 2;
  const halfZ = ((sideways ? view.width : view.height) * view.scale) / 2;
  return clipRectangle(
    rectangleOver(view.x - halfX, view.x + halfX, view.z - halfZ, view.z + halfZ, ground.cell),
    ground.extent,
  );
}

/** Returns the smallest rectangle of columns that covers a range of world x and z. It has at least one column. */
export function rectangleOver(x0: number, x1: number, z0: number, z1: number, cell: number): ColumnRectangle {
  const i0 = Math.floor(x0 / cell);
  const j0 = Math.floor(z0 / cell);
  return {
    i0,
    j0,
    columns: Math.max(1, Math.ceil(x1 / cell) - i0 + 1),
    rows: Math.max(1, Math.ceil(z1 / cell) - j0 + 1),
  };
}

/** Returns the part of a rectangle inside the ground's boundary. If they do not overlap, returns the nearest column of the ground. */
export function clipRectangle(rectangle: ColumnRectangle, extent: ColumnRectangle | null): ColumnRectangle {
  if (!extent) return rectangle;
  const i0 = Math.min(Math.max(rectangle.i0, extent.i0), extent.i0 + extent.columns - 1);
  const j0 = Math.min(Math.max(rectangle.j0, extent.j0), extent.j0 + extent.rows - 1);
  const i1 = Math.min(rectangle.i0 + rectangle.columns, extent.i0 + extent.columns);
  const j1 = Math.min(rectangle.j0 + rectangle.rows, extent.j0 + extent.rows);
  return { i0, j0, columns: Math.max(1, i1 - i0), rows: Math.max(1, j1 - j0) };
}

/**
 * Samples a layer of a grid at the centre of each pixel of a view. Outside of the grid, uses its boundary value, or `outside` if that is
 * given.
 */
export function viewGrid(
  grid: ColumnGrid,
  layer: Float32Array,
  view: GroundView,
  outside?: number,
): Float32Array<ArrayBuffer> {
  const { right, down } = viewAxes(view.turn);
  const { columns, rows } = grid;
  const fromMiddleX = (0.5 - view.width / 2) * view.scale;
  const fromMiddleY = (0.5 - view.height / 2) * view.scale;
  // Position of the first pixel's centre in grid coordinates.
  const i = (view.x + fromMiddleX * right[0] + fromMiddleY * down[0] - grid.x) / grid.step;
  const j = (view.z + fromMiddleX * right[1] + fromMiddleY * down[1] - grid.z) / grid.step;
  const step = view.scale / grid.step;
  const turned = turnLayer(layer, columns, rows, view.turn);
  const sideways = (view.turn & 1) === 1;
  const start = [
    [i, j],
    [j, columns - 1 - i],
    [columns - 1 - i, rows - 1 - j],
    [rows - 1 - j, i],
  ][view.turn & 3];
  return resampleGrid(
    turned,
    sideways ? rows : columns,
    sideways ? columns : rows,
    view.width,
    view.height,
    start[0],
    start[1],
    step,
    outside,
  );
}

function turnLayer(layer: Float32Array, columns: number, rows: number, turn: number): Float32Array {
  const turns = turn & 3;
  if (turns === 0) return layer;
  const out = new Float32Array(layer.length);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const value = layer[j * columns + i];
      if (turns === 1) out[(columns - 1 - i) * rows + j] = value;
      else if (turns === 2) out[(rows - 1 - j) * columns + columns - 1 - i] = value;
      else out[i * rows + rows - 1 - j] = value;
    }
  }
  return out;
}
