import type { FieldTable } from '../../src/scene/index.ts';
import { entryAt, openedEntryAt, type ScenePlace } from '../document/edit-scene.ts';
import { element } from '../view/element.ts';
import { createFieldModel } from './field-model.ts';
import { createFieldRow } from './field-row.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

export interface FieldListOptions {
  /** Where in the scene the values stand. */
  readonly place: ScenePlace;
  readonly table: FieldTable;
  /** The parameters to show, in order. */
  readonly names: readonly string[];
  /** What holds where the scene says nothing and the table has no default. */
  derive?(state: StudioState): Readonly<Record<string, unknown>>;
  /** For parameters that name other things in the scene: those that there are. */
  choices?(name: string, state: StudioState): readonly string[] | undefined;
  /** What people call a parameter, where its name says something else. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Rows for parameters of a table. */
export function createFieldList(
  { place, table, names, derive, choices, labels }: FieldListOptions,
  state: StudioState,
  actions: Pick<StudioActions, 'edit'>,
): Panel {
  const model = (name: string, next: StudioState) => {
    const own = createFieldModel(name, table[name], {
      entry: entryAt(next.document.scene, place),
      opened: openedEntryAt(next.document.opened, next.document.scene, place),
      derived: derive?.(next),
    });
    return { ...own, label: labels?.[name] ?? own.label, choices: choices?.(name, next) };
  };
  const rows = names.map((name) => ({
    name,
    row: createFieldRow(model(name, state), (value) => actions.edit(place, name, value)),
  }));
  return {
    element: element('div', { class: 'fields' }, ...rows.map(({ row }) => row.element)),
    update(next) {
      for (const { name, row } of rows) row.update(model(name, next));
    },
  };
}

/** A part that opens and closes, shut at first. */
export function createFold(title: string, ...content: HTMLElement[]): HTMLDetailsElement {
  return element('details', { class: 'fold' }, element('summary', {}, title), ...content);
}
