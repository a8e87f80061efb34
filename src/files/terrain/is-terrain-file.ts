import { describeFileKind } from '../file-kind.ts';
import { isAsciiGrid } from './read-ascii-grid.ts';

/**
 * Returns whether a file is recognised as a terrain: a grey PNG of 16 bits, any EXR or TIFF, an ASCII grid. SRTM tiles and raw levels are
 * recognised by their name. Other PNGs are pictures.
 */
export function isTerrainFile(bytes: Uint8Array, name = ''): boolean {
  if (isAsciiGrid(bytes) || /\.(hgt|r16|raw)$/i.test(name)) return true;
  const kind = describeFileKind(bytes);
  if (kind === 'an OpenEXR picture' || kind === 'a TIFF picture') return true;
  // The first chunk of a PNG contains the bits per sample, then the colour type (0 grey, 4 grey and opacity).
  return kind === 'a PNG picture' && bytes[24] === 16 && (bytes[25] === 0 || bytes[25] === 4);
}
