import { shippedScenes } from '../document/shipped-scenes.ts';
import { button, element } from './element.ts';
import { icon } from './icon.ts';

export interface ShellActions {
  openFiles(): void;
  openShipped(id: string): void;
  toggleTheme(): void;
}

/** The page's layout: picture, head, notes, side panel and transport. */
export class Shell {
  private picture = createCanvas();
  readonly view = element('div', { class: 'view' }, this.picture);
  readonly side = element('div', { class: 'side-content' });
  readonly notes = element('div', { class: 'notes', role: 'status' });
  readonly problemArea = element('div', { class: 'problem-area' });
  readonly transportArea = element('div', { class: 'transport-area' });
  private readonly own = element('option', { value: '', disabled: true, hidden: true });
  private readonly theme: HTMLButtonElement;
  private readonly handle: HTMLButtonElement;
  private readonly scenes: HTMLSelectElement;

  constructor(root: HTMLElement, actions: ShellActions) {
    this.theme = button({ class: 'quiet square', id: 'theme', onclick: () => actions.toggleTheme() });
    this.scenes = element(
      'select',
      {
        id: 'scenes',
        'aria-label': 'Scenes that come with the page',
        onchange: () => actions.openShipped(this.scenes.value),
      },
      this.own,
      ...shippedScenes.map(({ id, label }) => element('option', { value: id }, label)),
    );
    this.handle = button({
      class: 'sheet-handle',
      'aria-expanded': 'false',
      'aria-label': 'Settings',
      onclick: () => this.toggleSheet(),
    });
    const { handle } = this;
    handle.append(element('span', { class: 'grip' }), icon('chevron'));
    root.append(
      this.view,
      element(
        'header',
        { class: 'head' },
        element('h1', {}, 'Aftermotion'),
        button(
          { class: 'primary', id: 'open', onclick: () => actions.openFiles() },
          icon('open'),
          element('span', {}, 'Open', element('span', { class: 'wide-only' }, ' file')),
        ),
        this.scenes,
        this.theme,
      ),
      this.notes,
      this.transportArea,
      this.problemArea,
      element('aside', { class: 'side', 'aria-label': 'Settings' }, handle, this.side),
    );
  }

  get canvas(): HTMLCanvasElement {
    return this.picture;
  }

  /** Replaces the canvas by one without a context: a canvas can only have one kind of context. */
  renewCanvas(): HTMLCanvasElement {
    const fresh = createCanvas();
    const hasFocus = document.activeElement === this.picture;
    this.picture.replaceWith(fresh);
    this.picture = fresh;
    if (hasFocus) fresh.focus();
    return fresh;
  }

  /** Shows which scene is open: the id of a shipped scene, or '' and the name of the user's own file. */
  showScene(id: string, file = ''): void {
    this.own.hidden = id !== '';
    this.own.textContent = file;
    this.scenes.value = id;
  }

  showTheme(isDark: boolean): void {
    this.theme.replaceChildren(icon(isDark ? 'sun' : 'moon'));
    this.theme.setAttribute('aria-label', isDark ? 'Light colours' : 'Dark colours');
  }

  /** Shows or hides the settings at the bottom, on a phone. */
  toggleSheet(force?: boolean): void {
    const isOpen = document.documentElement.classList.toggle('sheet-open', force);
    this.handle.setAttribute('aria-expanded', String(isOpen));
  }
}

function createCanvas(): HTMLCanvasElement {
  return element('canvas', {
    id: 'picture',
    tabindex: '0',
    role: 'img',
    'aria-label': 'The scene. Drag to rotate the camera, scroll to zoom. Space plays and pauses.',
  });
}
