import type { GroundState } from '../state.ts';
import { tileColumns } from '../tiles/packed-tile.ts';

/**
 * The balance of the material, in height units times columns, over all tiles with touched columns. Heights are summed again for
 * it, and the other terms were counted when they occurred, so an error of 0 proves that nothing was lost.
 */
export interface Ledger {
  readonly initial: bigint;
  readonly heights: bigint;
  readonly compacted: bigint;
  /** Material of spray on colliders and in flight. */
  readonly attached: bigint;
  readonly airborne: bigint;
  /** Clods, in the air and on the ground. Absent if there are none. */
  readonly clods?: bigint;
  /** Material that was pushed or thrown over the boundary of the ground. */
  readonly outside: bigint;
  /** Snow that fell into prints, and material that water took, less what it brought. Absent if prints do not fade. */
  readonly fallen?: bigint;
  readonly washed?: bigint;
  /** What sticks to bodies. Absent if nothing sticks. */
  readonly stuck?: bigint;
  /** Snow on bodies. Absent if they stay bare. */
  readonly laden?: bigint;
  /** initial + fallen − all other terms. */
  readonly error: bigint;
}

export interface GroundSums {
  readonly ledger: Ledger;
  /** Columns whose height differs from the initial one. */
  readonly columnsChanged: number;
  /** Columns that differ in height or are pressed. */
  readonly columnsTouched: number;
}

/** Computes the balance of the whole ground. Reads every tile that exists. */
export function sumGround(state: GroundState): GroundSums {
  state.flush();
  const heights = new Int32Array(tileColumns);
  const initial = new Int32Array(tileColumns);
  const pressed = new Uint16Array(tileColumns);
  let initialSum = 0n;
  let heightSum = 0n;
  let columnsChanged = 0;
  let columnsTouched = 0;
  for (const [tileI, tileJ] of state.tiles.list()) {
    state.tiles.read(tileI, tileJ, heights, initial, pressed);
    // The sum of a tile is less than 2³⁰ · 2¹⁰, which is exact in float64.
    let tileInitial = 0;
    let tileHeights = 0;
    const touchedBefore = columnsTouched;
    for (let k = 0; k < tileColumns; k++) {
      tileInitial += initial[k];
      tileHeights += heights[k];
      const isChanged = heights[k] !== initial[k];
      if (isChanged) columnsChanged++;
      if (isChanged || pressed[k] !== 0) columnsTouched++;
    }
    // Tiles that are only awake do not count, so the sums do not depend on which tiles are awake.
    if (columnsTouched === touchedBefore) continue;
    initialSum += BigInt(tileInitial);
    heightSum += BigInt(tileHeights);
  }
  const { compacted, outside, fallen, washed } = state.totals;
  const stuck = state.sticking?.stuck ?? 0n;
  const laden = state.snowCover?.laden ?? 0n;
  const attached = state.spray?.attached ?? 0n;
  const airborne = state.spray?.flight.airborne ?? 0n;
  const clods = state.spray?.clods?.units ?? 0n;
  const error =
    initialSum +
    fallen -
    heightSum -
    compacted -
    attached -
    airborne -
    clods -
    outside -
    washed -
    stuck -
    laden;
  const faded = state.settings.fading ? { fallen, washed } : {};
  const carried = { ...(state.sticking && { stuck }), ...(state.snowCover && { laden }) };
  return {
    ledger: {
      initial: initialSum,
      heights: heightSum,
      compacted,
      attached,
      airborne,
      ...(state.spray?.clods && { clods }),
      outside,
      ...faded,
      ...carried,
      error,
    },
    columnsChanged,
    columnsTouched,
  };
}

/** Bytes of an awake tile on the heap of V8 besides its heights: object, array headers, index entry. Measured. */
const tileBytes = 380;
const pressedHeaderBytes = 200;

/** Memory of the state by kind. `scratch` is not part of it: sheets and surfaces in the memory of the kernel. */
export interface GroundMemory {
  readonly awakeColumns: number;
  readonly awakeBytes: number;
  /** Packed tiles and their index. */
  readonly asleepBytes: number;
  readonly scratchBytes: number;
}

/** Measures the memory that a ground takes, scratch memory included. */
export function measureMemory(state: GroundState): GroundMemory {
  let awakeBytes = 0;
  for (const tile of [...state.tiles.awake, ...state.tiles.dozing.values()]) {
    awakeBytes += tileBytes + tile.heights.byteLength;
    if (tile.pressed) awakeBytes += pressedHeaderBytes + tile.pressed.byteLength;
    if (tile.pressedOut) awakeBytes += pressedHeaderBytes + tile.pressedOut.byteLength;
  }
  return {
    awakeColumns: state.tiles.awake.size * tileColumns,
    awakeBytes,
    asleepBytes: state.tiles.packedBytes,
    scratchBytes: state.allocator.byteLength,
  };
}
