import { InputError } from '../../input-error.ts';
import type { TerrainHints } from '../../motion/terrain.ts';

/** One channel of a file, by the name it has there. */
export interface TerrainChannel {
  readonly name: string;
  /** [columns · rows]. */
  readonly values: ArrayLike<number>;
}

const letters = { red: 'R', green: 'G', blue: 'B', alpha: 'A' } as const;

/**
 * The channel that holds the heights: the one that is asked for; else the only one; else `Y` or grey; else red, where red,
 * green and blue are the same. channels are named R, G, B, A where they are colours. Opacity is nobody's height unless asked for.
 *
 * Throws InputError, naming `terrainChannel`, where that leaves a choice.
 */
export function chooseChannel(
  channels: readonly TerrainChannel[],
  asked: NonNullable<TerrainHints['channel']>,
  file: string,
): TerrainChannel {
  const named = (name: string) => channels.find((channel) => channel.name === name);
  const list = channels.map((channel) => channel.name).join(', ');
  if (asked !== 'auto') {
    const found = named(letters[asked]) ?? (asked === 'alpha' ? undefined : onlyChannel(channels));
    if (found) return found;
    throw InputError.at(file, `expected a channel ${letters[asked]} (terrainChannel ${asked}), got ${list}`);
  }
  const only = onlyChannel(channels) ?? named('Y');
  if (only) return only;
  const [red, green, blue] = [named('R'), named('G'), named('B')];
  if (red && green && blue && isSame(red.values, green.values) && isSame(red.values, blue.values)) return red;
  throw InputError.at(
    file,
    `expected one channel of heights, got ${list}, which differ: a colour picture is not a height map; export it as 16-bit grey, ` +
      'or say which channel holds the heights with terrainChannel (red, green, blue or alpha)',
  );
}

function onlyChannel(channels: readonly TerrainChannel[]): TerrainChannel | undefined {
  const solid = channels.filter((channel) => channel.name !== 'A');
  return solid.length === 1 ? solid[0] : undefined;
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return false;
  return true;
}
