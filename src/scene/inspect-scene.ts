import type { ActorReport } from '../bake/bake-report.ts';
import type { OutputKindName } from '../bake/output-kinds.ts';
import { findReadSystems } from '../simulation/find-read-systems.ts';
import { inspectKeyedParams, type KeyedParamInspection } from './inspect-keyed-params.ts';
import { openScene } from './open-scene.ts';
import { ownMaterialNames, type ResolvedMaterial, resolveMaterial } from './own-materials.ts';
import { parseScene } from './parse-scene.ts';
import { readSceneQuantities } from './read-scene-quantities.ts';
import type { Scene } from './scene.ts';
import type { SceneFiles } from './scene-files.ts';
import { systemName } from './scene-names.ts';

/** Contents of a scene and of all its files. */
export interface SceneInspection {
  readonly file: string;
  readonly name: string;
  readonly seed: number;
  /** Start and end in seconds, the frame rate as in the scene, the number of frames, and the number by which the first frame is known. */
  readonly time: {
    readonly start: number;
    readonly end: number;
    readonly fps: number | string;
    readonly frames: number;
    readonly firstFrame: number;
  };
  readonly actors: readonly (ActorReport & { readonly file: string })[];
  /** The materials that the scene defines, and the parameters that follow from them. */
  readonly materials: readonly ResolvedMaterial[];
  readonly systems: readonly SystemInspection[];
  /** The parameters that change over time. */
  readonly keyedParams: readonly KeyedParamInspection[];
  /** The cameras and lights that the scene defines, as `Scene` has them. */
  readonly cameras: Scene['cameras'];
  readonly lights: Scene['lights'];
  readonly outputs: readonly OutputKindName[];
  /** All warnings that a bake would give before it simulates. */
  readonly problems: readonly string[];
}

/** The report of `inspect` about one system of a scene: its inputs and the parameters that the scene sets. */
export interface SystemInspection {
  readonly system: string;
  readonly name: string;
  /** Names of the actors that the system uses; null means all. */
  readonly actors: readonly string[] | null;
  /** Names of the grounds that the system lies on or collides with: those that the scene names, or all. */
  readonly reads: readonly string[];
  /** The parameters that the scene sets. All others have their defaults. */
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Inspects a scene as a bake would before it starts, without a simulation and without long preparations. `value` is the scene as
 * data, `file` is its file name, and `name` is the name that a bake would use.
 * Throws InputError with every fault of the scene and of the files that it names.
 */
export async function inspectScene(
  value: unknown,
  { file, name, files }: { file: string; name: string; files: SceneFiles },
): Promise<SceneInspection> {
  const scene = parseScene(value);
  const plan = await openScene(scene, files, { name, sceneFile: file, checkOnly: true });
  const reads = findReadSystems(plan.systems);
  const read = readSceneQuantities(value);
  const written = (value as { systems: Record<string, unknown>[] }).systems;
  return {
    file,
    name,
    seed: scene.seed,
    time: {
      start: scene.time.start,
      end: scene.time.end,
      fps: scene.time.fps,
      frames: plan.times.count,
      firstFrame: plan.times.firstNumber,
    },
    actors: plan.actors.map(({ file: own, report }) => ({ file: own, ...report })),
    materials: ownMaterialNames(value).map((material) => resolveMaterial(read, material)!),
    systems: scene.systems.map((system, index) => ({
      system: system.system,
      name: system.name,
      actors: system.actors,
      reads: reads[index],
      given: givenParams(written.find((raw) => systemName(raw) === system.name)!),
    })),
    keyedParams: inspectKeyedParams(read),
    cameras: scene.cameras,
    lights: scene.lights,
    outputs: scene.outputs,
    problems: [
      ...plan.warnings,
      ...plan.actors.flatMap(({ name: actor, report }) =>
        report.warnings.map((warning) => `${actor}: ${warning}`),
      ),
    ],
  };
}

function givenParams(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { system: _, name: _name, actors: _actors, reads: _reads, $comment: _comment, ...given } = raw;
  return given;
}
