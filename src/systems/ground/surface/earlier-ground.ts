import { type ByteReader, ByteWriter } from '../../../byte-stream.ts';
import { openFrame, packFrame } from '../../../framed-bytes.ts';
import { InputError } from '../../../input-error.ts';
import { Hasher } from '../../../math/hash.ts';
import type { MapReference } from '../../../motion/map-reference.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import { type CrackSettings, isCracks } from '../cracks/crack-settings.ts';
import { tileSize } from '../flow/sheet.ts';
import { maxHeight } from '../rules/limits.ts';
import { scalePressed } from '../rules/thresholds.ts';
import { unitsPerMetre } from '../rules/units.ts';
import type { GroundState } from '../state.ts';
import { createOriginSurface, type GroundOrigin } from '../terrain/ground-origin.ts';
import type { TerrainGrid } from '../terrain/terrain-grid.ts';
import { packSamples, unpackSamples } from '../terrain/terrain-samples.ts';
import { PackedStore } from '../tiles/packed-store.ts';
import { packTile, tileColumns, unpackTile } from '../tiles/packed-tile.ts';
import { type PackedTile, readTiles, writeTiles } from '../tiles/tile-list.ts';
import type { InitialSurface } from './initial-surface.ts';
import { isNoise, type NoiseParams } from './noise.ts';

/** The first bytes of a ground's state as a bake writes it. */
const magic = 'AMGS';

/** The ground after an earlier run: its origin and every tile that was touched since. It does not change. */
export interface EarlierGround {
  readonly cell: number;
  /** Units. */
  readonly datum: number;
  readonly extent: ColumnRectangle | null;
  /** The origin of its initial surface. */
  readonly material: string;
  readonly origin: GroundOrigin;
  /** Touched tiles, packed against the origin. */
  readonly tiles: PackedStore;
  readonly tileCount: number;
  /** Compaction was stored. */
  readonly remembersCompaction: boolean;
  /** Displaced material was stored. */
  readonly keepsDisplaced: boolean;
  /** The smallest rectangle that contains every column that differs in height or is pressed. Null if there is none. */
  readonly changed: ColumnRectangle | null;
  /** Stones are part of the heights. */
  readonly hasStones: boolean;
  /** Bounds of the heights of these tiles, height units. 0 if there are none. */
  readonly top: number;
  readonly bottom: number;
  /** Upper bound of the heights above the bound of the surface below the tile, height units. */
  readonly rise: number;
  /** Hash of the whole file, 16 hexadecimal digits. */
  readonly identity: string;
}

interface Header {
  readonly version: 1;
  readonly cell: number;
  readonly datum: number;
  readonly extent: ColumnRectangle | null;
  readonly material: string;
  readonly noise: NoiseParams | null;
  readonly terrain:
    | (Omit<TerrainGrid, 'samples' | 'mask' | 'cell'> & {
        readonly identity: string;
        readonly hasMask: boolean;
        /** Absent if the file of the terrain has no georeference. */
        readonly map?: MapReference;
      })
    | null;
  /** Absent if there are none. */
  readonly cracks?: CrackSettings;
  readonly remembersCompaction: boolean;
  readonly keepsDisplaced: boolean;
  /** Absent if there are none. */
  readonly hasStones?: true;
  readonly tiles: number;
}

/**
 * Writes the whole ground, for a later run to continue, as framed bytes. After the header follow the samples of the terrain if it has
 * one, every touched tile relative to the surface below, and a hash of 16 hexadecimal digits. Heights, pressed columns and stored
 * compaction are exact. Spray is not included.
 */
export function writeEarlierGround(state: GroundState): Uint8Array {
  state.flush();
  const { cell, datum, extent, material, origin, beyond, rules, fillStones } = state.settings;
  const { noise, terrain, cracks } = origin;
  const tiles = packTiles(state);
  const header: Header = {
    version: 1,
    cell,
    datum,
    extent,
    material,
    noise,
    terrain: terrain && describeTerrain(terrain),
    ...(cracks && { cracks }),
    remembersCompaction: beyond.looseDepth > 0,
    keepsDisplaced: rules.pushesDisplaced,
    ...(fillStones && { hasStones: true }),
    tiles: tiles.length,
  };
  const writer = new ByteWriter();
  writer.bytes(packFrame(magic, header));
  if (terrain) packSamples(writer, terrain.grid);
  writeTiles(writer, tiles);
  writer.text(new Hasher().bytes(writer.finish()).digest());
  return writer.finish();
}

