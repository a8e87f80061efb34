import type { KernelAllocator, KernelMemory } from '../../kernel-memory.ts';
import {
  type ErosionTable,
  never,
  type PressedScale,
  scalePressed,
  unitsPerMetre,
} from '../rules/thresholds.ts';

/** Columns along a tile's side. */
export const tileSize = 32;

/** Bits of a column's contact byte. */
export const touchedBit = 1;
/** The end pose touches the column: during erosion it neither gives nor takes. Set by `markWalls`. */
export const wallBit = 2;
/** The column lies beyond the ground's extent: never pressed, never eroded; what is pushed there is counted. Set by the host. */
export const outsideBit = 4;

/** A stone stands in the column: never pressed, never eroded, and nothing is pushed onto it. Set by the host. */
export const stoneBit = 8;

/** Set in a column's pressed word; the other 15 bits hold its reference height. */
export const pressedBit = 0x8000;

/** An envelope of this height: nothing above the column. */
export const noEnvelope = 0x7fffffff;

/** Index of each int32 of a sheet's descriptor. `kernels/ground/sheet.ts` holds the same numbers. */
export const sheetField = {
  columns: 0,
  rows: 1,
  height: 2,
  pressed: 3,
  contact: 4,
  envelope: 5,
  endEnvelope: 6,
  amount: 7,
  contour: 8,
  awake: 9,
  moved: 10,
  /** What erosion's columns give each other, all zero between calls. */
  flow: 11,
  scratch: 12,
  shift: 13,
  buriedLimit: 14,
  axisInside: 15,
  diagonalInside: 16,
  axisOutside: 17,
  diagonalOutside: 18,
  axisStop: 19,
  diagonalStop: 20,
  /** Nine words: share[0 … 8]. */
  share: 21,
  /** Rectangle of the columns in contact, inclusive; empty where first > last. */
  firstRow: 30,
  lastRow: 31,
  firstColumn: 32,
  lastColumn: 33,
  tops: 34,
  /** What a diagonal neighbour gets of an axis one's share, in 1/256. */
  diagonalPart: 35,
  /** Planes that only some grounds have; 0: none. */
  cohesion: 50,
  pressedOut: 51,
  drift: 52,
  /** −1 where a pair is an inside one when either column is pressed, 0 where only the lower one counts. */
  ownCounts: 53,
  /** No column's cohesion is less: ≤ 0. */
  leastCohesion: 54,
  /** What was pressed out of a column up to here was loose, units; needs `pressedOut`. */
  looseDepth: 55,
} as const;

/** Index of each float64 of a sheet's descriptor. */
export const sheetNumber = {
  /** 1/256 cells a metre. */
  scale: 18,
  /** The first column's global x and z in 1/256 cell. */
  originX: 19,
  originZ: 20,
  unitsPerMetre: 21,
  /** The ground's datum in height units. */
  datum: 22,
  /** Units that `displace` pushed onto columns outside the ground, since the last reset. */
  outside: 23,
  /** Units that `displace` would have pushed onto columns that never change: the host woke too little, a defect. */
  stray: 24,
} as const;

/** The second half is room for the constants that the WASM kernel keeps at hand. */
const descriptorBytes = 512;

/** The arrays of a sheet, as views of the kernel's memory. All but the tiles' are row-major, columns × rows long. */
export interface SheetView {
  readonly columns: number;
  readonly rows: number;
  readonly tileColumns: number;
  readonly tileRows: number;
  readonly fields: Int32Array;
  readonly numbers: Float64Array;
  readonly height: Int32Array;
  readonly pressed: Uint16Array;
  readonly contact: Uint8Array;
  /** Lowest surface over each column, over all poses cast. */
  readonly envelope: Int32Array;
  /** The same of the end pose only: what `keepEndPose` copied. */
  readonly endEnvelope: Int32Array;
  /** Units that `press` took from each column. */
  readonly amount: Int32Array;
  readonly contour: Uint16Array;
  /** One byte a tile: 1 awake. */
  readonly awake: Uint8Array;
  /** One byte a tile: 1 when a column of it gave something in the last `erode`. */
  readonly moved: Uint8Array;
  /** One int32 a tile: what `measureTops` found. */
  readonly tops: Int32Array;
  /** Units that an axis pair of such columns stands beyond its threshold: a pair gets the mean of both. |c| < 2²². */
  readonly cohesion: Int32Array | null;
  /** Units that were ever pressed out of each column. */
  readonly pressedOut: Int32Array | null;
  /** Where the lowest surface over each column goes: see `GroundKernel.castDrift`. */
  readonly drift: Int16Array | null;
  readonly scratch: number;
}

