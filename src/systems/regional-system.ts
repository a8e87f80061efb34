import type { TimedParams } from './timed-params.ts';

/**
 * The state of a regional system consists of square tiles of the horizontal plane. What happens in a tile depends only on the tiles around it.
 * So separate regions can be simulated by different threads or machines, as long as nothing moves from one region to another. The result is the
 * same as that of one simulation of everything.
 */

/** Position of a tile: it covers x = i · side … (i + 1) · side, and z = j · side … (j + 1) · side. */
export interface TilePosition {
  readonly i: number;
  readonly j: number;
}

/** Returns a number that identifies a tile position within ± 2²⁵. */
export function tileKey(i: number, j: number): number {
  return (i + 2 ** 25) * 2 ** 26 + j + 2 ** 25;
}

/** A tile with its state as bytes. Null: it has not changed since the start of the simulation. */
export interface RegionalTile extends TilePosition {
  readonly bytes: Uint8Array | null;
}

/** A set of tiles. */
export interface Region {
  has(i: number, j: number): boolean;
}

/** The part of a state that lies in a region, and everything else that a simulation of this region needs to continue. */
export interface RegionalState {
  /** Number of steps so far. */
  readonly steps: number;
  readonly tiles: readonly RegionalTile[];
  /** The tiles in which something moves, or moved in the last step. */
  readonly active: readonly TilePosition[];
  /** See `RegionalSystem.readHints`. They must be valid for the tiles. */
  readonly hints: unknown;
}

/** Thrown by a step that needs a tile outside the region that `confine` set. The state is no longer valid then. */
export class LeavesRegion extends Error {
  constructor(readonly tile: TilePosition) {
    super(`the simulation needs the tile ${tile.i}, ${tile.j}, which is outside its region`);
  }
}

/** The functions that a system provides if it can be simulated in regions. */
export interface RegionalSystem<Params, State> {
  /**
   * Returns why the system cannot be divided with these parameters, as a text for the user. Null if it can. `timed`: the parameters over time,
   * if any has keys.
   */
  explainWhole(params: Params, timed?: TimedParams<Params> | null): string | null;
  /** Side of a tile, m. */
  tileSide(params: Params): number;
  /** Lists the tiles that differ from the start. */
  listTiles(state: State): TilePosition[];
  /** Returns the state of a tile. The bytes may be overwritten by the next call. */
  readTile(state: State, i: number, j: number): Uint8Array | null;
  listActive(state: State): TilePosition[];
  /** Sets the number of steps, some tiles, and the list of active tiles. All other tiles are kept. */
  restore(state: State, values: RegionalState): void;
  /** From now on, a step that needs a tile outside `region` throws `LeavesRegion`. */
  confine(state: State, region: Region): void;
  /**
   * Returns plain values that let a state of the same tiles skip needless work, such as bounds. They never affect results. `joinHints` joins
   * those of two states so that they are valid for the tiles of both.
   */
  readHints(state: State): unknown;
  joinHints(a: unknown, b: unknown): unknown;
  /** Starts a record of everything in the state that is not part of a tile: totals and counts. Called before the first step. */
  record(state: State): void;
  /** Returns the record as plain values that can be sent to another thread. */
  readRecord(state: State): unknown;
  /** Adds the records of the parts that were simulated side by side over the same steps. */
  addRecords(state: State, records: readonly unknown[]): void;
}
