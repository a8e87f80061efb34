import type { GivenFile } from '../document/open-files.ts';
import { readGiven } from '../particles/choose-file.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import type { Panel, StudioState } from './panel.ts';

export interface FileFieldOptions {
  readonly label: string;
  /** A description, if the label is not sufficient. */
  readonly description?: string;
  /** Returns the current file in the scene. */
  path(state: StudioState): unknown;
  /** Replaces the file. Without an argument, the user is asked for a file. */
  take(file?: GivenFile): void;
  /** Removes the file from the scene, if it is optional. */
  leave?(): void;
}

/** Creates a field for a file of the scene. Another file may be dropped on it or chosen. */
export function createFileField(options: FileFieldOptions): Panel {
  const { label, description } = options;
  const name = element('span', { class: 'file-name' });
  const hint = element('span', { class: 'hint' });
  const take = button({ class: 'file-card', onclick: () => options.take() }, icon('open'), name, hint);
  const leave = button(
    {
      class: 'quiet square small',
      'aria-label': `Leave out ${label.toLowerCase()}`,
      title: 'Leave out',
      onclick: () => {
        options.leave?.();
        take.focus({ preventScroll: true });
      },
    },
    icon('close'),
  );
  const field = element(
    'div',
    { class: 'field', 'data-takes-files': '' },
    element('div', { class: 'field-head' }, element('span', { class: 'field-label' }, label), leave),
    take,
    description === undefined ? null : element('p', { class: 'hint' }, description),
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
    // The file was dropped on this card, so the page must not open it.
    event.preventDefault();
    options.take(await readGiven(file));
  });
  return {
    element: field,
    update(state) {
      const path = options.path(state);
      const isGiven = typeof path === 'string';
      setText(name, isGiven ? path.replace(/^.*\//, '') : 'No file');
      setText(hint, isGiven ? 'Drop or choose another' : 'Drop or choose one');
      leave.hidden = !isGiven || !options.leave;
      take.setAttribute(
        'aria-label',
        `${label}: ${name.textContent}. ${isGiven ? 'Choose another file' : 'Choose a file'}`,
      );
    },
  };
}
