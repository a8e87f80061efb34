import type { SurfaceLook } from '../outputs/heightfield.ts';
import type { GroundParams } from './params.ts';

/** Returns the parameters of the appearance that are given. Undefined if none is. */
export function chooseLook(params: GroundParams): SurfaceLook | undefined {
  const { color, dampness, sparkle, grain, materialName } = params;
  const look = { color, dampness, sparkle, grain, materialName };
  return Object.values(look).some((value) => value !== undefined) ? look : undefined;
}
