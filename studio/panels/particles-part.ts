import { particlesParams } from '../../src/systems/particles/index.ts';
import { entryAt, type SceneLocation } from '../document/edit-scene.ts';
import type { SceneParticles } from '../particles/scene-particles.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFieldList, createFold } from './field-list.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';
import { createArrivals } from './particles-arrivals.ts';
import { createParticlesList } from './particles-list.ts';
import { createParticlesTop } from './particles-top.ts';
import { foldParams } from './system-layouts.ts';

const lists = ['keys', 'shapes', 'sources', 'bursts', 'forces'] as const;

/** Creates one system of particles: its text and look, the state of its keys, its lists, and all other parameters. */
export function createParticlesPart(
  { index, name }: SceneParticles,
  state: StudioState,
  actions: StudioActions,
): Panel {
  const location: SceneLocation = `systems.${index}`;
  const top = createParticlesTop(index, state, actions);
  const arrivals = createArrivals({ index, name });
  const entryLists = lists.map((list) => createParticlesList(index, list, state, actions));
  const shownAbove = [...lists, 'look', 'size', 'color'];
  const fields = foldParams(particlesParams, shownAbove).map(({ title, names }) => {
    const list = createFieldList({ location, table: particlesParams, names }, state, actions);
    return { list, fold: createFold(title, list.element) };
  });
  const title = element('h2', {}, '');
  return {
    element: element(
      'section',
      { class: 'part particles', 'data-particles': name },
      element(
        'div',
        { class: 'flesh-head' },
        title,
        button(
          {
            class: 'quiet square small',
            'aria-label': `Remove ${name}`,
            title: 'Remove',
            onclick: () => actions.particles.removeParticles(index),
          },
          icon('close'),
        ),
      ),
      top.element,
      arrivals.element,
      ...entryLists.map((list) => list.element),
      ...fields.map(({ fold }) => fold),
    ),
    update(next) {
      const { name: own } = entryAt(next.document.scene, location);
      setText(title, own === undefined || own === 'particles' ? 'Particles' : `Particles: ${own}`);
      for (const panel of [top, arrivals, ...entryLists]) panel.update(next);
      for (const { list } of fields) list.update(next);
    },
  };
}
