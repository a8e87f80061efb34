import { exp } from '../math/portable.ts';
import type { ColumnGrid } from './column-grid.ts';

/** Slopes, as height / distance: nothing is smoothed below the first, everything above the second. Sand is stable up to a slope of 1. */
const flankSlope = 0.9;
const wallSlope = 1.6;
/** Number of samples along a wall on each side, and their weights: a Gaussian with a standard deviation of 2.5 samples. */
const reach = 6;
const weights = Array.from({ length: reach + 1 }, (_, n) => exp(-(n * n) / 12.5));

/**
 * Returns the grid with smooth outlines of steep walls, for pictures. A column belongs to a print completely or not at all, so the outline
 * of a wall is a staircase of cells. Near a wall, `change` and `pressed` become weighted means along the wall (line integral convolution:
 * Cabral and Leedom 1993; the direction is that of the structure tensor). So walls stay as steep as they are. The values of
 * flatter ground do not change.
 */
export function smoothWalls(grid: ColumnGrid): ColumnGrid {
  const { change, pressed, columns, rows, step } = grid;
  const steep = findWalls(change, columns, rows, step);
  if (!steep) return grid;
  const tangents = findTangents(change, columns, rows);
  const smooth = { change: Float32Array.from(change), pressed: Float32Array.from(pressed) };
  for (let j = 1; j < rows - 1; j++) {
    for (let i = 1; i < columns - 1; i++) {
      const k = j * columns + i;
      if (steep[k] === 0) continue;
      let [height, press, total] = [change[k], pressed[k], 1];
      for (const side of [1, -1]) {
        let [x, y] = [i, j];
        // The direction of the last step: tangents have no sign.
        let [dx, dy] = [side * tangents[2 * k], side * tangents[2 * k + 1]];
        for (let n = 1; n <= reach; n++) {
          x += dx;
          y += dy;
          if (x < 0 || y < 0 || x >= columns - 1 || y >= rows - 1) break;
          height += weights[n] * sample(change, columns, x, y);
          press += weights[n] * sample(pressed, columns, x, y);
          total += weights[n];
          const next = 2 * (Math.round(y) * columns + Math.round(x));
          const sign = tangents[next] * dx + tangents[next + 1] * dy < 0 ? -1 : 1;
          [dx, dy] = [sign * tangents[next], sign * tangents[next + 1]];
        }
      }
      smooth.change[k] += steep[k] * (height / total - change[k]);
      smooth.pressed[k] += steep[k] * (press / total - pressed[k]);
    }
  }
  return { ...grid, ...smooth };
}

/** Returns the change of a grid with `border` samples of unchanged ground around it. Its initial heights are 0. */
export function addBorder(grid: ColumnGrid, border: number): ColumnGrid {
  const columns = grid.columns + 2 * border;
  const rows = grid.rows + 2 * border;
  const widen = (layer: Float32Array) => {
    const out = new Float32Array(columns * rows);
    for (let j = 0; j < grid.rows; j++) {
      const row = layer.subarray(j * grid.columns, (j + 1) * grid.columns);
      out.set(row, (j + border) * columns + border);
    }
    return out;
  };
  return {
    columns,
    rows,
    factor: grid.factor,
    x: grid.x - border * grid.step,
    z: grid.z - border * grid.step,
    step: grid.step,
    initial: new Float32Array(columns * rows),
    change: widen(grid.change),
    pressed: widen(grid.pressed),
  };
}

/** Returns how much each sample belongs to a wall or lies beside one, 0..1. Null if there is no wall. */
function findWalls(change: Float32Array, columns: number, rows: number, step: number): Float32Array | null {
  const out = new Float32Array(change.length);
  let found = false;
  for (let j = 1; j < rows - 1; j++) {
    for (let i = 1; i < columns - 1; i++) {
      const k = j * columns + i;
      const slopeX = change[k + 1] - change[k - 1];
      const slopeY = change[k + columns] - change[k - columns];
      const slope = Math.sqrt(slopeX * slopeX + slopeY * slopeY) / (2 * step);
      const wall = Math.min(1, (slope - flankSlope) / (wallSlope - flankSlope));
      if (wall <= 0) continue;
      found = true;
      for (let b = -2; b <= 2; b++) {
        if (j + b < 0 || j + b >= rows) continue;
        for (let a = -2; a <= 2; a++) {
          if (i + a < 0 || i + a >= columns) continue;
          const near = k + b * columns + a;
          // Half as strong at a distance of two samples.
          const weight = Math.abs(a) === 2 || Math.abs(b) === 2 ? 0.5 * wall : wall;
          if (weight > out[near]) out[near] = weight;
        }
      }
    }
  }
  return found ? out : null;
}

/** Returns a unit vector along the contour lines at each sample, [2 · samples]. Its sign has no meaning. */
function findTangents(change: Float32Array, columns: number, rows: number): Float32Array {
  const tensor = [0, 1, 2].map(() => new Float32Array(change.length));
  for (let j = 1; j < rows - 1; j++) {
    for (let i = 1; i < columns - 1; i++) {
      const k = j * columns + i;
      const x = change[k + 1] - change[k - 1];
      const y = change[k + columns] - change[k - columns];
      tensor[0][k] = x * x;
      tensor[1][k] = x * y;
      tensor[2][k] = y * y;
    }
  }
  const [xx, xy, yy] = tensor.map((layer) =>
    blur(blur(blur(layer, columns, rows), columns, rows), columns, rows),
  );
  const out = new Float32Array(2 * change.length);
  for (let k = 0; k < change.length; k++) {
    // Half of the angle of (xx − yy, 2 xy) is that of the steepest direction.
    const [cosine, sine] = [xx[k] - yy[k], 2 * xy[k]];
    const length = Math.sqrt(cosine * cosine + sine * sine);
    if (length === 0) continue;
    const across = Math.sqrt(Math.max(0, (1 + cosine / length) / 2));
    const down = Math.sqrt(Math.max(0, (1 - cosine / length) / 2));
    out[2 * k] = sine < 0 ? down : -down;
    out[2 * k + 1] = across;
  }
  return out;
}

/** Returns a layer after a binomial filter of 5 × 5 samples. The outermost two samples are 0. */
function blur(layer: Float32Array, columns: number, rows: number): Float32Array {
  const lines = new Float32Array(layer.length);
  const out = new Float32Array(layer.length);
  for (let k = 2; k < layer.length - 2; k++) {
    lines[k] = (layer[k - 2] + 4 * layer[k - 1] + 6 * layer[k] + 4 * layer[k + 1] + layer[k + 2]) / 16;
  }
  for (let k = 2 * columns; k < (rows - 2) * columns; k++) {
    out[k] =
      (lines[k - 2 * columns] +
        4 * lines[k - columns] +
        6 * lines[k] +
        4 * lines[k + columns] +
        lines[k + 2 * columns]) /
      16;
  }
  return out;
}

/** Returns a layer at a point inside the grid, linear between samples. */
function sample(layer: Float32Array, columns: number, x: number, y: number): number {
  const [i, j] = [x | 0, y | 0];
  const [s, t] = [x - i, y - j];
  const k = j * columns + i;
  const top = layer[k] + s * (layer[k + 1] - layer[k]);
  const bottom = layer[k + columns] + s * (layer[k + columns + 1] - layer[k + columns]);
  return top + t * (bottom - top);
}
