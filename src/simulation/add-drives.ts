import type { Drive, DriveSet } from '../motion/drive.ts';
import type { ColliderSource, SimulationSystem } from './simulation.ts';

/** Returns the drives that a system requests, from these sets of drives, which it completes. */
export function addDrives(
  { definition, params, prepared, name, reference }: SimulationSystem,
  driveSets: Map<string, DriveSet>,
  actors: readonly ColliderSource[],
): Drive[] {
  const requests = definition.drives?.(params, prepared) ?? [];
  return requests.map((request) => {
    let set = driveSets.get(request.actor);
    if (!set) {
      set = actors.find((actor) => actor.name === request.actor)?.createDrives?.();
      if (!set) throw new RangeError(`"${name}" follows "${request.actor}", which has no bones`);
      driveSets.set(request.actor, set);
    }
    return set.add(reference ? { ...request, reference } : request);
  });
}
