import { InputError } from '../../input-error.ts';
import type { TerrainHints } from '../../motion/terrain.ts';
import { decodePng, type PngImage } from '../png-read.ts';
import { chooseChannel, maskClear, type TerrainChannel } from './choose-channel.ts';
import { decodeRgbHeights, guessEncoding, type HeightEncoding } from './decode-rgb-heights.ts';
import { readOwnMapFacts } from './own-map-facts.ts';
import { checkRasterSize, type TerrainRaster } from './terrain-raster.ts';

/**
 * Reads the levels of a PNG height map of 8 or 16 bits. Gamma and colour profiles are ignored: levels are plain numbers. Samples with the
 * level that a `tRNS` chunk names are masked. Fully transparent samples are also masked, unless a channel was requested.
 *
 * Height maps that this program wrote contain the meaning of their levels. Throws InputError for damaged files, palettes, fewer than 8
 * bits, colour without a choice of channel, more samples than `terrainSampleLimit`.
 */
export function readPngRaster(bytes: Uint8Array, file: string, hints: TerrainHints): TerrainRaster {
  checkHeader(bytes, file);
  const image = decodePng(bytes, file);
  const { width, height, depth, palette, text } = image;
  checkRasterSize(width, height, file);
  if (palette || depth < 8) {
    throw InputError.at(
      file,
      `expected a grey PNG of 16 bits, got ${palette ? 'a picture with a palette' : `${depth} bits`}: export it as 16-bit grey`,
    );
  }
  const asked = hints.channel ?? 'auto';
  const channels = splitChannels(image);
  const encoding = hints.encoding ?? 'levels';
  if (encoding !== 'levels') return readEncoded(image, channels, encoding, file);
  refuseEncoded(channels, asked, depth, file);
  const { channel, warnings } = chooseChannel(channels, asked, file);
  const own = readOwnMapFacts(text, 'aftermotion:');
  return {
    kind: `${depth}-bit PNG`,
    columns: width,
    rows: height,
    values: Float64Array.from(channel.values),
    mask: maskLevel(image) ?? maskClear(channels, asked),
    levels: 2 ** depth - 1,
    range: own?.range ?? null,
    step: null,
    datum: own?.datum ?? null,
    spacing: own && [own.cell, own.cell],
    origin: own?.origin ?? null,
    position: own && [own.origin[0] / own.cell, own.origin[1] / own.cell],
    warnings,
  };
}

/** Decodes heights that are encoded in colours, as in tiles of web maps. Fully transparent samples are masked. */
function readEncoded(
  { width, height, depth }: PngImage,
  channels: readonly TerrainChannel[],
  encoding: HeightEncoding,
  file: string,
): TerrainRaster {
  const decoded = depth === 8 ? decodeRgbHeights(channels, encoding) : null;
  if (!decoded) {
    const list = channels.map(({ name }) => name).join(', ');
    throw InputError.at(
      file,
      `expected a PNG of 8 bits with red, green and blue (terrainEncoding ${encoding}), got ${depth} bits of ${list}`,
    );
  }
  return {
    kind: `PNG with heights in its colours (${encoding})`,
    columns: width,
    rows: height,
    values: decoded.values,
    mask: maskClear(channels, 'auto'),
    levels: null,
    range: null,
    step: decoded.step,
    datum: null,
    spacing: null,
    origin: null,
    position: null,
    warnings: [],
  };
}

/** Throws InputError for a picture whose colours seem to encode heights, if no encoding was given. */
function refuseEncoded(
  channels: readonly TerrainChannel[],
  asked: NonNullable<TerrainHints['channel']>,
  depth: number,
  file: string,
): void {
  const [red, green] = channels;
  if (asked !== 'auto' || depth !== 8 || channels.length < 3) return;
  const isGrey = Array.from(red.values).every((value, k) => value === green.values[k]);
  const guess = isGrey ? null : guessEncoding(channels);
  if (!guess) return;
  throw InputError.at(
    file,
    `expected a grey height map, got a coloured picture that looks like heights in colours, as web maps serve them: set terrainEncoding ${guess}`,
  );
}

/** The first chunk gives width and height, so that a raster that is too large is refused before decompression. */
function checkHeader(bytes: Uint8Array, file: string): void {
  if (bytes.length < 26) return;
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [header.getUint32(16), header.getUint32(20)];
  checkRasterSize(width, height, file);
  // The file is large enough: the compression ratio of DEFLATE is at most 1032.
  if ((width * height * bytes[24]) / 8 <= 1040 * bytes.length) return;
  throw InputError.at(
    file,
    `expected a complete PNG file, got ${width} × ${height} samples in ${bytes.length} bytes; it is damaged or cut short, export it again`,
  );
}

function splitChannels({ data, channels }: PngImage): TerrainChannel[] {
  const names = [['Y'], ['Y', 'A'], ['R', 'G', 'B'], ['R', 'G', 'B', 'A']][channels - 1];
  if (channels === 1) return [{ name: 'Y', values: data }];
  return names.map((name, c) => {
    const values = new Uint16Array(data.length / channels);
    for (let k = 0; k < values.length; k++) values[k] = data[k * channels + c];
    return { name, values };
  });
}

/** Returns the mask of the samples of a grey picture whose level its `tRNS` chunk declares as transparent; null if there are none. */
function maskLevel({ transparency, channels, data }: PngImage): Uint8Array | null {
  if (channels !== 1 || !transparency?.length) return null;
  const mask = new Uint8Array(data.length);
  for (let k = 0; k < mask.length; k++) mask[k] = data[k] === transparency[0] ? 1 : 0;
  return mask.includes(1) ? mask : null;
}
