import { kernelLoader } from '../load-kernel.ts';
import { kernelBase64 } from './kernel.generated.ts';
import type { GroundKernel } from './kernel.ts';
import { createReferenceKernel } from './reference/reference-kernel.ts';

/** Makes a ground kernel: see `kernelLoader`. */
export const createGroundKernel = kernelLoader<GroundKernel>(kernelBase64, createReferenceKernel);
