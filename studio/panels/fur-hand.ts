import type { FurSettings, HandAction } from '../fur/fur-settings.ts';
import { handActions, listPushes } from '../fur/push.ts';
import { furOf } from '../fur/scene-fur.ts';
import { button, element, setText, uniqueId } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFieldModel } from './field-model.ts';
import { createFieldRow } from './field-row.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

/**
 * Creates the controls for working on fur by hand: the action of the pointer (strokes, parts or presses), its radius, and an undo button.
 */
export function createFurHand(state: StudioState, actions: StudioActions): Panel {
  const { fur } = actions;
  const group = uniqueId('hand');
  const modes = [
    { value: 'off', label: 'Look', title: 'The pointer moves the camera' },
    ...Object.entries(handActions).map(([value, { label, description }]) => ({
      value,
      label,
      title: description,
    })),
  ];
  const inputs = modes.map(({ value }) =>
    element('input', {
      type: 'radio',
      name: group,
      value,
      onchange: () =>
        fur.setHand(value === 'off' ? { isOn: false } : { isOn: true, action: value as HandAction }),
    }),
  );
  const hint = element('p', { class: 'hint' });
  const radius = createFieldRow(radiusModel(state.fur), (value) =>
    fur.setHand({ radius: typeof value === 'number' ? value : state.fur.fit }),
  );
  const undo = button({ class: 'quiet', onclick: () => fur.undoPush() }, icon('undo'), 'Undo');
  const clear = button({ class: 'quiet', onclick: () => fur.clearPushes() }, 'Clear all');
  const history = element('div', { class: 'line' }, undo, clear);
  const details = element(
    'div',
    { class: 'fields' },
    radius.element,
    button(
      { class: 'plain', id: 'push-middle', onclick: () => fur.pushInTheMiddle() },
      'Push in the middle of the picture',
    ),
  );
  return {
    element: element(
      'div',
      { class: 'fur-hand' },
      element('h3', {}, 'By hand'),
      element(
        'fieldset',
        { class: 'segments' },
        element('legend', { class: 'unseen' }, 'Effect of the pointer on the fur'),
        ...modes.map(({ label, title }, k) =>
          element('label', { class: 'segment', title }, inputs[k], element('span', {}, label)),
        ),
      ),
      hint,
      details,
      history,
    ),
    update(next) {
      const { isOn, action, canTouch } = next.fur;
      const mode = isOn ? action : 'off';
      for (const input of inputs) {
        input.checked = input.value === mode;
        input.disabled = input.value !== 'off' && !canTouch;
      }
      setText(
        hint,
        isOn
          ? `${handActions[action].description} Time runs while you press. The push becomes part of the scene.`
          : 'Choose an action, then drag over the coat with the mouse or a finger.',
      );
      details.hidden = !isOn;
      radius.update(radiusModel(next.fur));
      history.hidden = !furOf(next.document.scene).some(({ entry }) => listPushes(entry).length > 0);
    },
  };
}

function radiusModel({ radius, fit }: FurSettings) {
  const description = 'Radius of the effect around the pointer.';
  const spec = { type: 'number', unit: 'm', min: 0.1 * fit, max: 5 * fit, description } as const;
  return createFieldModel('radius', spec, { entry: { radius }, opened: { radius: fit } });
}
