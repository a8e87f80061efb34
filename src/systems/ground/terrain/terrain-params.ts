import type { InputFault } from '../../../input-error.ts';
import type { ParamTable } from '../../params.ts';
import type { GroundParams } from '../params.ts';

/** Parameters of the terrain that a ground starts from, and of heights that a file does not define completely. */
export const terrainParams = {
  terrain: {
    type: 'text',
    expected: 'a terrain file',
    refersTo: 'file',
    description:
      'Heights that the ground starts from: a picture (16-bit .png, .exr), a GeoTIFF, a grid (.asc, .hgt, .r16, .raw), a mesh (.obj, .stl, .ply, .glb), or the state that an earlier bake wrote (.ground). The first row of a picture is the far (−Z) edge, its left column the −X edge. A name that contains {column} and {row} stands for tiles. A state of an earlier bake keeps its position, regardless of datum, center, size and noise. When absent: level ground.',
  },
  terrainTiles: {
    type: 'vector',
    unit: '',
    length: 2,
    min: 1,
    max: 1000,
    description:
      'Number of tiles across and down, if the name of the terrain contains {column} and {row}. They count from 0, or from 1 if no file has the number 0.',
  },
  terrainFitTo: {
    type: 'vector',
    unit: '',
    length: 2,
    min: 0,
    max: 999,
    description:
      'For tiles that were normalised separately: column and row, counted from 0, of the tile to which all others are fitted. terrainMin and terrainMax are those of this tile.',
  },
  terrainMin: {
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    description: 'World height of the lowest value that a picture can store. 0 unless the file defines it.',
  },
  terrainMax: {
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    description:
      'World height of the highest value that a picture can store. A PNG needs it, unless it is a height map that a bake wrote.',
  },
  terrainScale: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e6,
    open: true,
    description:
      'Metres per unit, for files that store heights as numbers (EXR, GeoTIFF, meshes). When absent: 1.',
  },
  terrainSpacing: {
    type: 'vector',
    unit: 'm',
    length: 2,
    min: 0,
    max: 1e6,
    open: true,
    description:
      'Metres between samples along x and z. When absent: the value in the file. For a mesh: the distance at which it is sampled.',
  },
  terrainChannel: {
    type: 'choice',
    choices: ['auto', 'red', 'green', 'blue', 'alpha'],
    default: 'auto',
    description: 'Channel of a colour picture that holds the heights.',
  },
  terrainEncoding: {
    type: 'choice',
    choices: ['levels', 'terrainRgb', 'terrarium'],
    default: 'levels',
    description:
      'How a .png stores heights. levels: as grey levels. terrainRgb, terrarium: in its colours, as the elevation tiles of web maps (Mapbox Terrain-RGB, Terrarium).',
  },
  terrainByteOrder: {
    type: 'choice',
    choices: ['little', 'big'],
    default: 'little',
    description: 'Order of the two bytes of each sample in raw files (.r16, .raw).',
  },
  terrainUp: {
    type: 'choice',
    choices: ['y', 'z'],
    default: 'y',
    description: 'Up axis of a mesh.',
  },
  terrainPoint: {
    type: 'vector',
    unit: 'm',
    length: 2,
    min: -1e7,
    max: 1e7,
    default: [0, 0],
    description:
      'The point of the terrain that lies at the center: x and z from the middle of the terrain. A size cuts out the region around it.',
  },
  terrainNoise: {
    type: 'flag',
    default: false,
    description: 'Adds waves of noise to the terrain.',
  },
  terrainStable: {
    type: 'flag',
    default: true,
    description:
      'Where the terrain is steeper than its material allows, only added material slides. Off: the terrain slides too when something comes near.',
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
    terrainMin: params.terrainMin !== undefined,
    terrainMax: params.terrainMax !== undefined,
    terrainScale: params.terrainScale !== undefined,
    terrainSpacing: params.terrainSpacing !== undefined,
    terrainChannel: params.terrainChannel !== 'auto',
    terrainEncoding: params.terrainEncoding !== 'levels',
    terrainByteOrder: params.terrainByteOrder !== 'little',
    terrainUp: params.terrainUp !== 'y',
    terrainPoint: params.terrainPoint.some((coordinate) => coordinate !== 0),
    terrainNoise: params.terrainNoise,
    crackSpacing: params.crackSpacing !== undefined,
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
  const { terrain, terrainTiles, terrainFitTo, terrainMin, terrainMax } = params;
  const faults: InputFault[] = [];
  if (terrain === undefined) {
    for (const name of [
      'terrainTiles',
      'terrainFitTo',
      'terrainMin',
      'terrainMax',
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
      (index, axis) => Number.isInteger(index) && terrainTiles && index < terrainTiles[axis],
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
  if (terrainMin !== undefined && terrainMax !== undefined && terrainMax <= terrainMin) {
    faults.push({
      path: 'terrainMax',
      message: `expected a height above terrainMin (${terrainMin} m), got ${terrainMax}`,
    });
  }
  return faults;
}
