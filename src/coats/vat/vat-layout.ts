/**
 * How a vertex-animation texture of fur is laid out. A column of numbers for each vertex of the shells; row by row the frames of
 * their tips, then in as many rows those of the skin's normals, then, where there are any, those of how far roots are from the
 * mesh. What is wider than a texture may be goes on in the next rows: a frame then has `blocks` of them. Row 0 is the first of the
 * picture, its top.
 */
export interface VatLayout {
  /** Vertices of the shells. */
  readonly columns: number;
  readonly frames: number;
  /** Pixels across and down. */
  readonly width: number;
  readonly height: number;
  /** Rows of one frame. */
  readonly blocks: number;
  /** Whether roots go ways of their own: on ground that sinks, over flesh that moves. */
  readonly hasRoots: boolean;
}

/** What stands in the texture, in that order. */
export const vatParts = { tips: 0, normals: 1, roots: 2 } as const;

/** Pixels across, at most: what every graphics card takes. */
export const widestVat = 4096;
/** Pixels down, at most. */
export const highestVat = 16384;

/** Pixels in all, at most: they lie in memory as floats. */
export const largestVat = 2 ** 25;

/** The layout for so many vertices and frames. */
export function layOutVat(columns: number, frames: number, hasRoots: boolean): VatLayout {
  const blocks = Math.ceil(columns / widestVat);
  const height = (hasRoots ? 3 : 2) * frames * blocks;
  return { columns, frames, width: Math.ceil(columns / blocks), height, blocks, hasRoots };
}

/** The pixel, counted row by row, of a vertex on a frame. part: of `vatParts`. */
export function vatPixel(
  { width, blocks, frames }: VatLayout,
  column: number,
  frame: number,
  part: number,
): number {
  const row = (part * frames + frame) * blocks + Math.floor(column / width);
  return row * width + (column % width);
}
