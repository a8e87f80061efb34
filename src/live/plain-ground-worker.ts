import { createWasmGroundKernel } from '../systems/ground/load-wasm-kernel.ts';
import { buffersOf } from './live-messages.ts';
import { LiveSimulation } from './live-simulation.ts';
import { serveThread } from './simulation-thread.ts';

// The module that a plain live ground runs in a Worker, half as large as `ground-worker.ts`: it has no stones, wetness, compaction and spray,
// and runs only if there is WebAssembly.
const kernel = createWasmGroundKernel();
serveThread(kernel && new LiveSimulation(() => kernel, null), buffersOf);
