/**
 * Layout of a vertex-animation texture of fur. Each vertex of the shells has a column. The first rows are the frames of their
 * tips, then as many rows the skin's normals, then, if present, the offsets of roots from the mesh. If there are more columns
 * than a texture may have, a frame has several rows, `blocks`. Row 0 is the top of the picture.
 */
export interface VatLayout {
  /** Vertices of the shells. */
  readonly columns: number;
  readonly frames: number;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Rows per frame. */
  readonly blocks: number;
  /** Whether roots move relative to the mesh: on ground that sinks, over flesh that moves. */
  readonly hasRoots: boolean;
}

/** The contents of the texture, in this order. */
export const vatParts = { tips: 0, normals: 1, roots: 2 } as const;

/** Maximum width in pixels, which every graphics card supports. */
export const widestVat = 4096;
/** Maximum height in pixels. */
export const highestVat = 16384;

/** Maximum number of pixels, since they are kept in memory as floats. */
export const largestVat = 2 ** 25;

/** Returns the layout for a number of vertices and frames. */
export function layOutVat(columns: number, frames: number, hasRoots: boolean): VatLayout {
  const blocks = Math.ceil(columns / widestVat);
  const height = (hasRoots ? 3 : 2) * frames * blocks;
  return { columns, frames, width: Math.ceil(columns / blocks), height, blocks, hasRoots };
}

/** Returns the index of the pixel, row by row, of a vertex in a frame. part: of `vatParts`. */
export function vatPixel(
  { width, blocks, frames }: VatLayout,
  column: number,
  frame: number,
  part: number,
): number {
  const row = (part * frames + frame) * blocks + Math.floor(column / width);
  return row * width + (column % width);
}