/** Lists all tiles that differ from the surface below, packed relative to it, by row, then by column. */
function packTiles(state: GroundState): PackedTile[] {
  const { tiles, settings } = state;
  const surface = createOriginSurface(settings.origin);
  const below = new Int32Array(tileColumns);
  const heights = new Int32Array(tileColumns);
  const initial = new Int32Array(tileColumns);
  const pressed = new Uint16Array(tileColumns);
  return listTiles(state).flatMap(([tileI, tileJ]) => {
    tiles.read(tileI, tileJ, heights, initial, pressed);
    const pressedOut = settings.beyond.looseDepth > 0 ? tiles.readPressedOut(tileI, tileJ) : null;
    const displaced = settings.rules.pushesDisplaced ? tiles.readDisplaced(tileI, tileJ) : null;
    surface.fill(below, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
    const packed = packTile(heights, below, pressed, settings.pressedShift, pressedOut, displaced);
    return packed ? [{ tileI, tileJ, packed }] : [];
  });
}

/** Lists the tiles that this run, an earlier one or a stamp touched, by row, then by column. */
function listTiles({ tiles, settings }: GroundState): (readonly [number, number])[] {
  const start = settings.stamped ?? settings.earlier;
  const before = start ? [...start.tiles.positionsOf()] : [];
  const all = [...tiles.list(), ...before.filter(([i, j]) => !tiles.exists(i, j))];
  return all.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

function describeTerrain({ grid, identity, map }: NonNullable<GroundOrigin['terrain']>): Header['terrain'] {
  const { columns, rows, spacing, firstColumn, firstRow, min, max, mask } = grid;
  const place = { columns, rows, spacing, firstColumn, firstRow, min, max, identity };
  return { ...place, hasMask: mask !== null, ...(map && { map }) };
}

/** Returns whether the bytes are the state of a ground as a bake writes it. */
export function isEarlierGround(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 4)) === magic;
}

/** Reads what `writeEarlierGround` wrote. Throws an InputError with `file` as the path if the bytes are damaged or of another kind. */
export function readEarlierGround(bytes: Uint8Array, file: string): EarlierGround {
  const refuse = (message: string): never => {
    throw InputError.at(file, `expected the state of a ground that a bake wrote, got ${message}`);
  };
  if (!isEarlierGround(bytes)) refuse('something else');
  const end = bytes.length - digestLength;
  const identity = new TextDecoder().decode(bytes.subarray(Math.max(0, end)));
  if (end < 8 || new Hasher().bytes(bytes.subarray(0, end)).digest() !== identity) {
    refuse('one that is damaged or cut short: bake it again, or copy it again');
  }
  try {
    const { header, body } = openFrame<Header>(bytes.subarray(0, end), magic, 'the state');
    if (header.version !== 1) {
      throw new RangeError(`it has another version, ${header.version}: use the program that wrote it`);
    }
    return readBody(header as Header, body, identity);
  } catch (error) {
    return refuse(`one that makes no sense (${(error as Error).message})`);
  }
}

const digestLength = 16;

/** Throws if the header or the data after it is invalid. */
function readBody(header: Header, reader: ByteReader, identity: string): EarlierGround {
  const { cell, datum, extent, material, noise, cracks, remembersCompaction, keepsDisplaced } = header;
  if (
    !(Number.isFinite(cell) && cell > 0) ||
    !Number.isInteger(datum) ||
    (extent && !Object.values(extent).every(Number.isInteger))
  )
    throw new RangeError('no place');
  if (noise !== null && !(noise && isNoise(noise))) throw new RangeError('swells that cannot be');
  if (cracks && !(isCracks(cracks) && cracks.cell === cell)) throw new RangeError('cracks that cannot be');
  const terrain = header.terrain && {
    identity: header.terrain.identity,
    map: header.terrain.map ?? null,
    grid: unpackSamples(reader, { ...header.terrain, cell }, header.terrain.hasMask),
  };
  const origin = { noise, terrain, ...(cracks && { cracks }) };
  const tiles = new PackedStore();
  const surface = createOriginSurface(origin);
  const scratch = new TileScratch(surface, header);
  const all = new TileBounds(surface);
  for (const { tileI, tileJ, packed } of readTiles(reader, header.tiles)) {
    tiles.set(tileI, tileJ, packed);
    scratch.unpack(packed, tileI, tileJ);
    all.add(tileI, tileJ, scratch);
  }
  const bounds = all.finish();
  const { top, bottom } = bounds;
  if (Math.max(top, -bottom) > maxHeight * unitsPerMetre) throw new RangeError('heights out of range');
  const hasStones = header.hasStones ?? false;
  const flags = { remembersCompaction, keepsDisplaced, hasStones };
  return { cell, datum, extent, material, origin, tiles, ...flags, ...bounds, identity };
}

