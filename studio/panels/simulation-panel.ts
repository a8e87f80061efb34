import type { BackendChoice, SystemBackend } from '../run/simulation-backend.ts';
import { element, setText, uniqueId } from '../view/element.ts';
import { createFold } from './field-list.ts';
import type { PanelDefinition } from './panel.ts';

const choices: readonly (readonly [BackendChoice, string])[] = [
  ['auto', 'Automatic'],
  ['cpu', 'CPU'],
  ['webgpu', 'WebGPU'],
];

/** Shows where each system is simulated, and why, and chooses it. */
export const simulationPanel: PanelDefinition = {
  applies: () => true,
  create(_state, actions) {
    const group = uniqueId('backend');
    const inputs = choices.map(([value]) =>
      element('input', {
        type: 'radio',
        name: group,
        value,
        onchange: () => actions.chooseBackend(value),
      }),
    );
    const where = element('span', { class: 'entries-count', id: 'simulated-on' });
    const systems = element('ul', { class: 'backends' });
    let shown = '';
    const part = element(
      'section',
      { class: 'part' },
      createFold(
        'Simulation',
        element(
          'div',
          { class: 'fields' },
          element(
            'fieldset',
            { class: 'segments' },
            element('legend', { class: 'unseen' }, 'Simulated on'),
            ...choices.map(([, label], k) =>
              element('label', { class: 'segment' }, inputs[k], element('span', {}, label)),
            ),
          ),
          systems,
          element(
            'p',
            { class: 'hint' },
            'The results are the same, bit for bit. WebGPU is the graphics card; Automatic uses it where it is faster. A download is always computed on the CPU.',
          ),
        ),
      ),
    );
    const summary = part.querySelector('summary')!;
    summary.append(where);
    return {
      element: part,
      update({ backend, backends }) {
        for (const input of inputs) input.checked = input.value === backend;
        setText(where, summarize(backends));
        summary.title = backends.map(describe).join('\n');
        const next = JSON.stringify(backends);
        if (next === shown) return;
        shown = next;
        systems.replaceChildren(
          ...backends.map((one) =>
            element(
              'li',
              { 'data-backend': one.backend },
              element('strong', {}, one.name),
              `: ${placeOf(one)}`,
              ...(one.reason === null ? [] : [element('span', { class: 'hint' }, one.reason)]),
            ),
          ),
        );
      },
    };
  },
};

function placeOf({ backend, device }: SystemBackend): string {
  return backend === 'cpu' ? 'CPU' : `graphics card (${device})`;
}

function describe(one: SystemBackend): string {
  return `${one.name}: ${placeOf(one)}${one.reason === null ? '' : `, since ${one.reason}`}`;
}

/** One line for all systems. */
function summarize(backends: readonly SystemBackend[]): string {
  const card = backends.find(({ backend }) => backend === 'webgpu');
  if (backends.length === 0) return '';
  if (!card) return 'on the CPU';
  const others = backends.length - backends.filter(({ backend }) => backend === 'webgpu').length;
  return `on the graphics card${others > 0 ? ' and the CPU' : ''}`;
}
