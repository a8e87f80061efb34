import type { GivenFile } from '../document/open-files.ts';
import { readGiven } from '../particles/choose-file.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import type { Panel, StudioState } from './panel.ts';

export interface FileFieldOptions {
  readonly label: string;
  /** What it is for, where the label does not say it. */
  readonly words?: string;
  /** The file that the scene names now. */
  path(state: StudioState): unknown;
  /** Takes another; without one somebody is asked for it. */
  take(file?: GivenFile): void;
  /** Takes the file out of the scene, where it need not have one. */
  leave?(): void;
}

/** A file that the scene names: another may be dropped on it, or chosen. */
export function createFileField(options: FileFieldOptions): Panel {
  const { label, words } = options;
  const name = element('span', { class: 'file-name' });
  const hint = element('span', { class: 'words' });
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
    words === undefined ? null : element('p', { class: 'words' }, words),
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
