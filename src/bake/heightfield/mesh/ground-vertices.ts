import type { ColumnRectangle, HeightfieldOutput } from '../../../systems/outputs/heightfield.ts';

/** The source of a ground's heights: an output in its current state, or in its state at a frame (`heightsOfFrame`). */
export type HeightSource = Pick<
  HeightfieldOutput,
  'name' | 'cell' | 'datum' | 'heightUnit' | 'extent' | 'material' | 'look' | 'read' | 'readMissing'
>;

/** The vertices of a part of a ground, one for each column, and the triangles between them. */
export interface GroundPart {
  /** Positions in metres, relative to the corner of the whole rectangle and to the datum. [3 · vertices] */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Texture coordinates, [2 · vertices]. */
  readonly coordinates: Float32Array;
  readonly indices: Uint32Array;
}

/** Returns a rectangle that is enlarged by a number of columns on every side, as far as there is ground. */
export function expandRectangle(
  { i0, j0, columns, rows }: ColumnRectangle,
  border: number,
  extent: ColumnRectangle | null,
): ColumnRectangle {
  const left = Math.max(i0 - border, extent ? extent.i0 : Number.NEGATIVE_INFINITY);
  const far = Math.max(j0 - border, extent ? extent.j0 : Number.NEGATIVE_INFINITY);
  const right = Math.min(
    i0 + columns + border,
    extent ? extent.i0 + extent.columns : Number.POSITIVE_INFINITY,
  );
  const near = Math.min(j0 + rows + border, extent ? extent.j0 + extent.rows : Number.POSITIVE_INFINITY);
  return { i0: left, j0: far, columns: right - left, rows: near - far };
}

/**
 * Heights of a block of columns. If the ground continues beyond a side of the block, they include one more column there, which is needed
 * for slopes at the boundary.
 */
export interface HeightBlock {
  readonly block: ColumnRectangle;
  readonly wide: ColumnRectangle;
  /** Heights, [wide.columns · wide.rows]. */
  readonly heights: Int32Array;
}

/**
 * Computes the height above the datum in metres and the unit normal (by central differences) of all columns of a block, row by row. out [4
 * · columns · rows]: y, then the normal.
 */
export function measureSurface(
  out: Float32Array,
  { block, wide, heights }: HeightBlock,
  { cell, heightUnit }: Pick<HeightfieldOutput, 'cell' | 'heightUnit'>,
): void {
  const left = block.i0 - wide.i0;
  const far = block.j0 - wide.j0;
  for (let j = 0, o = 0; j < block.rows; j++) {
    const row = j + far;
    const above = Math.max(row - 1, 0);
    const below = Math.min(row + 1, wide.rows - 1);
    for (let i = 0; i < block.columns; i++, o += 4) {
      const column = i + left;
      const before = Math.max(column - 1, 0);
      const after = Math.min(column + 1, wide.columns - 1);
      const base = row * wide.columns;
      const slopeX =
        ((heights[base + after] - heights[base + before]) * heightUnit) / ((after - before) * cell);
      const slopeZ =
        ((heights[below * wide.columns + column] - heights[above * wide.columns + column]) * heightUnit) /
        ((below - above) * cell);
      const inverse = 1 / Math.sqrt(slopeX * slopeX + 1 + slopeZ * slopeZ);
      out[o] = heights[base + column] * heightUnit;
      out[o + 1] = -slopeX * inverse;
      out[o + 2] = inverse;
      out[o + 3] = -slopeZ * inverse;
    }
  }
}

/** Reads the heights of a block from the source. */
export function readBlock(source: HeightSource, block: ColumnRectangle): HeightBlock {
  const wide = expandRectangle(block, 1, source.extent);
  const heights = new Int32Array(wide.columns * wide.rows);
  source.read(heights, wide);
  return { block, wide, heights };
}

/**
 * Creates the vertices and triangles of a block of the ground: all cells that `takes` accepts and that have ground at all corners.
 * Positions are relative to the corner of `whole`. Texture coordinates point at the centres of the pixels of the height map of `whole`.
 * `kept` [columns · rows] receives the vertex index of each column, −1 if the column has no vertex.
 */
export function buildGroundPart(
  source: HeightSource,
  heights: HeightBlock,
  whole: ColumnRectangle,
  takes: (cell: number) => boolean,
  kept = new Int32Array(heights.block.columns * heights.block.rows),
): GroundPart {
  const { block } = heights;
  const { columns, rows } = block;
  const surface = new Float32Array(4 * columns * rows);
  measureSurface(surface, heights, source);
  const missing = new Uint8Array(columns * rows);
  source.readMissing?.(missing, block);
  const corners: number[] = [];
  const add = (a: number, b: number, c: number) => {
    if (!missing[a] && !missing[b] && !missing[c]) corners.push(a, b, c);
  };
  // Each cell becomes two triangles, counter-clockwise seen from above. It is divided along the diagonal that is nearer to level.
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i;
      const [b, c, d] = [a + 1, a + columns, a + columns + 1];
      if (!takes(a)) continue;
      if (Math.abs(surface[4 * b] - surface[4 * c]) <= Math.abs(surface[4 * a] - surface[4 * d])) {
        add(a, c, b);
        add(b, c, d);
      } else {
        add(a, c, d);
        add(a, d, b);
      }
    }
  }
  // Vertices have the same order as columns.
  kept.fill(-1);
  for (const column of corners) kept[column] = 0;
  const vertices: number[] = [];
  for (let column = 0; column < kept.length; column++)
    if (kept[column] === 0) kept[column] = vertices.push(column) - 1;
  const positions = new Float32Array(3 * vertices.length);
  const normals = new Float32Array(3 * vertices.length);
  const coordinates = new Float32Array(2 * vertices.length);
  vertices.forEach((column, vertex) => {
    const i = (column % columns) + block.i0 - whole.i0;
    const j = Math.floor(column / columns) + block.j0 - whole.j0;
    const [y, ...normal] = surface.subarray(4 * column, 4 * column + 4);
    positions.set([i * source.cell, y, j * source.cell], 3 * vertex);
    normals.set(normal, 3 * vertex);
    coordinates.set([(i + 0.5) / whole.columns, (j + 0.5) / whole.rows], 2 * vertex);
  });
  return { positions, normals, coordinates, indices: Uint32Array.from(corners, (column) => kept[column]) };
}

/** Joins several parts into one. */
export function joinParts(parts: readonly GroundPart[]): GroundPart {
  if (parts.length === 1) return parts[0];
  const join = (key: 'positions' | 'normals' | 'coordinates') => {
    const out = new Float32Array(parts.reduce((sum, part) => sum + part[key].length, 0));
    let at = 0;
    for (const part of parts) {
      out.set(part[key], at);
      at += part[key].length;
    }
    return out;
  };
  const indices = new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0));
  let [at, first] = [0, 0];
  for (const part of parts) {
    for (const index of part.indices) indices[at++] = first + index;
    first += part.positions.length / 3;
  }
  return {
    positions: join('positions'),
    normals: join('normals'),
    coordinates: join('coordinates'),
    indices,
  };
}
