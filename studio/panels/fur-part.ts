import { actorName } from '../../src/scene/index.ts';
import { furParams } from '../../src/systems/fur/index.ts';
import { entryAt, type SceneLocation } from '../document/edit-scene.ts';
import { actorsOf } from '../document/studio-document.ts';
import { type CoatName, coatNames, coatOf, deriveFur, type SceneFur } from '../fur/scene-fur.ts';
import { button, element, uniqueId } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFieldList, createFold } from './field-list.ts';
import { labelOf } from './field-model.ts';
import { createFileField } from './file-field.ts';
import { createFurForces } from './fur-forces.ts';
import { createWindFields } from './fur-wind.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';
import { foldParams, pictureEndings } from './system-layouts.ts';

const firstFields = ['length', 'density', 'rootColor', 'tipColor', 'wetness'] as const;
const mapFields = ['lengthMap', 'densityMap', 'colorMap', 'combMap'] as const;
/** Parameters that only apply to ground patches, and parameters that only apply to skins. */
const patchFields = ['size', 'center', 'spacing'];
const skinFields = ['surfaces', 'joints', 'except'];

const labels = {
  frequency: 'Stiffness',
  treadHalfLife: 'Recovery half-life',
  collide: 'Can be trodden on',
  maxLean: 'Max lean',
  texels: 'Texels of a tile',
  except: 'Excluded joints',
  actor: 'On',
};

/** Creates one system of fur or grass: its coat, wind and forces, its motion and look, and all other parameters. */
export function createFurPart({ index, name }: SceneFur, state: StudioState, actions: StudioActions): Panel {
  const location: SceneLocation = `systems.${index}`;
  const isPatch = entryAt(state.document.scene, location).actor === undefined;
  const coat = createCoat(index, actions);
  const derive = (next: StudioState) => {
    const derived = deriveFur(entryAt(next.document.scene, location));
    // If the coat uses the colours of its skin, it has no colours of its own to show.
    return next.fur.skinColored.has(name)
      ? { ...derived, rootColor: undefined, tipColor: undefined }
      : derived;
  };
  const choices = (field: string, next: StudioState) => {
    if (field === 'actor') return actorsOf(next.document.scene).map(actorName);
    if (field !== 'joints' && field !== 'except') return undefined;
    const { actor } = entryAt(next.document.scene, location);
    return next.flesh.characters
      .find((character) => character.actor === actor)
      ?.joints.map((joint) => joint.name);
  };
  const createList = (names: readonly string[]) =>
    createFieldList({ location, table: furParams, names, derive, choices, labels }, state, actions);
  const first = createList(firstFields);
  const wind = createWindFields(index, actions);
  const shading = createShading(location, actions);
  const forces = createFurForces(index, actions);
  const maps = mapFields.map((key) =>
    createFileField({
      label: labelOf(key),
      description: furParams[key].description,
      path: ({ document }) => entryAt(document.scene, location)[key],
      take: (file) => actions.takeFile(location, key, pictureEndings, file),
      leave: () => actions.edit(location, key, undefined),
    }),
  );
  const shown = [
    ...firstFields,
    ...mapFields,
    'coat',
    'shading',
    'forces',
    ...(isPatch ? skinFields : patchFields),
  ];
  const parts = foldParams(furParams, shown).map(({ title, names }) => ({ title, list: createList(names) }));
  const folds = parts.map(({ title, list }) =>
    title === 'Appearance'
      ? createFold(title, shading.element, list.element, ...(isPatch ? [] : maps.map((map) => map.element)))
      : createFold(title, list.element),
  );
  const panels = [coat, first, wind, shading, forces, ...maps, ...parts.map(({ list }) => list)];
  return {
    element: element(
      'section',
      { class: 'flesh-part fur-part', 'data-fur': name },
      element(
        'div',
        { class: 'flesh-head' },
        element('h3', {}, name),
        button(
          {
            class: 'quiet square small',
            'aria-label': `Remove ${name}`,
            title: 'Remove',
            onclick: () => actions.fur.remove(index),
          },
          icon('close'),
        ),
      ),
      coat.element,
      first.element,
      createFold('Wind', wind.element),
      ...folds,
      forces.element,
    ),
    update(next) {
      for (const panel of panels) panel.update(next);
    },
  };
}

function createCoat(index: number, actions: StudioActions): Panel {
  return createSegments({
    legend: 'Coat',
    values: coatNames,
    label: labelOf,
    chosen: ({ document }) => coatOf(entryAt(document.scene, `systems.${index}`)),
    choose: (value) => actions.fur.chooseCoat(index, value as CoatName),
  });
}

/** Labels for the steps of colouring, whose effect is shown as in figure 2 of the paper. */
const shadingLabels = { structure: 'Structure', color: 'Colour', shadow: 'Shadow', shaded: 'Light' };

function createShading(location: SceneLocation, actions: StudioActions): Panel {
  const segments = createSegments({
    legend: 'Last step of colouring',
    isLegendSeen: true,
    values: furParams.shading.choices,
    label: (value) => shadingLabels[value as keyof typeof shadingLabels],
    chosen: ({ document }) => String(entryAt(document.scene, location).shading ?? furParams.shading.default),
    choose: (value) => actions.edit(location, 'shading', value),
  });
  return {
    element: element('div', { class: 'fur-shading', 'data-field': 'shading' }, segments.element),
    update: segments.update,
  };
}

interface SegmentsOptions {
  readonly legend: string;
  readonly isLegendSeen?: boolean;
  readonly values: readonly string[];
  label(value: string): string;
  chosen(state: StudioState): string | null;
  choose(value: string): void;
}

/** Creates a control that chooses one of a few options, which are side by side. */
function createSegments({ legend, isLegendSeen, values, label, chosen, choose }: SegmentsOptions): Panel {
  const group = uniqueId('segments');
  const inputs = values.map((value) =>
    element('input', { type: 'radio', name: group, value, onchange: () => choose(value) }),
  );
  return {
    element: element(
      'fieldset',
      { class: 'segments' },
      element('legend', { class: isLegendSeen ? 'hint' : 'unseen' }, legend),
      ...inputs.map((input, k) =>
        element('label', { class: 'segment' }, input, element('span', {}, label(values[k]))),
      ),
    ),
    update(state) {
      const value = chosen(state);
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}
