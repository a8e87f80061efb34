import { furParams } from '../../src/systems/fur/index.ts';
import type { NumberParam } from '../../src/systems/index.ts';
import { entryAt, openedEntryAt } from '../document/edit-scene.ts';
import type { SceneData, SceneEntry } from '../document/studio-document.ts';
import { type Wind, windHasKeys, windOf } from '../fur/scene-fur.ts';
import { element, setText } from '../view/element.ts';
import { createFieldModel, type FieldModel } from './field-model.ts';
import { createFieldRow } from './field-row.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';
import { hasOwnWind } from './wind-panel.ts';

const specs: Readonly<Record<keyof Wind, NumberParam>> = {
  strength: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 20,
    description: 'Mean speed of the air along the ground: 2 is a breeze, 10 bends trees.',
  },
  direction: {
    type: 'number',
    unit: '°',
    min: 0,
    max: 360,
    description: 'Direction in which it blows, seen from above: 0° is +X, 90° is −Z.',
  },
  // Keys are edited with the force.
  gusts: { ...furParams.forces.kinds.wind.fields.gusts, max: 2, keyable: undefined },
};
const names = Object.keys(specs) as (keyof Wind)[];

/** Returns why the wind of some fur cannot be shown in familiar terms. '' if it can. */
function noteOn(entry: SceneEntry, scene: SceneData): string {
  if (windHasKeys(entry)) return 'The wind has keys over time. They are shown with its force, below.';
  return scene.wind !== undefined && !hasOwnWind(entry)
    ? 'The wind of the scene acts on it: see Wind. A wind among its forces, below, would replace it.'
    : '';
}

/** Creates the fields of the wind in familiar terms: speed, direction, gusts. Its other parameters are shown with the forces. */
export function createWindFields(index: number, actions: StudioActions): Panel {
  const location = `systems.${index}` as const;
  const model = (name: keyof Wind, { document }: StudioState): FieldModel => {
    const entry = windOf(entryAt(document.scene, location));
    const opened = windOf(openedEntryAt(document.opened, document.scene, location));
    return createFieldModel(name, specs[name], { entry: { ...entry }, opened: { ...opened } });
  };
  let rows: { name: keyof Wind; row: ReturnType<typeof createFieldRow> }[] = [];
  const root = element('div', { class: 'fields' });
  const note = element('p', { class: 'hint', 'data-wind': 'note' });
  return {
    element: root,
    update(next) {
      if (rows.length === 0) {
        rows = names.map((name) => ({
          name,
          row: createFieldRow(model(name, next), (value) =>
            actions.fur.setWind(index, { [name]: typeof value === 'number' ? value : undefined }),
          ),
        }));
        root.replaceChildren(note, ...rows.map(({ row }) => row.element));
      }
      const { scene } = next.document;
      const text = noteOn(entryAt(scene, location), scene);
      setText(note, text);
      note.hidden = text === '';
      for (const { name, row } of rows) {
        row.element.hidden = text !== '';
        if (text === '') row.update(model(name, next));
      }
    },
  };
}
