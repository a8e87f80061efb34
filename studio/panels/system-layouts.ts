import { materialNames, materials } from '../../src/systems/ground/index.ts';
import { groupParams, otherParams, type ParamGroup, type ParamTable } from '../../src/systems/index.ts';
import { type SceneEntry, systemsOf } from '../document/studio-document.ts';
import type { StudioState } from './panel.ts';

/** What the page knows of a kind of system beside its table. */
export interface SystemLayout {
  /** A parameter with a few choices that is shown large, above the others. */
  readonly hero?: string;
  /** Endings of the files that parameters name: others may be dropped there. */
  readonly files?: Readonly<Record<string, string>>;
  /** True where a panel of its own lays the system out. */
  readonly isElsewhere?: boolean;
  /** Values that hold where the scene gives none: what the system chooses. */
  derive?(entry: SceneEntry): Readonly<Record<string, unknown>>;
}

/**
 * The parameters of a table in folds, under the headings of the table; `shown` are shown elsewhere. Those without a heading stand among the
 * advanced ones.
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

/** Files that a picture can be read from. */
export const pictureEndings = '.png,.jpg,.jpeg';
/** Files that a ground can start from. */
export const terrainEndings = '.png,.exr,.tif,.tiff,.asc,.hgt,.r16,.raw,.obj,.stl,.ply,.glb,.gltf,.ground';

const groundLayout: SystemLayout = {
  hero: 'material',
  files: { terrain: terrainEndings, wetnessMap: pictureEndings, stoneMap: pictureEndings },
  derive: ({ material = 'sand' }) =>
    materialNames.includes(material as never)
      ? (materials[material as keyof typeof materials] as unknown as Record<string, unknown>)
      : {},
};

/** By kind of system; others have all of their parameters in folds. */
export const systemLayouts: Readonly<Record<string, SystemLayout>> = {
  ground: groundLayout,
  flesh: { isElsewhere: true },
  particles: { isElsewhere: true },
  fur: { isElsewhere: true },
};

/** The system at a place of the scene, as data. */
export function systemEntry({ document }: StudioState, index: number): SceneEntry {
  return systemsOf(document.scene)[index] ?? {};
}
