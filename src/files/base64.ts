const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const sextets = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) sextets[alphabet.charCodeAt(i)] = i;
// The URL-safe alphabet, which some exporters use, has other characters for these two values.
sextets['-'.charCodeAt(0)] = 62;
sextets['_'.charCodeAt(0)] = 63;

/** Encodes bytes as padded base64 text. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let k = 0; k < bytes.length; k += 3) {
    const bits = (bytes[k] << 16) | ((bytes[k + 1] ?? 0) << 8) | (bytes[k + 2] ?? 0);
    const left = bytes.length - k;
    parts.push(
      alphabet[bits >> 18] +
        alphabet[(bits >> 12) & 63] +
        (left > 1 ? alphabet[(bits >> 6) & 63] : '=') +
        (left > 2 ? alphabet[bits & 63] : '='),
    );
  }
  return parts.join('');
}

/** Decodes base64 text, padded or not. White space is ignored. Null if the text holds an invalid character. */
export function decodeBase64(text: string): Uint8Array | null {
  const out = new Uint8Array(Math.floor((text.length * 3) / 4) + 3);
  let length = 0;
  let bits = 0;
  let bitCount = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3d) break;
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) continue;
    const sextet = code < 128 ? sextets[code] : -1;
    if (sextet < 0) return null;
    bits = ((bits << 6) | sextet) & 0xffffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      out[length++] = (bits >> bitCount) & 0xff;
    }
  }
  return out.slice(0, length);
}
