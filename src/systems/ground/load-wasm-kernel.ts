import { wasmLoader } from '../load-kernel.ts';
import { kernelText } from './kernel.generated.ts';
import type { GroundKernel } from './kernel.ts';

/** Creates a WASM kernel of the ground. Null if WASM is unavailable. A program with this function alone has no reference implementation. */
export const createWasmGroundKernel = wasmLoader<GroundKernel>(kernelText);
