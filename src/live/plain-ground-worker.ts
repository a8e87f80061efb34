import { createPlainGroundKernel } from '../systems/ground/load-plain-kernel.ts';
import { buffersOf } from './live-messages.ts';
import { LiveSimulation } from './live-simulation.ts';
import { serveThread } from './simulation-thread.ts';

// The module that a plain live ground runs in a Worker, less than half as large as `ground-worker.ts`: it has only what `isPlain` lets a ground
// need, and runs only if there is WebAssembly.
const kernel = createPlainGroundKernel();
serveThread(kernel && new LiveSimulation(() => kernel, null), buffersOf);
