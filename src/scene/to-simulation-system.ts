import type { SimulationSystem } from '../simulation/simulation.ts';
import { findSystem } from '../systems/index.ts';
import type { SceneSystem } from './scene.ts';

/** Converts a system of a checked scene to the form that the simulation uses, before it is prepared. Loads the code of the system. */
export async function toSimulationSystem({
  system,
  name,
  params,
  reads,
  actors,
}: SceneSystem): Promise<SimulationSystem> {
  return { name, definition: await findSystem(system)!.load(), params, reads, actors };
}
