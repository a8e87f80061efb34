import { exp, log } from '../../math/portable.ts';
import type { ParticlesState } from './state.ts';

/** Square of the full width of a Gaussian at half of its maximum, for a variance of 1: 8 ln 2. */
const squaredWidth = 8 * Math.LN2;

/**
 * Lets free particles spread from a tick to a time within it or at its end. A particle is a Gaussian puff: by Fick's law, its variance
 * along each axis grows by 2 D for each second.
 */
export function diffuse(
  { params, store, spread, firstAlive, bornCount }: ParticlesState,
  tick: number,
  stop: number,
): void {
  if (!spread) return;
  const { cohort } = store;
  const growth = (2 * params.diffusion * (stop - tick)) / params.rate;
  for (let particle = firstAlive; particle < bornCount; particle++) {
    if (cohort[particle] === 0) spread[particle] += growth;
  }
}

/**
 * Widens displayed particles that have spread. Their amount of smoke stays the same, so the optical depth through their middle falls
 * with the square of their width. The width is the diameter: the full width at half of the maximum. `ids`, `sizes` and `colors` hold
 * `count` particles; `spread` is indexed by identity.
 */
export function showSpread(
  spread: Float64Array,
  count: number,
  ids: Uint32Array,
  sizes: Float32Array,
  colors: Float32Array,
): void {
  for (let k = 0; k < count; k++) {
    const variance = spread[ids[k]];
    if (variance === 0) continue;
    const square = sizes[k] * sizes[k];
    const wide = square + squaredWidth * variance;
    const opacity = colors[4 * k + 3];
    sizes[k] = Math.sqrt(wide);
    if (opacity < 1) colors[4 * k + 3] = 1 - exp((square / wide) * log(1 - opacity));
  }
}
