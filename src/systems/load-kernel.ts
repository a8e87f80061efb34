import { explainRefusal, instantiateKernel, kernelCompiler } from './kernel-compiler.ts';
import { type KernelMemory, PlainMemory } from './kernel-memory.ts';

export interface KernelOptions {
  /**
   * The implementation. Default: `wasm` if the machine has WebAssembly with SIMD, otherwise `reference`, the reference
   * implementation in TypeScript.
   */
  readonly implementation?: 'wasm' | 'reference';
}

/** The fields that every kernel has in addition to its functions. */
export interface LoadedKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;
}

/**
 * Returns a function that creates WASM kernels of one module, each with its own memory. The WASM of the text (one character for each byte) is
 * compiled once. The function returns null if WASM is unavailable or its memory cannot be allocated: see `explainRefusal`.
 */
export function wasmLoader<Kernel extends LoadedKernel>(text: string): () => Kernel | null {
  const compileKernel = kernelCompiler(text);
  return () => {
    const module = compileKernel();
    const made = module && instantiateKernel(module);
    return made && ({ ...made.exports, implementation: 'wasm', memory: made.memory } as unknown as Kernel);
  };
}

/**
 * Returns a function that creates kernels of one module. If WASM is unavailable, the kernel is the reference implementation. The function
 * throws an Error with the reason if WASM was requested and is unavailable.
 */
export function kernelLoader<Kernel extends LoadedKernel>(
  text: string,
  createReference: (memory: PlainMemory) => Kernel,
): (options?: KernelOptions) => Kernel {
  const createWasm = wasmLoader<Kernel>(text);
  return ({ implementation }: KernelOptions = {}) => {
    const kernel = implementation === 'reference' ? null : createWasm();
    if (kernel) return kernel;
    if (implementation === 'wasm') throw new Error(`the WebAssembly kernel cannot run: ${explainRefusal()}`);
    return createReference(new PlainMemory());
  };
}
