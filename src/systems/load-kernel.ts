import { instantiateKernel, kernelCompiler } from './kernel-compiler.ts';
import { type KernelMemory, PlainMemory } from './kernel-memory.ts';

export interface KernelOptions {
  /** Which implementation; by default WASM where the machine has it with SIMD, else the plain twin. */
  readonly implementation?: 'wasm' | 'twin';
}

/** What every kernel says of itself; the rest are its functions. */
export interface LoadedKernel {
  readonly implementation: 'wasm' | 'twin';
  readonly memory: KernelMemory;
}

/**
 * A function that makes kernels of one module, each with a memory of its own: the WASM of a base64 text, compiled once, or
 * the plain twin, also where WASM can have no memory. The function throws an Error when WASM was asked for and the machine cannot run it.
 */
export function kernelLoader<Kernel extends LoadedKernel>(
  base64: string,
  createTwin: (memory: PlainMemory) => Kernel,
): (options?: KernelOptions) => Kernel {
  const compileKernel = kernelCompiler(base64);
  return ({ implementation }: KernelOptions = {}) => {
    const module = implementation === 'twin' ? null : compileKernel();
    const made = module && instantiateKernel(module);
    if (!made) {
      if (implementation === 'wasm') throw new Error('this machine cannot run WebAssembly with SIMD');
      return createTwin(new PlainMemory());
    }
    return { ...made.exports, implementation: 'wasm', memory: made.memory } as unknown as Kernel;
  };
}
