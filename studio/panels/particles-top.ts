import { pointsLooks } from '../../src/systems/outputs/index.ts';
import { particlesParams } from '../../src/systems/particles/index.ts';
import {
  entryAt,
  type ListLocation,
  listAt,
  openedEntryAt,
  type SceneLocation,
} from '../document/edit-scene.ts';
import { element, uniqueId } from '../view/element.ts';
import { createFieldModel, type FieldModel, labelOf } from './field-model.ts';
import { createFieldRow } from './field-row.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';
import { createShapeFile } from './particles-file.ts';

/** Kinds of shapes whose files are shown here. The files of other kinds are shown on their cards. */
const picturesAndDrawings = ['picture', 'drawing', 'heightMap'];
const sourceFields = particlesParams.sources.kinds.one.fields;

/** Creates the parameters that users change first: text, files, number, look, size and colour. */
export function createParticlesTop(index: number, state: StudioState, actions: StudioActions): Panel {
  const location: SceneLocation = `systems.${index}`;
  const says = element('div', { class: 'fields' });
  const counts = element('div', { class: 'fields' });
  const look = createLook(location, actions);
  const rows = (['size', 'color'] as const).map((name) => {
    const model = (next: StudioState) =>
      createFieldModel(name, particlesParams[name], {
        entry: entryAt(next.document.scene, location),
        opened: openedEntryAt(next.document.opened, next.document.scene, location),
      });
    const row = createFieldRow(model(state), (value) => actions.edit(location, name, value));
    return { row, model };
  });
  let shown: Panel[] = [];
  let key = '';
  const show = (next: StudioState) => {
    const entry = entryAt(next.document.scene, location);
    const shapes = listAt(entry, 'shapes').map(({ shape, name }) => [shape, name]);
    const sources = listAt(entry, 'sources').map(({ from, name }) => [from, name]);
    const wanted = JSON.stringify([shapes, sources]);
    if (wanted !== key) {
      key = wanted;
      const textPanels = shapes.flatMap(([shape, name], k) => {
        const at: ListLocation = `systems.${index}.shapes.${k}`;
        if (shape === 'text') return [createShapeText(at, String(name), next, actions)];
        return picturesAndDrawings.includes(String(shape))
          ? [createShapeFile(at, `File of “${name}”`, actions)]
          : [];
      });
      const several = sources.length > 1;
      const many = sources.map(([from, name], k) =>
        createCount(
          `systems.${index}.sources.${k}`,
          several ? `Number from “${name ?? from}”` : 'Number of particles',
          next,
          actions,
        ),
      );
      shown = [...textPanels, ...many];
      says.replaceChildren(...textPanels.map((panel) => panel.element));
      counts.replaceChildren(...many.map((panel) => panel.element));
    }
    for (const panel of shown) panel.update(next);
  };
  return {
    element: element(
      'div',
      { class: 'particles-top' },
      says,
      look.element,
      counts,
      ...rows.map(({ row }) => row.element),
    ),
    update(next) {
      show(next);
      look.update(next);
      for (const { row, model } of rows) row.update(model(next));
    },
  };
}

/** Creates the text that particles form, edited directly in the scene. */
function createShapeText(
  location: ListLocation,
  name: string,
  state: StudioState,
  actions: StudioActions,
): Panel {
  const id = uniqueId('says');
  const isOnlyOne =
    listAt(
      entryAt(state.document.scene, location.split('.').slice(0, 2).join('.') as SceneLocation),
      'shapes',
    ).filter(({ shape }) => shape === 'text').length === 1;
  const area = element('textarea', {
    id,
    class: 'says',
    rows: 1,
    spellcheck: 'false',
    oninput: () => {
      if (area.value.trim() !== '') actions.edit(location, 'text', area.value);
    },
    onblur: () => {
      area.value = textOf(latest);
    },
  });
  const textOf = (next: StudioState) => String(entryAt(next.document.scene, location).text ?? '');
  let latest = state;
  return {
    element: element(
      'div',
      { class: 'field' },
      element(
        'div',
        { class: 'field-head' },
        element('label', { for: id }, isOnlyOne ? 'Text to form' : `Text of “${name}”`),
      ),
      area,
    ),
    update(next) {
      latest = next;
      const text = textOf(next);
      if (document.activeElement !== area && area.value !== text) area.value = text;
      area.rows = Math.min(6, text.split('\n').length);
    },
  };
}

function createCount(
  location: ListLocation,
  label: string,
  state: StudioState,
  actions: StudioActions,
): Panel {
  const model = ({ document }: StudioState): FieldModel => ({
    ...createFieldModel('count', sourceFields.count, {
      entry: entryAt(document.scene, location),
      opened: openedEntryAt(document.opened, document.scene, location),
    }),
    label,
  });
  const row = createFieldRow(model(state), (value) => actions.edit(location, 'count', value));
  return { element: row.element, update: (next) => row.update(model(next)) };
}

function createLook(location: SceneLocation, actions: StudioActions): Panel {
  const group = uniqueId('look');
  const inputs = pointsLooks.map((value) =>
    element('input', {
      type: 'radio',
      name: group,
      value,
      onchange: () => actions.edit(location, 'look', value),
    }),
  );
  return {
    element: element(
      'fieldset',
      { class: 'segments looks' },
      element('legend', { class: 'unseen' }, 'Look'),
      ...inputs.map((input, k) =>
        element('label', { class: 'segment' }, input, element('span', {}, labelOf(pointsLooks[k]))),
      ),
    ),
    update({ document }) {
      const look = entryAt(document.scene, location).look ?? particlesParams.look.default;
      for (const input of inputs) input.checked = input.value === look;
    },
  };
}
