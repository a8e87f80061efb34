import { tileSize } from '../../systems/ground/flow/sheet.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import type { CardLayer } from './card-drawer.ts';
import { type SlotPool, slotBytes } from './slot-pool.ts';
import { noSlot, texelRow } from './wgsl/common.ts';

/** Copies what `draw` has written for each tile into its layer. Columns of tiles that are not in the pool keep their texels. */
export function copyLayers(
  commands: GPUCommandEncoder,
  pool: SlotPool,
  tiles: readonly Tile[],
  layers: readonly CardLayer[],
  border: number,
): void {
  // First texel and number of texels of the columns before the tile, of the tile, and after it.
  const spans = [
    [0, border],
    [border, tileSize],
    [border + tileSize, border + 1],
  ] as const;
  const whole = [0, tileSize + 1 + 2 * border] as const;
  tiles.forEach((tile, n) => {
    const { texture, layer } = layers[n];
    const copy = ([x, width]: readonly [number, number], [y, height]: readonly [number, number]) => {
      if (width === 0 || height === 0) return;
      const offset = pool.slots.get(tile)! * slotBytes + 4 * (y * texelRow + x);
      commands.copyBufferToTexture(
        { buffer: pool.scratch, offset, bytesPerRow: 4 * texelRow },
        { texture, origin: [x, y, layer] },
        [width, height, 1],
      );
    };
    const around = pool.slotsAround(tile);
    if (!around.includes(noSlot)) copy(whole, whole);
    else
      around.forEach((slot, k) => {
        if (slot !== noSlot) copy(spans[k % 3], spans[Math.floor(k / 3)]);
      });
  });
}
