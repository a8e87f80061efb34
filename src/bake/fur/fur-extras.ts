import type { ShellsOutput } from '../../systems/system.ts';

/** What a program needs to draw a coat of its own: in the extras of nodes, as `aftermotion.fur`. Lengths in metres, colours linear. */
export interface FurExtras {
  readonly name: string;
  readonly layers: number;
  readonly tile: number;
  /** Longest and mean over the vertices where anything grows. */
  readonly length: number;
  readonly meanLength: number;
  readonly rootColor: readonly number[];
  readonly tipColor: readonly number[];
  readonly tipStart: number;
  readonly spread: number;
  readonly shadow: number;
  readonly ambient: number;
  readonly bend: string;
  readonly exponent: number;
}

/** Says what a coat is. */
export function describeFur({ name, look, lengths }: ShellsOutput): FurExtras {
  const { layerCount, tile, colors, bend, exponent } = look;
  const grown = lengths.filter((length) => length > 0);
  const sum = grown.reduce((total, length) => total + length, 0);
  return {
    name,
    layers: layerCount,
    tile,
    length: grown.reduce((most, length) => Math.max(most, length), 0),
    meanLength: grown.length > 0 ? sum / grown.length : 0,
    rootColor: colors.root,
    tipColor: colors.tip,
    tipStart: colors.tipStart,
    spread: colors.spread,
    shadow: colors.shadow,
    ambient: colors.ambient,
    bend,
    exponent,
  };
}
