import { InputError } from '../../../input-error.ts';
import { Hasher } from '../../../math/hash.ts';
import { containsColumn } from '../../column-rectangle.ts';
import { pressedBit, tileSize } from '../flow/sheet.ts';
import { maxColumn, maxHeight } from '../rules/limits.ts';
import { scalePressed } from '../rules/thresholds.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { type EarlierGround, TileBounds, TileScratch } from '../surface/earlier-ground.ts';
import type { FillColumns } from '../surface/initial-surface.ts';
import { createOriginSurface, type GroundOrigin } from '../terrain/ground-origin.ts';
import { PackedStore } from '../tiles/packed-store.ts';
import { packTile, tileColumns } from '../tiles/packed-tile.ts';
import { StampSource } from './stamp-source.ts';

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
    hasStones: before?.hasStones ?? false,
  };
  const surface = createOriginSurface(origin);
  const bounds = new TileBounds(surface);
  const tiles = new PackedStore();
  const scratch = before && new TileScratch(surface, before);
  const fillMask = createMask(target);
  const layers = createLayers(stamps, target.path);
  const columns = new Columns();
  const { shift } = scalePressed(cell);
  for (const [tileI, tileJ, found] of listTiles(stamps, before)) {
    const [i0, j0] = [tileI * tileSize, tileJ * tileSize];
    const packed = before?.tiles.get(tileI, tileJ);
    if (scratch && packed) {
      scratch.unpack(packed, tileI, tileJ);
      columns.copy(scratch);
    } else {
      surface.fill(columns.below, i0, j0, tileSize, tileSize);
      columns.clear();
    }
    fillMask(columns.mask, i0, j0, tileSize, tileSize);
    for (const k of found) layers[k].lay(columns, i0, j0);
    const { heights, below, pressed, pressedOut, displaced } = columns;
    const out = flags.remembersCompaction ? pressedOut : null;
    tiles.set(tileI, tileJ, packTile(heights, below, pressed, shift, out, displaced));
    if (tiles.has(tileI, tileJ)) bounds.add(tileI, tileJ, columns);
  }
  const placements = stamps.map(({ ground, column, quarterTurns, isMirrored }) => [
    ground.identity,
    ...column,
    quarterTurns,
    isMirrored,
  ]);
  const basis = new TextEncoder().encode(JSON.stringify([before?.identity ?? null, placements]));
  const identity = new Hasher().bytes(basis).digest();
  const totals = layers.map(({ totals }) => totals);
  return { datum, extent, material, origin, tiles, ...flags, ...bounds.finish(), identity, stamps: totals };
}

/** The columns of a tile while stamps are laid on it. */
class Columns {
  readonly heights = new Int32Array(tileColumns);
  /** Heights of the undisturbed ground. */
  readonly below = new Int32Array(tileColumns);
  readonly pressed = new Uint16Array(tileColumns);
  readonly displaced = new Int32Array(tileColumns);
  readonly pressedOut = new Int32Array(tileColumns);
  /** 1 for columns that no stamp can change. */
  readonly mask = new Uint8Array(tileColumns);

  copy({ heights, below, pressed, displaced, pressedOut }: TileScratch): void {
    this.heights.set(heights);
    this.below.set(below);
    this.pressed.set(pressed);
    this.displaced.set(displaced);
    if (pressedOut) this.pressedOut.set(pressedOut);
    else this.pressedOut.fill(0);
  }

  /** Makes all columns undisturbed. */
  clear(): void {
    this.heights.set(this.below);
    this.pressed.fill(0);
    this.displaced.fill(0);
    this.pressedOut.fill(0);
  }
}

/** Creates a layer for each stamp. Stamps of one file share its unpacked tiles. */
function createLayers(stamps: readonly GroundStamp[], path: string): StampLayer[] {
  const sources = new Map<EarlierGround, StampSource>();
  return stamps.map((stamp, k) => {
    const source = sources.get(stamp.ground) ?? new StampSource(stamp.ground);
    sources.set(stamp.ground, source);
    return new StampLayer(stamp, source, `${path}[${k}]`);
  });
}

/** Entries of the matrix that maps a column of a saved ground relative to its column (0, 0): [a b; c d]. */
type Rotation = readonly [a: number, b: number, c: number, d: number];

function rotationOf({ quarterTurns, isMirrored }: GroundStamp): Rotation {
  const cos = [1, 0, -1, 0][quarterTurns];
  const sin = [0, 1, 0, -1][quarterTurns];
  const side = isMirrored ? -1 : 1;
  return [side * cos, sin, -side * sin, cos];
}

/** Returns the first column of the square to which a rotation moves a tile-sized square, relative to column (0, 0). */
function rotateSquare([a, b, c, d]: Rotation, i: number, j: number): readonly [number, number] {
  const last = tileSize - 1;
  return [
    Math.min(a * i, a * (i + last)) + Math.min(b * j, b * (j + last)),
    Math.min(c * i, c * (i + last)) + Math.min(d * j, d * (j + last)),
  ];
}

