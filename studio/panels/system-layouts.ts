import { ownMaterialNames, resolveMaterial } from '../../src/scene/index.ts';
import { materials } from '../../src/systems/ground/index.ts';
import { groupParams, otherParams, type ParamGroup, type ParamTable } from '../../src/systems/index.ts';
import { type SceneData, type SceneEntry, systemsOf } from '../document/studio-document.ts';
import type { StudioState } from './panel.ts';

/** Additional data of the page about a kind of system that its table does not contain. */
export interface SystemLayout {
  /** A parameter with a few choices that is shown large, above the others. */
  readonly hero?: string;
  /** Extensions of the files of parameters. A file with such an extension may be dropped there. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether another panel shows the system. */
  readonly isElsewhere?: boolean;
  /** Values that apply if the scene gives none: the system's choices. */
  derive?(entry: SceneEntry, scene: SceneData): Readonly<Record<string, unknown>>;
}

/**
 * Returns the parameters of a table in sections, under the headings of the table, without those in `shown`, which are shown elsewhere.
 * Parameters without a heading are in the section of the advanced ones.
 */
export function foldParams(table: ParamTable, shown: Iterable<string>): ParamGroup[] {
  const elsewhere = new Set(shown);
  const left = (names: readonly string[]) => names.filter((name) => !elsewhere.has(name));
  const groups = groupParams(table);
  const titled = groups.filter(({ title }) => title !== '' && title !== otherParams);
  const rest = groups.filter((group) => !titled.includes(group)).flatMap(({ names }) => names);
  return [...titled, { title: otherParams, names: rest }]
    .map(({ title, names }) => ({ title, names: left(names) }))
    .filter(({ names }) => names.length > 0);
}

/** Files from which a picture can be read. */
export const pictureEndings = '.png,.jpg,.jpeg';
/** Files from which a ground can start. */
export const terrainEndings = '.png,.exr,.tif,.tiff,.asc,.hgt,.r16,.raw,.obj,.stl,.ply,.glb,.gltf,.ground';

const groundLayout: SystemLayout = {
  hero: 'material',
  files: { terrain: terrainEndings, wetnessMap: pictureEndings, stoneMap: pictureEndings },
  derive: ({ material = 'sand' }, scene) => deriveGround(scene, String(material)),
};

/** Returns the values of a material of grounds: a built-in one, or one of the scene. */
export function deriveGround(scene: SceneData, material: string): Readonly<Record<string, unknown>> {
  if (Object.hasOwn(materials, material)) return { ...materials[material as keyof typeof materials] };
  const own = ownMaterialNames(scene).includes(material) ? resolveMaterial(scene, material) : null;
  return own ? { ...deriveGround(scene, own.root), ...own.params } : {};
}

/** Layouts by kind of system. For other kinds, all parameters are in sections. */
export const systemLayouts: Readonly<Record<string, SystemLayout>> = {
  ground: groundLayout,
  flesh: { isElsewhere: true },
  particles: { isElsewhere: true },
  fur: { isElsewhere: true },
};

/** Returns the system at a location of the scene, as data. */
export function systemEntry({ document }: StudioState, index: number): SceneEntry {
  return systemsOf(document.scene)[index] ?? {};
}
