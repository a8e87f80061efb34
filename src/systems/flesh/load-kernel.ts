import { kernelLoader } from '../load-kernel.ts';
import { kernelText } from './kernel.generated.ts';
import type { FleshKernel } from './kernel.ts';
import { createReferenceKernel } from './reference/reference-kernel.ts';

/** Creates a flesh kernel, see `kernelLoader`. */
export const createFleshKernel = kernelLoader<FleshKernel>(kernelText, createReferenceKernel);
