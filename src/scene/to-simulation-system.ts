import type { SimulationSystem } from '../simulation/simulation.ts';
import { systemDefinitions } from '../systems/index.ts';
import type { SceneSystem } from './scene.ts';

/** A system of a checked scene as the simulation takes it, before it is prepared. */
export function toSimulationSystem({ system, name, params, reads, actors }: SceneSystem): SimulationSystem {
  const definition = systemDefinitions.find((candidate) => candidate.name === system)!;
  return { name, definition, params, reads, actors };
}
