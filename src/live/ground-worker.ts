import { buffersOf } from './live-messages.ts';
import { LiveSimulation } from './live-simulation.ts';
import { serveThread } from './simulation-thread.ts';

// The module that `LiveGround` runs in a Worker.
serveThread(new LiveSimulation(), buffersOf);
