import type { KernelAllocator, KernelMemory } from '../../kernel-memory.ts';
import { never, SheetRecord, sheetBytes, tileSize } from '../records.generated.ts';
import { type ErosionTable, type PressedScale, scalePressed } from '../rules/thresholds.ts';
import { unitsPerMetre } from '../rules/units.ts';

export {
  noEnvelope,
  outsideBit,
  pressedBit,
  stoneBit,
  tileSize,
  touchedBit,
  wallBit,
} from '../records.generated.ts';

/** The arrays of a sheet, as views of the kernel's memory. All are row-major, [rows · columns], except those of tiles. */
export interface SheetView {
  readonly columns: number;
  readonly rows: number;
  readonly tileColumns: number;
  readonly tileRows: number;
  readonly record: SheetRecord;
  readonly height: Int32Array;
  readonly pressed: Uint16Array;
  readonly contact: Uint8Array;
  /** Lowest surface over each column, over all poses that were cast. */
  readonly envelope: Int32Array;
  /** Lowest surface over each column in the end pose. */
  readonly endEnvelope: Int32Array;
  /** Height units that `press` removed from each column. */
  readonly amount: Int32Array;
  readonly contour: Uint16Array;
  /** One byte for each tile: 1 if it is awake. */
  readonly awake: Uint8Array;
  /** One byte for each tile: 1 if one of its columns gave something in the last `erode`. */
  readonly moved: Uint8Array;
  /** One int32 for each tile: the height of its highest column, from `measureTops`. */
  readonly tops: Int32Array;
  /** Height units by which an axis pair of such columns may exceed its threshold. A pair gets the mean of both. |c| < 2²². */
  readonly cohesion: Int32Array | null;
  /** Height units that were ever pressed out of each column. */
  readonly pressedOut: Int32Array | null;
  /** The lowest height that each column ever had. */
  readonly lowest: Int32Array | null;
  /** Horizontal direction of the lowest surface over each column: see `GroundKernel.castMovingTriangles`. */
  readonly drift: Int16Array | null;
  readonly scratch: number;
}

/** Returns views of the sheet whose descriptor is at `pointer`. Valid until the memory grows or the sheet is resized. */
export function viewSheet(memory: KernelMemory, pointer: number): SheetView {
  const { buffer } = memory;
  const record = new SheetRecord(buffer, pointer);
  const { columns, rows } = record;
  const count = columns * rows;
  const tileColumns = columns / tileSize;
  const tileRows = rows / tileSize;
  return {
    columns,
    rows,
    tileColumns,
    tileRows,
    record,
    height: new Int32Array(buffer, record.height, count),
    pressed: new Uint16Array(buffer, record.pressed, count),
    contact: new Uint8Array(buffer, record.contact, count),
    envelope: new Int32Array(buffer, record.envelope, count),
    endEnvelope: new Int32Array(buffer, record.endEnvelope, count),
    amount: new Int32Array(buffer, record.amount, count),
    contour: new Uint16Array(buffer, record.contour, count),
    awake: new Uint8Array(buffer, record.awake, tileColumns * tileRows),
    moved: new Uint8Array(buffer, record.moved, tileColumns * tileRows),
    tops: new Int32Array(buffer, record.tops, tileColumns * tileRows),
    cohesion: record.cohesion ? new Int32Array(buffer, record.cohesion, count) : null,
    pressedOut: record.pressedOut ? new Int32Array(buffer, record.pressedOut, count) : null,
    lowest: record.lowest ? new Int32Array(buffer, record.lowest, count) : null,
    drift: record.drift ? new Int16Array(buffer, record.drift, count) : null,
    scratch: record.scratch,
  };
}

/** Rows of the flow buffer: three bands of 3 × 16 rows and 6 boundary rows, and 3 boundary rows that stay zero. */
const flowRows = 3 * 54 + 3;

/** Bytes of each array for one column. Scratch is valid only within a call. */
const columnBytes = {
  height: 4,
  pressed: 2,
  contact: 1,
  envelope: 4,
  endEnvelope: 4,
  amount: 4,
  contour: 2,
  scratch: 16,
  cohesion: 4,
  pressedOut: 4,
  lowest: 4,
  drift: 2,
} as const;

type ColumnArray = keyof typeof columnBytes;

/** Arrays that only some grounds have. */
const extraArrays = ['cohesion', 'pressedOut', 'lowest', 'drift'] as const;

/** Arrays that every sheet has. */
const columnArrays = (Object.keys(columnBytes) as ColumnArray[]).filter(
  (name) => !(extraArrays as readonly string[]).includes(name),
);

/** Arrays that must be cleared, because a kernel reads them before it has written all of them. */
const clearedArrays: readonly ColumnArray[] = ['height', 'pressed', 'contact', ...extraArrays];

/** Options for effects that are not in the papers, and for literal readings of them. */
export interface SheetExtras {
  /** Pairs have cohesion: the sheet has the array `cohesion`, and erosion reads it. */
  readonly hasCohesion?: boolean;
  /** A pair is an inside pair only if its lower column is pressed. Needs `hasCohesion`. */
  readonly onlyLowerCounts?: boolean;
  /** Lower bound of the cohesion of all columns, height units, ≤ 0. */
  readonly minCohesion?: number;
  /** Height units that can be pressed out of a column before it resists. 0: compaction is not stored. */
  readonly looseDepth?: number;
  /** What was displaced before is not compacted again: the sheet has the array `lowest`. */
  readonly pushesDisplaced?: boolean;
  /** Contact has a direction: the sheet has the array `drift`, and displacement reads it. */
  readonly hasDrift?: boolean;
}

