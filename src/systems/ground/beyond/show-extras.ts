import type { HeightfieldOutput } from '../../outputs/heightfield.ts';
import type { GroundSettings } from '../rules/settings.ts';
import type { BeyondSettings } from './beyond-settings.ts';
import { fillWetness, tabulateLook } from './wetness.ts';

/** What is read of a `GroundState`. */
interface ShownState {
  readonly settings: Pick<GroundSettings, 'surface' | 'extent' | 'fillStones' | 'rate' | 'look'> & {
    readonly beyond: Pick<BeyondSettings, 'wetness'>;
  };
  readonly steps: number;
}

/** Returns what a ground shows beside its heights: effects that are not in the papers, and its own look. Empty if there is nothing. */
export function showExtras(
  state: ShownState,
): Pick<HeightfieldOutput, 'readWetness' | 'readStones' | 'look'> {
  const { surface, extent, fillStones, rate, beyond, look } = state.settings;
  return {
    ...(beyond.wetness && {
      readWetness: (out, rectangle) => {
        const { i0, j0, columns, rows } = rectangle;
        const wetness = state.settings.beyond.wetness!;
        const initial = new Int32Array(columns * rows);
        surface.fill(initial, i0, j0, columns, rows);
        fillWetness(out, initial, rectangle, wetness, extent);
        const shown = tabulateLook(wetness, rate, state.steps);
        for (let k = 0; k < columns * rows; k++) out[k] = shown[out[k]];
      },
    }),
    ...(fillStones && {
      readStones: (out, { i0, j0, columns, rows }) => fillStones(out, i0, j0, columns, rows),
    }),
    ...(look && { look }),
  };
}
