import { kernelLoader } from '../load-kernel.ts';
import { kernelText } from './kernel.generated.ts';
import type { ParticlesKernel } from './kernel.ts';
import { createReferenceKernel } from './reference/reference-kernel.ts';

/** Creates a kernel of particles: see `kernelLoader`. */
export const createParticlesKernel = kernelLoader<ParticlesKernel>(kernelText, createReferenceKernel);
