import { expandOutputs, type OutputName, outputNames } from '../bake/output-kinds.ts';
import { InputError } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import { findReadSystems } from '../simulation/find-read-systems.ts';
import { findSystem } from '../systems/index.ts';
import type { Scene } from './scene.ts';

/**
 * Returns the scene with only the named parts. `only` holds names of systems and of output kinds. If it names systems, the scene
 * keeps the named systems and the systems that they read. If it names output kinds, the scene keeps the named output kinds. Throws
 * an `InputError` that lists every unknown name.
 */
export function selectParts(scene: Scene, only: readonly string[]): Scene {
  if (only.length === 0) return scene;
  const systemNames = scene.systems.map((system) => system.name);
  const known = [...systemNames, ...outputNames];
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new InputError(
      unknown.map((name) => {
        const suggestion = findNearestName(name, known);
        const hint = suggestion
          ? `did you mean "${suggestion}"?`
          : `known are the systems ${systemNames.join(', ')} and the outputs ${outputNames.join(', ')}`;
        return { path: 'only', message: `unknown name "${name}", ${hint}` };
      }),
    );
  }
  const outputs = expandOutputs(
    only.filter((name): name is OutputName => (outputNames as string[]).includes(name)),
  );
  const systems = only.filter((name) => systemNames.includes(name));
  return {
    ...scene,
    systems: systems.length > 0 ? withSources(scene, systems) : scene.systems,
    outputs: outputs.length > 0 ? outputs : scene.outputs,
  };
}

function withSources(scene: Scene, names: readonly string[]): Scene['systems'] {
  const reads = findReadSystems(
    scene.systems.map(({ system, ...rest }) => ({ ...rest, definition: findSystem(system)! })),
  );
  const wanted = new Set<string>();
  const add = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const source of reads[scene.systems.findIndex((system) => system.name === name)] ?? []) add(source);
  };
  for (const name of names) add(name);
  return scene.systems.filter((system) => wanted.has(system.name));
}