/** Looks at the sheet whose descriptor lies at `pointer`. Valid until the memory grows or the sheet is resized. */
export function viewSheet(memory: KernelMemory, pointer: number): SheetView {
  const { buffer } = memory;
  const fields = new Int32Array(buffer, pointer, descriptorBytes / 4);
  const columns = fields[sheetField.columns];
  const rows = fields[sheetField.rows];
  const count = columns * rows;
  const tileColumns = columns / tileSize;
  const tileRows = rows / tileSize;
  const at = (name: keyof typeof sheetField) => fields[sheetField[name]];
  const has = (name: keyof typeof sheetField) => at(name) !== 0;
  return {
    columns,
    rows,
    tileColumns,
    tileRows,
    fields,
    numbers: new Float64Array(buffer, pointer, descriptorBytes / 8),
    height: new Int32Array(buffer, at('height'), count),
    pressed: new Uint16Array(buffer, at('pressed'), count),
    contact: new Uint8Array(buffer, at('contact'), count),
    envelope: new Int32Array(buffer, at('envelope'), count),
    endEnvelope: new Int32Array(buffer, at('endEnvelope'), count),
    amount: new Int32Array(buffer, at('amount'), count),
    contour: new Uint16Array(buffer, at('contour'), count),
    awake: new Uint8Array(buffer, at('awake'), tileColumns * tileRows),
    moved: new Uint8Array(buffer, at('moved'), tileColumns * tileRows),
    tops: new Int32Array(buffer, at('tops'), tileColumns * tileRows),
    cohesion: has('cohesion') ? new Int32Array(buffer, at('cohesion'), count) : null,
    pressedOut: has('pressedOut') ? new Int32Array(buffer, at('pressedOut'), count) : null,
    drift: has('drift') ? new Int16Array(buffer, at('drift'), count) : null,
    scratch: at('scratch'),
  };
}

/** Rows of int32 that erosion needs for what columns give: three bands of 3 × 16 rows and 6 rims, 3 rims that stay empty. */
const flowRows = 3 * 54 + 3;

/** Bytes a column of each array. Scratch only serves within a call. */
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
  drift: 2,
} as const;

type ColumnArray = keyof typeof columnBytes;

/** Arrays that only some grounds have. */
const extraArrays = ['cohesion', 'pressedOut', 'drift'] as const;

/** Arrays that every sheet has. */
const columnArrays = (Object.keys(columnBytes) as ColumnArray[]).filter(
  (name) => !(extraArrays as readonly string[]).includes(name),
);

/** Arrays that hold something from call to call before a kernel has written them whole. */
const clearedArrays: readonly ColumnArray[] = ['height', 'pressed', 'contact', ...extraArrays];

/** What goes beyond the papers, or is taken by their letter. */
export interface SheetExtras {
  /** Pairs have cohesion: `cohesion` is there, and erosion reads it. */
  readonly hasCohesion?: boolean;
  /** A pair is an inside one only where its lower column is pressed. Needs `hasCohesion`. */
  readonly onlyLowerCounts?: boolean;
  /** No column's cohesion is less, units: ≤ 0. */
  readonly leastCohesion?: number;
  /** What is pressed out of a column up to here is loose, units; 0: compaction is not remembered. */
  readonly looseDepth?: number;
  /** Contact has a direction: `drift` is there, and displacement reads it. */
  readonly hasDrift?: boolean;
}

/**
 * One patch of awake ground in a kernel's memory: its descriptor and arrays. Kept and resized rather than made anew.
 * Each array has a row and 64 bytes of guard on both sides, so that kernels may read beyond its ends.
 * The outermost ring of columns never moves and is never pressed: the host keeps a tile of margin around what does.
 */
export class Sheet {
  /** The descriptor's address: what the kernel's functions take. */
  readonly pointer: number;
  private readonly blocks: { pointer: number; bytes: number }[] = [];
  private cached: SheetView | null = null;

  constructor(
    private readonly allocator: KernelAllocator,
    cell: number,
    erosion: ErosionTable,
    private readonly extras: SheetExtras = {},
  ) {
    this.pointer = allocator.allocate(descriptorBytes);
    const { buffer } = allocator.memory;
    new Uint8Array(buffer, this.pointer, descriptorBytes).fill(0);
    const numbers = new Float64Array(buffer, this.pointer, descriptorBytes / 8);
    numbers[sheetNumber.scale] = 256 / cell;
    numbers[sheetNumber.unitsPerMetre] = unitsPerMetre;
    const fields = new Int32Array(buffer, this.pointer, descriptorBytes / 4);
    writeErosion(fields, erosion, scalePressed(cell), extras);
    this.resize(tileSize, tileSize);
  }

