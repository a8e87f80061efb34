import { InputError } from '../../input-error.ts';
import { describeFileKind } from '../file-kind.ts';
import { lettersOf } from '../letters.ts';

/**
 * Decodes an SVG file: UTF-8, UTF-16 with a byte-order mark, or the `encoding` of its XML declaration. Throws InputError for files of other
 * kinds; the message names the kind.
 */
export function decodeSvg(bytes: Uint8Array, name: string): string {
  const mark = bytes.length >= 2 ? 256 * bytes[0] + bytes[1] : 0;
  if (mark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes);
  if (mark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes);
  const kind = describeFileKind(bytes);
  // Text of an unknown kind is not refused here, because the XML parser reports errors with their line.
  if (kind !== 'a drawing (.svg)' && kind !== 'something else') refuse(name, kind);
  if (bytes.subarray(0, 1024).includes(0)) refuse(name, 'something else');
  const head = lettersOf(bytes.subarray(0, 200));
  const encoding = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  return decoderOf(encoding ?? 'utf-8', name).decode(bytes);
}

function decoderOf(encoding: string, name: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw InputError.at(
      name,
      `expected an SVG file in UTF-8, got the encoding "${encoding}": save it in UTF-8`,
    );
  }
}

function refuse(name: string, kind: string): never {
  throw InputError.at(name, `expected an SVG file, got ${kind}: export it as SVG`);
}
