import type { SimulationSystem } from '../simulation/simulation.ts';
import { findSystem } from '../systems/index.ts';
import { createTimedParams } from '../systems/timed-params.ts';
import type { SceneSystem } from './scene.ts';

/**
 * Converts a system of a checked scene to the form that the simulation uses, before it is prepared. Loads the code of the system. `start`:
 * start of the scene, seconds.
 */
export async function toSimulationSystem(
  { system, name, params, reads, actors }: SceneSystem,
  start: number,
): Promise<SimulationSystem> {
  const entry = findSystem(system)!;
  const timed = createTimedParams(entry.params, params);
  return {
    name,
    definition: await entry.load(),
    params: timed ? timed.valuesAt(start) : params,
    timed,
    reads,
    actors,
  };
}
