import { fleshOf } from '../flesh/scene-flesh.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFleshPart } from './flesh-part.ts';
import { createJointPicker } from './flesh-picker.ts';
import type { PanelDefinition } from './panel.ts';

/** Soft parts of a character: what there is, and a way to add one. */
export const fleshPanel: PanelDefinition = {
  applies: () => true,
  create(state, actions) {
    const parts = fleshOf(state.document.scene).map((part) => createFleshPart(part, state, actions));
    const picker = createJointPicker(actions.flesh);
    const words = element(
      'p',
      { class: 'words' },
      'Choose a part of the character, say how soft it is, and it follows through.',
    );
    const add = button(
      { class: 'plain', id: 'add-flesh', onclick: () => actions.flesh.startDraft(null) },
      icon('plus'),
      parts.length > 0 ? 'Add another part' : 'Add flesh',
    );
    const waiting = element('p', { class: 'words', role: 'status' });
    let isPicking = false;
    const root = element(
      'section',
      { class: 'part flesh' },
      element('h2', {}, 'Flesh'),
      words,
      ...parts.map((part) => part.element),
      add,
      picker.element,
      waiting,
    );
    return {
      element: root,
      update(next) {
        const { figures, draft } = next.flesh;
        words.hidden = parts.length > 0 || draft !== null;
        add.hidden = draft !== null;
        add.disabled = figures.length === 0;
        picker.element.hidden = draft === null;
        picker.update(next);
        waiting.hidden = figures.length > 0;
        setText(waiting, 'Needs a character: it is being loaded, or the scene has none.');
        // One thing at a time: the list of joints is long.
        for (const part of parts) part.element.hidden = draft !== null;
        for (const part of parts) part.update(next);
        if (isPicking === (draft !== null)) return;
        isPicking = draft !== null;
        root.scrollIntoView({ block: 'start' });
        (isPicking ? picker.element : add).focus({ preventScroll: true });
      },
    };
  },
};
