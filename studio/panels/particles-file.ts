import { entryAt, type ListPlace } from '../document/edit-scene.ts';
import { readGiven } from '../particles/choose-file.ts';
import { fileKeyOf } from '../particles/shape-files.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

/** The file that a shape is made from: another may be dropped on it, or chosen. */
export function createFileField(
  place: ListPlace,
  label: string,
  _state: StudioState,
  actions: StudioActions,
): Panel {
  const name = element('span', { class: 'file-name' });
  const take = button(
    { class: 'file-card', onclick: () => actions.particles.takeFile(place) },
    icon('open'),
    name,
    element('span', { class: 'words' }, 'Drop or choose another'),
  );
  const field = element(
    'div',
    { class: 'field', 'data-takes-files': '' },
    element('div', { class: 'field-head' }, element('span', { class: 'field-label' }, label)),
    take,
  );
  const show = (isOver: boolean) => take.classList.toggle('over', isOver);
  field.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) show(true);
  });
  field.addEventListener('dragleave', () => show(false));
  field.addEventListener('drop', async (event) => {
    show(false);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    // It is for this card, not for the whole page.
    event.preventDefault();
    actions.particles.takeFile(place, await readGiven(file));
  });
  return {
    element: field,
    update({ document }) {
      const shape = entryAt(document.scene, place);
      const key = fileKeyOf(shape.shape);
      const path = key === null ? undefined : shape[key];
      setText(name, typeof path === 'string' ? path.replace(/^.*\//, '') : 'No file');
      take.setAttribute('aria-label', `${label}: ${name.textContent}. Choose another file`);
    },
  };
}
