import { driveDown } from '../../motion/drive.ts';
import { inputCount } from './records.generated.ts';
import type { FleshSettings } from './settings.ts';

/**
 * Writes the inputs at one instant [driveStride], multiplied by the strength, to out [12]: acceleration minus gravity, angular
 * acceleration, and products of angular velocities.
 */
export function writeInputs(out: Float64Array, moment: Float64Array, settings: FleshSettings): void {
  const { gravity, restDown, strength } = settings;
  for (let k = 0; k < inputCount; k++) out[k] = strength * moment[k];
  addGravity(out, moment, gravity, restDown, strength);
}

/** Writes the inputs of a bone that does not move, with the orientation of an instant, to out [12]: only gravity. */
export function writeRest(out: Float64Array, moment: Float64Array, settings: FleshSettings): void {
  const { gravity, restDown, strength, method } = settings;
  out.fill(0, 0, inputCount);
  if (method !== 'paper') addGravity(out, moment, gravity, restDown, strength);
}

function addGravity(
  out: Float64Array,
  moment: Float64Array,
  gravity: number,
  restDown: FleshSettings['restDown'],
  strength: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    out[axis] -= strength * gravity * (moment[driveDown + axis] - (restDown ? restDown[axis] : 0));
  }
}
