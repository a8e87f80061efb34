import type { InputFault } from '../../../input-error.ts';
import { maxOf } from '../../../math/lists.ts';
import type { GroundParams } from '../params.ts';
import { keepsPressed } from '../rules/keeps-pressed.ts';
import { maxHeight } from '../rules/limits.ts';
import { noiseBound } from '../surface/noise.ts';
import { boundStones } from './stone-bound.ts';

/** Limit of (maximum radius)² · stones per square metre. Above it stones overlap, and each column would test hundreds of them. */
const maxStoneCover = 16;

function noiseOf({ cell, noiseAmplitude, noiseWavelength, noiseOctaves }: GroundParams) {
  return { cell, amplitude: noiseAmplitude, wavelength: noiseWavelength, octaves: noiseOctaves };
}

/** Checks that the pictures of a ground have an extent. */
export function checkMaps(params: GroundParams): InputFault[] {
  if (params.size || params.terrain !== undefined) return [];
  return (['wetnessMap', 'stoneMap'] as const)
    .filter((name) => params[name] !== undefined)
    .map((name) => ({
      path: name,
      message: 'expected a ground with a size or a terrain, which the picture covers; add size',
    }));
}

/** Checks combinations of parameters that the ranges of single parameters cannot catch. */
export function checkBeyond(params: GroundParams): InputFault[] {
  const faults: InputFault[] = [];
  const bound = boundStones(params);
  const top = bound + noiseBound({ ...noiseOf(params), seed: 0 });
  if (bound > 0 && top > maxHeight) {
    faults.push({
      path: 'stones',
      message: `expected stones within ${maxHeight} m of the datum, got up to ${top.toFixed(0)} m including the noise; lower either`,
    });
  }
  const [maxRadius, density] = [maxOf(params.stoneRadius), params.stonesPerSquareMetre];
  if (maxRadius * maxRadius * density > maxStoneCover) {
    faults.push({
      path: 'stonesPerSquareMetre',
      message: `expected at most ${(maxStoneCover / maxRadius / maxRadius).toPrecision(3)} with stones of ${maxRadius} m, got ${density}; use fewer or smaller stones`,
    });
  }
  if (params.looseDepth && !keepsPressed(params)) {
    faults.push({
      path: 'looseDepth',
      message:
        'expected insideSlopeRule pressed and paper off, since what was compacted is kept with what was pressed; leave looseDepth out',
    });
  }
  if (params.compactedSlope !== undefined && !params.looseDepth) {
    faults.push({ path: 'compactedSlope', message: 'expected a looseDepth too; add looseDepth' });
  }
  return faults;
}
