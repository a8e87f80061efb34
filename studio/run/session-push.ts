import { parseScene, type SimulationSystem } from '../../src/index.ts';
import { append } from '../../src/math/index.ts';
import { createTimed } from '../../src/systems/index.ts';
import { listAt } from '../document/edit-scene.ts';
import { type SceneData, systemsOf } from '../document/studio-document.ts';
import type { Push } from '../fur/push.ts';
import { furOf } from '../fur/scene-fur.ts';

/** A push by hand in a running simulation. Its path may be extended while it is in progress. */
export class SessionPush {
  readonly id: number;
  readonly system: string;
  /** The force in the form that the system uses. The system reads the path again in every step. */
  private readonly force: object;
  private readonly path: number[];

  /** Throws an `InputError` if the scene cannot have such a push. */
  constructor({ id, system, force }: Push, scene: SceneData) {
    this.id = id;
    this.system = system;
    const at = furOf(scene).find(({ name }) => name === system)?.index;
    // The force is read in the same way as from a scene, so that the results are the same.
    const systems = systemsOf(scene).map((entry, index) =>
      index === at ? { ...entry, forces: [...listAt(entry, 'forces'), force] } : entry,
    );
    const read = parseScene({ ...scene, systems }).systems[at ?? -1];
    const forces = read.params.forces as readonly object[];
    this.path = [...force.path];
    this.force = { ...forces.at(-1), path: this.path };
  }

  /** Sets or extends the path of the push. */
  lead({ force }: Push): void {
    append(this.path, force.path.slice(this.path.length));
  }

  /** Adds the push to the forces of a system, and returns the system. */
  addTo(system: SimulationSystem): SimulationSystem {
    if (system.name !== this.system) return system;
    const add = <Params extends { readonly forces: readonly object[] }>(params: Params): Params => ({
      ...params,
      forces: [...params.forces, this.force],
    });
    const { timed } = system;
    return {
      ...system,
      params: add(system.params as { readonly forces: readonly object[] }),
      timed: timed && createTimed({ ...timed.data, params: add(timed.data.params) }),
    };
  }
}
