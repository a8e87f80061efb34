/**
 * How the texture of a moving ground is read. The texture is an 8-bit RGB picture; a pixel is the number R · 65536 + G · 256 + B. Pixels are
 * counted from the top left.
 *
 * The first `slotRow` rows are a table: pixel t · frames + f (in reading order) is the slot that tile t shows in frame f. Below them, each
 * slot has the heights of 35 × 35 columns: those of a tile (33 × 33), and one more on each side for normals.
 *
 * In the GLB, TEXCOORD_1 of a moving vertex is the tile, and the index of the vertex in its slot plus 1. Both are whole numbers that a
 * half float can hold. Some programs replace v by 1 − v: |v − ½| + ½ is the same number before and after.
 */
export interface GroundVat {
  readonly version: 1;
  /** Name of the ground. */
  readonly name: string;
  /** Files beside this description. */
  readonly mesh: string;
  readonly texture: string;
  /** Name of the node whose mesh moves. */
  readonly node: string;
  readonly fps: number;
  readonly frames: number;
  /** Size of the texture in pixels. */
  readonly width: number;
  readonly height: number;
  readonly tiles: number;
  readonly slots: number;
  /** Number of columns along a side of a slot. */
  readonly slotSize: number;
  readonly slotsPerRow: number;
  /** The first row of the texture with slots. */
  readonly slotRow: number;
  /** Height in the space of the moving mesh = minMetres + number · unitMetres. */
  readonly minMetres: number;
  readonly unitMetres: number;
  /** Distance of columns. */
  readonly cellMetres: number;
}

/** Number of columns along a side of a slot: those of a tile of 32 cells, and one more on each side. */
export const slotSize = 35;

/** Maximum size of a texture in pixels. */
const maxSide = 8192;

/** Maximum number of slots: those of a texture of the maximum size, without the rows of the table. */
export const maxSlots = Math.floor(maxSide / slotSize) * (Math.floor(maxSide / slotSize) - 24);

/** Returns the size and the layout of a texture. */
export function layOutSlots(
  tiles: number,
  frames: number,
  slots: number,
): Pick<GroundVat, 'width' | 'height' | 'slotsPerRow' | 'slotRow'> {
  const slotsPerRow = Math.min(Math.floor(maxSide / slotSize), Math.ceil(Math.sqrt(slots)));
  const width = slotsPerRow * slotSize;
  const slotRow = Math.ceil((tiles * frames) / width);
  return { width, slotsPerRow, slotRow, height: slotRow + Math.ceil(slots / slotsPerRow) * slotSize };
}

/** Returns the pixel of the table that holds the slot of a tile in a frame. */
export function tablePixel({ frames }: Pick<GroundVat, 'frames'>, tile: number, frame: number): number {
  return tile * frames + frame;
}

/** Returns the number of the pixel that holds the height of one column of a slot. index: column + 35 · row, within the slot. */
export function slotPixel(
  { width, slotsPerRow, slotRow }: Pick<GroundVat, 'width' | 'slotsPerRow' | 'slotRow'>,
  slot: number,
  index: number,
): number {
  const x = (slot % slotsPerRow) * slotSize + (index % slotSize);
  const y = slotRow + Math.floor(slot / slotsPerRow) * slotSize + Math.floor(index / slotSize);
  return y * width + x;
}
