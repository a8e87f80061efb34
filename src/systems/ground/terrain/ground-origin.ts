import type { MapReference } from '../../../motion/map-reference.ts';
import type { CrackSettings } from '../cracks/crack-settings.ts';
import { addCracks } from '../cracks/cracked-surface.ts';
import type { InitialSurface } from '../surface/initial-surface.ts';
import type { NoiseParams } from '../surface/noise.ts';
import { createNoiseSurface } from '../surface/noise-surface.ts';
import type { TerrainGrid } from './terrain-grid.ts';
import { createTerrainSurface } from './terrain-surface.ts';

/** The surface before all runs: a terrain, noise, or noise on a terrain, with or without cracks. */
export interface GroundOrigin {
  readonly noise: NoiseParams | null;
  readonly terrain: {
    readonly grid: TerrainGrid;
    readonly identity: string;
    /** Converts world positions in metres to coordinates of the terrain's map; null when its file has no georeference. */
    readonly map: MapReference | null;
  } | null;
  /** Absent if there are none. */
  readonly cracks?: CrackSettings;
}

export function createOriginSurface({ noise, terrain, cracks }: GroundOrigin): InitialSurface {
  const whole = createWhole({ noise, terrain });
  return cracks ? addCracks(whole, cracks) : whole;
}

function createWhole({ noise, terrain }: GroundOrigin): InitialSurface {
  const swells = noise && createNoiseSurface(noise);
  if (terrain) return createTerrainSurface(terrain.grid, terrain.identity, swells);
  return swells ?? createNoiseSurface({ seed: 0, cell: 1, amplitude: 0, wavelength: 1, octaves: 1 });
}
