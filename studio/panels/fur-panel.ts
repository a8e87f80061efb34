import { actorsOf } from '../document/studio-document.ts';
import { addFurNote, baldActors, furOf } from '../fur/scene-fur.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFurHand } from './fur-hand.ts';
import { createFurPart } from './fur-part.ts';
import type { PanelDefinition, StudioState } from './panel.ts';

/** Returns whether the scene has no character. In this case the fur panel comes first. */
function isAlone({ document }: StudioState): boolean {
  const hasCharacters = actorsOf(document.scene).some(({ keys }) => keys === undefined);
  return !hasCharacters && furOf(document.scene).length > 0;
}

/** Fur on characters and grass on the ground: the existing systems, a hand to stroke them, and controls to add some. */
export const furPanel: PanelDefinition = {
  applies: (state) => !isAlone(state),
  create(state, actions) {
    const all = furOf(state.document.scene);
    const parts = all.map((one) => createFurPart(one, state, actions));
    const hand = all.length > 0 ? createFurHand(state, actions) : null;
    const chooser = element('select', { 'aria-label': 'Character for new fur' });
    const addFur = button(
      { class: 'plain', id: 'add-fur', onclick: () => actions.fur.addFur(chooser.value) },
      icon('plus'),
      'Add fur',
    );
    const addGrass = button(
      { class: 'plain', id: 'add-grass', onclick: () => actions.fur.addGrass() },
      icon('plus'),
      'Add grass',
    );
    const hint = element('p', { class: 'hint' });
    return {
      element: element(
        'section',
        { class: 'part fur' },
        element('h2', {}, 'Fur and grass'),
        hint,
        hand?.element ?? null,
        ...parts.map((part) => part.element),
        element('div', { class: 'fur-add' }, chooser, addFur, addGrass),
      ),
      update(next) {
        const { scene } = next.document;
        const bald = baldActors(scene);
        const key = bald.join('\n');
        if (chooser.dataset.names !== key) {
          chooser.dataset.names = key;
          chooser.replaceChildren(...bald.map((name) => element('option', { value: name }, name)));
        }
        chooser.hidden = bald.length < 2;
        addFur.disabled = bald.length === 0;
        setText(hint, addFurNote(scene));
        hint.hidden = hint.textContent === '';
        hand?.update(next);
        for (const part of parts) part.update(next);
      },
    };
  },
};

/** The panel for scenes that contain nothing but fur. */
export const loneFurPanel: PanelDefinition = { ...furPanel, applies: isAlone };
