import type { KernelMemory } from '../../kernel-memory.ts';
import type { ParticlesKernel } from '../kernel.ts';
import { createReferenceForces } from './forces.ts';
import { createReferenceStep } from './step.ts';
import { createReferenceTurbulence } from './turbulence.ts';

/** Creates the reference implementation of the kernel in plain TypeScript. It is also used if WASM is unavailable. */
export function createReferenceKernel(memory: KernelMemory): ParticlesKernel {
  return {
    implementation: 'reference',
    memory,
    ...createReferenceStep(memory),
    ...createReferenceForces(memory),
    ...createReferenceTurbulence(memory),
  };
}
