import { InputError } from '../../input-error.ts';
import type { Floor } from '../../motion/floor.ts';
import type { TerrainHints } from '../../motion/terrain.ts';
import type { PrepareContext } from '../system.ts';
import type { BeyondPictures } from './beyond/beyond-settings.ts';
import { type EarlierGround, readEarlierGround } from './earlier-ground.ts';
import { noiseBound } from './noise.ts';
import type { GroundParams } from './params.ts';
import { type PlacedTerrain, placeTerrain } from './place-terrain.ts';
import { sampleTerrainAt } from './terrain-grid.ts';
import { unitsPerMetre } from './thresholds.ts';

/** What a ground's files hold: rest data. */
export interface GroundPrepared {
  readonly terrain: PlacedTerrain | null;
  /** What an earlier run left; then there is no terrain beside it. */
  readonly earlier?: EarlierGround | null;
  readonly pictures?: BeyondPictures;
}

/** Reads what a ground starts from; null where it names no file. */
export async function prepareGround(
  params: GroundParams,
  context: PrepareContext,
): Promise<GroundPrepared | null> {
  const file = params.terrain;
  const isEarlier = file !== undefined && /\.ground$/i.test(file);
  const earlier = isEarlier ? readEarlier(params, file, context) : null;
  const terrain = file === undefined || isEarlier ? null : await readTerrain(params, file, context);
  const pictures = readPictures(params, context);
  return terrain || earlier || pictures ? { terrain, earlier, ...(pictures && { pictures }) } : null;
}

/** The pictures that the parameters name; null where they name none. */
function readPictures(
  { wetnessMap, stoneMap }: GroundParams,
  { path, readPicture }: PrepareContext,
): BeyondPictures | null {
  if (wetnessMap === undefined && stoneMap === undefined) return null;
  return {
    ...(wetnessMap !== undefined && { wetnessMap: readPicture(wetnessMap, `${path}.wetnessMap`) }),
    ...(stoneMap !== undefined && { stoneMap: readPicture(stoneMap, `${path}.stoneMap`) }),
  };
}

function readEarlier(
  { cell }: GroundParams,
  file: string,
  { path, readFile }: PrepareContext,
): EarlierGround {
  const earlier = readEarlierGround(readFile(file, `${path}.terrain`), file);
  if (earlier.cell === cell) return earlier;
  throw InputError.at(`${path}.cell`, `expected ${earlier.cell} m, as in ${file}, got ${cell}`);
}

async function readTerrain(
  params: GroundParams,
  file: string,
  { path, readTerrain: read }: PrepareContext,
): Promise<PlacedTerrain> {
  const { terrainTiles, terrainSpacing, terrainLow, terrainHigh, terrainScale } = params;
  const hints: TerrainHints & { tiles?: readonly [number, number] } = {
    low: terrainLow,
    high: terrainHigh,
    scale: terrainScale,
    spacing: terrainSpacing && [terrainSpacing[0], terrainSpacing[1]],
    channel: params.terrainChannel,
    up: params.terrainUp,
    tiles: terrainTiles && [terrainTiles[0], terrainTiles[1]],
  };
  const terrain = await read(file, hints, `${path}.terrain`);
  if (!terrain.spacing) {
    throw InputError.at(
      `${path}.terrainSpacing`,
      `expected metres between the ${terrain.columns} × ${terrain.rows} samples of ${file}, which does not say; add terrainSpacing, as in [1, 1]`,
    );
  }
  const swell = params.terrainNoise
    ? noiseBound({
        seed: 0,
        cell: params.cell,
        amplitude: params.noiseAmplitude,
        wavelength: params.noiseWavelength,
        octaves: params.noiseOctaves,
      })
    : 0;
  return placeTerrain(terrain, terrain.spacing, params, swell, path);
}

/**
 * The untouched surface of a terrain, without noise and what runs have left, splines between samples; beyond the extent the height at its edge.
 * Null where the ground starts level.
 */
export function createFloor(prepared: GroundPrepared | null): Floor | null {
  const given = prepared?.earlier ?? prepared?.terrain;
  const grid = prepared?.earlier ? prepared.earlier.origin.terrain?.grid : prepared?.terrain?.grid;
  if (!given?.extent || !grid) return null;
  const { extent, datum } = given;
  const least = [extent.i0 * grid.cell, extent.j0 * grid.cell];
  const most = [(extent.i0 + extent.columns - 1) * grid.cell, (extent.j0 + extent.rows - 1) * grid.cell];
  return (x, z) => {
    const [insideX, insideZ] = [x, z].map((value, axis) =>
      Math.max(least[axis], Math.min(most[axis], value)),
    );
    return (datum + sampleTerrainAt(insideX, insideZ, grid)) / unitsPerMetre;
  };
}
