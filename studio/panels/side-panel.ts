import type { ListLocation } from '../document/edit-scene.ts';
import { systemsOf } from '../document/studio-document.ts';
import { panelDefinitions } from './index.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

/** All panels that have something to show for the document. */
export class SidePanel {
  private panels: readonly Panel[] = [];
  private layout = '';

  constructor(
    private readonly container: HTMLElement,
    private readonly actions: StudioActions,
  ) {}

  /** Creates the panels again after another document was opened. */
  open(state: StudioState): void {
    this.make(state);
    this.container.scrollTop = 0;
    this.update(state);
  }

  update(state: StudioState): void {
    if (this.layout !== layoutKeyOf(state)) this.remake(state);
    for (const panel of this.panels) panel.update(state);
  }

  /** Opens the card of an entry of a list, and scrolls it into view. */
  showEntry(location: ListLocation): void {
    const card = this.container.querySelector<HTMLElement>(`[data-entry="${location}"]`);
    if (!card) return;
    const fold = card.closest('details');
    if (fold) fold.open = true;
    const toggle = card.querySelector<HTMLElement>('.entry-toggle');
    if (toggle?.getAttribute('aria-expanded') === 'false') toggle.click();
    card.scrollIntoView({ block: 'start' });
    toggle?.focus({ preventScroll: true });
  }

  private make(state: StudioState): void {
    this.layout = layoutKeyOf(state);
    this.panels = panelDefinitions
      .filter((definition) => definition.applies(state))
      .map((definition) => definition.create(state, this.actions));
    this.container.replaceChildren(...this.panels.map((panel) => panel.element));
  }

  /** Creates the panels again for the same document. Open sections stay open, and the scroll position is kept. */
  private remake(state: StudioState): void {
    const { scrollTop } = this.container;
    const listParts = () => [
      ...this.container.querySelectorAll<HTMLElement>('[data-flesh], [data-fur], [data-particles]'),
    ];
    const nameOf = ({ dataset }: HTMLElement) =>
      dataset.flesh ?? dataset.fur ?? `particles ${dataset.particles}`;
    const known = new Set(listParts().map(nameOf));
    const titles = (root: HTMLElement) =>
      [...root.querySelectorAll<HTMLDetailsElement>('details')].map((fold) => ({
        fold,
        key: [fold.closest('section')?.querySelector('h2')?.textContent, ...titlesAround(fold)].join('/'),
      }));
    const open = new Set(titles(this.container).flatMap(({ fold, key }) => (fold.open ? [key] : [])));
    this.make(state);
    for (const { fold, key } of titles(this.container)) if (open.has(key)) fold.open = true;
    this.container.scrollTop = scrollTop;
    // Scrolls to an entry that has just been added.
    const added = listParts().filter((part) => !known.has(nameOf(part)));
    added.at(0)?.scrollIntoView({ block: 'start' });
  }
}

/** Returns the title of a fold and those of the folds around it. */
function titlesAround(fold: HTMLDetailsElement): (string | null | undefined)[] {
  const outer = fold.parentElement?.closest('details');
  return [...(outer ? titlesAround(outer) : []), fold.querySelector('summary')?.textContent];
}

/** Returns a key of everything that decides which panels there are: the kinds and names of the systems, and whether the scene has a wind. */
function layoutKeyOf({ document: { scene } }: StudioState): string {
  return JSON.stringify([
    scene.wind !== undefined,
    systemsOf(scene).map(({ system, name }) => [system, name]),
  ]);
}
