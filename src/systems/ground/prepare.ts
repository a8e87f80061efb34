import { InputError } from '../../input-error.ts';
import type { GroundFloor } from '../../motion/floor.ts';
import { offsetOnMap } from '../../motion/map-reference.ts';
import { requireSpacing } from '../../motion/require-spacing.ts';
import type { TerrainHints } from '../../motion/terrain.ts';
import type { PrepareContext } from '../prepare-context.ts';
import { readParams } from '../read-params.ts';
import type { BeyondPictures } from './beyond/resolve-cover.ts';
import { boundStones } from './beyond/stone-bound.ts';
import { checkGround } from './check-ground.ts';
import { findExtent } from './check-params.ts';
import { type GroundInput, type GroundParams, groundParams } from './params.ts';
import { maxHeight } from './rules/limits.ts';
import { unitsPerMetre } from './rules/units.ts';
import type { GroundStamp, StampedGround, StampTarget } from './stamps/stamp-grounds.ts';
import { type EarlierGround, readEarlierGround } from './surface/earlier-ground.ts';
import { noiseBound } from './surface/noise.ts';
import { createOriginSurface } from './terrain/ground-origin.ts';
import { type PlacedTerrain, placeTerrain } from './terrain/place-terrain.ts';
import { sampleTerrainAt } from './terrain/terrain-grid.ts';
import { isStateFile } from './terrain/terrain-params.ts';

/** The contents of the files of a ground. They do not change. */
export interface GroundPrepared {
  readonly terrain: PlacedTerrain | null;
  /** The result of an earlier run. There is no terrain besides it. */
  readonly earlier?: EarlierGround | null;
  /** Lays the saved grounds of `stamps` on the ground. Absent if there are none. */
  readonly stamp?: (target: Omit<StampTarget, 'path'>) => StampedGround;
  readonly pictures?: BeyondPictures;
}

/** Reads the files that a ground starts from. Null if it names none. Throws an InputError for parameters as `createGround` does. */
export async function prepareGround(
  given: GroundInput,
  context: PrepareContext,
): Promise<GroundPrepared | null> {
  const params = readParams({ params: groundParams, check: checkGround }, given, context.path);
  const file = params.terrain;
  const isEarlier = file !== undefined && isStateFile(file);
  const earlier = isEarlier ? readEarlier(params, file, context) : null;
  const terrain = file === undefined || isEarlier ? null : await readTerrain(params, file, context);
  const pictures = readPictures(params, context);
  const stamp = await readStamps(params, context);
  if (!(terrain || earlier || pictures || stamp)) return null;
  return { terrain, earlier, ...(pictures && { pictures }), ...(stamp && { stamp }) };
}

/** Reads the saved grounds of the stamps. Returns a function that lays them, null if there are none. */
async function readStamps(
  { stamps, cell }: GroundParams,
  { path, readFile }: PrepareContext,
): Promise<GroundPrepared['stamp'] | null> {
  if (stamps.length === 0) return null;
  // Most grounds do not need this code.
  const { stampGrounds } = await import('./stamps/stamp-grounds.ts');
  const grounds = new Map<string, EarlierGround>();
  const placed = stamps.map(({ file, position, quarterTurns, mirrored }, k): GroundStamp => {
    const ground = grounds.get(file) ?? readEarlierGround(readFile(file, `${path}.stamps[${k}].file`), file);
    grounds.set(file, ground);
    const refuse = (message: string) => InputError.at(`${path}.stamps[${k}].file`, message);
    if (ground.cell !== cell) {
      throw refuse(
        `expected a saved ground with cells of ${cell} m, as this ground has, got ${ground.cell} m in ${file}: ` +
          'set cell to that, or bake it again with this cell',
      );
    }
    if (ground.hasStones)
      throw refuse(`expected a saved ground without stones, got ${file}: bake it without them`);
    const column = [Math.round(position[0] / cell), Math.round(position[1] / cell)] as const;
    return { ground, file, column, quarterTurns, isMirrored: mirrored };
  });
  return (target) => stampGrounds({ ...target, path: `${path}.stamps` }, placed);
}

