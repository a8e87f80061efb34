import { findSystem } from '../../src/index.ts';
import { ownMaterialNames, resolveMaterial } from '../../src/scene/index.ts';
import type { SceneLocation } from '../document/edit-scene.ts';
import { type SceneData, type SceneEntry, systemsOf } from '../document/studio-document.ts';
import { element, uniqueId } from '../view/element.ts';
import { createFieldList, createFold } from './field-list.ts';
import { labelOf } from './field-model.ts';
import { createFileField } from './file-field.ts';
import type { Panel, PanelDefinition, StudioActions, StudioState } from './panel.ts';
import { foldParams, systemEntry, systemLayouts } from './system-layouts.ts';

/** Shows the large choice of every system that has one, such as sand, mud, snow. */
export const heroPanel: PanelDefinition = {
  applies: ({ document }) => systemsOf(document.scene).some((entry) => heroOf(entry.system) !== null),
  create: (state, actions) => joinPanels(mapSystems(state, (index) => createHero(state, index, actions))),
};

/** Every parameter of every system, from the systems' own tables. */
export const systemsPanel: PanelDefinition = {
  applies: (state) => shownSystems(state).length > 0,
  create: (state, actions) => joinPanels(mapSystems(state, (index) => createSystem(state, index, actions))),
};

/** Returns the systems that have no panel of their own. */
function shownSystems({ document }: StudioState): readonly SceneEntry[] {
  return systemsOf(document.scene).filter(({ system }) => !systemLayouts[String(system)]?.isElsewhere);
}

function mapSystems(state: StudioState, create: (index: number) => Panel | null): Panel[] {
  return systemsOf(state.document.scene)
    .map((_, index) => create(index))
    .filter((panel) => panel !== null);
}

function joinPanels(panels: readonly Panel[]): Panel {
  return {
    element: element('div', { class: 'parts' }, ...panels.map((panel) => panel.element)),
    update(state) {
      for (const panel of panels) panel.update(state);
    },
  };
}

/** Returns the material of the scene with this name. Null for built-in materials. */
function resolveOwn(scene: SceneData, name: string): ReturnType<typeof resolveMaterial> {
  return ownMaterialNames(scene).includes(name) ? resolveMaterial(scene, name) : null;
}

/** Returns the colours of the swatch of a material that has a colour of its own. Empty for others. */
function swatchStyle(scene: SceneData, name: string): string {
  const color = resolveOwn(scene, name)?.params.color;
  if (!Array.isArray(color)) return '';
  const tint = (factor: number) =>
    `rgb(${color.map((value) => Math.round(Math.min(255, 255 * factor * Number(value)))).join(' ')})`;
  return `--high: ${tint(1.1)}; --low: ${tint(0.9)}; --lit: ${tint(1.25)}; --deep: ${tint(0.6)}`;
}

interface Hero {
  readonly name: string;
  readonly choices: readonly string[];
  /** Whether the names of materials of the scene are choices too. */
  readonly hasOwn: boolean;
  readonly standard: string;
}

function heroOf(kind: unknown): Hero | null {
  const definition = findSystem(kind);
  const name = systemLayouts[String(kind)]?.hero;
  const spec = name ? definition?.params[name] : undefined;
  if (!name || spec?.type !== 'choice') return null;
  return { name, choices: spec.choices, hasOwn: spec.ownNames !== undefined, standard: spec.default };
}

function createHero(state: StudioState, index: number, actions: StudioActions): Panel | null {
  const hero = heroOf(systemEntry(state, index).system);
  if (!hero) return null;
  const group = uniqueId('hero');
  const { scene } = state.document;
  const choices = [...hero.choices, ...(hero.hasOwn ? ownMaterialNames(scene) : [])];
  const inputs = choices.map((choice) =>
    element('input', {
      type: 'radio',
      name: group,
      value: choice,
      onchange: () => actions.chooseMaterial(index, choice),
    }),
  );
  const heroes = systemsOf(state.document.scene).filter(({ system }) => heroOf(system) !== null);
  const several = heroes.length > 1;
  return {
    element: element(
      'fieldset',
      { class: 'hero' },
      element('legend', { class: several ? '' : 'unseen' }, several ? titleOf(state, index) : 'Ground'),
      ...inputs.map((input, k) =>
        element(
          'label',
          { class: `card ${resolveOwn(scene, choices[k])?.root ?? choices[k]}` },
          input,
          element('span', { class: 'swatch', style: swatchStyle(scene, choices[k]) }),
          element('span', { class: 'card-name' }, labelOf(choices[k])),
        ),
      ),
    ),
    update(next) {
      const value = systemEntry(next, index)[hero.name] ?? hero.standard;
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

function createSystem(state: StudioState, index: number, actions: StudioActions): Panel | null {
  const { system: kind } = systemEntry(state, index);
  const definition = findSystem(kind);
  const layout = systemLayouts[String(kind)] ?? {};
  if (!definition || layout.isElsewhere) return null;
  // Lists can only be edited in scene files.
  const lists = Object.entries(definition.params).flatMap(([name, { type }]) =>
    type === 'list' ? [name] : [],
  );
  const parts = foldParams(definition.params, layout.hero ? [layout.hero, ...lists] : lists);
  const location: SceneLocation = `systems.${index}`;
  const { files = {} } = layout;
  const createFile = (name: string) =>
    createFileField({
      label: labelOf(name),
      description: definition.params[name].description,
      path: (next) => systemEntry(next, index)[name],
      take: (file) => actions.takeFile(location, name, files[name], file),
      leave: () => actions.edit(location, name, undefined),
    });
  const panels = parts.map(({ names }) =>
    joinPanels([
      ...names.filter((name) => name in files).map(createFile),
      createFieldList(
        {
          location,
          table: definition.params,
          names: names.filter((name) => !(name in files)),
          derive: (next) => layout.derive?.(systemEntry(next, index), next.document.scene) ?? {},
        },
        state,
        actions,
      ),
    ]),
  );
  const folds = panels.map((panel, k) => createFold(parts[k].title, panel.element));
  const title = titleOf(state, index);
  // The sections of several systems would be a list too long to read.
  const isOneOfSeveral = shownSystems(state).length > 1;
  return {
    element: isOneOfSeveral
      ? element('section', { class: 'part nested' }, createFold(title, ...folds))
      : element('section', { class: 'part' }, element('h2', {}, title), ...folds),
    update(next) {
      for (const panel of panels) panel.update(next);
    },
  };
}

function titleOf(state: StudioState, index: number): string {
  const { system, name } = systemEntry(state, index);
  const kind = labelOf(String(system));
  return name === undefined || name === system ? kind : `${kind}: ${name}`;
}
