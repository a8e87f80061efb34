import type { KernelMemory } from '../../kernel-memory.ts';
import type { FleshKernel } from '../kernel.ts';
import { createReferenceDisplace } from './displace.ts';
import { createReferenceFilter } from './filter.ts';
import { createReferenceMultiply } from './multiply.ts';
import { createReferenceSmooth } from './smooth.ts';
import { createReferenceStrips } from './strips.ts';

/** Creates the reference implementation of the kernel in plain TypeScript. It is also used if WASM is unavailable. */
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
