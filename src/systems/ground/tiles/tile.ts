import type { Patch } from '../flow/patch.ts';

/** 32 × 32 awake columns of ground. */
export interface Tile {
  /** Columns 32 · tileI … + 31, rows 32 · tileJ … + 31. */
  readonly tileI: number;
  readonly tileJ: number;
  /** [tileColumns] heights, height units. The sheet of the patch is newer until `Patch.flush`. */
  readonly heights: Int32Array;
  /** [tileColumns] initial heights. */
  readonly initial: Int32Array;
  /** [tileColumns] pressed words (see `sheet.ts`); null while no column of the tile is pressed. */
  pressed: Uint16Array | null;
  /** [tileColumns] height units pressed out of each column. Null if there are none, or if they are not stored. */
  pressedOut: Int32Array | null;
  /**
   * [tileColumns] height units of displaced material on each column: its height above the lowest that it ever had. Null if there is
   * none, or if it is not stored.
   */
  displaced: DisplacedAmounts | null;
  /** [tileColumns] initial wetness, computed on demand. It does not change. */
  wetness: Uint8Array | null;
  /** [tileColumns] see `findFirmness`. Computed on demand. */
  firmness: Int32Array | null;
  /** [tileColumns] heights to which prints fade, and 1 for columns that stay as they are (`fading/`). Computed on demand. They do not change. */
  target: Int32Array | null;
  fixed: Uint8Array | null;
  /** It is known that it does not fade further while it and its neighbours stay as they are. */
  isCalm: boolean;
  /** The patch of the tile. */
  patch: Patch | null;
  /** Something moved or touched here in the last step: the tile and its eight neighbours stay awake. State. */
  active: boolean;
  /** A column of it is in contact, or gave something, in this step. */
  touched: boolean;
  moved: boolean;
  /** Columns may have changed since it woke. */
  stirred: boolean;
  /** Upper bound of its heights, height units. */
  top: number;
  /** All eight neighbours are awake. */
  ringAwake: boolean;
  /** The last step in which a collider came near. */
  nearStep: number;
  /** The last step in which it or a neighbour was active, and in which one was active or had a collider near. */
  neededStep: number;
  keptStep: number;
  /** Contact bytes that move from one sheet to the next within a step. */
  contact: Uint8Array | null;
}

/** 16 bits are sufficient for most tiles. */
export type DisplacedAmounts = Uint16Array | Int32Array;

export function createTile(tileI: number, tileJ: number, heights: Int32Array, initial: Int32Array): Tile {
  return {
    tileI,
    tileJ,
    heights,
    initial,
    pressed: null,
    pressedOut: null,
    displaced: null,
    wetness: null,
    firmness: null,
    target: null,
    fixed: null,
    isCalm: false,
    patch: null,
    active: false,
    touched: false,
    moved: false,
    stirred: false,
    top: 0,
    ringAwake: false,
    nearStep: -1,
    neededStep: -1,
    keptStep: -1,
    contact: null,
  };
}

/** Returns a copy of the amounts in as few bytes as they need. Null if all are 0. */
export function shrinkDisplaced(amounts: Int32Array): DisplacedAmounts | null {
  const max = findHighest(amounts);
  if (max === 0) return null;
  return max < 65536 ? Uint16Array.from(amounts) : amounts.slice();
}

/** Returns the maximum of the heights. */
export function findHighest(heights: Int32Array): number {
  let highest = heights[0];
  for (let k = 1; k < heights.length; k++) if (heights[k] > highest) highest = heights[k];
  return highest;
}
