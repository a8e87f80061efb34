import { actorName, systemName } from '../../src/scene/index.ts';
import { fleshMaterials } from '../../src/systems/flesh/index.ts';
import { setValue } from '../document/edit-scene.ts';
import { actorsOf, type SceneData, type SceneEntry, systemsOf } from '../document/studio-document.ts';

/** One part of flesh of a scene, as data. */
export interface SceneFlesh {
  /** Index of the system among the systems of the scene. */
  readonly index: number;
  readonly name: string;
  readonly entry: SceneEntry;
}

/** Returns the parts of flesh of a scene. */
export function fleshOf(scene: SceneData): SceneFlesh[] {
  return systemsOf(scene).flatMap((entry, index) =>
    entry.system === 'flesh' ? [{ index, entry, name: systemName(entry) }] : [],
  );
}

/** A request for a new part: its joints (none for the whole character), and a name, which may already be taken. */
export interface FleshRequest {
  readonly actor: string;
  readonly joints: readonly string[];
  readonly name: string;
}

/** Returns a copy of a scene with a part of flesh for each request, after the other systems. */
export function addFlesh(scene: SceneData, requests: readonly FleshRequest[]): SceneData {
  let next = scene;
  for (const { actor, joints, name } of requests) {
    const entry: SceneEntry = {
      system: 'flesh',
      name: freeName(next, name),
      actor,
      ...(joints.length > 0 ? { joints } : {}),
    };
    next = { ...next, systems: [...systemsOf(next), entry] };
  }
  return next;
}

/** Returns a copy of a scene without one of its systems. */
export function removeSystem(scene: SceneData, index: number): SceneData {
  return { ...scene, systems: systemsOf(scene).filter((_, k) => k !== index) };
}

/**
 * Returns a copy of a scene with another material in a part of flesh. Values of the scene that would override those of the material are
 * removed.
 */
export function chooseFleshMaterial(scene: SceneData, index: number, material: string): SceneData {
  const location = `systems.${index}` as const;
  return ['stiffness', 'poisson', 'density', 'damping', 'halfLife'].reduce<SceneData>(
    (next, key) => setValue(next, location, key, undefined),
    setValue(scene, location, 'material', material),
  );
}

/** Returns the values of a part's material. They apply to parameters that the scene does not set. */
export function deriveFlesh({ material = 'fat' }: SceneEntry): Readonly<Record<string, unknown>> {
  return Object.hasOwn(fleshMaterials, String(material))
    ? { ...fleshMaterials[material as keyof typeof fleshMaterials] }
    : {};
}

/** Returns a name that no actor and no other system has. If the wanted name is taken, a number is added. */
export function freeName(scene: SceneData, wanted: string): string {
  const stem = wanted.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^-+|-+$/g, '') || 'flesh';
  const taken = new Set([
    ...systemsOf(scene).map((entry) => systemName(entry)),
    ...actorsOf(scene).map((entry) => actorName(entry)),
  ]);
  let name = stem;
  for (let count = 2; taken.has(name); count++) name = `${stem}-${count}`;
  return name;
}