  /** The arrays now. Ask again after anything was allocated. */
  get view(): SheetView {
    if (this.cached?.fields.buffer !== this.allocator.memory.buffer) {
      this.cached = viewSheet(this.allocator.memory, this.pointer);
    }
    return this.cached!;
  }

  /**
   * Gives the sheet its size in columns, multiples of 32, and clears it: heights 0, nothing pressed, all tiles asleep.
   */
  resize(columns: number, rows: number): void {
    if (columns % tileSize !== 0 || rows % tileSize !== 0 || columns <= 0 || rows <= 0) {
      throw new RangeError(
        `a sheet's size must be multiples of ${tileSize} columns, got ${columns} × ${rows}`,
      );
    }
    for (const block of this.blocks) this.allocator.free(block.pointer, block.bytes);
    this.blocks.length = 0;
    const count = columns * rows;
    const pointers: [keyof typeof sheetField, number][] = [];
    for (const name of [...columnArrays, ...this.listExtras()]) {
      const guard = 64 + columns * 4;
      const pointer = this.claim(count * columnBytes[name] + guard * 2, clearedArrays.includes(name));
      pointers.push([name, pointer + guard]);
    }
    pointers.push(['flow', this.claim((columns * 4 + 64) * flowRows + 128) + 64]);
    const tiles = count / (tileSize * tileSize);
    pointers.push(
      ['awake', this.claim(tiles)],
      ['moved', this.claim(tiles)],
      ['tops', this.claim(4 * tiles)],
    );
    const fields = new Int32Array(this.allocator.memory.buffer, this.pointer, descriptorBytes / 4);
    fields[sheetField.columns] = columns;
    fields[sheetField.rows] = rows;
    for (const [name, pointer] of pointers) fields[sheetField[name]] = pointer;
    fields[sheetField.lastRow] = -1;
    fields[sheetField.lastColumn] = -1;
    this.cached = null;
  }

  /** Says where the sheet lies: global indices of its first column and row, and the ground's datum in height units. */
  place(firstColumn: number, firstRow: number, datum = 0): void {
    const { numbers } = this.view;
    numbers[sheetNumber.originX] = firstColumn * 256;
    numbers[sheetNumber.originZ] = firstRow * 256;
    numbers[sheetNumber.datum] = datum;
  }

  /** Units that were pushed off the ground since the last call; throws if any fell on sleeping tiles. */
  takeOutside(): number {
    const { numbers } = this.view;
    const stray = numbers[sheetNumber.stray];
    if (stray !== 0) throw new Error(`${stray} units of ground were pushed onto sleeping tiles`);
    const outside = numbers[sheetNumber.outside];
    numbers[sheetNumber.outside] = 0;
    return outside;
  }

  /** Gives the memory back. The sheet must not be used afterwards. */
  free(): void {
    for (const block of this.blocks) this.allocator.free(block.pointer, block.bytes);
    this.blocks.length = 0;
    this.allocator.free(this.pointer, descriptorBytes);
  }

  private listExtras(): ColumnArray[] {
    const { hasCohesion, looseDepth, hasDrift } = this.extras;
    const isThere = { cohesion: hasCohesion, pressedOut: looseDepth, drift: hasDrift };
    return extraArrays.filter((name) => isThere[name]);
  }

  private claim(bytes: number, clear = true): number {
    const pointer = this.allocator.allocate(bytes);
    this.blocks.push({ pointer, bytes });
    if (clear) new Uint8Array(this.allocator.memory.buffer, pointer, bytes).fill(0);
    return pointer;
  }
}

function writeErosion(
  fields: Int32Array,
  table: ErosionTable,
  pressed: PressedScale,
  extras: SheetExtras,
): void {
  // Cohesion is added to thresholds: one that no pair exceeds must leave room for that.
  const most = extras.hasCohesion ? 2 ** 30 : never;
  fields[sheetField.shift] = pressed.shift;
  fields[sheetField.buriedLimit] = pressed.buriedLimit;
  fields[sheetField.axisInside] = Math.min(most, table.axisInside);
  fields[sheetField.diagonalInside] = Math.min(most, table.diagonalInside);
  fields[sheetField.axisOutside] = Math.min(most, table.axisOutside);
  fields[sheetField.diagonalOutside] = Math.min(most, table.diagonalOutside);
  fields[sheetField.axisStop] = table.axisStop;
  fields[sheetField.diagonalStop] = table.diagonalStop;
  fields.set(table.share, sheetField.share);
  fields[sheetField.diagonalPart] = table.diagonalPart;
  fields[sheetField.ownCounts] = extras.onlyLowerCounts ? 0 : -1;
  fields[sheetField.leastCohesion] = extras.leastCohesion ?? 0;
  fields[sheetField.looseDepth] = extras.looseDepth ?? 0;
}
