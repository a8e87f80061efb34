/**
 * A function that gives the WASM module of a base64 text, compiled at the first call and kept; null where the machine
 * has no WebAssembly or no SIMD.
 */
export function kernelCompiler(base64: string): () => WebAssembly.Module | null {
  let compiled: WebAssembly.Module | null | undefined;
  return () => {
    if (compiled !== undefined) return compiled;
    compiled = null;
    if (typeof WebAssembly === 'object') {
      const bytes = decodeBase64(base64);
      if (WebAssembly.validate(bytes)) compiled = new WebAssembly.Module(bytes);
    }
    return compiled;
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes of a base64 text without line breaks: Node and browsers share no decoder. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let v = 0; v < 64; v++) values[alphabet.charCodeAt(v)] = v;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < text.length; from += 4, to += 3) {
    let word = 0;
    for (let k = 0; k < 4; k++) word = (word << 6) | values[text.charCodeAt(from + k)];
    bytes[to] = word >> 16;
    // Writes past the end are ignored: the padding's.
    bytes[to + 1] = word >> 8;
    bytes[to + 2] = word;
  }
  return bytes;
}
