import { wasmLoader } from '../load-kernel.ts';
import type { GroundKernel } from './kernel.ts';
import { kernelText } from './plain-kernel.generated.ts';

/**
 * Creates a WASM kernel for plain grounds (see `isPlain`): for sheets without cohesion, compaction, stones and drift, and without
 * `castMovingTriangles`. Null if WASM is unavailable. A program with this function alone has no reference implementation.
 */
export const createPlainGroundKernel = wasmLoader<GroundKernel>(kernelText);
