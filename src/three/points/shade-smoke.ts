/** Number of cells along the longest side of the smoke's bounds. */
const maxCells = 28;
/** Minimum fraction of the light from above under any amount of smoke, since light also comes from the sides. */
const minLight = 0.33;
/**
 * Rate at which the light decreases towards `minLight`. Scattered light continues downward, so the decrease is slower than exponential:
 * two-stream approximation.
 */
const strength = 0.7;

/**
 * Computes the fraction of the light from above that reaches each puff: out [count], 1 at the top, less where there is smoke above.
 * Positions: x y z and diameter. Colours: red green blue and opacity (null: all are opaque). Both have four numbers for each puff. Smoke is
 * collected in a coarse grid and summed from top to bottom. About 0.1 ms for 1000 puffs.
 */
export function shadeSmoke(
  out: Float32Array,
  positions: Float32Array,
  colors: Float32Array | null,
  count: number,
  min: readonly [number, number, number],
  max: readonly [number, number, number],
): void {
  const [width, height, depth] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const cell = Math.max(width, height, depth) / maxCells;
  if (!(cell > 0) || !Number.isFinite(cell)) {
    out.fill(1, 0, count);
    return;
  }
  const [columns, rows, layers] = [width, height, depth].map((side) => Math.ceil(side / cell) + 2);
  // Cells are stored row by row from the bottom. A row contains all columns of all layers.
  const rowSize = columns * layers;
  const thickness = new Float32Array(rowSize * (rows + 1));
  const perCell = (strength * Math.PI) / (4 * cell * cell);
  const [minX, minY, minZ] = min;
  const finer = 1 / cell;
  for (let k = 0; k < count; k++) {
    const x = (positions[4 * k] - minX) * finer;
    const y = (positions[4 * k + 1] - minY) * finer;
    const z = (positions[4 * k + 2] - minZ) * finer;
    const size = positions[4 * k + 3];
    const opacity = colors ? colors[4 * k + 3] : 1;
    if (!(isWithin(x, columns) && isWithin(y, rows) && isWithin(z, layers) && size > 0 && opacity > 0))
      continue;
    const fraction = perCell * size * size * Math.min(1, opacity);
    const i = x | 0;
    const l = z | 0;
    const u = x - i;
    const w = z - l;
    const at = rowSize * (y | 0) + columns * l + i;
    thickness[at] += fraction * (1 - u) * (1 - w);
    thickness[at + 1] += fraction * u * (1 - w);
    thickness[at + columns] += fraction * (1 - u) * w;
    thickness[at + columns + 1] += fraction * u * w;
  }
  for (let at = rowSize * rows - 1; at >= 0; at--) thickness[at] += thickness[at + rowSize];
  for (let k = 0; k < count; k++) {
    const x = (positions[4 * k] - minX) * finer;
    const y = (positions[4 * k + 1] - minY) * finer;
    const z = (positions[4 * k + 2] - minZ) * finer;
    out[k] = 1;
    if (!(isWithin(x, columns) && isWithin(y, rows) && isWithin(z, layers))) continue;
    const i = x | 0;
    const j = y | 0;
    const l = z | 0;
    const u = x - i;
    const v = y - j;
    const w = z - l;
    const at = rowSize * j + columns * l + i;
    // For a puff at the bottom of a cell, nearly all smoke of its own row counts; for a puff at the top, none.
    const behind = at + columns;
    const below =
      (thickness[at] * (1 - u) + thickness[at + 1] * u) * (1 - w) +
      (thickness[behind] * (1 - u) + thickness[behind + 1] * u) * w;
    const over = at + rowSize;
    const above =
      (thickness[over] * (1 - u) + thickness[over + 1] * u) * (1 - w) +
      (thickness[over + columns] * (1 - u) + thickness[over + columns + 1] * u) * w;
    out[k] = minLight + (1 - minLight) / (1 + below * (1 - v) + above * v);
  }
}

/** Returns whether there is a cell at a position and one after it. */
function isWithin(position: number, cellCount: number): boolean {
  return position >= 0 && position < cellCount - 1;
}
