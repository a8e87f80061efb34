import type { KernelMemory } from '../../kernel-memory.ts';
import type { FleshKernel } from '../kernel.ts';
import { createTwinDisplace } from './displace.ts';
import { createTwinFilter } from './filter.ts';
import { createTwinMultiply } from './multiply.ts';
import { createTwinSmooth } from './smooth.ts';
import { createTwinStrips } from './strips.ts';

/** The plain twin of the WASM kernel: what it does, written so that anyone can check it, and the fallback without WASM. */
export function createTwinKernel(memory: KernelMemory): FleshKernel {
  return {
    implementation: 'twin',
    memory,
    ...createTwinMultiply(memory),
    ...createTwinSmooth(memory),
    ...createTwinStrips(memory),
    ...createTwinFilter(memory),
    ...createTwinDisplace(memory),
  };
}
