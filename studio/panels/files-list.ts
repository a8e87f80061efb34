import {
  defaultOutputKinds,
  findSystem,
  type OutputKindName,
  outputKindNames,
  outputKinds,
  writableKinds,
} from '../../src/index.ts';
import { affectedKinds, expandOutputs, type OutputName, outputParams } from '../../src/scene/index.ts';
import { actorsOf, type SceneData, systemsOf } from '../document/studio-document.ts';
import { button, element, setText } from '../view/element.ts';
import { createFieldList } from './field-list.ts';
import { labelOf } from './field-model.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';

/** Creates the list of the kinds of files in a download, from the table of the outputs, and the settings of these files. */
export function createFilesList(state: StudioState, actions: StudioActions): Panel {
  const summary = element('span', { class: 'entries-count' });
  const note = element('p', { class: 'hint', role: 'status' });
  let latest = state;
  const choose = (kinds: readonly OutputKindName[]) => {
    const { outputs } = latest.document.opened;
    const isOpened = sameKinds(kinds, chosenKinds(latest.document.opened));
    actions.editFiles('outputs', isOpened ? outputs : kinds);
  };
  const boxes = outputKindNames.map((name) => {
    const box = element('input', {
      type: 'checkbox',
      value: name,
      onchange: () => {
        const before = chosenKinds(latest.document.scene);
        choose(outputKindNames.filter((kind) => (kind === name ? box.checked : before.includes(kind))));
      },
    });
    const row = element(
      'label',
      { class: 'file-kind', 'data-output': name },
      box,
      element('strong', { title: `${name} in a scene file` }, titleOf(name)),
      element('span', { class: 'hint' }, sentence(outputKinds[name].description)),
    );
    return { name, box, row };
  });
  const preset = (title: string, kinds: () => readonly OutputKindName[]) =>
    button({ class: 'plain small', 'data-preset': title, onclick: () => choose(kinds()) }, title);
  const presets = element(
    'div',
    { class: 'line' },
    preset('Default', () => defaultOutputKinds),
    preset('All', () => {
      const possible = possibleKinds(latest.document.scene);
      const before = chosenKinds(latest.document.scene);
      return outputKindNames.filter((kind) => possible.includes(kind) || before.includes(kind));
    }),
    preset('None', () => []),
  );
  const settings = createFieldList(
    { location: 'scene', table: outputParams, names: Object.keys(outputParams) },
    state,
    { edit: (_location, key, value) => actions.editFiles(key, value) },
  );
  const rows = new Map(
    [...settings.element.querySelectorAll<HTMLElement>('[data-field]')].map((row) => [
      row.dataset.field!,
      row,
    ]),
  );
  return {
    element: element(
      'details',
      { class: 'fold files', id: 'files' },
      element('summary', {}, 'Files', summary),
      element(
        'div',
        { class: 'files-body' },
        note,
        presets,
        ...boxes.map(({ row }) => row),
        element('h3', {}, 'Settings of these files'),
        settings.element,
      ),
    ),
    update(next) {
      latest = next;
      const { scene } = next.document;
      const chosen = chosenKinds(scene);
      const possible = possibleKinds(scene);
      for (const { name, box, row } of boxes) {
        box.checked = chosen.includes(name);
        row.hidden = !possible.includes(name);
      }
      const written = possible.filter((name) => chosen.includes(name));
      setText(summary, `${written.length} of ${possible.length} kinds`);
      setText(
        note,
        written.length > 0
          ? 'Download writes these files in addition to the scene and a report. A scene file keeps this choice.'
          : 'None of these files is chosen: Download writes only the scene and a report.',
      );
      const shown = shownKinds(scene);
      for (const [name, row] of rows) {
        const affected: readonly string[] = affectedKinds[name as keyof typeof affectedKinds];
        row.hidden = !shown.some((kind) => affected.includes(kind));
      }
      settings.update(next);
    },
  };
}

/** Returns the kinds of files that a scene names, or the default ones. Names that do not exist are ignored. */
function chosenKinds({ outputs }: SceneData): readonly OutputKindName[] {
  if (!Array.isArray(outputs)) return defaultOutputKinds;
  return expandOutputs(outputs as OutputName[]).filter((name) => outputKindNames.includes(name));
}

/** Returns the kinds of files that a download of the scene can contain. */
function possibleKinds(scene: SceneData): readonly OutputKindName[] {
  return writableKinds(shownKinds(scene), actorsOf(scene).length > 0);
}

function shownKinds(scene: SceneData) {
  return systemsOf(scene).flatMap((entry) => {
    const system = findSystem(entry.system);
    return system ? [system.shows, ...(system.alsoShows?.(entry) ?? [])] : [];
  });
}

function sameKinds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

/** Names of formats, which are written in capitals. */
const formats = /\b(png|exr|tiff|mdd|pc2|vat|usd|usdz|ply|glb)\b/gi;

/** Converts `heightPng` to `Height PNG`. */
function titleOf(name: OutputKindName): string {
  return labelOf(name).replace(formats, (format) => format.toUpperCase());
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
