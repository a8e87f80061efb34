import { actorsOf } from '../document/studio-document.ts';
import { fleshOf } from '../flesh/scene-flesh.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFleshPart } from './flesh-part.ts';
import { createJointPicker } from './flesh-picker.ts';
import type { PanelDefinition } from './panel.ts';

/** If there are at most this many parts, each is shown. */
const maxShown = 8;

/** Shows the soft parts of a character: the existing ones, and a control to add one. */
export const fleshPanel: PanelDefinition = {
  applies: () => true,
  create(state, actions) {
    const all = fleshOf(state.document.scene);
    // If a character has too many parts, only one part is shown.
    const isCrowded = all.length > maxShown;
    let parts = (isCrowded ? all.slice(0, 1) : all).map((part) => createFleshPart(part, state, actions));
    let latest = state;
    const partList = element('div', { class: 'parts' }, ...parts.map((part) => part.element));
    const chooser = element(
      'select',
      {
        'aria-label': `Which of the ${all.length} parts`,
        onchange: () => {
          parts = [createFleshPart(all[Number(chooser.value)], latest, actions)];
          partList.replaceChildren(...parts.map((part) => part.element));
          for (const part of parts) part.update(latest);
        },
      },
      ...(isCrowded ? all.map(({ name }, k) => element('option', { value: k }, name)) : []),
    );
    chooser.hidden = !isCrowded;
    const picker = createJointPicker(actions.flesh);
    const description = element(
      'p',
      { class: 'hint' },
      'Choose a part of the character and how soft it is. It then moves as flesh does.',
    );
    const add = button(
      { class: 'plain', id: 'add-flesh', onclick: () => actions.flesh.startDraft(null) },
      icon('plus'),
      all.length > 0 ? 'Add another part' : 'Add flesh',
    );
    const waiting = element('p', { class: 'hint', role: 'status' });
    let isPicking = false;
    const root = element(
      'section',
      { class: 'part flesh' },
      element('h2', {}, 'Flesh'),
      description,
      chooser,
      partList,
      add,
      picker.element,
      waiting,
    );
    return {
      element: root,
      update(next) {
        latest = next;
        const { characters, draft } = next.flesh;
        description.hidden = all.length > 0 || draft !== null;
        add.hidden = draft !== null;
        add.disabled = characters.length === 0;
        picker.element.hidden = draft === null;
        picker.update(next);
        waiting.hidden = characters.length > 0;
        setText(
          waiting,
          actorsOf(next.document.scene).length > 0
            ? 'The character is being loaded.'
            : 'The scene has no character. Drop one on the page.',
        );
        // While joints are chosen, the list of parts is hidden, because the list of joints is long.
        partList.hidden = draft !== null || all.length === 0;
        chooser.hidden = !isCrowded || draft !== null;
        for (const part of parts) part.update(next);
        if (isPicking === (draft !== null)) return;
        isPicking = draft !== null;
        root.scrollIntoView({ block: 'start' });
        (isPicking ? picker.element : add).focus({ preventScroll: true });
      },
    };
  },
};
