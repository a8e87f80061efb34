import { GroundSimulation } from './ground-simulation.ts';
import { buffersOf } from './live-messages.ts';
import { serveThread } from './simulation-thread.ts';

// The module that a live ground of any kind runs in a Worker.
serveThread(new GroundSimulation(), buffersOf);
