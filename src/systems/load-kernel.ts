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
 * Returns a function that creates kernels of one module, each with its own memory. The WASM of the base64 text is compiled once.
 * If WASM is unavailable or its memory cannot be allocated, the kernel is the reference implementation. The function throws an
 * Error with the reason if WASM was requested and is unavailable.
 */
export function kernelLoader<Kernel extends LoadedKernel>(
  base64: string,
  createReference: (memory: PlainMemory) => Kernel,
): (options?: KernelOptions) => Kernel {
  const compileKernel = kernelCompiler(base64);
  return ({ implementation }: KernelOptions = {}) => {
    const module = implementation === 'reference' ? null : compileKernel();
    const made = module && instantiateKernel(module);
    if (!made) {
      if (implementation === 'wasm')
        throw new Error(`the WebAssembly kernel cannot run: ${explainRefusal()}`);
      return createReference(new PlainMemory());
    }
    return { ...made.exports, implementation: 'wasm', memory: made.memory } as unknown as Kernel;
  };
}
