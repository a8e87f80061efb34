import type { InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { findSystem, systemEntries } from '../systems/index.ts';
import { isEntry } from '../systems/map-params.ts';
import { faultMessage } from '../systems/param-messages.ts';
import { fillParams } from '../systems/params.ts';
import type { OwnMaterials } from '../systems/system.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The materials that a scene may define: those of the first system that has materials of one's own, which is the ground. */
export const sceneMaterials: OwnMaterials = systemEntries.find(({ ownMaterials }) => ownMaterials)!
  .ownMaterials!;

/** A material of a scene with the parameters that follow from it. */
export interface ResolvedMaterial {
  readonly name: string;
  /** The built-in material at the end of its bases. */
  readonly root: string;
  readonly params: Entry;
}

/** Returns the names of the materials that a scene as data defines. */
export function ownMaterialNames(scene: unknown): string[] {
  return isEntry(scene) && isEntry(scene.materials)
    ? Object.keys(scene.materials).filter((name) => name !== '$comment')
    : [];
}

/**
 * Returns the parameters of a material of a scene as data. `name`: one of `ownMaterialNames`. Texts with units must already be numbers. Null
 * if its bases have a fault, which `checkMaterials` reports.
 */
export function resolveMaterial(scene: unknown, name: string): ResolvedMaterial | null {
  const found = findChain((scene as Entry).materials as Entry, name);
  if ('fault' in found) return null;
  return { name, root: found.root, params: sceneMaterials.derive(found.chain, found.root).params };
}

/** Finds the faults of the materials of a scene that involve several values: unknown bases, cycles, contradictory quantities. */
export function checkMaterials(scene: Entry): InputFault[] {
  return ownMaterialNames(scene).flatMap((name) => {
    const path = `materials.${name}`;
    if (sceneMaterials.names.includes(name)) {
      return [{ path, message: `expected another name, since "${name}" is a built-in material` }];
    }
    const found = findChain(scene.materials as Entry, name);
    if ('fault' in found) return [{ ...found.fault, path: `${path}.${found.fault.path}` }];
    return sceneMaterials
      .derive(found.chain, found.root)
      .faults.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }));
  });
}

/** Follows the bases of a material to a built-in one. */
function findChain(
  materials: Entry,
  name: string,
): { readonly chain: Entry[]; readonly root: string } | { readonly fault: InputFault } {
  const chain: Entry[] = [];
  const visited = [name];
  for (let at = name; ; ) {
    const material = materials[at];
    if (!isEntry(material)) return { fault: { path: 'base', message: 'expected a material in { }' } };
    chain.push(material);
    const { base = sceneMaterials.names[0] } = material;
    if (sceneMaterials.names.some((one) => one === base)) return { chain, root: String(base) };
    const known = [...sceneMaterials.names, ...Object.keys(materials).filter((one) => one !== name)];
    if (typeof base !== 'string' || !Object.hasOwn(materials, base)) {
      // A base of a base is reported where it is written.
      if (chain.length > 1)
        return { fault: { path: 'base', message: `expected a base without faults, got "${at}"` } };
      return { fault: { path: 'base', message: faultMessage(listed(known), base, known) } };
    }
    if (visited.includes(base)) {
      const message = `expected bases that end at ${listed(sceneMaterials.names)}, got a cycle: ${[...visited, base].join(' → ')}`;
      return { fault: { path: 'base', message } };
    }
    visited.push(base);
    at = base;
  }
}

/**
 * Replaces the names of own materials in the systems of a scene as data by their parameters. What a system itself gives has priority. What
 * would have no effect in a system, such as the spray of a material without spray, is left out. Faults have paths in the scene.
 */
export function applyMaterials(scene: unknown): { readonly scene: unknown; readonly faults: InputFault[] } {
  if (!isEntry(scene) || !Array.isArray(scene.systems)) return { scene, faults: [] };
  const faults: InputFault[] = [];
  const names = ownMaterialNames(scene);
  const systems = scene.systems.map((system: unknown, index) => {
    if (!isEntry(system)) return system;
    const definition = findSystem(system.system);
    const { material } = system;
    if (!definition?.ownMaterials || typeof material !== 'string') return system;
    const known = [...definition.ownMaterials.names, ...names];
    if (!known.includes(material)) {
      append(faults, [
        { path: `systems[${index}].material`, message: faultMessage(listed(known), material, known) },
      ]);
      return { ...system, material: undefined };
    }
    if (!names.includes(material) || definition.ownMaterials.names.includes(material)) return system;
    const resolved = resolveMaterial(scene, material);
    if (!resolved) return { ...system, material: undefined };
    const { root, params } = resolved;
    const complete = (own: Entry) => ({ ...own, materialName: material, ...system, material: root });
    const useless = new Set(
      (definition.check?.(fillParams(definition.params, complete(params))) ?? []).map(({ path }) => path),
    );
    return complete(Object.fromEntries(Object.entries(params).filter(([name]) => !useless.has(name))));
  });
  return { scene: { ...scene, systems }, faults };
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' or ');
}
