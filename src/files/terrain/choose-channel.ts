import { InputError } from '../../input-error.ts';
import type { TerrainHints } from '../../motion/terrain.ts';
import { percent } from './percent.ts';

/** One channel of a file, with its name in the file. */
export interface TerrainChannel {
  readonly name: string;
  /** Values, row by row, [columns · rows]. */
  readonly values: ArrayLike<number>;
}

const letters = { red: 'R', green: 'G', blue: 'B', alpha: 'A' } as const;

export interface ChosenChannel<Channel> {
  readonly channel: Channel;
  readonly warnings: string[];
}

/**
 * If red, green and blue differ by at most this fraction of their range, they are one grey channel that was converted.
 */
const roundingFraction = 0.001;

/**
 * Selects the channel that contains the heights: the requested channel; otherwise the only channel; otherwise `Y` or grey; otherwise green,
 * if red, green and blue are equal except for rounding. Colour channels are named R, G, B, A. Opacity is used only if it is requested.
 *
 * Throws an InputError that names `terrainChannel` if several channels remain.
 */
export function chooseChannel<Channel extends TerrainChannel>(
  channels: readonly Channel[],
  asked: NonNullable<TerrainHints['channel']>,
  file: string,
): ChosenChannel<Channel> {
  const named = (name: string) => channels.find((channel) => channel.name === name);
  const list = channels.map((channel) => channel.name).join(', ');
  if (asked !== 'auto') {
    const found = named(letters[asked]) ?? (asked === 'alpha' ? undefined : onlyChannel(channels));
    if (found) return { channel: found, warnings: [] };
    throw InputError.at(file, `expected a channel ${letters[asked]} (terrainChannel ${asked}), got ${list}`);
  }
  const only = onlyChannel(channels) ?? named('Y');
  if (only) return { channel: only, warnings: [] };
  const [red, green, blue] = [named('R'), named('G'), named('B')];
  if (red && green && blue) {
    const apart = measureApart([red.values, green.values, blue.values]);
    if (apart === 0) return { channel: green, warnings: [] };
    if (apart <= roundingFraction) {
      const fraction = percent(apart);
      const warning = `its red, green and blue differ by up to ${fraction} of their range, which is rounding: green is used`;
      return { channel: green, warnings: [warning] };
    }
  }
  throw InputError.at(
    file,
    `expected one channel of heights, got ${list}, which differ: a colour picture is not a height map; export it as 16-bit grey, ` +
      'or name the channel with the heights in terrainChannel (red, green, blue or alpha)',
  );
}

function onlyChannel<Channel extends TerrainChannel>(channels: readonly Channel[]): Channel | undefined {
  const solid = channels.filter((channel) => channel.name !== 'A');
  return solid.length === 1 ? solid[0] : undefined;
}

/**
 * Returns the mask of the samples whose opacity is zero. Null if the user named a channel, if there is no opacity besides other channels,
 * or if no sample has zero opacity.
 */
export function maskClear(
  channels: readonly TerrainChannel[],
  asked: NonNullable<TerrainHints['channel']>,
): Uint8Array | null {
  const alpha = channels.find((channel) => channel.name === 'A');
  if (asked !== 'auto' || !alpha || channels.length === 1) return null;
  const mask = new Uint8Array(alpha.values.length);
  for (let k = 0; k < mask.length; k++) mask[k] = alpha.values[k] === 0 ? 1 : 0;
  return mask.includes(1) ? mask : null;
}

/** Returns the maximum difference between lists of numbers, as a fraction of their range. */
function measureApart([first, ...others]: readonly ArrayLike<number>[]): number {
  let [min, max, apart] = [Infinity, -Infinity, 0];
  for (let k = 0; k < first.length; k++) {
    const value = first[k];
    for (const other of others) {
      if (Object.is(other[k], value)) continue;
      const difference = Math.abs(other[k] - value);
      // If only one of the two values is a number, the difference is not a rounding error.
      if (!(difference <= apart)) apart = Number.isNaN(difference) ? Infinity : difference;
    }
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return apart === 0 ? 0 : apart / (max - min);
}