/** Lays one stamp on tiles and counts what it changes. */
class StampLayer {
  readonly totals: {
    file: string;
    material: string;
    columns: number;
    leftOut: number;
    raised: bigint;
    lowered: bigint;
  };
  /** The inverse of a rotation and a reflection is its transpose. */
  private readonly back: Rotation;
  private readonly shift: number;
  private readonly buriedLimit: number;

  constructor(
    private readonly stamp: GroundStamp,
    private readonly source: StampSource,
    private readonly path: string,
  ) {
    const { ground, file } = stamp;
    const [a, b, c, d] = rotationOf(stamp);
    this.back = [a, c, b, d];
    const { shift, buriedLimit } = scalePressed(ground.cell);
    this.shift = shift;
    this.buriedLimit = buriedLimit;
    this.totals = { file, material: ground.material, columns: 0, leftOut: 0, raised: 0n, lowered: 0n };
  }

  /** Lays it on the tile whose first column is (i0, j0). */
  lay(columns: Columns, i0: number, j0: number): void {
    const { back, shift, buriedLimit, totals } = this;
    const { column, file } = this.stamp;
    const { heights, below, pressed, displaced, pressedOut, mask } = columns;
    if (Math.max(Math.abs(i0), Math.abs(j0)) + tileSize > maxColumn) {
      throw InputError.at(`${this.path}.position`, `expected ${file} within 2³⁰ cells of the origin`);
    }
    const [a, b, c, d] = back;
    const [u, v] = [i0 - column[0], j0 - column[1]];
    const [firstI, firstJ] = rotateSquare(back, u, v);
    const source = this.source.read(firstI, firstJ);
    let [raised, lowered] = [0, 0];
    for (let k = 0; k < tileColumns; k++) {
      const i = u + (k % tileSize);
      const j = v + Math.floor(k / tileSize);
      const from = (c * i + d * j - firstJ) * tileSize + (a * i + b * j - firstI);
      const rise = source.rise[from];
      const buried = source.buried[from];
      if (rise === 0 && buried < 0 && source.displaced[from] === 0) continue;
      totals.columns++;
      if (mask[k]) {
        totals.leftOut++;
        continue;
      }
      const was = heights[k];
      const floor = below[k] + rise;
      if (rise <= 0 && floor > was) continue;
      const height = rise > 0 ? was + rise : floor;
      if (Math.abs(height) > maxHeight * unitsPerMetre) {
        throw InputError.at(this.path, `expected heights within ${maxHeight} m of the datum with ${file}`);
      }
      if (height > was) raised += height - was;
      else lowered += was - height;
      // The lowest height that the column ever had, in both grounds.
      const lowest = Math.min(was - displaced[k], floor - source.displaced[from]);
      heights[k] = height;
      displaced[k] = height > lowest ? height - ((lowest >> shift) << shift) : 0;
      if (buried >= 0) pressed[k] = pressedBit | (((height >> shift) - buried) & referenceMask);
      else if (rise <= 0 || isBuried(height, pressed[k], shift, buriedLimit)) pressed[k] = 0;
      pressedOut[k] = Math.max(pressedOut[k], source.pressedOut[from]);
    }
    totals.raised += BigInt(raised);
    totals.lowered += BigInt(lowered);
  }
}

const referenceMask = pressedBit - 1;

/** Returns whether so much lies on a pressed column that it no longer counts as pressed: see `agePressed`. */
function isBuried(height: number, word: number, shift: number, limit: number): boolean {
  return word >= pressedBit && (((height >> shift) - word) & referenceMask) > limit;
}

/** Lists the tiles of the earlier run, and those on which stamps lie with their numbers in order, by row, then by column. */
function listTiles(
  stamps: readonly GroundStamp[],
  before: EarlierGround | null,
): (readonly [tileI: number, tileJ: number, stamps: readonly number[]])[] {
  const rows = new Map<number, Map<number, number[]>>();
  const stampsAt = (tileI: number, tileJ: number) => {
    const row = rows.get(tileJ) ?? new Map<number, number[]>();
    const found = row.get(tileI) ?? [];
    rows.set(tileJ, row);
    row.set(tileI, found);
    return found;
  };
  for (const [tileI, tileJ] of before?.tiles.positionsOf() ?? []) stampsAt(tileI, tileJ);
  for (const [k, stamp] of stamps.entries()) {
    const rotation = rotationOf(stamp);
    for (const [tileI, tileJ] of stamp.ground.tiles.positionsOf()) {
      const [i, j] = rotateSquare(rotation, tileI * tileSize, tileJ * tileSize);
      const [i0, j0] = [i + stamp.column[0], j + stamp.column[1]];
      for (const row of [Math.floor(j0 / tileSize), Math.floor((j0 + tileSize - 1) / tileSize)]) {
        for (const at of [Math.floor(i0 / tileSize), Math.floor((i0 + tileSize - 1) / tileSize)]) {
          const found = stampsAt(at, row);
          if (found[found.length - 1] !== k) found.push(k);
        }
      }
    }
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .flatMap(([tileJ, row]) =>
      [...row].sort(([a], [b]) => a - b).map(([tileI, found]) => [tileI, tileJ, found] as const),
    );
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
      if (!containsColumn(extent, i0 + (k % columns), j0 + Math.floor(k / columns))) out[k] = 1;
    }
  };
}
