import { panelDefinitions } from './index.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

/** All panels that have something to show for the document. */
export class SidePanel {
  private panels: readonly Panel[] = [];

  constructor(
    private readonly place: HTMLElement,
    private readonly actions: StudioActions,
  ) {}

  /** Makes the panels anew: another document was opened. */
  open(state: StudioState): void {
    this.panels = panelDefinitions
      .filter((definition) => definition.applies(state))
      .map((definition) => definition.create(state, this.actions));
    this.place.replaceChildren(...this.panels.map((panel) => panel.element));
    this.place.scrollTop = 0;
    this.update(state);
  }

  update(state: StudioState): void {
    for (const panel of this.panels) panel.update(state);
  }
}