/** Reads the pictures that the parameters name. Null if they name none. */
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

function readEarlier(params: GroundParams, file: string, { path, readFile }: PrepareContext): EarlierGround {
  const { cell } = params;
  const earlier = readEarlierGround(readFile(file, `${path}.terrain`), file);
  if (earlier.cell !== cell)
    throw InputError.at(`${path}.cell`, `expected ${earlier.cell} m, as in ${file}, got ${cell}`);
  const stones = boundStones(params);
  const top = createOriginSurface(earlier.origin).top / unitsPerMetre + stones;
  if (stones > 0 && top > maxHeight) {
    throw InputError.at(
      `${path}.stones`,
      `expected stones within ${maxHeight} m of the datum of ${file}, got up to ${top.toFixed(0)} m with what lies there; lower them`,
    );
  }
  return earlier;
}

async function readTerrain(
  params: GroundParams,
  file: string,
  { path, readTerrain: read }: PrepareContext,
): Promise<PlacedTerrain> {
  const { terrainTiles, terrainFitTo, terrainSpacing, terrainMin, terrainMax, terrainScale } = params;
  const hints: TerrainHints & { tiles?: readonly [number, number]; fitTo?: readonly [number, number] } = {
    low: terrainMin,
    high: terrainMax,
    scale: terrainScale,
    spacing: terrainSpacing && [terrainSpacing[0], terrainSpacing[1]],
    channel: params.terrainChannel,
    encoding: params.terrainEncoding,
    byteOrder: params.terrainByteOrder,
    up: params.terrainUp,
    tiles: terrainTiles && [terrainTiles[0], terrainTiles[1]],
    fitTo: terrainFitTo && [terrainFitTo[0], terrainFitTo[1]],
  };
  const terrain = await read(file, hints, `${path}.terrain`);
  const spacing = requireSpacing(terrain, file, `${path}.terrainSpacing`);
  const swell = params.terrainNoise
    ? noiseBound({
        seed: 0,
        cell: params.cell,
        amplitude: params.noiseAmplitude,
        wavelength: params.noiseWavelength,
        octaves: params.noiseOctaves,
      })
    : 0;
  return placeTerrain(terrain, spacing, params, swell + boundStones(params), path);
}

/**
 * Returns the untouched surface without noise and without earlier runs: a terrain with splines between samples, continued beyond the
 * extent with the height of its edge; or a level surface.
 */
export function createFloor(params: GroundParams, prepared: GroundPrepared | null): GroundFloor {
  const given = prepared?.earlier ?? prepared?.terrain;
  const grid = prepared?.earlier ? prepared.earlier.origin.terrain?.grid : prepared?.terrain?.grid;
  const { cell } = params;
  const columns = given ? given.extent : findExtent(params);
  const extent = columns && {
    min: [columns.i0 * cell, columns.j0 * cell] as const,
    max: [(columns.i0 + columns.columns - 1) * cell, (columns.j0 + columns.rows - 1) * cell] as const,
  };
  if (!given || !grid || !extent) {
    const height = given ? given.datum / unitsPerMetre : params.datum;
    return { heightAt: () => height, isLevel: true, extent };
  }
  const { min, max } = extent;
  const { datum } = given;
  const heightAt = (x: number, z: number) => {
    const [insideX, insideZ] = [x, z].map((value, axis) => Math.max(min[axis], Math.min(max[axis], value)));
    return (datum + sampleTerrainAt(insideX, insideZ, grid)) / unitsPerMetre;
  };
  return { heightAt, isLevel: false, extent };
}

/** Returns the offset that was subtracted from the coordinates of the terrain's file, m, Y up. Null if it has none. */
export function readOffset(
  prepared: GroundPrepared | null,
): readonly [x: number, y: number, z: number] | null {
  const map = prepared?.earlier?.origin.terrain?.map;
  if (map) return offsetOnMap(map);
  return prepared?.terrain?.offset ?? null;
}
