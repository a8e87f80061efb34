import type { FieldTable } from '../../src/scene/index.ts';
import { entryAt, openedEntryAt, type SceneLocation } from '../document/edit-scene.ts';
import { element } from '../view/element.ts';
import { createFieldModel } from './field-model.ts';
import { createFieldRow } from './field-row.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

export interface FieldListOptions {
  /** Location of the values in the scene. */
  readonly location: SceneLocation;
  readonly table: FieldTable;
  /** The parameters to show, in order. */
  readonly names: readonly string[];
  /** Returns values that apply if the scene sets none and the table has no default. */
  derive?(state: StudioState): Readonly<Record<string, unknown>>;
  /** Returns the available names, for parameters that refer to other things in the scene. */
  choices?(name: string, state: StudioState): readonly string[] | undefined;
  /** Labels of parameters whose names are not familiar. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Creates rows for parameters of a table. */
export function createFieldList(
  { location, table, names, derive, choices, labels }: FieldListOptions,
  state: StudioState,
  actions: Pick<StudioActions, 'edit'>,
): Panel {
  const model = (name: string, next: StudioState) => {
    const own = createFieldModel(name, table[name], {
      entry: entryAt(next.document.scene, location),
      opened: openedEntryAt(next.document.opened, next.document.scene, location),
      derived: derive?.(next),
    });
    return { ...own, label: labels?.[name] ?? own.label, choices: choices?.(name, next) };
  };
  const rows = names.map((name) => ({
    name,
    row: createFieldRow(model(name, state), (value) => actions.edit(location, name, value)),
  }));
  return {
    element: element('div', { class: 'fields' }, ...rows.map(({ row }) => row.element)),
    update(next) {
      for (const { name, row } of rows) row.update(model(name, next));
    },
  };
}

/** Creates a section that can be opened and closed. It is closed at first. */
export function createFold(title: string, ...content: HTMLElement[]): HTMLDetailsElement {
  return element('details', { class: 'fold' }, element('summary', {}, title), ...content);
}
