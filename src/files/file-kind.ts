import { findForeignFormat } from './foreign-formats.ts';
import { lettersOf } from './letters.ts';

/** Description of UTF-16 text. */
export const wideText = 'text in UTF-16: save it as UTF-8';

/** Description of a file of unknown kind. */
export const somethingElse = 'something else';

/**
 * Describes the kind of a file by its first bytes, as a phrase that follows "got" in error messages: for example `a PNG picture`, `a JPEG
 * picture`; `something else` for an unknown kind.
 */
export function describeFileKind(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'an empty file';
  const letters = lettersOf(bytes.subarray(0, 256));
  return (
    describePicture(letters) ??
    describeOther(letters) ??
    findForeignFormat(bytes)?.description ??
    somethingElse
  );
}

function describePicture(letters: string): string | null {
  if (letters.startsWith('\x89PNG\r\n\x1a\n')) return 'a PNG picture';
  if (letters.startsWith('\xff\xd8')) return 'a JPEG picture';
  if (letters.startsWith('RIFF') && letters.slice(8, 12) === 'WEBP') return 'a WebP picture';
  if (/^GIF8[79]a/.test(letters)) return 'a GIF picture';
  if (letters.slice(4, 8) === 'ftyp') {
    const brands = letters.slice(0, 32);
    if (/avi[fs]/.test(brands)) return 'an AVIF picture';
    return /hei[cfsx]|hevc|mif1|msf1/.test(brands) ? 'a HEIC picture' : 'a film';
  }
  if (letters.startsWith('BM')) return 'a BMP picture';
  if (/^(II[*+]\0|MM\0[*+])/.test(letters)) return 'a TIFF picture';
  if (letters.startsWith('\x76\x2f\x31\x01')) return 'an OpenEXR picture';
  if (letters.startsWith('\xabKTX ')) return letters.startsWith('20', 5) ? 'a KTX2 picture' : 'a KTX picture';
  if (letters.startsWith('DDS ')) return 'a DDS picture';
  if (letters.startsWith('\xff\x0a') || letters.slice(4, 8) === 'JXL ') return 'a JPEG XL picture';
  return letters.startsWith('8BPS') ? 'a Photoshop file' : null;
}

function describeOther(letters: string): string | null {
  if (['\0\x01\0\0', 'true', 'typ1', 'OTTO', 'wOFF'].includes(letters.slice(0, 4))) return 'a font';
  if (letters.startsWith('wOF2')) return 'a WOFF2 font';
  if (letters.startsWith('ttcf')) return 'a collection of fonts (.ttc)';
  if (letters.startsWith('glTF')) return 'a glTF file (.glb)';
  if (/^ply[\r\n]/.test(letters)) return 'a PLY file';
  if (letters.startsWith('%PDF')) return 'a PDF';
  if (letters.startsWith('%!PS')) return 'a PostScript file';
  if (letters.startsWith('PK\x03\x04')) return 'a ZIP archive';
  if (letters.startsWith('\x1f\x8b')) return 'a file packed with gzip';
  const text = letters.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<(!DOCTYPE\s+)?html/i.test(text)) return 'a web page';
  if (isWideText(letters)) return wideText;
  return /^<(svg|!DOCTYPE svg)|^<(\?xml|!--).*<svg/s.test(text) ? 'a drawing (.svg)' : null;
}

/** Returns whether the text begins with a UTF-16 byte-order mark that an ASCII or Latin-1 character follows. */
function isWideText(letters: string): boolean {
  return letters.startsWith('\xff\xfe') ? letters[3] === '\0' : letters.startsWith('\xfe\xff\0');
}
