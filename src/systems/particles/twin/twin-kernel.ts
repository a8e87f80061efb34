import type { KernelMemory } from '../../kernel-memory.ts';
import type { ParticlesKernel } from '../kernel.ts';
import { createTwinForces } from './forces.ts';
import { createTwinStep } from './step.ts';
import { createTwinTurbulence } from './turbulence.ts';

/** The plain twin of the WASM kernel: what it does, written so that anyone can check it, and the fallback without WASM. */
export function createTwinKernel(memory: KernelMemory): ParticlesKernel {
  return {
    implementation: 'twin',
    memory,
    ...createTwinStep(memory),
    ...createTwinForces(memory),
    ...createTwinTurbulence(memory),
  };
}
