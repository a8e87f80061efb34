import {
  type BakePlan,
  FrameTimes,
  findSystem,
  type Scene,
  Simulation,
  type SystemDefinition,
} from '../../src/index.ts';
import { moveParamFiles } from '../../src/scene/index.ts';
import type { LiveHeightfield } from '../../src/systems/outputs/index.ts';
import type { SceneEntry } from '../document/studio-document.ts';
import { namedGrounds } from '../outputs/output-changes.ts';

// biome-ignore lint/suspicious/noExplicitAny: systems of any kind.
export type GroundDefinitions = ReadonlyMap<string, SystemDefinition<any, any>>;

/** Returns the grounds of a scene, before the stamps are laid on them: the run sends these as changes. */
export function listBareGrounds({ systems }: Pick<Scene, 'systems'>): Scene['systems'] {
  return systems
    .filter(({ system }) => findSystem(system)?.shows === 'heightfield')
    .map((entry) => ({ ...entry, params: withoutStamps(entry.params) }));
}

/** Returns whether the untouched surface of a ground depends on files. */
export function isFromFile(system: string, params: SceneEntry): boolean {
  let isFile = false;
  moveParamFiles(findSystem(system)?.params ?? {}, withoutStamps(params), (file) => {
    isFile = true;
    return file;
  });
  return isFile;
}

/**
 * Creates the untouched grounds of a scene. opened: systems with the contents of the files that they name. Throws an InputError for
 * wrong parameters and for a ground whose files are missing.
 */
export function createUntouched(
  scene: Pick<Scene, 'systems' | 'seed' | 'time'>,
  opened: BakePlan['systems'] | null,
  definitions: GroundDefinitions,
): LiveHeightfield[] {
  const { seed, time } = scene;
  const systems = listBareGrounds(scene);
  const simulation = new Simulation({
    systems: systems.map(({ name, system, params }) => ({
      name,
      definition: definitions.get(system)!,
      params,
      reads: [],
      actors: [],
      prepared: opened?.find((one) => one.name === name)?.prepared,
    })),
    actors: [],
    seed,
    start: new FrameTimes(time.start, time.end, time.fps).start,
  });
  return namedGrounds(
    simulation,
    systems.map(({ name }) => name),
  );
}

function withoutStamps({ stamps: _, ...params }: SceneEntry): Record<string, unknown> {
  return params;
}
