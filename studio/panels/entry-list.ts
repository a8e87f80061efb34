import type { FieldTable } from '../../src/scene/index.ts';
import { kindOf, type ListParam } from '../../src/systems/index.ts';
import { entryAt, type ListLocation, listAt, type SceneLocation } from '../document/edit-scene.ts';
import type { SceneEntry } from '../document/studio-document.ts';
import { button, element, setText, uniqueId } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFieldList, createFold } from './field-list.ts';
import { labelOf } from './field-model.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

export interface EntryListOptions {
  /** The system, by its index in the scene, and the parameter of the system that is a list. */
  readonly system: number;
  readonly list: string;
  readonly spec: ListParam;
  /** The labels of the list and of one of its entries. */
  readonly title: string;
  readonly one: string;
  /** Kinds of entries that can be added, if there are several. */
  readonly kinds: readonly string[];
  /** Fields that come first. All other fields follow in a section that is closed at first. */
  readonly firstFields: readonly string[];
  /** Adds an entry. `kind`: its kind, if there are several. */
  add(kind: string): void;
  remove(index: number): void;
  /** Returns the text of a closed card. */
  describe(entry: SceneEntry, index: number): { readonly title: string; readonly description: string };
  /** Handles fields that need more than a change of their value. Returns true if it changed the field. */
  edit?(index: number, key: string, value: unknown): boolean;
  /** Returns the available names for fields that refer to other things in the scene. */
  choices?(name: string, table: FieldTable, state: StudioState): readonly string[] | undefined;
  /** Returns a field that has its own panel, which is shown above the others. */
  own?(entry: SceneEntry, location: ListLocation): { name: string; panel: Panel } | null;
  /** Names of fields that are not shown, because other code writes them. */
  readonly unseen?: readonly string[];
}

/** Creates one of a system's lists: a card for each entry, and controls to add one. */
export function createEntryList(options: EntryListOptions, actions: Pick<StudioActions, 'edit'>): Panel {
  const { system, list, spec, title, one, kinds } = options;
  const location: SceneLocation = `systems.${system}`;
  const entriesOf = (next: StudioState) => listAt(entryAt(next.document.scene, location), list);
  const cards = element('div', { class: 'entries' });
  const kind = element(
    'select',
    { 'aria-label': `Kind of ${one}` },
    ...kinds.map((name) => element('option', { value: name }, labelOf(name))),
  );
  kind.hidden = kinds.length === 0;
  const add = button(
    {
      class: 'plain',
      'data-add': list,
      onclick: () => {
        isAdding = true;
        options.add(kinds.length > 0 ? kind.value : 'one');
      },
    },
    icon('plus'),
    `Add ${one}`,
  );
  const fold = createFold(
    title,
    element('p', { class: 'hint entries-hint' }, spec.description),
    cards,
    element('div', { class: 'entries-add' }, kind, add),
  );
  const count = element('span', { class: 'entries-count' });
  fold.querySelector('summary')!.append(count);
  let shown: { key: string; card: EntryCard }[] = [];
  /** Only an entry that was added in this list is scrolled to, not one that was added elsewhere. */
  let isAdding = false;
  const show = (next: StudioState) => {
    const entries = entriesOf(next);
    const added = isAdding && entries.length === shown.length + 1;
    const hadFocus = cards.contains(document.activeElement);
    isAdding = false;
    shown = entries.map((entry, k) => {
      const key = JSON.stringify([k, entry[spec.tag ?? '']]);
      const before = shown[k];
      if (before?.key === key && entries.length >= shown.length) return before;
      const card = createEntry(`systems.${system}.${list}.${k}`, options, next, actions);
      // The entry has changed its kind, but stays open.
      if (before?.card.isOpen && entries.length === shown.length) card.open();
      return { key, card };
    });
    cards.replaceChildren(...shown.map(({ card }) => card.element));
    if (added) {
      shown.at(-1)!.card.open();
      shown.at(-1)!.card.element.scrollIntoView({ block: 'nearest' });
    } else if (hadFocus && !cards.contains(document.activeElement)) add.focus({ preventScroll: true });
  };
  const keyOf = (next: StudioState) => JSON.stringify(entriesOf(next).map((entry) => entry[spec.tag ?? '']));
  let shownKey = '';
  return {
    element: fold,
    update(next) {
      const key = keyOf(next);
      if (key !== shownKey) {
        shownKey = key;
        show(next);
      }
      setText(count, String(shown.length));
      for (const { card } of shown) card.update(next);
    },
  };
}

