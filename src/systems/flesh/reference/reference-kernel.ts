import type { KernelMemory } from '../../kernel-memory.ts';
import type { FleshKernel } from '../kernel.ts';
import { createReferenceDisplace } from './displace.ts';
import { createReferenceFilter } from './filter.ts';
import { createReferenceMultiply } from './multiply.ts';
import { createReferenceSmooth } from './smooth.ts';
import { createReferenceStrips } from './strips.ts';

/** The reference implementation of the WASM kernel: what it does, written so that anyone can check it, and the fallback without WASM. */
export function createReferenceKernel(memory: KernelMemory): FleshKernel {
  return {
    implementation: 'reference',
    memory,
    ...createReferenceMultiply(memory),
    ...createReferenceSmooth(memory),
    ...createReferenceStrips(memory),
    ...createReferenceFilter(memory),
    ...createReferenceDisplace(memory),
  };
}
