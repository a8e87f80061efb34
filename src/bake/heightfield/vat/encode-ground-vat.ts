import { encodePng8 } from '../../../files/png.ts';
import { containsColumn } from '../../../systems/column-rectangle.ts';
import type { HeightfieldOutput } from '../../../systems/outputs/heightfield.ts';
import { meshTile } from '../mesh/ground-region.ts';
import type { HeightBlock } from '../mesh/ground-vertices.ts';
import type { TileHistory } from '../mesh/tile-histories.ts';
import type { GroundVat } from './ground-vat.ts';
import { layOutSlots, maxSlots, slotPixel, slotSize, tablePixel } from './ground-vat.ts';

/** A tile of a ground whose heights are in a texture. */
export interface VatTile {
  readonly a: number;
  readonly b: number;
  /** The state of the tile in the last frame. */
  readonly last: HeightBlock;
}

/** The heights of all moving tiles as a texture. */
export interface GroundTexture {
  readonly tiles: readonly VatTile[];
  readonly layout: Omit<GroundVat, 'name' | 'mesh' | 'texture' | 'node'>;
  /** The texture as a PNG. */
  readonly bytes: Uint8Array;
}

/** The largest number of a pixel. */
const maxNumber = 2 ** 24 - 1;

/**
 * Encodes the histories of moving tiles as a texture. Every state is exact, if the heights of all moving tiles span at most 16 m. Above,
 * their unit is doubled as often as needed. frames: number of frames, the first is `firstFrame`. Returns the number of states instead if
 * they do not fit into a texture.
 */
export function encodeGroundVat(
  histories: Iterable<TileHistory>,
  { cell, heightUnit }: Pick<HeightfieldOutput, 'cell' | 'heightUnit'>,
  { firstFrame, frames, fps }: { readonly firstFrame: number; readonly frames: number; readonly fps: number },
): GroundTexture | number {
  const tiles: VatTile[] = [];
  const slots: Int32Array[] = [];
  const table: number[] = [];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let count = 0;
  for (const history of histories) {
    const { a, b, states } = history;
    count += states.length;
    // The other states are only counted.
    if (count > maxSlots) continue;
    tiles.push({ a, b, last: states[states.length - 1] });
    for (let frame = 0, state = 0; frame < frames; frame++) {
      while (history.frames[state + 1] <= firstFrame + frame) state++;
      table.push(slots.length + state);
    }
    for (const state of states) {
      const heights = fillSlot(a, b, state);
      for (const height of heights) {
        if (height < min) min = height;
        if (height > max) max = height;
      }
      slots.push(heights);
    }
  }
  if (count > maxSlots) return count;
  if (count === 0) [min, max] = [0, 0];
  let unit = 1;
  while ((max - min) / unit > maxNumber) unit *= 2;
  const layout = {
    version: 1,
    fps,
    frames,
    tiles: tiles.length,
    slots: slots.length,
    slotSize,
    ...layOutSlots(tiles.length, frames, slots.length),
    minMetres: min * heightUnit,
    unitMetres: unit * heightUnit,
    cellMetres: cell,
  } as const;
  const pixels = new Uint8Array(3 * layout.width * layout.height);
  const set = (pixel: number, value: number) => {
    pixels[3 * pixel] = value >> 16;
    pixels[3 * pixel + 1] = value >> 8;
    pixels[3 * pixel + 2] = value;
  };
  for (let tile = 0; tile < tiles.length; tile++) {
    for (let frame = 0; frame < frames; frame++)
      set(tablePixel(layout, tile, frame), table[tile * frames + frame]);
  }
  slots.forEach((heights, slot) => {
    for (let index = 0; index < heights.length; index++)
      set(slotPixel(layout, slot, index), Math.round((heights[index] - min) / unit));
  });
  return { tiles, layout, bytes: encodePng8(pixels, layout.width, layout.height) };
}

/**
 * Returns the heights of a slot, [35 · 35]. Beyond the boundary of the ground they are extrapolated, so that central differences there
 * are the differences on the side of the ground.
 */
function fillSlot(a: number, b: number, { wide, heights }: HeightBlock): Int32Array {
  const at = (i: number, j: number) => heights[(j - wide.j0) * wide.columns + i - wide.i0];
  return Int32Array.from({ length: slotSize * slotSize }, (_, index) => {
    const i = a * meshTile + (index % slotSize) - 1;
    const j = b * meshTile + Math.floor(index / slotSize) - 1;
    if (containsColumn(wide, i, j)) return at(i, j);
    const [ci, cj] = [clamp(i, wide.i0, wide.columns), clamp(j, wide.j0, wide.rows)];
    const inner = at(
      clamp(ci + Math.sign(ci - i), wide.i0, wide.columns),
      clamp(cj + Math.sign(cj - j), wide.j0, wide.rows),
    );
    return 2 * at(ci, cj) - inner;
  });
}

function clamp(index: number, first: number, count: number): number {
  return Math.min(first + count - 1, Math.max(first, index));
}