interface EntryCard extends Panel {
  readonly isOpen: boolean;
  open(): void;
}

/** Creates one entry: a summary line, and its fields when it is opened. */
function createEntry(
  location: ListLocation,
  options: EntryListOptions,
  state: StudioState,
  actions: Pick<StudioActions, 'edit'>,
): EntryCard {
  const index = Number(location.split('.')[3]);
  const id = uniqueId('entry');
  const name = element('strong', {});
  const about = element('span', { class: 'hint entry-about' });
  const body = element('div', { class: 'entry-body', id, hidden: true });
  let panels: Panel[] = [];
  let latest = state;
  const toggle = button(
    {
      class: 'quiet entry-toggle',
      'aria-expanded': 'false',
      'aria-controls': id,
      onclick: () => setOpen(body.hidden !== false),
    },
    name,
    about,
  );
  const setOpen = (isOpen: boolean) => {
    body.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
    if (isOpen && panels.length === 0) {
      panels = createFields(location, options, latest, actions);
      body.replaceChildren(...panels.map((panel) => panel.element));
      for (const panel of panels) panel.update(latest);
    }
  };
  const remove = button(
    { class: 'quiet square small', title: 'Remove', onclick: () => options.remove(index) },
    icon('close'),
  );
  return {
    element: element(
      'div',
      { class: 'entry', 'data-entry': location },
      element('div', { class: 'entry-head' }, toggle, remove),
      body,
    ),
    open: () => setOpen(true),
    get isOpen() {
      return !body.hidden;
    },
    update(next) {
      latest = next;
      const { title, description } = options.describe(entryAt(next.document.scene, location), index);
      setText(name, title);
      setText(about, description);
      remove.setAttribute('aria-label', `Remove ${options.one} ${title}`);
      if (!body.hidden) for (const panel of panels) panel.update(next);
    },
  };
}

function createFields(
  location: ListLocation,
  options: EntryListOptions,
  state: StudioState,
  actions: Pick<StudioActions, 'edit'>,
): Panel[] {
  const { spec, firstFields, unseen = [] } = options;
  const index = Number(location.split('.')[3]);
  const entry = entryAt(state.document.scene, location);
  const kind = kindOf(spec, entry);
  if (!kind) return [];
  const table = kind.fields;
  const own = options.own?.(entry, location) ?? null;
  const names = Object.keys(table).filter((name) => name !== own?.name && !unseen.includes(name));
  const first = firstFields.filter((name) => names.includes(name));
  const rest = names.filter((name) => !first.includes(name));
  const edit: StudioActions['edit'] = (at, key, value) => {
    if (!options.edit?.(index, key, value)) actions.edit(at, key, value);
  };
  const choices = (name: string, next: StudioState) => options.choices?.(name, table, next);
  const lists = [first, rest]
    .filter((part) => part.length > 0)
    .map((part) => createFieldList({ location, table, names: part, choices }, state, { edit }));
  const [shown, hidden] = lists;
  const more = hidden && { ...hidden, element: createFold('More', hidden.element) };
  return [...(own ? [own.panel] : []), ...(shown ? [shown] : []), ...(more ? [more] : [])];
}

/** Returns the time range of an entry: `1 – 2 s`, `from 1 s`, or nothing. */
export function formatSpan(from: unknown, until: unknown): string {
  if (typeof from === 'number' && typeof until === 'number') return `${from} – ${until} s`;
  if (typeof from === 'number') return `from ${from} s`;
  return typeof until === 'number' ? `until ${until} s` : '';
}
