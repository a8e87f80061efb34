import { kernelCompiler } from '../kernel-compiler.ts';
import { type KernelMemory, PlainMemory } from '../kernel-memory.ts';
import { kernelBase64 } from './kernel.generated.ts';
import type { FleshKernel } from './kernel.ts';
import { createTwinKernel } from './twin/twin-kernel.ts';

export interface FleshKernelOptions {
  /** Which implementation; by default WASM where the machine has it with SIMD, else the plain twin. */
  readonly implementation?: 'wasm' | 'twin';
}

/** The WASM module's functions: those of a kernel, of memory it is given. */
type KernelFunctions = Omit<FleshKernel, 'implementation' | 'memory'>;

const compileKernel = kernelCompiler(kernelBase64);

/**
 * Makes a flesh kernel with a memory of its own.
 * Throws an Error when WASM was asked for and the machine cannot run it.
 */
export function createFleshKernel(options: FleshKernelOptions = {}): FleshKernel {
  const module = options.implementation === 'twin' ? null : compileKernel();
  if (!module) {
    if (options.implementation === 'wasm') throw new Error('this machine cannot run WebAssembly with SIMD');
    return createTwinKernel(new PlainMemory());
  }
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return {
    ...(exports as unknown as KernelFunctions),
    implementation: 'wasm',
    memory: memory as KernelMemory,
  };
}
