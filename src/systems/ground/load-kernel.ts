import type { GroundKernel } from './kernel.ts';
import { PlainMemory } from './kernel-memory.ts';
import { createTwinKernel } from './twin/twin-kernel.ts';

export interface GroundKernelOptions {
  /** Which implementation; by default WASM where the machine has it with SIMD, else the plain twin. */
  readonly implementation?: 'wasm' | 'twin';
}

/** Makes a ground kernel with a memory of its own. */
export function createGroundKernel(_options: GroundKernelOptions = {}): GroundKernel {
  return createTwinKernel(new PlainMemory());
}
