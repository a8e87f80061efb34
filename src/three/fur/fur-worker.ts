import { serveThread } from '../../live/simulation-thread.ts';
import { buffersOf } from './fur-messages.ts';
import { FurSimulation } from './fur-simulation.ts';

// The module that `ThreadedFur` runs in a Worker.
serveThread(new FurSimulation(), buffersOf);
