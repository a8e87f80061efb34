import type { TerrainHints } from '../../motion/terrain.ts';
import { decodeExr } from '../exr-read.ts';
import { chooseChannel } from './choose-channel.ts';
import { maskUnknown } from './mask-unknown.ts';
import { readOwnMapFacts } from './own-map-facts.ts';
import { checkRasterSize, type TerrainRaster } from './terrain-raster.ts';

/**
 * The heights of an EXR, as its numbers are: half, float or whole numbers, read by `decodeExr`. NaN and infinite samples are
 * masked. Our own height maps say where they lie.
 */
export function readExrRaster(bytes: Uint8Array, file: string, hints: TerrainHints): TerrainRaster {
  const { width, height, channels, attributes } = decodeExr(bytes, file);
  checkRasterSize(width, height, file);
  const chosen = chooseChannel(channels, hints.channel ?? 'auto', file);
  const own = readOwnMapFacts(attributes, 'aftermotion.');
  const values = Float64Array.from(chosen.values);
  const { mask, warnings } = maskUnknown(values, null);
  if (own) for (let k = 0; k < values.length; k++) values[k] += own.datum;
  const type = channels.find((channel) => channel.name === chosen.name)?.type ?? 'FLOAT';
  return {
    kind: `EXR (${type.toLowerCase()} ${chosen.name})`,
    columns: width,
    rows: height,
    values,
    mask,
    levels: null,
    range: null,
    spacing: own && [own.cell, own.cell],
    origin: own?.origin ?? null,
    place: own && [own.origin[0] / own.cell, own.origin[1] / own.cell],
    warnings,
  };
}