/**
 * A rectangle of awake ground in kernel memory: its descriptor and arrays. It is resized and reused. Each array has padding of a row
 * and 64 bytes on both sides, so that kernels may read beyond its ends. Columns on the boundary never move and are never pressed:
 * the host keeps a tile of padding around columns that do.
 */
export class Sheet {
  /** Address of the descriptor, the argument of kernel functions. */
  readonly pointer: number;
  private readonly blocks: number[] = [];
  private cached: SheetView | null = null;

  constructor(
    private readonly allocator: KernelAllocator,
    private readonly cell: number,
    erosion: ErosionTable,
    private readonly extras: SheetExtras = {},
  ) {
    this.pointer = allocator.allocate(sheetBytes);
    const { buffer } = allocator.memory;
    new Uint8Array(buffer, this.pointer, sheetBytes).fill(0);
    const record = new SheetRecord(buffer, this.pointer);
    record.scale = 256 / cell;
    record.unitsPerMetre = unitsPerMetre;
    writeErosion(record, erosion, scalePressed(cell), extras);
    this.resize(tileSize, tileSize);
  }

  /** Replaces the rules of erosion and the lower bound of the cohesion. */
  change(erosion: ErosionTable, minCohesion: number): void {
    const record = new SheetRecord(this.allocator.memory.buffer, this.pointer);
    writeErosion(record, erosion, scalePressed(this.cell), { ...this.extras, minCohesion });
  }

  /** The current arrays. Invalid after the next allocation. */
  get view(): SheetView {
    if (this.cached?.height.buffer !== this.allocator.memory.buffer) {
      this.cached = viewSheet(this.allocator.memory, this.pointer);
    }
    return this.cached!;
  }

  /**
   * Sets the size in columns, multiples of 32, and clears the sheet: heights 0, nothing pressed, all tiles asleep.
   */
  resize(columns: number, rows: number): void {
    if (columns % tileSize !== 0 || rows % tileSize !== 0 || columns <= 0 || rows <= 0) {
      throw new RangeError(
        `a sheet's size must be multiples of ${tileSize} columns, got ${columns} × ${rows}`,
      );
    }
    for (const pointer of this.blocks) this.allocator.free(pointer);
    this.blocks.length = 0;
    const count = columns * rows;
    const padding = 64 + columns * 4;
    const tiles = count / (tileSize * tileSize);
    const pointers: { [Name in ColumnArray | 'flow' | 'awake' | 'moved' | 'tops']?: number } = {};
    for (const name of [...columnArrays, ...this.listExtras()]) {
      const bytes = count * columnBytes[name] + padding * 2;
      pointers[name] = this.claim(bytes, clearedArrays.includes(name)) + padding;
    }
    pointers.flow = this.claim((columns * 4 + 64) * flowRows + 128) + 64;
    pointers.awake = this.claim(tiles);
    pointers.moved = this.claim(tiles);
    pointers.tops = this.claim(4 * tiles);
    // The claims may have moved the memory: the record is viewed only now.
    const record = new SheetRecord(this.allocator.memory.buffer, this.pointer);
    Object.assign(record, pointers, { columns, rows, lastRow: -1, lastColumn: -1 });
    this.cached = null;
  }

  /** Sets the position of the sheet: global indices of its first column and row, and the datum of the ground in height units. */
  place(firstColumn: number, firstRow: number, datum = 0): void {
    const { record } = this.view;
    record.originX = firstColumn * 256;
    record.originZ = firstRow * 256;
    record.datum = datum;
  }

  /** Returns the height units that were pushed off the ground since the last call. Throws if any were pushed onto sleeping tiles. */
  takeOutside(): number {
    const { record } = this.view;
    const { outsideUnits, strayUnits } = record;
    if (strayUnits !== 0) throw new Error(`${strayUnits} units of ground were pushed onto sleeping tiles`);
    record.outsideUnits = 0;
    return outsideUnits;
  }

  /** Frees the memory. The sheet must not be used afterwards. */
  free(): void {
    for (const pointer of this.blocks) this.allocator.free(pointer);
    this.blocks.length = 0;
    this.allocator.free(this.pointer);
  }

  private listExtras(): ColumnArray[] {
    const { hasCohesion, looseDepth, pushesDisplaced, hasDrift } = this.extras;
    const isThere = {
      cohesion: hasCohesion,
      pressedOut: looseDepth,
      lowest: pushesDisplaced,
      drift: hasDrift,
    };
    return extraArrays.filter((name) => isThere[name]);
  }

  private claim(bytes: number, clear = true): number {
    const pointer = this.allocator.allocate(bytes);
    this.blocks.push(pointer);
    if (clear) new Uint8Array(this.allocator.memory.buffer, pointer, bytes).fill(0);
    return pointer;
  }
}

function writeErosion(
  record: SheetRecord,
  table: ErosionTable,
  pressed: PressedScale,
  extras: SheetExtras,
): void {
  // Cohesion is added to thresholds: one that no pair exceeds must leave room for that.
  const max = extras.hasCohesion ? 2 ** 30 : never;
  record.pressedShift = pressed.shift;
  record.buriedLimit = pressed.buriedLimit;
  record.axisInside = Math.min(max, table.axisInside);
  record.diagonalInside = Math.min(max, table.diagonalInside);
  record.axisOutside = Math.min(max, table.axisOutside);
  record.diagonalOutside = Math.min(max, table.diagonalOutside);
  record.fraction.set(table.fraction);
  record.diagonalRatio = table.diagonalRatio;
  record.ownCounts = extras.onlyLowerCounts ? 0 : -1;
  record.minCohesion = extras.minCohesion ?? 0;
  record.looseDepth = extras.looseDepth ?? 0;
}
