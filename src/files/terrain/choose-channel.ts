import { InputError } from '../../input-error.ts';
import type { TerrainHints } from '../../motion/terrain.ts';
import { percent } from './percent.ts';

/** One channel of a file, by the name it has there. */
export interface TerrainChannel {
  readonly name: string;
  /** [columns · rows]. */
  readonly values: ArrayLike<number>;
}

const letters = { red: 'R', green: 'G', blue: 'B', alpha: 'A' } as const;

export interface ChosenChannel<Channel> {
  readonly channel: Channel;
  readonly warnings: string[];
}

/** Red, green and blue that differ by no more than this share of their range are one grey that somebody converted. */
const roundingShare = 0.001;

/**
 * The channel that holds the heights: the one that is asked for; else the only one; else `Y` or grey; else green, where red,
 * green and blue are the same but for rounding. channels are named R, G, B, A where they are colours. Opacity is nobody's
 * height unless asked for.
 *
 * Throws InputError, naming `terrainChannel`, where that leaves a choice.
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
    if (apart <= roundingShare) {
      const share = percent(apart);
      const warning = `its red, green and blue differ by up to ${share} of their range, as rounding does: green taken`;
      return { channel: green, warnings: [warning] };
    }
  }
  throw InputError.at(
    file,
    `expected one channel of heights, got ${list}, which differ: a colour picture is not a height map; export it as 16-bit grey, ` +
      'or say which channel holds the heights with terrainChannel (red, green, blue or alpha)',
  );
}

function onlyChannel<Channel extends TerrainChannel>(channels: readonly Channel[]): Channel | undefined {
  const solid = channels.filter((channel) => channel.name !== 'A');
  return solid.length === 1 ? solid[0] : undefined;
}

/**
 * Which samples have no opacity at all: masked, unless a person has named a channel, who then means that one alone. Null
 * where there is no opacity or every sample has some.
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

/** The greatest difference between lists of numbers, as a share of their range. */
function measureApart([first, ...others]: readonly ArrayLike<number>[]): number {
  let [least, greatest, apart] = [Infinity, -Infinity, 0];
  for (let k = 0; k < first.length; k++) {
    const value = first[k];
    for (const other of others) {
      if (Object.is(other[k], value)) continue;
      const difference = Math.abs(other[k] - value);
      // What is a number in one of them only is no rounding.
      if (!(difference <= apart)) apart = Number.isNaN(difference) ? Infinity : difference;
    }
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return apart === 0 ? 0 : apart / (greatest - least);
}
