import type { HeightfieldOutput } from '../../outputs/heightfield.ts';
import type { GroundState } from '../state.ts';
import { fillWetness, tabulateLook } from './wetness.ts';

/** Returns what a ground shows beside its heights: effects that are not in the papers, and its own look. Empty if there is nothing. */
export function showExtras(
  state: Pick<GroundState, 'settings' | 'steps'>,
): Pick<HeightfieldOutput, 'readWetness' | 'readStones' | 'look'> {
  const { surface, extent, fillStones, rate, beyond, look } = state.settings;
  const { wetness } = beyond;
  return {
    ...(wetness && {
      readWetness: (out, rectangle) => {
        const { i0, j0, columns, rows } = rectangle;
        const initial = new Int32Array(columns * rows);
        surface.fill(initial, i0, j0, columns, rows);
        fillWetness(out, initial, rectangle, wetness, extent);
        const shown = tabulateLook(wetness, state.steps / rate);
        for (let k = 0; k < columns * rows; k++) out[k] = shown[out[k]];
      },
    }),
    ...(fillStones && {
      readStones: (out, { i0, j0, columns, rows }) => fillStones(out, i0, j0, columns, rows),
    }),
    ...(look && { look }),
  };
}
