import type { TerrainChannel } from './choose-channel.ts';

/** Encodings of heights as colours of a picture, as web maps use them. `decode` converts levels 0..255 to metres. */
const encodings = {
  /** Mapbox and MapTiler. */
  terrainRgb: {
    step: 0.1,
    decode: (r: number, g: number, b: number) => -10000 + 0.1 * (65536 * r + 256 * g + b),
  },
  /** Mapzen and AWS Terrain Tiles. */
  terrarium: { step: 1 / 256, decode: (r: number, g: number, b: number) => 256 * r + g + b / 256 - 32768 },
} as const;

export type HeightEncoding = keyof typeof encodings;

/** Minimum and maximum height on Earth, including the sea floor. */
const [minHeight, maxHeight] = [-11500, 9000];

export interface DecodedHeights {
  /** Heights, m, [samples]. */
  readonly values: Float64Array;
  /** Minimum difference of two different heights, metres. */
  readonly step: number;
}

/** Decodes the heights of a picture with 8-bit channels R, G and B. Null if a channel is missing. */
export function decodeRgbHeights(
  channels: readonly TerrainChannel[],
  encoding: HeightEncoding,
): DecodedHeights | null {
  const [red, green, blue] = ['R', 'G', 'B'].map((name) => channels.find((channel) => channel.name === name));
  if (!red || !green || !blue) return null;
  const { step, decode } = encodings[encoding];
  const values = new Float64Array(red.values.length);
  for (let k = 0; k < values.length; k++) values[k] = decode(red.values[k], green.values[k], blue.values[k]);
  return { values, step };
}

/** Guesses the encoding of a coloured picture: the encoding for which all heights occur on Earth. Null if there is none. */
export function guessEncoding(channels: readonly TerrainChannel[]): HeightEncoding | null {
  for (const name of Object.keys(encodings) as HeightEncoding[]) {
    const decoded = decodeRgbHeights(channels, name);
    if (decoded?.values.every((height) => height >= minHeight && height <= maxHeight)) return name;
  }
  return null;
}
