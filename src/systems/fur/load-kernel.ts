import { kernelLoader } from '../load-kernel.ts';
import { kernelBase64 } from './kernel.generated.ts';
import type { FurKernel } from './kernel.ts';
import { createReferenceKernel } from './reference/reference-kernel.ts';

/** Makes a fur kernel: see `kernelLoader`. */
export const createFurKernel = kernelLoader<FurKernel>(kernelBase64, createReferenceKernel);
