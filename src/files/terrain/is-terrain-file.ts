import { describeFileKind } from '../file-kind.ts';

/** Whether a file is taken for a terrain by itself: a grey PNG of 16 bits, or any EXR or TIFF. Other PNGs are pictures. */
export function isTerrainFile(bytes: Uint8Array): boolean {
  const kind = describeFileKind(bytes);
  if (kind === 'an OpenEXR picture' || kind === 'a TIFF picture') return true;
  // In a PNG's first chunk: bits a sample, then colours: 0 grey, 4 grey and opacity.
  return kind === 'a PNG picture' && bytes[24] === 16 && (bytes[25] === 0 || bytes[25] === 4);
}
