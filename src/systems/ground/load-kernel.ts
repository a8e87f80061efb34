import { kernelLoader } from '../load-kernel.ts';
import { kernelText } from './kernel.generated.ts';
import type { GroundKernel } from './kernel.ts';
import { createReferenceKernel } from './reference/reference-kernel.ts';

/** Creates a kernel of the ground: see `kernelLoader`. */
export const createGroundKernel = kernelLoader<GroundKernel>(kernelText, createReferenceKernel);
