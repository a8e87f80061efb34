import { InputError } from '../../../input-error.ts';
import { Hasher } from '../../../math/hash.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { pressedBit, tileSize } from '../flow/sheet.ts';
import { maxColumn, maxHeight } from '../rules/limits.ts';
import { scalePressed, unitsPerMetre } from '../rules/thresholds.ts';
import { boundTiles, type EarlierGround, TileScratch } from '../surface/earlier-ground.ts';
import { createEarlierSurface } from '../surface/earlier-surface.ts';
import type { FillColumns } from '../surface/initial-surface.ts';
import { createOriginSurface, type GroundOrigin } from '../terrain/ground-origin.ts';
import { PackedStore } from '../tiles/packed-store.ts';
import { packTile, tileColumns } from '../tiles/packed-tile.ts';

/** A saved ground at a position of another one. */
export interface GroundStamp {
  readonly ground: EarlierGround;
  readonly file: string;
  /** The column to which its column (0, 0) is moved. */
  readonly column: readonly [i: number, j: number];
  /** Rotations by 90° about its column (0, 0): one moves column (0, 1) to (1, 0). 0 to 3. */
  readonly quarterTurns: number;
  /** i becomes −i, before the rotation. */
  readonly isMirrored: boolean;
}

/** What one stamp did. Volumes are in height units times columns. */
export interface StampTotals {
  readonly file: string;
  readonly material: string;
  /** Changed or pressed columns of the saved ground, and those of them that lie where there is no ground, or on a stone. */
  readonly columns: number;
  readonly leftOut: number;
  /** Volume that was added, and volume that was removed: the change is their difference. */
  readonly raised: bigint;
  readonly lowered: bigint;
}

/** The ground that stamps are laid on. */
export interface StampTarget extends Pick<EarlierGround, 'cell' | 'datum' | 'extent' | 'material'> {
  readonly origin: GroundOrigin;
  /** The result of an earlier run, below the stamps. */
  readonly before: EarlierGround | null;
  /** Writes 1 for columns with a stone. Null if there are none. */
  readonly fillStones: FillColumns<Uint8Array> | null;
  /** Location of the list of stamps in the scene, for faults. */
  readonly path: string;
}

/** A ground with stamps, as if an earlier run had left it. */
export interface StampedGround extends EarlierGround {
  readonly stamps: readonly StampTotals[];
}

/**
 * Lays saved grounds on a ground, in their order. The undisturbed ground is that before all runs: noise, or a terrain. With d, the
 * height of a column of the saved ground above its own undisturbed ground:
 *
 * - d > 0: material lies there. It is added to what is there: height + d.
 * - d ≤ 0: something pressed the column down by −d. It goes down to the undisturbed height + d. If it is lower already, nothing changes.
 *
 * So a stamp on undisturbed ground leaves exactly its own changes, and a later one presses down what an earlier one raised. What is
 * pressed out of earlier piles counts as compacted. Throws an InputError if heights or positions are out of range.
 */
export function stampGrounds(target: StampTarget, stamps: readonly GroundStamp[]): StampedGround {
  const { before, origin, cell, datum, extent, material } = target;
  const flags = {
    cell,
    remembersCompaction: [before, ...stamps.map(({ ground }) => ground)].some(
      (ground) => ground?.remembersCompaction,
    ),
    keepsDisplaced: true,
    hasStones: false,
  };
  const tiles = before ? copyTiles(before, flags) : new PackedStore();
  const placements = stamps.map(({ ground, column, quarterTurns, isMirrored }) => [
    ground.identity,
    ...column,
    quarterTurns,
    isMirrored,
  ]);
  const basis = new TextEncoder().encode(JSON.stringify([before?.identity ?? null, placements]));
  const identity = new Hasher().bytes(basis).digest();
  const surface = createOriginSurface(origin);
  const scratch = new TileScratch(surface, flags);
  const bound = () => boundTiles(tiles, scratch, surface);
  const ground = { datum, extent, material, origin, tiles, ...flags, ...bound(), identity };
  const isLeftOut = createMask(target);
  const totals = stamps.map((stamp, k) => layStamp(ground, isLeftOut, stamp, `${target.path}[${k}]`));
  return { ...ground, ...bound(), stamps: totals };
}

type Flags = Pick<EarlierGround, 'cell' | 'remembersCompaction' | 'keepsDisplaced'>;

