import type { GroundState } from '../../systems/ground/state.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import type { Gpu } from '../gpu.ts';
import type { CardDrawer, CardTile } from './card-drawer.ts';
import { copyLayers } from './copy-layers.ts';
import type { GroundDispatcher } from './ground-dispatcher.ts';
import { findNine } from './nine-tiles.ts';
import type { SlotPool } from './slot-pool.ts';

/** What drawing needs of a ground on the card. */
export interface DrawnGround {
  readonly gpu: Gpu;
  readonly state: GroundState;
  readonly pool: SlotPool;
  readonly dispatcher: GroundDispatcher;
  /** The lowest column of each tile that was simulated on the card, height units. */
  readonly bottoms: ReadonlyMap<Tile, number>;
}

/** Writes tiles of the pool into the layers of a drawer. Their heights stay on the card. */
export function drawTiles(ground: DrawnGround, tiles: readonly Tile[], drawer: CardDrawer): void {
  const { gpu, pool, dispatcher } = ground;
  if (tiles.length === 0) return;
  const layers = drawer.place(tiles.map((tile) => describe(ground, tile)));
  pool.listSlots(tiles, dispatcher.lists);
  const { border } = drawer;
  const call = dispatcher.prepare([{ shader: 'draw', groups: tiles.length, count: border }]);
  const commands = gpu.device.createCommandEncoder();
  const pass = commands.beginComputePass();
  dispatcher.dispatch(pass, call);
  pass.end();
  copyLayers(commands, pool, tiles, layers, border);
  gpu.submit(commands);
}

function describe({ state, bottoms }: DrawnGround, tile: Tile): CardTile {
  let [low, high] = [Infinity, -Infinity];
  for (const other of findNine(state.tiles, tile)) {
    const bottom = bottoms.get(other);
    if (bottom === undefined) continue;
    low = Math.min(low, bottom);
    high = Math.max(high, other.top);
  }
  return { tileI: tile.tileI, tileJ: tile.tileJ, low, high };
}
