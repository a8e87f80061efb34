import { InputError } from '../../input-error.ts';
import { readParams } from '../read-params.ts';
import { checkFlesh } from './check-params.ts';
import type { FleshKernel } from './kernel.ts';
import { type FleshInput, fleshParams } from './params.ts';
import type { FleshPart } from './part.ts';
import { applyMaterial, resolveMaterial, resolveSettings } from './settings.ts';
import { FleshState } from './state.ts';

/** Options of `createFlesh`. */
export interface CreateFleshOptions {
  /** Name of the character whose surfaces move. It is contained in the output. */
  readonly actor?: string;
  /** See `FleshSettings.restDown`. Default: −Y of the part's frame. */
  readonly restDown?: readonly [number, number, number];
  readonly kernel?: FleshKernel;
}

/**
 * Creates flesh from a prepared part (see `decodeFleshPart`), for a program that poses its own bones:
 *
 *     const flesh = createFlesh(decodeFleshPart(bytes), { material: 'jelly', strength: 1.5 });
 *     const drive = new LiveDrive('belly', { inverseBind: flesh.part.inverseBind });
 *     // in every frame
 *     drive.push(boneWorld, dt);
 *     advanceFlesh(flesh, drive, dt);
 *     // flesh.amplitudes holds the weight of each shape
 *
 * The parameters are those of a scene; all are optional. Parameters of the preparation have no effect here. Throws InputError for unknown
 * parameters, values out of range, parameters that exclude each other, and `touchedBy`.
 */
export function createFlesh(
  part: FleshPart,
  params: FleshInput = {},
  options: CreateFleshOptions = {},
): FleshState {
  const all = readParams({ params: fleshParams, check: checkFlesh }, params);
  if (all.touchedBy.length > 0) {
    throw InputError.at(
      'touchedBy',
      'expected not to be set in a program, where no joints are known: leave it out',
    );
  }
  const own = applyMaterial(part, resolveMaterial(all));
  const settings = resolveSettings(all, own, options.restDown ?? [0, -1, 0]);
  return new FleshState(own, settings, options.actor ?? part.name, options.kernel);
}
