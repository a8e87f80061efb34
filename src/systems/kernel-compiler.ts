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
 * Returns a function that returns the WASM module of a text with one character for each byte. The module is compiled at the first call and kept. The
 * function returns null if the machine has no WebAssembly or no SIMD, or if the page's Content-Security-Policy blocks it.
 */
export function kernelCompiler(text: string): () => WebAssembly.Module | null {
  let compiled: WebAssembly.Module | null | undefined;
  return () => {
    if (compiled === undefined) compiled = compile(text);
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

function compile(text: string): WebAssembly.Module | null {
  if (typeof WebAssembly !== 'object') {
    refusal = { reason: 'there is no WebAssembly here' };
    return null;
  }
  const bytes = decodeText(text);
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

/** Returns the bytes of a text with one character for each byte, as scripts/build-kernels.mjs writes it. */
function decodeText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) ^ 0x35);
}
