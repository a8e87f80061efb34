/**
 * Layout of a vertex-animation texture of fur. Each vertex of the shells has a column. The first rows are the tips in each frame. They are
 * followed by as many rows for the normals of the skin and, if present, by as many rows for the offsets of roots from the mesh. If there
 * are more columns than a texture may have, a frame has several rows, `blocks`. Row 0 is the top of the picture.
 */
export interface VatLayout {
  /** Number of vertices of the shells. */
  readonly columns: number;
  readonly frames: number;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of rows of a frame. */
  readonly blocks: number;
  /** Whether roots move relative to the mesh, as on ground that sinks or over flesh that moves. */
  readonly hasRoots: boolean;
}

/** The contents of the texture, in the order of its rows. */
export const vatParts = { tips: 0, normals: 1, roots: 2 } as const;

/** Maximum width in pixels, which every graphics card supports. */
export const widestVat = 4096;
/** Maximum height in pixels. */
export const highestVat = 16384;

/** Maximum number of pixels. It is limited because the pixels are kept in memory as floats. */
export const largestVat = 2 ** 25;

/** Returns the layout for a number of vertices and frames. */
export function layOutVat(columns: number, frames: number, hasRoots: boolean): VatLayout {
  const blocks = Math.ceil(columns / widestVat);
  const height = (hasRoots ? 3 : 2) * frames * blocks;
  return { columns, frames, width: Math.ceil(columns / blocks), height, blocks, hasRoots };
}

/** Returns the index, counted row by row, of the pixel of a vertex in a frame. part: one of `vatParts`. */
export function vatPixel(
  { width, blocks, frames }: VatLayout,
  column: number,
  frame: number,
  part: number,
): number {
  const row = (part * frames + frame) * blocks + Math.floor(column / width);
  return row * width + (column % width);
}
