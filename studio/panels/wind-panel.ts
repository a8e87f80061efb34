import { systemName, windParams } from '../../src/scene/index.ts';
import { takesWind } from '../../src/systems/index.ts';
import { listAt } from '../document/edit-scene.ts';
import { type SceneData, systemsOf } from '../document/studio-document.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFieldList, createFold } from './field-list.ts';
import type { PanelDefinition } from './panel.ts';

const firstFields = ['velocity', 'gusts'];
const otherFields = Object.keys(windParams).filter((name) => !firstFields.includes(name));

/** The wind of the scene: one wind for all fur, grass and particles that have none of their own. */
export const windPanel: PanelDefinition = {
  applies: ({ document }) => document.scene.wind !== undefined,
  create(state, actions) {
    const createList = (names: readonly string[]) =>
      createFieldList({ location: 'wind', table: windParams, names }, state, actions);
    const [first, others] = [createList(firstFields), createList(otherFields)];
    const note = element('p', { class: 'hint' });
    return {
      element: element(
        'section',
        { class: 'part wind' },
        element('h2', {}, 'Wind'),
        note,
        element(
          'section',
          { class: 'flesh-part', 'data-wind': 'scene' },
          element(
            'div',
            { class: 'flesh-head' },
            element('h3', {}, 'On everything'),
            button(
              {
                class: 'quiet square small',
                'aria-label': 'Remove the wind',
                title: 'Remove',
                onclick: () => actions.edit('scene', 'wind', undefined),
              },
              icon('close'),
            ),
          ),
          first.element,
          createFold('Gusts and duration', others.element),
        ),
      ),
      update(next) {
        const names = shelteredSystems(next.document.scene);
        note.hidden = names.length === 0;
        setText(
          note,
          `It does not act on ${names.join(', ')}: a wind among its own forces replaces this one.`,
        );
        first.update(next);
        others.update(next);
      },
    };
  },
};

/** Adds a wind to a scene whose fur or particles can move in it. */
export const addWindPanel: PanelDefinition = {
  applies: ({ document: { scene } }) =>
    scene.wind === undefined && systemsOf(scene).some(({ system }) => takesWind(system)),
  create: (_state, actions) => ({
    element: element(
      'section',
      { class: 'part' },
      button(
        {
          class: 'plain',
          id: 'add-wind',
          title: 'One wind for all fur, grass and particles that have none of their own',
          onclick: () => actions.edit('scene', 'wind', { velocity: windParams.velocity.default }),
        },
        icon('plus'),
        'Add wind',
      ),
    ),
    update: () => {},
  }),
};

/** Returns the names of the systems on which the wind of the scene does not act. */
function shelteredSystems(scene: SceneData): string[] {
  return systemsOf(scene)
    .filter((entry) => takesWind(entry.system) && hasOwnWind(entry))
    .map(systemName);
}

/** Returns whether a system has a wind of its own, which replaces that of the scene. */
export function hasOwnWind(entry: Readonly<Record<string, unknown>>): boolean {
  return listAt(entry, 'forces').some(({ force }) => force === 'wind');
}
