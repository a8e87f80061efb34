import type { HeightfieldOutput } from '../../outputs/heightfield.ts';
import type { GroundState } from '../state.ts';
import { fillWetness, tabulateLook } from './wetness.ts';

/** Returns what a ground shows of the effects that are not in the papers. Empty if they are off. */
export function showExtras(
  state: Pick<GroundState, 'settings' | 'steps'>,
): Pick<HeightfieldOutput, 'readWetness' | 'readStones'> {
  const { surface, extent, fillStones, rate, beyond } = state.settings;
  const { wetness } = beyond;
  return {
    ...(wetness && {
      readWetness: (out, rectangle) => {
        const { i0, j0, columns, rows } = rectangle;
        const initial = new Int32Array(columns * rows);
        surface.fill(initial, i0, j0, columns, rows);
        fillWetness(out, initial, rectangle, wetness, extent);
        const look = tabulateLook(wetness, state.steps / rate);
        for (let k = 0; k < columns * rows; k++) out[k] = look[out[k]];
      },
    }),
    ...(fillStones && {
      readStones: (out, { i0, j0, columns, rows }) => fillStones(out, i0, j0, columns, rows),
    }),
  };
}