/** Columns of a tile: what is stored of each. */
class Columns {
  readonly heights = new Int32Array(tileColumns);
  /** Heights of the undisturbed ground. */
  readonly below = new Int32Array(tileColumns);
  readonly pressed = new Uint16Array(tileColumns);
  readonly displaced = new Int32Array(tileColumns);
  readonly pressedOut = new Int32Array(tileColumns);
}

/** Returns a function that reads a tile-sized square of a ground that starts at any column. */
function createReader(ground: EarlierGround): (out: Columns, i0: number, j0: number) => void {
  const origin = createOriginSurface(ground.origin);
  const surface = createEarlierSurface(ground, origin);
  return (out, i0, j0) => {
    origin.fill(out.below, i0, j0, tileSize, tileSize);
    surface.fill(out.heights, i0, j0, tileSize, tileSize);
    surface.fillPressed!(out.pressed, i0, j0, tileSize, tileSize);
    surface.fillDisplaced!(out.displaced, i0, j0, tileSize, tileSize);
    if (surface.fillPressedOut) surface.fillPressedOut(out.pressedOut, i0, j0, tileSize, tileSize);
    else out.pressedOut.fill(0);
  };
}

function packColumns(columns: Columns, { cell, remembersCompaction }: Flags): Uint8Array | null {
  const { heights, below, pressed, pressedOut, displaced } = columns;
  const { shift } = scalePressed(cell);
  return packTile(heights, below, pressed, shift, remembersCompaction ? pressedOut : null, displaced);
}

/** Returns the tiles of a ground, packed again so that they hold what `flags` says. */
function copyTiles(ground: EarlierGround, flags: Flags): PackedStore {
  const tiles = new PackedStore();
  const read = createReader(ground);
  const columns = new Columns();
  for (const [tileI, tileJ] of ground.tiles.positionsOf()) {
    read(columns, tileI * tileSize, tileJ * tileSize);
    tiles.set(tileI, tileJ, packColumns(columns, flags));
  }
  return tiles;
}

/** Maps a column of a saved ground relative to its column (0, 0), and back. Entries: x = a·i + b·j, y = c·i + d·j. */
interface Placement {
  readonly forward: readonly [a: number, b: number, c: number, d: number];
  readonly back: readonly [a: number, b: number, c: number, d: number];
}

function placeStamp({ quarterTurns, isMirrored }: GroundStamp): Placement {
  const cos = [1, 0, -1, 0][quarterTurns];
  const sin = [0, 1, 0, -1][quarterTurns];
  const side = isMirrored ? -1 : 1;
  // The inverse of a rotation and a reflection is its transpose.
  return { forward: [side * cos, sin, -side * sin, cos], back: [side * cos, -side * sin, sin, cos] };
}

