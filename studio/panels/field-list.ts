import type { FieldTable } from '../../src/scene/fields.ts';
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
}

/** Rows for parameters of a table. */
export function createFieldList(
  { place, table, names, derive }: FieldListOptions,
  state: StudioState,
  actions: Pick<StudioActions, 'edit'>,
): Panel {
  const model = (name: string, { document, ...rest }: StudioState) =>
    createFieldModel(name, table[name], {
      entry: entryAt(document.scene, place),
      opened: openedEntryAt(document.opened, document.scene, place),
      derived: derive?.({ document, ...rest }),
    });
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
