import { serveThread } from '../../live/simulation-thread.ts';
import { buffersOf } from './particles-messages.ts';
import { ParticlesSimulation } from './particles-simulation.ts';

// The module that `ThreadedParticles` runs in a Worker.
serveThread(new ParticlesSimulation(), buffersOf);
