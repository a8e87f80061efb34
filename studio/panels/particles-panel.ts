import { particlesOf } from '../particles/scene-particles.ts';
import { button, element } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import type { PanelDefinition } from './panel.ts';
import { createParticlesPart } from './particles-part.ts';

/** Shows every system of particles of a scene: its shapes, its look, and all its lists. */
export const particlesPanel: PanelDefinition = {
  applies: ({ document }) => particlesOf(document.scene).length > 0,
  create(state, actions) {
    const parts = particlesOf(state.document.scene).map((part) => createParticlesPart(part, state, actions));
    return {
      element: element('div', { class: 'parts' }, ...parts.map((part) => part.element)),
      update(next) {
        for (const part of parts) part.update(next);
      },
    };
  },
};

/** Adds a system of particles to any scene. */
export const addParticlesPanel: PanelDefinition = {
  applies: () => true,
  create(state, { particles }) {
    const hasSome = particlesOf(state.document.scene).length > 0;
    const add = button(
      { class: 'plain', id: 'add-particles', onclick: () => particles.addParticles() },
      icon('plus'),
      hasSome ? 'Add other particles' : 'Add particles',
    );
    return { element: element('section', { class: 'part' }, add), update: () => {} };
  },
};
