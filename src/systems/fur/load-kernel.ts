import { kernelLoader } from '../load-kernel.ts';
import { kernelText } from './kernel.generated.ts';
import type { FurKernel } from './kernel.ts';
import { createReferenceKernel } from './reference/reference-kernel.ts';

/** Creates the kernel of fur. See `kernelLoader`. */
export const createFurKernel = kernelLoader<FurKernel>(kernelText, createReferenceKernel);
