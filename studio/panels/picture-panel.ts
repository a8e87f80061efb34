import type { RendererName } from '../stage/index.ts';
import { element, uniqueId } from '../view/element.ts';
import { createFold } from './field-list.ts';
import type { PanelDefinition } from './panel.ts';

const renderers: readonly (readonly [RendererName, string])[] = [
  ['webgl', 'WebGL 2'],
  ['webgpu', 'WebGPU'],
];

/** Chooses the renderer of the picture, if the browser supports several. */
export const picturePanel: PanelDefinition = {
  applies: () => 'gpu' in navigator,
  create(_state, actions) {
    const group = uniqueId('renderer');
    const inputs = renderers.map(([value]) =>
      element('input', {
        type: 'radio',
        name: group,
        value,
        onchange: () => actions.chooseRenderer(value),
      }),
    );
    return {
      element: element(
        'section',
        { class: 'part' },
        createFold(
          'Picture',
          element(
            'div',
            { class: 'fields' },
            element(
              'fieldset',
              { class: 'segments two' },
              element('legend', { class: 'unseen' }, 'Drawn with'),
              ...renderers.map(([, label], k) =>
                element('label', { class: 'segment' }, inputs[k], element('span', {}, label)),
              ),
            ),
            element('p', { class: 'hint' }, 'Both draw the same picture. The simulation does not change.'),
          ),
        ),
      ),
      update({ renderer }) {
        for (const input of inputs) input.checked = input.value === renderer;
      },
    };
  },
};
