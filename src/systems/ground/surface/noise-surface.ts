import { unitsPerMetre } from '../rules/units.ts';
import type { InitialSurface } from './initial-surface.ts';
import { fillNoise, type NoiseParams, noiseBound } from './noise.ts';

/** A surface of noise around the datum. */
export function createNoiseSurface(noise: NoiseParams): InitialSurface {
  const bound = Math.ceil(noiseBound(noise) * unitsPerMetre);
  return {
    top: bound,
    topOf: null,
    bottom: -bound,
    fill: (out, i0, j0, columns, rows) => fillNoise(out, i0, j0, columns, rows, noise),
    fillMissing: null,
    fillPressed: null,
    fillPressedOut: null,
    fillDisplaced: null,
    identity: {},
  };
}
