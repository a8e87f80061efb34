import { entryAt } from '../document/edit-scene.ts';
import { listKeyBars, timeFrameOf } from '../particles/key-bars.ts';
import { formatLength, type KeyState } from '../particles/key-state.ts';
import type { SceneParticles } from '../particles/scene-particles.ts';
import { element } from '../view/element.ts';
import type { Panel } from './panel.ts';

/** Creates the part of the panel with the state of each key at the playhead, and the prediction. */
export function createArrivals({ index, name: system }: Pick<SceneParticles, 'index' | 'name'>): Panel {
  const body = element('tbody', {});
  const table = element(
    'table',
    { class: 'arrivals' },
    element('caption', { class: 'unseen' }, 'Arrivals'),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...['Key', 'Going', 'Arrived', 'Max error'].map((title) => element('th', { scope: 'col' }, title)),
      ),
    ),
    body,
  );
  const warnings = element('ul', { class: 'warnings' });
  const area = element('div', { class: 'arrivals-area' }, table, warnings);
  let shown = '';
  return {
    element: area,
    update({ particles, document }) {
      const keyStates = particles.keyStates.get(system)?.keys ?? [];
      const bars = listKeyBars(entryAt(document.scene, `systems.${index}`), timeFrameOf(document.scene));
      const labels = new Map(bars.map(({ name, label }) => [name, label]));
      const leading = keyStates
        .filter(({ count }) => count > 0)
        .map((key) => ({ ...key, name: labels.get(key.name) ?? key.name }));
      const texts = particles.facts.find(({ name }) => name === system)?.warnings ?? [];
      const key = JSON.stringify([leading, texts]);
      if (key === shown) return;
      shown = key;
      area.hidden = leading.length === 0 && texts.length === 0;
      table.hidden = leading.length === 0;
      body.replaceChildren(...leading.flatMap(listRows));
      warnings.hidden = texts.length === 0;
      warnings.replaceChildren(...texts.map((text) => element('li', {}, text)));
    },
  };
}

function listRows({ name, phase, count, arrived, maxPositionError, shapes = [] }: KeyState): HTMLElement[] {
  const many = (value: number) => value.toLocaleString('en');
  const row = (kind: string, label: string, values: readonly string[]) =>
    element(
      'tr',
      { class: kind },
      element('th', { scope: 'row' }, label),
      ...values.map((value) => element('td', {}, value)),
    );
  const going = phase === 'leading' ? count - arrived : 0;
  return [
    row(arrived === count ? 'met' : '', name, [
      phase === 'waiting' ? 'to come' : many(going),
      `${many(arrived)} of ${many(count)}`,
      arrived > 0 || phase === 'done' ? formatLength(maxPositionError) : '–',
    ]),
    ...shapes.map((shape) =>
      row('shape', shape.name, ['', `${many(shape.arrived)} of ${many(shape.count)}`, '']),
    ),
  ];
}
