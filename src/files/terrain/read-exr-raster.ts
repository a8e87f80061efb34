import type { TerrainHints } from '../../motion/terrain.ts';
import { decodeExr } from '../exr-read.ts';
import { chooseChannel, maskClear } from './choose-channel.ts';
import { joinMasks, maskUnknown } from './mask-unknown.ts';
import { readOwnMapFacts } from './own-map-facts.ts';
import { checkRasterSize, type TerrainRaster } from './terrain-raster.ts';

/**
 * Returns the heights of an EXR, unchanged: half, float or integer numbers, read by `decodeExr`. NaN and infinite samples are masked.
 * Height maps that Aftermotion wrote contain their position.
 */
export function readExrRaster(bytes: Uint8Array, file: string, hints: TerrainHints): TerrainRaster {
  const { width, height, channels, attributes } = decodeExr(bytes, file);
  checkRasterSize(width, height, file);
  const { channel, warnings } = chooseChannel(channels, hints.channel ?? 'auto', file);
  const own = readOwnMapFacts(attributes, 'aftermotion.');
  const values = Float64Array.from(channel.values);
  const unknown = maskUnknown(values, null);
  const isFraction = !own && hints.scale === undefined && values.every((value) => !(value < 0 || value > 1));
  if (isFraction)
    warnings.push('its numbers are between 0 and 1 and are used as metres: terrainScale is the height of 1');
  if (own) for (let k = 0; k < values.length; k++) values[k] += own.datum;
  return {
    kind: `EXR (${channel.type.toLowerCase()}, ${channel.name})`,
    columns: width,
    rows: height,
    values,
    mask: joinMasks(unknown.mask, maskClear(channels, hints.channel ?? 'auto')),
    levels: null,
    range: null,
    step: null,
    datum: own?.datum ?? null,
    spacing: own && [own.cell, own.cell],
    origin: own?.origin ?? null,
    position: own && [own.origin[0] / own.cell, own.origin[1] / own.cell],
    warnings: [...warnings, ...unknown.warnings],
  };
}
