/**
 * Outlines of 2D distance fields as closed cubic curves: traced on a grid, projected onto the zero line, and fitted.
 */

type Field = (x: number, y: number) => number;

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** A closed contour with the inside on its left: outer contours run counter-clockwise, holes clockwise. */
export interface Contour {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Returns the contours of {field ≤ 0}, as points on the zero line about one cell apart. The box must contain the whole shape. */
export function traceOutline(field: Field, box: Box, cell: number): Contour[] {
  const columns = Math.ceil((box.right - box.left) / cell) + 1;
  const rows = Math.ceil((box.top - box.bottom) / cell) + 1;
  const values = new Float64Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++)
      values[j * columns + i] = field(box.left + i * cell, box.bottom + j * cell);
  }
  const next = linkCrossings(values, columns, rows, field, box, cell);
  const contours: Contour[] = [];
  for (const first of [...next.keys()]) {
    const points: number[] = [];
    for (let edge: number | undefined = first; edge !== undefined; ) {
      points.push(...crossingOf(edge, values, columns, field, box, cell));
      const following: number | undefined = next.get(edge);
      next.delete(edge);
      edge = following !== undefined && next.has(following) ? following : undefined;
    }
    if (points.length < 8) continue;
    contours.push({
      x: Float64Array.from({ length: points.length / 2 }, (_, k) => points[2 * k]),
      y: Float64Array.from({ length: points.length / 2 }, (_, k) => points[2 * k + 1]),
    });
  }
  return contours;
}

/**
 * Maps each grid edge that the zero line crosses to the next edge that it crosses, with the inside on the left. The edge from a corner to
 * the right has the number 2 · corner, the edge upwards 2 · corner + 1.
 */
function linkCrossings(
  values: Float64Array,
  columns: number,
  rows: number,
  field: Field,
  box: Box,
  cell: number,
): Map<number, number> {
  const next = new Map<number, number>();
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < columns - 1; i++) {
      const corner = j * columns + i;
      // Corners and sides counter-clockwise from the lower left. Side k leads from corner k to the next corner.
      const corners = [corner, corner + 1, corner + columns + 1, corner + columns];
      const sides = [2 * corner, 2 * (corner + 1) + 1, 2 * (corner + columns), 2 * corner + 1];
      const inside = corners.map((c) => values[c] <= 0);
      const leaves = [0, 1, 2, 3].filter((k) => inside[k] && !inside[(k + 1) % 4]);
      // Counter-clockwise around the cell, the zero line enters where the inside ends, and leaves where the inside begins.
      const enters = [0, 1, 2, 3].filter((k) => !inside[k] && inside[(k + 1) % 4]);
      if (leaves.length === 0) continue;
      const isJoined =
        leaves.length === 2 && field(box.left + (i + 0.5) * cell, box.bottom + (j + 0.5) * cell) <= 0;
      for (const leave of leaves) {
        // If the inside is connected through the middle, the line passes around the outside corner, otherwise around
        // the inside one.
        const step = isJoined || leaves.length === 1 ? 1 : 3;
        let enter = (leave + step) % 4;
        if (leaves.length === 1) enter = enters[0];
        next.set(sides[leave], sides[enter]);
      }
    }
  }
  return next;
}

function crossingOf(
  edge: number,
  values: Float64Array,
  columns: number,
  field: Field,
  box: Box,
  cell: number,
): [number, number] {
  const from = edge >> 1;
  const to = edge & 1 ? from + columns : from + 1;
  const t = values[from] / (values[from] - values[to]);
  const [i, j] = [from % columns, Math.floor(from / columns)];
  let x = box.left + (i + (edge & 1 ? 0 : t)) * cell;
  let y = box.bottom + (j + (edge & 1 ? t : 0)) * cell;
  for (let pass = 0; pass < 3; pass++) {
    const [gx, gy] = gradientOf(field, x, y);
    const square = gx * gx + gy * gy;
    if (square < 1e-4) break;
    const d = field(x, y) / square;
    x -= d * gx;
    y -= d * gy;
  }
  return [x, y];
}

/** Returns the gradient of a field. */
export function gradientOf(field: Field, x: number, y: number): [number, number] {
  const step = 0.25;
  return [
    (field(x + step, y) - field(x - step, y)) / (2 * step),
    (field(x, y + step) - field(x, y - step)) / (2 * step),
  ];
}
