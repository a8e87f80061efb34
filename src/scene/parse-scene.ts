import type { z } from 'zod';
import { expandOutputs, type OutputName } from '../bake/output-kinds.ts';
import { explainExhaustion } from '../exhaustion.ts';
import { InputError, type InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { findNearestName } from '../nearest-name.ts';
import { findSystem, systemEntries } from '../systems/index.ts';
import { unknownKeyMessage } from '../systems/param-messages.ts';
import { fillParams } from '../systems/params.ts';
import { checkScene } from './check-scene.ts';
import { parseJson } from './parse-json.ts';
import { readSceneQuantities } from './read-scene-quantities.ts';
import type { Scene, SceneActor, SceneSystem } from './scene.ts';
import { actorName, showPath, systemName } from './scene-names.ts';
import { actorParams } from './scene-params.ts';
import { knownKeys, sceneKeys, sceneSchema, timeKeys } from './scene-schema.ts';

/** The scene in a text; `path` names the file in messages. Throws InputError with every fault at once. */
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
 * Checks a scene given as data and fills in its defaults. Every fault is reported at once, each with its place:
 * `systems[0].cell: expected a size > 0 m, got 0`.
 */
export function parseScene(written: unknown): Scene {
  return explainExhaustion('', 'reading this scene', () => checkWhole(written));
}

function checkWhole(written: unknown): Scene {
  const value = readSceneQuantities(written);
  const result = sceneSchema.safeParse(value);
  const faults = result.success ? [] : describeIssues(result.error.issues, value);
  append(faults, checkScene(value, faults));
  if (!result.success || faults.length > 0) throw new InputError(faults);
  return shapeScene(result.data as RawScene);
}

interface RawScene {
  readonly seed: number;
  readonly time: Scene['time'];
  readonly actors: Record<string, unknown>[];
  readonly systems: Record<string, unknown>[];
  readonly outputs: readonly OutputName[];
  readonly meshPart: Scene['meshPart'];
  readonly heightTiles: Scene['heightTiles'];
  readonly groundMotion: Scene['groundMotion'];
  readonly exrChannels: Scene['exrChannels'];
  readonly pointsTime?: number;
  readonly morphTargets: number;
  readonly morphStorage: Scene['morphStorage'];
  readonly modesInExtras: boolean;
}

function shapeScene(raw: RawScene): Scene {
  return {
    version: 1,
    seed: raw.seed,
    time: {
      start: raw.time.start,
      end: raw.time.end,
      fps: raw.time.fps,
      ...(raw.time.firstFrame === undefined ? {} : { firstFrame: raw.time.firstFrame }),
    },
    actors: raw.actors.map(({ $comment: _, ...actor }) => ({
      ...(actor as unknown as SceneActor),
      name: actorName(actor),
    })),
    systems: raw.systems.map(shapeSystem),
    outputs: expandOutputs(raw.outputs),
    meshPart: raw.meshPart,
    heightTiles: raw.heightTiles,
    groundMotion: raw.groundMotion,
    exrChannels: raw.exrChannels,
    ...(raw.pointsTime === undefined ? {} : { pointsTime: raw.pointsTime }),
    morphTargets: raw.morphTargets,
    morphStorage: raw.morphStorage,
    modesInExtras: raw.modesInExtras,
  };
}

function shapeSystem(raw: Record<string, unknown>): SceneSystem {
  const definition = findSystem(raw.system)!;
  return {
    system: definition.name,
    name: systemName(raw),
    actors: (raw.actors as string[] | undefined) ?? null,
    reads: (raw.reads as string[] | undefined) ?? null,
    params: fillParams(definition.params, raw),
  };
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    root,
  );
}

/** Message for an unknown key that is valid elsewhere in a scene; null if it is not, or if it resembles a key that is valid here. */
function findElsewhere(key: string, names: readonly string[]): string | null {
  if (findNearestName(key, names) !== null) return null;
  if (timeKeys.includes(key)) return 'unknown key, it belongs into "time"';
  if (sceneKeys.includes(key)) return 'unknown key, it belongs to the top of the scene';
  const owners = systemEntries.filter(({ params }) => Object.hasOwn(params, key));
  if (Object.hasOwn(actorParams, key)) return 'unknown key, an actor has it';
  if (owners.length === 0) return null;
  return `unknown key, a system ${owners.map(({ name }) => `"${name}"`).join(' or ')} has it`;
}

function describeIssues(issues: readonly z.core.$ZodIssue[], root: unknown): InputFault[] {
  const faults: InputFault[] = [];
  const meant = new Set<string>();
  const told = new Set<string>();
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const { names, table } = knownKeys(issue.path, root);
    for (const key of issue.keys) {
      const suggestion = findNearestName(key, names);
      if (suggestion) meant.add(showPath([...issue.path, suggestion]));
      faults.push({
        path: showPath([...issue.path, key]),
        message: findElsewhere(key, names) ?? unknownKeyMessage(key, names, table),
      });
    }
  }
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') continue;
    const path = showPath(issue.path);
    // A misspelt key is reported once, not also as a missing key.
    if (meant.has(path) && valueAt(root, issue.path) === undefined) continue;
    // Zod may report the same fault twice.
    const message = `${path}: ${issue.message}`;
    if (told.has(message)) continue;
    told.add(message);
    faults.push({ path, message: issue.message });
  }
  return faults;
}
