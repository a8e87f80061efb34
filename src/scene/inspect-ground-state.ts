import { pressedBit, tileSize } from '../systems/ground/flow/sheet.ts';
import { unitsPerMetre } from '../systems/ground/rules/units.ts';
import { readEarlierGround, TileScratch } from '../systems/ground/surface/earlier-ground.ts';
import { createOriginSurface } from '../systems/ground/terrain/ground-origin.ts';
import type { ColumnRectangle } from '../systems/outputs/heightfield.ts';

/** Contents of the state of an earlier ground. Lengths and world heights are in metres. */
export interface GroundStateInspection {
  readonly kind: 'ground state';
  readonly file: string;
  readonly material: string;
  readonly cell: number;
  readonly datum: number;
  /** Range of the columns; null for a ground without a boundary. */
  readonly extent: ColumnRectangle | null;
  /** The initial ground from which the earlier bake started. */
  readonly startsFrom: 'level ground' | 'noise' | 'a terrain' | 'a terrain with noise';
  /** Samples of the terrain; null if there is none. */
  readonly terrain: { readonly columns: number; readonly rows: number; readonly masked: number } | null;
  readonly remembersCompaction: boolean;
  readonly tiles: number;
  /** Number of columns that differ from the initial ground, and number of columns that are pressed. */
  readonly changed: number;
  readonly pressed: number;
  /** Minimum and maximum height of the changed columns; null if there are none. */
  readonly low: number | null;
  readonly high: number | null;
  /** World x and z of the rectangle around the changed and pressed columns; null if there are none. */
  readonly changedArea: {
    readonly min: readonly [number, number];
    readonly max: readonly [number, number];
  } | null;
}

/** Inspects a state that a bake wrote (`.ground`). Throws InputError at `file` if the state cannot be read. */
export function inspectGroundState(bytes: Uint8Array, file: string): GroundStateInspection {
  const earlier = readEarlierGround(bytes, file);
  const {
    cell,
    datum,
    extent,
    material,
    origin,
    tiles,
    tileCount,
    remembersCompaction,
    changed: area,
  } = earlier;
  const scratch = new TileScratch(createOriginSurface(origin), earlier);
  let changed = 0;
  let pressed = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [tileI, tileJ] of tiles.positionsOf()) {
    scratch.unpack(tiles.get(tileI, tileJ)!, tileI, tileJ);
    for (let k = 0; k < tileSize * tileSize; k++) {
      if (scratch.pressed[k] >= pressedBit) pressed++;
      const height = scratch.heights[k];
      if (height === scratch.below[k]) continue;
      changed++;
      if (height < low) low = height;
      if (height > high) high = height;
    }
  }
  const metres = (units: number) => (datum + units) / unitsPerMetre;
  const hasNoise = origin.noise !== null && origin.noise.amplitude > 0;
  const grid = origin.terrain?.grid;
  return {
    kind: 'ground state',
    file,
    material,
    cell,
    datum: datum / unitsPerMetre,
    extent,
    startsFrom: grid
      ? hasNoise
        ? 'a terrain with noise'
        : 'a terrain'
      : hasNoise
        ? 'noise'
        : 'level ground',
    terrain: grid
      ? {
          columns: grid.columns,
          rows: grid.rows,
          masked: grid.mask ? grid.mask.reduce((sum, value) => sum + value, 0) : 0,
        }
      : null,
    remembersCompaction,
    tiles: tileCount,
    changed,
    pressed,
    low: changed > 0 ? metres(low) : null,
    high: changed > 0 ? metres(high) : null,
    changedArea: area && worldArea(area, cell),
  };
}

function worldArea(
  { i0, j0, columns, rows }: ColumnRectangle,
  cell: number,
): NonNullable<GroundStateInspection['changedArea']> {
  return { min: [i0 * cell, j0 * cell], max: [(i0 + columns - 1) * cell, (j0 + rows - 1) * cell] };
}
