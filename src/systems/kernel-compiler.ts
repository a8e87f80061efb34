/** Why WebAssembly cannot be used here, and what the user can do about it. */
let refusal: { readonly reason: string; readonly remedy?: string } | null = null;

/**
 * Explains to users why the slower reference implementation of the kernels is used here. Null if WebAssembly is used, or if no
 * kernel has been made yet.
 */
export function explainReferenceKernels(): string | null {
  if (!refusal) return null;
  const { reason, remedy } = refusal;
  return `${reason}: the plain implementation is used, which gives the same results more slowly${remedy ? `. ${remedy}` : ''}`;
}

/** Explains why no kernel can run in WebAssembly here. */
export function explainRefusal(): string {
  return refusal?.reason ?? 'the reason is unknown';
}

/**
 * Returns a function that returns the WASM module of a base64 text. The module is compiled at the first call and kept. The
 * function returns null if the machine has no WebAssembly or no SIMD, or if the page's Content-Security-Policy blocks it.
 */
export function kernelCompiler(base64: string): () => WebAssembly.Module | null {
  let compiled: WebAssembly.Module | null | undefined;
  return () => {
    if (compiled === undefined) compiled = compile(base64);
    return compiled;
  };
}

/** Creates an instance of a kernel's module with its own memory. Returns null if the memory cannot be allocated. */
export function instantiateKernel(
  module: WebAssembly.Module,
): { memory: WebAssembly.Memory; exports: Record<string, unknown> } | null {
  try {
    const memory = new WebAssembly.Memory({ initial: 1 });
    return { memory, exports: new WebAssembly.Instance(module, { env: { memory } }).exports };
  } catch (error) {
    // Engines throw a RangeError if a memory cannot be allocated. WebAssembly reserves much address space, which a process
    // may not have (`ulimit -v`).
    if (!(error instanceof RangeError)) throw error;
    refusal = { reason: `WebAssembly cannot have memory here (${(error as Error).message})` };
    return null;
  }
}

function compile(base64: string): WebAssembly.Module | null {
  if (typeof WebAssembly !== 'object') {
    refusal = { reason: 'there is no WebAssembly here' };
    return null;
  }
  const bytes = decodeBase64(base64);
  if (!WebAssembly.validate(bytes)) {
    refusal = { reason: 'WebAssembly has no SIMD here' };
    return null;
  }
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    refusal = {
      reason: `WebAssembly is blocked here (${error instanceof Error ? error.message : error})`,
      remedy: "If the page has a Content-Security-Policy, add 'wasm-unsafe-eval' to its script-src",
    };
    return null;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes a base64 text without line breaks. Node and browsers have no decoder in common. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let v = 0; v < 64; v++) values[alphabet.charCodeAt(v)] = v;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < text.length; from += 4, to += 3) {
    let word = 0;
    for (let k = 0; k < 4; k++) word = (word << 6) | values[text.charCodeAt(from + k)];
    bytes[to] = word >> 16;
    // Bytes of the padding are past the array's end; such writes are ignored.
    bytes[to + 1] = word >> 8;
    bytes[to + 2] = word;
  }
  return bytes;
}
