import type { KernelMemory } from '../../kernel-memory.ts';
import type { ParticlesKernel } from '../kernel.ts';
import { createReferenceForces } from './forces.ts';
import { createReferenceStep } from './step.ts';
import { createReferenceTurbulence } from './turbulence.ts';

/** The reference implementation of the WASM kernel: what it does, written so that anyone can check it, and the fallback without WASM. */
export function createReferenceKernel(memory: KernelMemory): ParticlesKernel {
  return {
    implementation: 'reference',
    memory,
    ...createReferenceStep(memory),
    ...createReferenceForces(memory),
    ...createReferenceTurbulence(memory),
  };
}