/** Counts tiles and bounds their heights and their changed columns. `surface`: the surface below them. */
export class TileBounds {
  private tileCount = 0;
  private top = Number.NEGATIVE_INFINITY;
  private bottom = Number.POSITIVE_INFINITY;
  private rise = 0;
  private readonly first = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  private readonly last = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  constructor(private readonly surface: InitialSurface) {}

  add(
    tileI: number,
    tileJ: number,
    { heights, below, pressed }: Pick<TileScratch, 'heights' | 'below' | 'pressed'>,
  ): void {
    const { first, last, surface } = this;
    const [i0, j0] = [tileI * tileSize, tileJ * tileSize];
    let top = heights[0];
    for (let k = 0; k < tileColumns; k++) {
      if (heights[k] > top) top = heights[k];
      if (heights[k] < this.bottom) this.bottom = heights[k];
      if (heights[k] === below[k] && pressed[k] === 0) continue;
      const i = i0 + (k % tileSize);
      const j = j0 + Math.floor(k / tileSize);
      if (i < first[0]) first[0] = i;
      if (i > last[0]) last[0] = i;
      if (j < first[1]) first[1] = j;
      if (j > last[1]) last[1] = j;
    }
    this.tileCount++;
    this.top = Math.max(this.top, top);
    this.rise = Math.max(this.rise, top - (surface.topOf?.(i0, j0, tileSize, tileSize) ?? surface.top));
  }

  finish(): Pick<EarlierGround, 'tileCount' | 'top' | 'bottom' | 'rise' | 'changed'> {
    const { tileCount, top, bottom, rise, first, last } = this;
    if (tileCount === 0) return { tileCount, top: 0, bottom: 0, rise, changed: null };
    const [columns, rows] = [last[0] - first[0] + 1, last[1] - first[1] + 1];
    return {
      tileCount,
      top,
      bottom,
      rise,
      changed: columns > 0 ? { i0: first[0], j0: first[1], columns, rows } : null,
    };
  }
}

/** Buffers to unpack one tile of an earlier ground. */
export class TileScratch {
  readonly heights = new Int32Array(tileColumns);
  /** Heights of the surface below. */
  readonly below = new Int32Array(tileColumns);
  readonly pressed = new Uint16Array(tileColumns);
  readonly pressedOut: Int32Array | null;
  /** Where it was not stored, what lies above the surface below counts as displaced. */
  readonly displaced = new Int32Array(tileColumns);
  private readonly keepsDisplaced: boolean;
  private readonly shift: number;

  constructor(
    private readonly surface: InitialSurface,
    {
      cell,
      remembersCompaction,
      keepsDisplaced,
    }: Pick<EarlierGround, 'cell' | 'remembersCompaction' | 'keepsDisplaced'>,
  ) {
    this.keepsDisplaced = keepsDisplaced;
    this.pressedOut = remembersCompaction ? new Int32Array(tileColumns) : null;
    this.shift = scalePressed(cell).shift;
  }

  unpack(packed: Uint8Array, tileI: number, tileJ: number): void {
    const { heights, below, pressed, pressedOut, displaced, shift, keepsDisplaced } = this;
    this.surface.fill(below, tileI * tileSize, tileJ * tileSize, tileSize, tileSize);
    unpackTile(packed, heights, below, pressed, shift, pressedOut, keepsDisplaced ? displaced : null);
    if (keepsDisplaced) return;
    for (let k = 0; k < tileColumns; k++) {
      displaced[k] = heights[k] > below[k] ? heights[k] - ((below[k] >> shift) << shift) : 0;
    }
  }
}
