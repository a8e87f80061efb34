import { instantiateKernel, kernelCompiler } from './kernel-compiler.ts';
import { type KernelMemory, PlainMemory } from './kernel-memory.ts';

export interface KernelOptions {
  /**
   * The implementation. Default: WASM if the machine has WebAssembly with SIMD, else the plain reference implementation
   * (`reference`).
   */
  readonly implementation?: 'wasm' | 'reference';
}

/** The fields that every kernel has in addition to its functions. */
export interface LoadedKernel {
  readonly implementation: 'wasm' | 'reference';
  readonly memory: KernelMemory;
}

/**
 * Returns a function that creates kernels of one module, each with its own memory. A kernel is the WASM of a base64 text,
 * compiled once. If WASM is not available or its memory cannot be allocated, it is the plain reference implementation. The
 * function throws an Error if WASM was asked for and is not available.
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
      if (implementation === 'wasm') throw new Error('this machine cannot run WebAssembly with SIMD');
      return createReference(new PlainMemory());
    }
    return { ...made.exports, implementation: 'wasm', memory: made.memory } as unknown as Kernel;
  };
}