/** Lays one saved ground on the tiles of another. */
function layStamp(
  target: EarlierGround,
  fillMask: FillColumns<Uint8Array>,
  stamp: GroundStamp,
  path: string,
): StampTotals {
  const { ground, file } = stamp;
  const { forward, back } = placeStamp(stamp);
  const [di, dj] = stamp.column;
  const readSource = createReader(ground);
  const readTarget = createReader(target);
  const { shift, buriedLimit } = scalePressed(target.cell);
  const [source, columns] = [new Columns(), new Columns()];
  const mask = new Uint8Array(tileColumns);
  const [a, b, c, d] = back;
  const totals = { columns: 0, leftOut: 0, raised: 0n, lowered: 0n };
  for (const [tileI, tileJ] of listTargetTiles(stamp, forward)) {
    const [i0, j0] = [tileI * tileSize, tileJ * tileSize];
    if (Math.max(Math.abs(i0), Math.abs(j0)) + tileSize > maxColumn) {
      throw InputError.at(`${path}.position`, `expected ${file} within 2³⁰ cells of the origin`);
    }
    // The tile is an axis-parallel square of the saved ground.
    const last = tileSize - 1;
    const [u, v] = [i0 - di, j0 - dj];
    const firstI = Math.min(a * u, a * (u + last)) + Math.min(b * v, b * (v + last));
    const firstJ = Math.min(c * u, c * (u + last)) + Math.min(d * v, d * (v + last));
    readSource(source, firstI, firstJ);
    readTarget(columns, i0, j0);
    fillMask(mask, i0, j0, tileSize, tileSize);
    let [raised, lowered] = [0, 0];
    for (let k = 0; k < tileColumns; k++) {
      const [i, j] = [u + (k % tileSize), v + Math.floor(k / tileSize)];
      const from = (c * i + d * j - firstJ) * tileSize + (a * i + b * j - firstI);
      const isPressed = source.pressed[from] >= pressedBit;
      const rise = source.heights[from] - source.below[from];
      if (rise === 0 && !isPressed && source.displaced[from] === 0) continue;
      totals.columns++;
      if (mask[k]) {
        totals.leftOut++;
        continue;
      }
      const was = columns.heights[k];
      const floor = columns.below[k] + rise;
      if (rise <= 0 && floor > was) continue;
      const height = rise > 0 ? was + rise : floor;
      if (Math.abs(height) > maxHeight * unitsPerMetre) {
        throw InputError.at(path, `expected heights within ${maxHeight} m of the datum with ${file}`);
      }
      if (height > was) raised += height - was;
      else lowered += was - height;
      // The lowest height that the column ever had, in both grounds.
      const lowest = Math.min(was - columns.displaced[k], floor - source.displaced[from]);
      columns.heights[k] = height;
      columns.displaced[k] = height > lowest ? height - ((lowest >> shift) << shift) : 0;
      if (isPressed) {
        const buried = ((source.heights[from] >> shift) - source.pressed[from]) & referenceMask;
        columns.pressed[k] = pressedBit | (((height >> shift) - buried) & referenceMask);
      } else if (rise <= 0 || isBuried(height, columns.pressed[k], shift, buriedLimit)) {
        columns.pressed[k] = 0;
      }
      columns.pressedOut[k] = Math.max(columns.pressedOut[k], source.pressedOut[from]);
    }
    totals.raised += BigInt(raised);
    totals.lowered += BigInt(lowered);
    target.tiles.set(tileI, tileJ, packColumns(columns, target));
  }
  return { file, material: ground.material, ...totals };
}

const referenceMask = pressedBit - 1;

/** Returns whether so much lies on a pressed column that it no longer counts as pressed: see `agePressed`. */
function isBuried(height: number, word: number, shift: number, limit: number): boolean {
  return word >= pressedBit && (((height >> shift) - word) & referenceMask) > limit;
}

/** Lists the tiles on which columns of a stamp lie, by row, then by column. */
function listTargetTiles(
  { ground, column }: GroundStamp,
  [a, b, c, d]: Placement['forward'],
): (readonly [tileI: number, tileJ: number])[] {
  const rows = new Map<number, Set<number>>();
  const last = tileSize - 1;
  for (const [tileI, tileJ] of ground.tiles.positionsOf()) {
    const [i0, j0] = [tileI * tileSize, tileJ * tileSize];
    const i = Math.min(a * i0, a * (i0 + last)) + Math.min(b * j0, b * (j0 + last)) + column[0];
    const j = Math.min(c * i0, c * (i0 + last)) + Math.min(d * j0, d * (j0 + last)) + column[1];
    for (let row = Math.floor(j / tileSize); row * tileSize <= j + last; row++) {
      const found = rows.get(row) ?? new Set();
      rows.set(row, found);
      for (let at = Math.floor(i / tileSize); at * tileSize <= i + last; at++) found.add(at);
    }
  }
  const inRows = [...rows].sort(([x], [y]) => x - y);
  return inRows.flatMap(([row, found]) => [...found].sort((x, y) => x - y).map((at) => [at, row] as const));
}

/** Returns a function that marks the columns that no stamp can change: those outside of the ground, without data, and with a stone. */
function createMask({ extent, origin, fillStones }: StampTarget): FillColumns<Uint8Array> {
  const { fillMissing } = createOriginSurface(origin);
  let stones = new Uint8Array(0);
  return (out, i0, j0, columns, rows) => {
    const count = columns * rows;
    if (fillMissing) fillMissing(out, i0, j0, columns, rows);
    else out.fill(0, 0, count);
    if (fillStones) {
      if (stones.length < count) stones = new Uint8Array(count);
      fillStones(stones, i0, j0, columns, rows);
      for (let k = 0; k < count; k++) out[k] |= stones[k];
    }
    if (!extent) return;
    for (let k = 0; k < count; k++) {
      if (!isWithin(extent, i0 + (k % columns), j0 + Math.floor(k / columns))) out[k] = 1;
    }
  };
}

function isWithin({ i0, j0, columns, rows }: ColumnRectangle, i: number, j: number): boolean {
  return i >= i0 && j >= j0 && i < i0 + columns && j < j0 + rows;
}
