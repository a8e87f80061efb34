import { systemsOf } from '../document/studio-document.ts';
import { panelDefinitions } from './index.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

/** All panels that have something to show for the document. */
export class SidePanel {
  private panels: readonly Panel[] = [];
  private systems = '';

  constructor(
    private readonly place: HTMLElement,
    private readonly actions: StudioActions,
  ) {}

  /** Makes the panels anew: another document was opened. */
  open(state: StudioState): void {
    this.make(state);
    this.place.scrollTop = 0;
    this.update(state);
  }

  update(state: StudioState): void {
    // What systems there are decides what panels there are.
    if (this.systems !== systemsKeyOf(state)) this.remake(state);
    for (const panel of this.panels) panel.update(state);
  }

  private make(state: StudioState): void {
    this.systems = systemsKeyOf(state);
    this.panels = panelDefinitions
      .filter((definition) => definition.applies(state))
      .map((definition) => definition.create(state, this.actions));
    this.place.replaceChildren(...this.panels.map((panel) => panel.element));
  }

  /** Made anew for the same document: what was open stays open, and where the eye was stays there. */
  private remake(state: StudioState): void {
    const { scrollTop } = this.place;
    const parts = this.place.querySelectorAll<HTMLElement>('[data-flesh]');
    const known = new Set([...parts].map(({ dataset }) => dataset.flesh));
    const titles = (root: HTMLElement) =>
      [...root.querySelectorAll<HTMLDetailsElement>('details')].map((fold) => ({
        fold,
        key: `${fold.closest('section')?.querySelector('h2')?.textContent}/${fold.querySelector('summary')?.textContent}`,
      }));
    const open = new Set(titles(this.place).flatMap(({ fold, key }) => (fold.open ? [key] : [])));
    this.make(state);
    for (const { fold, key } of titles(this.place)) if (open.has(key)) fold.open = true;
    this.place.scrollTop = scrollTop;
    // What has just been added is looked for.
    const added = [...this.place.querySelectorAll<HTMLElement>('[data-flesh]')].filter(
      ({ dataset }) => !known.has(dataset.flesh),
    );
    added.at(0)?.scrollIntoView({ block: 'start' });
  }
}

/** Kinds and names of the systems. */
function systemsKeyOf({ document }: StudioState): string {
  return JSON.stringify(systemsOf(document.scene).map(({ system, name }) => [system, name]));
}
