import type { InputFault } from '../../../input-error.ts';
import type { ParamTable } from '../../params.ts';
import type { GroundParams } from '../params.ts';

/** Parameters of the terrain that a ground starts from, and of heights that a file does not define completely. */
export const terrainParams = {
  terrain: {
    type: 'text',
    expected: 'a terrain file',
    refersTo: 'file',
    words:
      'Heights that the ground starts from: a picture (16-bit .png, .exr), a GeoTIFF, a grid (.asc, .hgt, .r16, .raw), a mesh (.obj, .stl, .ply, .glb), or the state that an earlier bake wrote (.ground). A picture’s first row is the far (-Z) edge, its left the -X edge. A name with {column} and {row} in it stands for tiles. What an earlier bake left stays where it was, whatever datum, center, size and noise say. Left out: level ground.',
  },
  terrainTiles: {
    type: 'vector',
    unit: '',
    length: 2,
    min: 1,
    max: 1000,
    words:
      'How many tiles across and down, where the terrain’s name has {column} and {row} in it: they count from 0, or from 1 where no file of 0 is there.',
  },
  terrainFitTo: {
    type: 'vector',
    unit: '',
    length: 2,
    min: 0,
    max: 999,
    words:
      'Column and row, counted from 0, of the tile that stays as it is while all others are fitted to it at their borders: for tiles that were normalised each on its own. terrainLow and terrainHigh are then its own. When absent: no tile is fitted.',
  },
  terrainLow: {
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    words: 'World height of a picture’s darkest possible sample. 0 unless the file says otherwise.',
  },
  terrainHigh: {
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    words:
      'World height of a picture’s lightest possible sample. A PNG needs it, unless it is a height map of ours.',
  },
  terrainScale: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e6,
    open: true,
    words: 'Metres to a unit, of files that hold heights as numbers (EXR, GeoTIFF, meshes). Left out: 1.',
  },
  terrainSpacing: {
    type: 'vector',
    unit: 'm',
    length: 2,
    min: 0,
    max: 1e6,
    open: true,
    words:
      'Metres between samples along x and z. Left out: what the file says. Of a mesh: how finely it is sampled.',
  },
  terrainChannel: {
    type: 'choice',
    choices: ['auto', 'red', 'green', 'blue', 'alpha'],
    default: 'auto',
    words: 'Which channel of a coloured picture holds the heights.',
  },
  terrainEncoding: {
    type: 'choice',
    choices: ['levels', 'terrainRgb', 'terrarium'],
    default: 'levels',
    words:
      'How a .png holds heights: as grey levels, or in its colours, as the elevation tiles of web maps do (Mapbox Terrain-RGB, Terrarium).',
  },
  terrainByteOrder: {
    type: 'choice',
    choices: ['little', 'big'],
    default: 'little',
    words: 'Order of the two bytes of each sample in raw files (.r16, .raw).',
  },
  terrainUp: {
    type: 'choice',
    choices: ['y', 'z'],
    default: 'y',
    words: 'Which axis of a mesh is up.',
  },
  terrainPoint: {
    type: 'vector',
    unit: 'm',
    length: 2,
    min: -1e7,
    max: 1e7,
    default: [0, 0],
    words:
      'Which point of the terrain lies at the center: x and z from the terrain’s middle. A size cuts out what lies around it.',
  },
  terrainNoise: {
    type: 'flag',
    default: false,
    words: 'Swells of noise on top of the terrain.',
  },
  terrainFirm: {
    type: 'flag',
    default: true,
    words:
      'Where the terrain is steeper than its material stands, it stands all the same: only what is added to it slides. Off: it slides as soon as something comes near, and what lies above it follows.',
  },
} as const satisfies ParamTable;

/** Returns whether a terrain is the result of an earlier bake. */
export function isStateFile(terrain: string): boolean {
  return /\.ground$/i.test(terrain);
}

/** The result of an earlier bake contains all these values. */
function refuseHints(params: GroundParams): InputFault[] {
  const given = {
    terrainTiles: params.terrainTiles !== undefined,
    terrainFitTo: params.terrainFitTo !== undefined,
    terrainLow: params.terrainLow !== undefined,
    terrainHigh: params.terrainHigh !== undefined,
    terrainScale: params.terrainScale !== undefined,
    terrainSpacing: params.terrainSpacing !== undefined,
    terrainChannel: params.terrainChannel !== 'auto',
    terrainEncoding: params.terrainEncoding !== 'levels',
    terrainByteOrder: params.terrainByteOrder !== 'little',
    terrainUp: params.terrainUp !== 'y',
    terrainPoint: params.terrainPoint.some((coordinate) => coordinate !== 0),
    terrainNoise: params.terrainNoise,
  };
  return Object.entries(given)
    .filter(([, isGiven]) => isGiven)
    .map(([path]) => ({
      path,
      message: `expected nothing of the kind beside what an earlier bake left ("${params.terrain}"), which stays as it was; leave it out`,
    }));
}

/** Checks combinations of parameters that the ranges of single parameters cannot catch, without reading files. */
export function checkTerrain(params: GroundParams): InputFault[] {
  const { terrain, terrainTiles, terrainFitTo, terrainLow, terrainHigh } = params;
  const faults: InputFault[] = [];
  if (terrain === undefined) {
    for (const name of [
      'terrainTiles',
      'terrainFitTo',
      'terrainLow',
      'terrainHigh',
      'terrainScale',
      'terrainSpacing',
    ] as const) {
      if (params[name] !== undefined)
        faults.push({ path: name, message: 'expected a terrain beside it; add terrain, or leave it out' });
    }
    return faults;
  }
  if (isStateFile(terrain)) return refuseHints(params);
  const isPattern = terrain.includes('{column}') || terrain.includes('{row}');
  if (isPattern && !terrainTiles) {
    faults.push({
      path: 'terrainTiles',
      message: `expected how many tiles "${terrain}" stands for, but it is missing: across and down, as in [4, 4]`,
    });
  }
  if (terrainTiles && !terrainTiles.every(Number.isInteger)) {
    faults.push({ path: 'terrainTiles', message: `expected whole numbers, got ${terrainTiles.join(', ')}` });
  } else if (terrainTiles) {
    const missing = ['{column}', '{row}'].filter(
      (mark, axis) => terrainTiles[axis] > 1 && !terrain.includes(mark),
    );
    if (missing.length > 0) {
      faults.push({
        path: 'terrain',
        message: `expected ${missing.join(' and ')} in the name of a terrain of ${terrainTiles.join(' × ')} tiles, got "${terrain}"`,
      });
    }
  }
  if (terrainFitTo) {
    const isTile = terrainFitTo.every(
      (place, axis) => Number.isInteger(place) && terrainTiles && place < terrainTiles[axis],
    );
    if (!isTile) {
      faults.push({
        path: 'terrainFitTo',
        message: terrainTiles
          ? `expected column and row of one of ${terrainTiles.join(' × ')} tiles, counted from 0, got ${terrainFitTo.join(', ')}`
          : 'expected terrainTiles beside it: give that, or leave this out',
      });
    }
  }
  if (terrainLow !== undefined && terrainHigh !== undefined && terrainHigh <= terrainLow) {
    faults.push({
      path: 'terrainHigh',
      message: `expected a height above terrainLow (${terrainLow} m), got ${terrainHigh}`,
    });
  }
  return faults;
}
