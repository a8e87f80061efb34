import { defaultOutputKinds, expandOutputs, type OutputName } from '../bake/output-kinds.ts';
import { explainExhaustion } from '../exhaustion.ts';
import { InputError } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { findSystem, takesWind } from '../systems/index.ts';
import { fillParams, type ParamTable, type ParamValues } from '../systems/params.ts';
import { actorParams } from './actor-params.ts';
import { checkScene } from './check-scene.ts';
import { checkSceneValues } from './check-scene-values.ts';
import { applyMaterials } from './own-materials.ts';
import { parseJson } from './parse-json.ts';
import { readSceneQuantities } from './read-scene-quantities.ts';
import type { Scene, SceneActor, SceneSystem } from './scene.ts';
import { actorFile, actorName, systemName } from './scene-names.ts';
import { defaultFrameRate, outputParams, seedParam, timeParams, windParams } from './scene-params.ts';
import { viewParams } from './view-params.ts';

/** Parses the text of a scene; `path` names the file in messages. Throws InputError with every fault at once. */
export function parseSceneText(text: string, path: string): Scene {
  const value = parseJson(text, path);
  try {
    return parseScene(value);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.faults.map((fault) => ({ ...fault, path: fault.path || path })));
  }
}

/**
 * Checks a scene given as data and fills in its defaults. All faults are reported at once, each with its path:
 * `systems[0].cell: expected a size > 0 m, got 0`.
 */
export function parseScene(written: unknown): Scene {
  return explainExhaustion('', 'reading this scene', () => checkWhole(written));
}

function checkWhole(written: unknown): Scene {
  const { scene: value, faults } = applyMaterials(readSceneQuantities(written));
  append(faults, checkSceneValues(value));
  append(faults, checkScene(value, faults));
  if (faults.length > 0) throw new InputError(faults);
  return shapeScene(value as RawScene);
}

/** A scene without faults, as it is written. */
interface RawScene {
  readonly seed?: number;
  readonly time?: Readonly<Record<string, unknown>>;
  readonly wind?: Readonly<Record<string, unknown>>;
  readonly actors?: readonly Readonly<Record<string, unknown>>[];
  readonly systems: readonly Readonly<Record<string, unknown>>[];
  readonly outputs?: readonly OutputName[];
}

function shapeScene(raw: RawScene): Scene {
  return {
    version: 1,
    seed: raw.seed ?? seedParam.default,
    time: {
      fps: (raw.time?.fps as Scene['time']['fps']) ?? defaultFrameRate,
      ...complete(timeParams, raw.time ?? {}),
    },
    actors: (raw.actors ?? []).map((actor) => ({
      ...(complete(actorParams, actor) as unknown as SceneActor),
      file: actorFile(actor),
      name: actorName(actor),
    })),
    systems: raw.systems.map((system) => shapeSystem(raw.wind ? blowOn(system, raw.wind) : system)),
    ...complete(viewParams, raw as object),
    outputs: expandOutputs(raw.outputs ?? defaultOutputKinds),
    ...complete(outputParams, raw as object),
  };
}

/** Adds the wind of the scene to the forces of a system that has winds, unless it has a wind of its own. */
function blowOn(
  system: Readonly<Record<string, unknown>>,
  wind: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const forces = (system.forces ?? []) as readonly Readonly<Record<string, unknown>>[];
  if (!takesWind(system.system) || forces.some(({ force }) => force === 'wind')) return system;
  return { ...system, forces: [...forces, { ...complete(windParams, wind), force: 'wind' }] };
}

function shapeSystem(raw: Readonly<Record<string, unknown>>): SceneSystem {
  const definition = findSystem(raw.system)!;
  return {
    system: definition.name,
    name: systemName(raw),
    actors: (raw.actors as string[] | undefined) ?? null,
    reads: (raw.reads as string[] | undefined) ?? null,
    params: fillParams(definition.params, raw),
  };
}

/** Returns the values of a table, with defaults. If a value is absent and has no default, it is left out. */
function complete<Table extends ParamTable>(table: Table, values: object): ParamValues<Table> {
  const filled = Object.entries(fillParams(table, values as Record<string, unknown>));
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as ParamValues<Table>;
}
