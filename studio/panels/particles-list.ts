import { actorName } from '../../src/scene/scene-names.ts';
import { kindOf, type ListParam } from '../../src/systems/params.ts';
import { particlesParams } from '../../src/systems/particles/index.ts';
import { entryAt, type ListPlace, listAt, type ScenePlace } from '../document/edit-scene.ts';
import { actorsOf, type SceneEntry } from '../document/studio-document.ts';
import { keyLabel } from '../particles/key-bars.ts';
import { namesIn, type ParticlesList } from '../particles/scene-particles.ts';
import { fileKeyOf } from '../particles/shape-files.ts';
import { button, element, setText, uniqueId } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFieldList, createFold } from './field-list.ts';
import { labelOf } from './field-model.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';
import { createFileField } from './particles-file.ts';

const titles: Readonly<Record<ParticlesList, { readonly title: string; readonly one: string }>> = {
  keys: { title: 'Keys', one: 'key' },
  shapes: { title: 'Shapes', one: 'shape' },
  sources: { title: 'Sources', one: 'source' },
  forces: { title: 'Forces', one: 'force' },
};

/** Fields that come first; all others follow in a part that is shut. */
const firstFields: Readonly<Record<ParticlesList, readonly string[]>> = {
  keys: words('name to start end hold stagger share kind counts law color opacity'),
  shapes: words('name text actor position radius size height corners part by scale offset'),
  sources: words('name from count start duration life velocity jitter'),
  forces: words('acceleration velocity coefficient size center axis radius from until gusts'),
};

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** One of a system's lists: a card for each entry, and a way to add one. */
export function createEntryList(
  system: number,
  list: ParticlesList,
  state: StudioState,
  actions: StudioActions,
): Panel {
  const spec: ListParam = particlesParams[list];
  const place: ScenePlace = `systems.${system}`;
  const entriesOf = (next: StudioState) => listAt(entryAt(next.document.scene, place), list);
  const cards = element('div', { class: 'entries' });
  const { title, one } = titles[list];
  const hasActors = actorsOf(state.document.scene).length > 0;
  const kinds =
    spec.tag === undefined ? [] : Object.keys(spec.kinds).filter((name) => name !== 'actor' || hasActors);
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
      onclick: () => actions.particles.addEntry(system, list, kinds.length > 0 ? kind.value : 'one'),
    },
    icon('plus'),
    `Add ${one}`,
  );
  const fold = createFold(
    title,
    element('p', { class: 'words entries-words' }, spec.words),
    cards,
    element('div', { class: 'entries-add' }, kind, add),
  );
  const count = element('span', { class: 'entries-count' });
  fold.querySelector('summary')!.append(count);
  let shown: { key: string; card: EntryCard }[] = [];
  let isFirst = true;
  const show = (next: StudioState) => {
    const entries = entriesOf(next);
    const added = !isFirst && entries.length === shown.length + 1;
    const hadFocus = cards.contains(document.activeElement);
    isFirst = false;
    shown = entries.map((entry, k) => {
      const key = JSON.stringify([k, entry[spec.tag ?? '']]);
      const before = shown[k];
      if (before?.key === key && entries.length >= shown.length) return before;
      const card = createEntry(`systems.${system}.${list}.${k}`, spec, list, next, actions);
      // It has become of another kind: whoever looks at it goes on.
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

/** One entry: a line that tells what it is, and its fields once it is opened. */
function createEntry(
  place: ListPlace,
  spec: ListParam,
  list: ParticlesList,
  state: StudioState,
  actions: StudioActions,
): EntryCard {
  const [, system, , index] = place.split('.');
  const id = uniqueId('entry');
  const name = element('strong', {});
  const about = element('span', { class: 'words entry-about' });
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
      panels = createFields(place, spec, list, latest, actions);
      body.replaceChildren(...panels.map((panel) => panel.element));
      for (const panel of panels) panel.update(latest);
    }
  };
  const remove = button(
    {
      class: 'quiet square small',
      title: 'Remove',
      onclick: () => actions.particles.removeEntry(Number(system), list, Number(index)),
    },
    icon('close'),
  );
  return {
    element: element(
      'div',
      { class: 'entry', 'data-entry': place },
      element('div', { class: 'entry-head' }, toggle, remove),
      body,
    ),
    open: () => setOpen(true),
    get isOpen() {
      return !body.hidden;
    },
    update(next) {
      latest = next;
      const entry = entryAt(next.document.scene, place);
      const { title, words } = describeEntry(entry, list, Number(index));
      setText(name, title);
      setText(about, words);
      remove.setAttribute('aria-label', `Remove ${titles[list].one} ${title}`);
      if (!body.hidden) for (const panel of panels) panel.update(next);
    },
  };
}

function createFields(
  place: ListPlace,
  spec: ListParam,
  list: ParticlesList,
  state: StudioState,
  actions: StudioActions,
): Panel[] {
  const [, system, , index] = place.split('.');
  const entry = entryAt(state.document.scene, place);
  const kind = kindOf(spec, entry);
  if (!kind) return [];
  const table = kind.fields;
  const fileKey = list === 'shapes' ? fileKeyOf(entry.shape) : null;
  const names = Object.keys(table).filter((name) => name !== fileKey);
  const first = firstFields[list].filter((name) => names.includes(name));
  const rest = names.filter((name) => !first.includes(name));
  const edit: StudioActions['edit'] = (at, key, value) => {
    if (key === 'name' && (list !== 'shapes' || typeof value === 'string')) {
      const called = typeof value === 'string' ? value : undefined;
      actions.particles.renameEntry(Number(system), list, Number(index), called);
    } else actions.edit(at, key, value);
  };
  const choices = (name: string, { document }: StudioState) => {
    const own = entryAt(document.scene, `systems.${Number(system)}`);
    const field = table[name];
    if (field.type === 'text' && field.refersTo === 'actor') return actorsOf(document.scene).map(actorName);
    if (name === 'to' || (name === 'from' && list === 'sources')) return namesIn(own, 'shapes');
    return name === 'sources' ? namesIn(own, 'sources') : undefined;
  };
  const lists = [first, rest]
    .filter((part) => part.length > 0)
    .map((part) => createFieldList({ place, table, names: part, choices }, state, { edit }));
  const file = fileKey === null ? [] : [createFileField(place, labelOf(fileKey), state, actions)];
  const [shown, hidden] = lists;
  const more = hidden && { ...hidden, element: createFold('More', hidden.element) };
  return [...file, ...(shown ? [shown] : []), ...(more ? [more] : [])];
}

/** What a card says while it is shut. */
function describeEntry(
  entry: SceneEntry,
  list: ParticlesList,
  index: number,
): { title: string; words: string } {
  const name = entry.name === undefined ? null : String(entry.name);
  switch (list) {
    case 'shapes': {
      const kind = labelOf(String(entry.shape ?? 'shape'));
      return { title: name ?? kind, words: entry.shape === 'text' ? `“${entry.text ?? ''}”` : kind };
    }
    case 'sources':
      return {
        title: name ?? String(entry.from ?? ''),
        words: `${Number(entry.count ?? 1000).toLocaleString('en')}${name === null ? '' : ` in ${entry.from}`}`,
      };
    case 'forces':
      return { title: labelOf(String(entry.force ?? 'force')), words: tellSpan(entry.from, entry.until) };
    case 'keys': {
      const to = Array.isArray(entry.to) ? `to ${entry.to.join(', ')}` : 'state only';
      return { title: keyLabel(entry, index), words: entry.enabled === false ? 'off' : to };
    }
  }
}

function tellSpan(from: unknown, until: unknown): string {
  if (typeof from === 'number' && typeof until === 'number') return `${from} – ${until} s`;
  if (typeof from === 'number') return `from ${from} s`;
  return typeof until === 'number' ? `until ${until} s` : '';
}
